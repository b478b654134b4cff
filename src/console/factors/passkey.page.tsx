import type { Passkey } from '../../database/records.js';
import { Action, Buttons, Card, Content } from '../shell/components/content.js';
import { LastUsed, Moment } from '../shell/components/facts.js';
import { TextField } from '../shell/components/fields.js';
import { Form, Submit } from '../shell/components/form.js';
import { usePage, type FormState } from '../shell/rendering/use-page.js';

export interface PasskeyPageProps {
  passkey: Pick<Passkey, 'id' | 'name' | 'createdAt' | 'lastUsedAt'>;
  canRemove: boolean;
  /** A refused form. Default: the current name */
  form?: FormState;
}

export function PasskeyPage({ passkey, canRemove, form }: PasskeyPageProps) {
  const { t } = usePage();
  const path = `/console/security/passkeys/${passkey.id}`;
  return (
    <Content title={passkey.name} section="security" lead={<PasskeyFacts {...passkey} />}>
      <Card title={t('security.passkey_rename')}>
        <Form
          path={path}
          id="passkey"
          nameLabel="security.passkey_name"
          state={form ?? { values: { name: passkey.name } }}
          fields={['name']}
        >
          <TextField name="name" />
          <Buttons cancel="/console/security">
            <Submit label={t('form.save')} />
          </Buttons>
        </Form>
      </Card>
      {canRemove ? (
        <Card title={t('security.passkey_remove')} lead={t('security.passkey_remove_lead')} danger>
          <Action path={`${path}/remove`} label={t('security.passkey_remove')} look="danger" />
        </Card>
      ) : (
        <Card title={t('security.passkey_remove')} lead={t('second_factor_mandatory')} />
      )}
    </Content>
  );
}

export function PasskeyFacts({ createdAt, lastUsedAt }: Pick<Passkey, 'createdAt' | 'lastUsedAt'>) {
  const { t } = usePage();
  return (
    <>
      <span class="pair">
        {t('security.passkey_added')} <Moment date={createdAt} />
      </span>{' '}
      <LastUsed>{lastUsedAt && <Moment date={lastUsedAt} />}</LastUsed>
    </>
  );
}
