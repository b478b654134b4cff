import type { UpdateApplicationDto } from '../../applications/dto/update-application.dto.js';
import type { Application } from '../../database/records.js';
import type { FormParameters } from '../../http/input/form-body.js';
import type { MessageKey } from '../../language/catalogues/index.js';
import type { Notice } from '../shell/browser/console-cookies.js';
import { redirect } from '../shell/browser/page-response.js';
import { changedFields, changedList, shownValues } from '../shell/forms/shown-values.js';
import { toSettings } from './application.page.js';

/** The settings that the user has changed. Browsers do not send a checkbox that is off. */
export function readChanges(application: Application, form: FormParameters): UpdateApplicationDto {
  const isPublic = application.clientSecretHash === null;
  const settings = toSettings(application);
  const sent = { require_pkce: 'false', client_credentials: 'false', ...form };
  const { name, api_version, require_pkce, client_credentials, ...changed } = changedFields(
    sent,
    settings,
  );
  const toSwitch = (text: string | undefined) =>
    text === undefined || isPublic ? undefined : text === 'true';
  const shown = { ...settings, ...shownValues(form) };
  const toList = (
    field: 'redirect_uris' | 'post_logout_redirect_uris',
    stored: readonly string[],
  ) =>
    changed[field] === undefined
      ? undefined
      : changedList(readLines(changed[field]), readLines(shown[field]), stored);
  return {
    name,
    redirect_uris: toList('redirect_uris', application.redirectUris),
    post_logout_redirect_uris: toList(
      'post_logout_redirect_uris',
      application.postLogoutRedirectUris,
    ),
    api_version,
    require_pkce: toSwitch(require_pkce),
    client_credentials: toSwitch(client_credentials),
  };
}

/** One URI per line; empty lines are ignored. */
export function readLines(text = ''): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

export function redirectToApplication(id: string, notice: MessageKey | Notice) {
  return redirect(`/console/applications/${id}`, notice);
}
