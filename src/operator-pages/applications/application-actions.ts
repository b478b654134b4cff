import { Injectable } from '@nestjs/common';
import type { Redirect } from '../../console/shell/browser/page-response.js';
import type { FormParameters } from '../../http/input/form-body.js';
import type { OperatorApplicationDto } from '../../operator/dto/operator-lists.dto.js';
import { OperatorService } from '../../operator/operator.service.js';
import type { OperatorRequester } from '../../request/requester.js';
import type { ActionName } from '../shell/action.page.js';
import { goTo } from '../shell/operator-page-response.js';
import { OperatorReasons } from '../shell/operator-reasons.js';

interface ApplicationAction {
  /** The key of its texts. */
  readonly name: ActionName;
  /** Whether the state of the application allows it. Default: always */
  isOffered?(application: OperatorApplicationDto): boolean;
  readonly harmless?: boolean;
}

/** The actions on an application, in the order of the page. */
export const applicationActions = {
  trust: { name: 'trust', isOffered: ({ trusted }) => !trusted, harmless: true },
  distrust: { name: 'distrust', isOffered: ({ trusted }) => trusted, harmless: true },
  delete: { name: 'delete-application' },
} as const satisfies Record<string, ApplicationAction>;

export type ApplicationActionName = keyof typeof applicationActions;

export function isApplicationAction(name: string): name is ApplicationActionName {
  return Object.hasOwn(applicationActions, name);
}

/** Runs the actions on an application that operator pages offer. */
@Injectable()
export class ApplicationActions {
  constructor(
    private readonly operator: OperatorService,
    private readonly reasons: OperatorReasons,
  ) {}

  /** @throws ValidationFailedError about `reason`, and as the action of {@link OperatorService} */
  async run(
    action: ApplicationActionName,
    id: string,
    form: FormParameters,
    caller: OperatorRequester,
  ): Promise<Redirect> {
    const requester = await this.reasons.read(form, caller);
    const { owner } = await this.operator.application(id);
    switch (action) {
      case 'trust':
        await this.operator.trustApplication(id, readRedirectUris(form), requester);
        break;
      case 'distrust':
        await this.operator.distrustApplication(id, requester);
        break;
      case 'delete':
        await this.operator.deleteApplication(id, requester);
        break;
    }
    const { name } = applicationActions[action];
    return goTo(`/applications?${new URLSearchParams({ owner })}`, `${name}.done`);
  }
}

/** The redirect URIs that the operator has seen, one per line. */
function readRedirectUris({ redirect_uris: lines = '' }: FormParameters) {
  return { redirect_uris: lines.split(/\s+/).filter(Boolean) };
}
