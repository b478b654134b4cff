import { Day, Fact } from '../../console/shell/components/facts.js';
import { usePage, type FormState } from '../../console/shell/rendering/use-page.js';
import type { AccountListDto, ListedAccountDto } from '../../operator/dto/operator-account.dto.js';
import {
  AccountLink,
  CardList,
  Checkbox,
  DateField,
  Id,
  OperatorContent,
  OptionalFact,
  Pages,
  SearchForm,
  TextField,
  Time,
  toEmptyText,
} from '../shell/operator-components.js';
import { useTexts } from '../shell/operator-texts.js';

export function AccountsPage({ form, found }: { form: FormState; found?: AccountListDto }) {
  const text = useTexts();
  return (
    <OperatorContent title={text('layout.accounts')} section="accounts">
      <SearchForm
        path="/accounts"
        form={form}
        names={['email_prefix', 'name_prefix']}
        moreNames={[
          ...(['id', 'client', 'application', 'created_from', 'created_to'] as const),
          ...(['last_sign_in_before', 'never_verified'] as const),
        ]}
        more={
          <>
            <TextField name="id" />
            <TextField name="client" />
            <TextField name="application" />
            <DateField name="created_from" />
            <DateField name="created_to" />
            <DateField name="last_sign_in_before" />
            <Checkbox name="never_verified" />
          </>
        }
      >
        <TextField name="email_prefix" />
        <TextField name="name_prefix" />
      </SearchForm>
      {found && (
        <CardList items={found.accounts} empty={toEmptyText(found.next)}>
          {(account) => <AccountItem key={account.id} {...account} />}
        </CardList>
      )}
      {found && (
        <Pages path="/accounts" values={form.values} parameter="before" next={found.next} />
      )}
    </OperatorContent>
  );
}

function AccountItem(account: ListedAccountDto) {
  const text = useTexts();
  const { t } = usePage();
  return (
    <li class="item linked">
      <div class="item-text">
        <h2>
          <AccountLink id={account.id}>{account.email}</AccountLink>{' '}
          {account.suspended_at && <span class="badge">{text('account.suspended')}</span>}
        </h2>
        <dl class="facts">
          <Fact term={t('field.name')}>
            <bdi>{account.name}</bdi>
          </Fact>
          <Fact term={text('account.id')}>
            <Id>{account.id}</Id>
          </Fact>
          <Fact term={text('account.created')}>
            <Time at={account.created_at} />
          </Fact>
          <Fact term={text('account.last_sign_in')}>
            {account.last_sign_in_on ? (
              <Day day={account.last_sign_in_on} />
            ) : (
              text('account.never')
            )}
          </Fact>
          <OptionalFact term="account.client">
            {account.client && <bdi>{account.client}</bdi>}
          </OptionalFact>
        </dl>
      </div>
    </li>
  );
}
