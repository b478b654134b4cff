import { Buttons, ButtonLink, Card, Content } from '../shell/components/content.js';
import { CsrfFields, HiddenFields } from '../shell/components/form.js';
import { usePage } from '../shell/rendering/use-page.js';

interface LogoutPageProps {
  /** The name of the application that sent the user, if it is known. */
  application: string | undefined;
  /** The host that the user is redirected to, if any. */
  destination: string | undefined;
  /** The request, sent along with the decision. */
  parameters: Readonly<Record<string, string>>;
}

export function LogoutPage({ application, destination, parameters }: LogoutPageProps) {
  const { account, path, t } = usePage();
  const lead =
    application === undefined ? t('logout.lead') : t('logout.lead_application', { application });
  return (
    <Content title={t('logout.title')} bare>
      <Card lead={lead}>
        {account && <p class="small">{t('consent.signed_in', { email: account.email })}</p>}
        <form class="form" method="post" action={path('/oauth/logout')}>
          <CsrfFields />
          <HiddenFields values={parameters} />
          <Buttons>
            <button type="submit" class="button primary">
              {destination === undefined
                ? t('layout.sign_out')
                : t('logout.continue', { destination })}
            </button>
            <ButtonLink path="/console" label={t('logout.stay')} />
          </Buttons>
        </form>
      </Card>
    </Content>
  );
}

interface SignedOutPageProps {
  /** The host that the user can continue to. */
  destination: string;
  url: string;
}

/** Shown to signed-out users. It names the destination, because any site can link to this page. */
export function SignedOutPage({ destination, url }: SignedOutPageProps) {
  const { t } = usePage();
  return (
    <Content title={t('notice.signed_out')} bare>
      <Card lead={t('consent.destination', { destination })}>
        <div class="buttons">
          <a class="button primary" href={url}>
            {t('form.continue')}
          </a>
        </div>
      </Card>
    </Content>
  );
}
