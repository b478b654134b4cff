import { namedTokenDays, namedTokenScopes } from '../../applications/dto/create-named-token.dto.js';
import type { NamedToken } from '../../applications/named-tokens.service.js';
import { Buttons, ButtonLink, Card, Content } from '../shell/components/content.js';
import { Copyable } from '../shell/components/copyable.js';
import { Day, LastUsed, Moment } from '../shell/components/facts.js';
import { Select, TextField } from '../shell/components/fields.js';
import { Form, Submit } from '../shell/components/form.js';
import { QuestionPage } from '../shell/question.page.js';
import { usePage, type FormState } from '../shell/rendering/use-page.js';

/** The values of the form that stand for full access and for no expiry. */
export const fullAccess = 'full';
export const permanent = 'none';

const offeredDays = [namedTokenDays.min, 30, 90, 180, namedTokenDays.max];

interface NamedTokensCardProps {
  path: string;
  tokens: readonly NamedToken[];
  /** The new token, shown only once after its creation. */
  newToken?: string;
}

export function NamedTokensCard({ path, tokens, newToken }: NamedTokensCardProps) {
  const { t } = usePage();
  return (
    <Card title={t('application.tokens')} lead={t('application.tokens_lead')}>
      {newToken && (
        <div class="once">
          <p>{t('application.token_once')}</p>
          <Copyable text={newToken} label={t('application.token')} isNew />
        </div>
      )}
      {tokens.length > 0 && (
        <ul class="list">
          {tokens.map(({ id, name, ...facts }) => (
            <li key={id} class="item">
              <div class="item-text">
                <h3 id={`token-${id}`}>
                  <bdi>{name}</bdi> <ScopeBadge {...facts} />
                </h3>
                <p class="small">
                  <TokenFacts {...facts} />
                </p>
              </div>
              <ButtonLink
                path={`${path}/${id}/revoke`}
                label={t('application.token_revoke')}
                look="danger"
                about={`token-${id}`}
              />
            </li>
          ))}
        </ul>
      )}
      <ButtonLink path={`${path}/new`} label={t('application.token_create')} />
    </Card>
  );
}

function ScopeBadge({ isFullAccess, scope }: Pick<NamedToken, 'isFullAccess' | 'scope'>) {
  const { t } = usePage();
  return isFullAccess ? (
    <span class="badge accent">{t('application.token_full')}</span>
  ) : (
    <span class="badge" dir="ltr">
      {scope.join(' ')}
    </span>
  );
}

function TokenFacts({ expiresAt, usedOn }: Pick<NamedToken, 'expiresAt' | 'usedOn'>) {
  const { t } = usePage();
  return (
    <>
      <span class="pair">
        {expiresAt ? (
          <>
            {t('application.token_expires')} <Moment date={expiresAt} as="day" />
          </>
        ) : (
          t('application.token_permanent')
        )}
      </span>{' '}
      <LastUsed>{usedOn && <Day day={usedOn} />}</LastUsed>
    </>
  );
}

interface NamedTokenPageProps {
  application: { readonly id: string; readonly name: string };
}

export function NewTokenPage({ application, form }: NamedTokenPageProps & { form: FormState }) {
  const { language, t } = usePage();
  const days = new Intl.NumberFormat(language.tag, {
    style: 'unit',
    unit: 'day',
    unitDisplay: 'long',
  });
  const back = `/console/applications/${application.id}`;
  const full = t('application.token_full');
  return (
    <Content
      title={t('application.token_create')}
      lead={<bdi>{application.name}</bdi>}
      section="applications"
      narrow
    >
      <Card>
        <Form
          path={`${back}/tokens`}
          id="token"
          nameLabel="application.token_name"
          state={form}
          fields={['name', 'scope', 'expires_in_days']}
        >
          <TextField name="name" focus={!form.error} />
          <Select
            name="scope"
            hint={t('form.field_error', { field: full, sentence: t('application.token_lead') })}
            options={[
              ...namedTokenScopes.map((scope) => ({ value: scope, label: scope })),
              { value: fullAccess, label: full },
            ]}
          />
          <Select
            name="expires_in_days"
            initial="90"
            options={[
              ...offeredDays.map((each) => ({ value: String(each), label: days.format(each) })),
              { value: permanent, label: t('application.token_permanent') },
            ]}
          />
          <Buttons cancel={back}>
            <Submit label={t('application.token_create')} />
          </Buttons>
        </Form>
      </Card>
    </Content>
  );
}

export function RevokeTokenPage({
  application,
  token: { id, name },
}: NamedTokenPageProps & { token: Pick<NamedToken, 'id' | 'name'> }) {
  const { t } = usePage();
  const back = `/console/applications/${application.id}`;
  return (
    <QuestionPage
      section="applications"
      title={t('question.token_revoke_named', { token: name })}
      lead={t('question.token_revoke_lead')}
      label={t('application.token_revoke')}
      path={`${back}/tokens/${id}/revoke`}
      back={back}
    />
  );
}
