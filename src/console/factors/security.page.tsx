import type { Passkey } from '../../database/records.js';
import { Action, ButtonLink, Card, Content } from '../shell/components/content.js';
import { Fact, Moment } from '../shell/components/facts.js';
import { WithPasskeys } from '../shell/components/passkey-form.js';
import { usePage } from '../shell/rendering/use-page.js';
import { PasskeyFacts } from './passkey.page.js';

interface SecurityPageProps extends PasskeysProps {
  hasApp: boolean;
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
  const { hasApp, canRemove, recoveryCodes, removalAt, ...props } = all;
  const { t } = usePage();
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
      <AppCard hasApp={hasApp} canRemove={canRemove} />
      <PasskeysCard {...props} />
      {(hasApp || props.passkeys.length > 0) && (
        <Card title={t('security.codes')} lead={t('security.codes_left', { count: recoveryCodes })}>
          <ButtonLink path="/console/security/recovery-codes" label={t('security.codes_replace')} />
        </Card>
      )}
      <Card title={t('account.password')} lead={t('account.password_lead')}>
        <ButtonLink path="/console/account" label={t('account.password_submit')} />
      </Card>
      <Card title={t('sessions.title')} lead={t('sessions.lead')}>
        <ButtonLink path="/console/sessions" label={t('layout.sessions')} />
      </Card>
    </Content>
  );
}

function AppCard({ hasApp, canRemove }: Pick<SecurityPageProps, 'hasApp' | 'canRemove'>) {
  const { t } = usePage();
  return (
    <Card title={t('security.app')} lead={t(hasApp ? 'security.app_on' : 'security.app_off')}>
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

function PasskeysCard({ passkeys, accepted, canAddPasskey }: PasskeysProps) {
  const { path, t } = usePage();
  return (
    <Card title={t('security.passkeys')} lead={t('security.passkeys_lead')}>
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
        <Action path="/console/stop-removal" label={t('removal.submit')} look="primary">
          <input type="hidden" name="token" value={token} />
        </Action>
      </Card>
    </Content>
  );
}
