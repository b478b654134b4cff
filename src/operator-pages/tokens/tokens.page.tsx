import { Card } from '../../console/shell/components/content.js';
import { Day, Fact } from '../../console/shell/components/facts.js';
import { Submit } from '../../console/shell/components/form.js';
import type { FormState } from '../../console/shell/rendering/use-page.js';
import type { OperatorTokenDto } from '../../operator/dto/token.dto.js';
import { ActionPage } from '../shell/action.page.js';
import {
  AccountLink,
  Form,
  Id,
  OperatorContent,
  OptionalFact,
  TextField,
  Time,
} from '../shell/operator-components.js';
import { useTexts } from '../shell/operator-texts.js';

export function TokensPage({ form, readsOnly }: { form: FormState; readsOnly: boolean }) {
  const text = useTexts();
  return (
    <OperatorContent
      title={text('tokens.title')}
      lead={text(readsOnly ? 'tokens.read_only' : 'tokens.lead')}
      section="tokens"
      narrow
    >
      {!readsOnly && (
        <Card>
          <Form id="token" path="/tokens" state={form} fields={['token']}>
            <TextField name="token" focus={!form.error} />
            <Submit label={text('tokens.submit')} />
          </Form>
        </Card>
      )}
    </OperatorContent>
  );
}

interface TokenPageProps {
  shown: OperatorTokenDto;
  /** The token itself, for the form that revokes it. */
  token: string;
  form: FormState;
}

/** Shows a token and offers to revoke it. The page never displays the token. */
export function TokenPage({ shown, token, form }: TokenPageProps) {
  return (
    <ActionPage
      action="revoke"
      section="tokens"
      path="/tokens/revoke"
      back="/tokens"
      hidden={{ token }}
      form={form}
    >
      <TokenFacts {...shown} />
    </ActionPage>
  );
}

function TokenFacts(token: OperatorTokenDto) {
  const text = useTexts();
  return (
    <dl class="members">
      <Fact term={text('tokens.kind')}>{text(`tokens.${token.kind}`)}</Fact>
      <Fact term={text('tokens.account')}>
        <AccountLink id={token.account_id}>{token.email}</AccountLink>
      </Fact>
      <Fact term={text('tokens.application')}>
        <bdi>{token.application_name}</bdi> <Id>{token.application_id}</Id>
      </Fact>
      <OptionalFact term="tokens.name">{token.name && <bdi>{token.name}</bdi>}</OptionalFact>
      <OptionalFact term="tokens.scope">{token.scope && <Id>{token.scope}</Id>}</OptionalFact>
      <OptionalFact term="tokens.resource">
        {token.resource && <Id>{token.resource}</Id>}
      </OptionalFact>
      <Fact term={text('tokens.created')}>
        <Time at={token.created_at} />
      </Fact>
      <Fact term={text('tokens.expires')}>
        {token.expires_at ? <Time at={token.expires_at} /> : text('account.never')}
      </Fact>
      <OptionalFact term="tokens.used">
        {token.last_used_on && <Day day={token.last_used_on} />}
      </OptionalFact>
    </dl>
  );
}
