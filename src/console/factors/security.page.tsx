import type { Passkey } from '../../database/records.js';
import { recoveryCodeCount } from '../../factors/recovery-code.js';
import { Action, ButtonLink, Buttons, Card, Content } from '../shell/components/content.js';
import { Fact, Moment } from '../shell/components/facts.js';
import { WithPasskeys } from '../shell/components/passkey-form.js';
import { usePage } from '../shell/rendering/use-page.js';
import { PasskeyFacts } from './passkey.page.js';

interface SecurityPageProps extends PasskeysProps {
  /** When the app was added; undefined without one. */
  appSince: Date | undefined;
  canRemove: boolean;
  recoveryCodes: number;
  /** When a removal that an operator requested takes effect. Default: no removal is pending */
  removalAt?: Date | undefined;
}

interface PasskeysProps {
  passkeys: readonly Pick<Passkey, 'id' | 'name' | 'createdAt' | 'lastUsedAt'>[];
  /** The credential ids for the browser, as JSON. Default: the browser is not told */
  accepted?: string | undefined;
  canAddPasskey: boolean;
}

export function SecurityPage(all: SecurityPageProps) {
  const { appSince, canRemove, recoveryCodes, removalAt, ...props } = all;
  const { path, t } = usePage();
  return (
    <Content title={t('layout.security')} section="security">
      {removalAt && (
        <Card title={t('removal.title')} lead={t('removal.lead')} danger>
          <dl class="facts">
            <Fact term={t('removal.due')}>
              <Moment date={removalAt} />
            </Fact>
          </dl>
          <Action
            path="/console/security/stop-removal"
            label={t('removal.submit')}
            look="primary"
          />
        </Card>
      )}
      <Card title={t('account.password')} lead={t('account.password_lead')}>
        <ButtonLink path="/console/security/password" label={t('account.password_submit')} />
      </Card>
      <AppCard since={appSince} canRemove={canRemove} />
      <PasskeysCard {...props} />
      {(appSince || props.passkeys.length > 0) && (
        <Card
          title={t('security.codes')}
          lead={t('security.codes_left', { count: recoveryCodes, total: recoveryCodeCount })}
        >
          <ButtonLink path="/console/security/recovery-codes" label={t('security.codes_replace')} />
        </Card>
      )}
      <div class="card linked">
        <h2>
          <a href={path('/console/sessions')}>{t('sessions.title')}</a>
        </h2>
        <p class="lead">{t('sessions.lead')}</p>
      </div>
    </Content>
  );
}

function AppCard({ since, canRemove }: { since: Date | undefined; canRemove: boolean }) {
  const { t } = usePage();
  const hasApp = since !== undefined;
  return (
    <Card
      title={t('security.app')}
      badge={hasApp ? <AppSince date={since} /> : <span class="badge">{t('security.off')}</span>}
      lead={t(hasApp ? 'security.app_on' : 'security.app_off')}
    >
      {hasApp && !canRemove && <p>{t('second_factor_mandatory')}</p>}
      {hasApp ? (
        <div class="buttons">
          <ButtonLink path="/console/security/authenticator" label={t('security.app_replace')} />
          {canRemove && (
            <ButtonLink
              path="/console/security/authenticator/remove"
              label={t('security.app_remove')}
              look="danger"
            />
          )}
        </div>
      ) : (
        <ButtonLink path="/console/security/authenticator" label={t('security.app_add')} />
      )}
    </Card>
  );
}

function AppSince({ date }: { date: Date }) {
  const { t } = usePage();
  return (
    <span class="badge good">
      {t('security.since')} <Moment date={date} as="day" />
    </span>
  );
}

function PasskeysCard({ passkeys, accepted, canAddPasskey }: PasskeysProps) {
  const { path, t } = usePage();
  return (
    <Card
      title={t('security.passkeys')}
      badge={
        passkeys.length > 0 && (
          <span class="badge good">{t('security.passkeys_count', { count: passkeys.length })}</span>
        )
      }
      lead={t('security.passkeys_lead')}
    >
      {passkeys.length > 0 && (
        <ul class="list">
          {passkeys.map(({ id, name, ...facts }) => (
            <li key={id} class="item linked">
              <div class="item-text">
                <h3>
                  <a href={path(`/console/security/passkeys/${id}`)}>
                    <bdi>{name}</bdi>
                  </a>
                </h3>
                <p class="small">
                  <PasskeyFacts {...facts} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {canAddPasskey ? (
        <WithPasskeys data-passkeys-accepted={accepted}>
          <ButtonLink path="/console/security/passkeys" label={t('security.passkey_add')} />
        </WithPasskeys>
      ) : (
        <p class="hint">{t('security.passkey_domain')}</p>
      )}
    </Card>
  );
}

/** Lets the owner of the mailbox stop the removal of the second factor. */
export function StopRemovalPage({ token }: { token: string }) {
  const { t } = usePage();
  return (
    <Content title={t('removal.title')} section="security" narrow>
      <Card lead={t('removal.lead')}>
        <Buttons>
          <Action path="/console/stop-removal" label={t('removal.submit')} look="primary">
            <input type="hidden" name="token" value={token} />
          </Action>
        </Buttons>
      </Card>
    </Content>
  );
}
