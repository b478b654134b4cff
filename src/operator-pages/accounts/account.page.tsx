import { permissions } from '../../accounts/account-settings.js';
import { ButtonLink, Card } from '../../console/shell/components/content.js';
import { Day, Fact } from '../../console/shell/components/facts.js';
import { usePage, type FormState } from '../../console/shell/rendering/use-page.js';
import type { FactorsStatus } from '../../factors/factors.repository.js';
import type {
  OperatorAccountDto,
  OperatorMailDto,
} from '../../operator/dto/operator-account.dto.js';
import type { UserCount } from '../../operator/operator.repository.js';
import { ActionPage } from '../shell/action.page.js';
import { Checkbox, Id, OperatorContent, OptionalFact, Time } from '../shell/operator-components.js';
import { useTexts } from '../shell/operator-texts.js';
import { accountActions, type AccountActionName } from './account-actions.js';

interface AccountPageProps {
  shown: OperatorAccountDto;
  factors: FactorsStatus;
  readsOnly: boolean;
}

export function AccountPage({ shown, factors, readsOnly }: AccountPageProps) {
  return (
    <OperatorContent title={shown.account.name} section="accounts">
      <Card>
        <AccountFacts {...shown} />
      </Card>
      <AccountData {...shown} />
      <FactorsCard factors={factors} removalAt={shown.status.factor_removal_at} />
      <MailsCard mails={shown.mails} />
      {!readsOnly && <Actions shown={shown} />}
    </OperatorContent>
  );
}

function AccountFacts({
  account,
  client,
  registered_by: registeredBy,
  status,
}: OperatorAccountDto) {
  const text = useTexts();
  const { t } = usePage();
  const permitted = permissions.filter((name) => account.permissions[name]);
  return (
    <dl class="members">
      <Fact term={text('account.email')}>
        <bdi>{account.email}</bdi>{' '}
        <span class="badge">
          {text(status.email_verified_at ? 'account.verified' : 'account.unverified')}
        </span>
      </Fact>
      <OptionalFact term="account.suspended">
        {status.suspended_at && <Time at={status.suspended_at} />}
      </OptionalFact>
      <OptionalFact term="account.suspension_reason">
        {status.suspension_reason && <bdi>{status.suspension_reason}</bdi>}
      </OptionalFact>
      <Fact term={text('account.id')}>
        <Id>{account.id}</Id>
      </Fact>
      <Fact term={text('account.language')}>{account.language_code}</Fact>
      <Fact term={text('account.created')}>
        <Time at={account.created_at} />
      </Fact>
      <OptionalFact term="account.client">{client && <bdi>{client}</bdi>}</OptionalFact>
      <OptionalFact term="account.registered_by">
        {registeredBy && <Id>{registeredBy}</Id>}
      </OptionalFact>
      <Fact term={text('account.last_sign_in')}>
        {status.last_sign_in_on ? <Day day={status.last_sign_in_on} /> : text('account.never')}
      </Fact>
      <Fact term={text('account.permissions')}>
        {permitted.map((name) => t(`field.${name}`)).join(', ') || text('account.none')}
      </Fact>
    </dl>
  );
}

function AccountData({ account: { id }, counts }: OperatorAccountDto) {
  const text = useTexts();
  const { path } = usePage();
  const links = [
    [`/accounts/${id}/sessions`, text('account.sessions', { count: counts.sessions })],
    [`/applications?owner=${id}`, text('account.applications', { count: counts.applications })],
    [`/audit?account=${id}`, text('account.audit')],
    [`/subscriptions/mail?account=${id}`, text('account.queued')],
  ] as const;
  return (
    <Card title={text('account.data')}>
      <ul class="filter">
        {links.map(([target, label]) => (
          <li key={target}>
            <a href={path(target)}>{label}</a>
          </li>
        ))}
      </ul>
      <p class="small">{text('account.grants', { count: counts.grants })}</p>
    </Card>
  );
}

function FactorsCard({ factors, removalAt }: { factors: FactorsStatus; removalAt: string | null }) {
  const text = useTexts();
  const { hasApp, passkeys, recoveryCodes } = factors;
  return (
    <Card title={text('account.factors')}>
      {hasApp || passkeys > 0 ? (
        <ul class="scope">
          {hasApp && <li>{text('account.app')}</li>}
          {passkeys > 0 && <li>{text('account.passkeys', { count: passkeys })}</li>}
          <li>{text('account.recovery_codes', { count: recoveryCodes })}</li>
        </ul>
      ) : (
        <p>{text('account.no_factor')}</p>
      )}
      {removalAt && (
        <p>
          {text('account.removal')} <Time at={removalAt} />
        </p>
      )}
    </Card>
  );
}

function MailsCard({ mails }: { mails: readonly OperatorMailDto[] }) {
  const text = useTexts();
  return (
    <Card title={text('mails.title')}>
      {mails.length === 0 && <p>{text('mails.empty')}</p>}
      {mails.length > 0 && (
        <ul class="list">
          {mails.map((mail) => (
            <li key={mail.id} class="item">
              <div class="item-text">
                <h3>
                  {mail.kind} <span class="badge">{text(`mails.${mail.outcome}`)}</span>{' '}
                  {mail.count > 1 && <span class="badge">×{mail.count}</span>}
                </h3>
                <dl class="facts">
                  <Fact term={text('mails.at')}>
                    <Time at={mail.at} />
                  </Fact>
                  <Fact term={text('account.id')}>
                    <Id>{mail.id}</Id>
                  </Fact>
                </dl>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Actions({ shown }: { shown: OperatorAccountDto }) {
  const text = useTexts();
  const offered = (Object.keys(accountActions) as AccountActionName[]).filter((name) => {
    const action = accountActions[name];
    return !('isOffered' in action) || action.isOffered(shown);
  });
  return (
    <Card title={text('account.actions')}>
      <div class="buttons">
        {offered.map((name) => (
          <ButtonLink
            key={name}
            path={`/accounts/${shown.account.id}/${name}`}
            label={text(`${name}.label`)}
            look={'harmless' in accountActions[name] ? 'plain' : 'danger'}
          />
        ))}
      </div>
    </Card>
  );
}

interface AccountActionPageProps {
  action: AccountActionName;
  shown: OperatorAccountDto;
  /** The number of other users that a suspension affects. */
  affected?: UserCount;
  form: FormState;
}

export function AccountActionPage({ action, shown, affected, form }: AccountActionPageProps) {
  const text = useTexts();
  const { account } = shown;
  const path = `/accounts/${account.id}`;
  const isAboutPermissions = action === 'permissions';
  return (
    <ActionPage
      {...{ action, form }}
      section="accounts"
      path={`${path}/${action}`}
      back={path}
      lead={
        affected &&
        text(affected.isMore ? 'suspend.lead.many' : 'suspend.lead', { count: affected.users })
      }
      harmless={'harmless' in accountActions[action]}
      fields={isAboutPermissions ? permissions : []}
      fieldset={
        isAboutPermissions && permissions.map((name) => <Checkbox key={name} name={name} />)
      }
    >
      <dl class="facts">
        <Fact term={text('account.email')}>
          <bdi>{account.email}</bdi>
        </Fact>
        <Fact term={text('account.id')}>
          <Id>{account.id}</Id>
        </Fact>
      </dl>
    </ActionPage>
  );
}
