import { consentedScope, endsWithSession } from '../../oauth/scope.js';
import type { Resource } from '../../principals/resource.js';
import { Action, Card, Content } from '../shell/components/content.js';
import { CsrfFields, HiddenFields, ReturnTo } from '../shell/components/form.js';
import { ScopeList } from './scope-list.js';
import { usePage } from '../shell/rendering/use-page.js';

interface ConsentPageProps {
  application: { readonly name: string; readonly owner: { readonly name: string } };
  scope: readonly string[];
  /** The API that the scope is for; undefined for the account API. */
  resource: Resource | undefined;
  /** The host, or the scheme of an app, that the user is redirected to. */
  destination: string;
  /** The authorization request, sent along with the decision. */
  parameters: Readonly<Record<string, string>>;
  /** The URL of the authorization request, for signing in as another user. */
  returnTo?: string;
}

export function ConsentPage(props: ConsentPageProps) {
  const { application, scope, resource, destination, parameters, returnTo } = props;
  const { account, path, t } = usePage();
  const email = account?.email ?? '';
  return (
    <Content title={t('consent.title', { application: application.name })} bare>
      <Card
        lead={t('consent.lead', { application: application.name, owner: application.owner.name })}
      >
        <h2>{t('consent.scope')}</h2>
        <ScopeList scope={consentedScope(scope, resource)} resources={resource ? [resource] : []} />
        <p class="small">{t('consent.limits')}</p>
        <p class="small">
          <Emphasis text={t('consent.signed_in', { email })} value={email} />{' '}
          <Emphasis text={t('consent.destination', { destination })} value={destination} />
        </p>
        <form class="form" method="post" action={path('/oauth/authorize')}>
          <CsrfFields />
          <HiddenFields values={parameters} />
          <div class="buttons">
            <button type="submit" name="decision" value="allow" class="button primary">
              {t('consent.allow')}
            </button>
            <button type="submit" name="decision" value="deny" class="button plain">
              {t('consent.deny')}
            </button>
          </div>
        </form>
        <p class="small">
          {t('consent.withdraw')}{' '}
          {t(endsWithSession(scope) ? 'consent.duration_session' : 'consent.duration')}
        </p>
      </Card>
      <div class="beside">
        <Action path="/console/sign-out" label={t('consent.not_you')} look="quiet">
          <ReturnTo value={returnTo} />
        </Action>
      </div>
    </Content>
  );
}

/** A sentence with one of its values in bold. */
function Emphasis({ text, value }: { text: string; value: string }) {
  const start = text.indexOf(value);
  return (
    <>
      {text.slice(0, start)}
      <strong>{value}</strong>
      {text.slice(start + value.length)}
    </>
  );
}

interface FormPostPageProps {
  redirectUri: string;
  /** The host, or the scheme of an app, that receives the form. */
  destination: string;
  parameters: Readonly<Record<string, string>>;
}

/** Sends the response to an OAuth client as a form. A script submits it; without scripts, its button does. */
export function FormPostPage({ redirectUri, destination, parameters }: FormPostPageProps) {
  const { t } = usePage();
  return (
    <Content title={t('form.continue')} bare>
      <Card lead={t('consent.destination', { destination })}>
        <form class="form" method="post" action={redirectUri} data-submitted-at-once>
          <HiddenFields values={parameters} />
          <div class="buttons">
            <button type="submit" class="button primary">
              {t('form.continue')}
            </button>
          </div>
        </form>
      </Card>
    </Content>
  );
}
