import { Card, Content } from '../components/content.js';
import { Form, Submit } from '../components/form.js';
import type { LinkPageProps } from './link-page.js';
import { usePage } from '../rendering/use-page.js';

/** Verifies or restores an email address, once its button is used: programs that follow links change nothing. */
export function EmailPage({
  token,
  email,
  form,
  action,
}: LinkPageProps & { action: 'verify' | 'restore_email' }) {
  const { t } = usePage();
  const path = action === 'verify' ? '/console/verify-email' : '/console/restore-email';
  return (
    <Content title={t(`${action}.title`)} narrow>
      <Card lead={t(`${action}.lead`, { email })}>
        <Form path={path} id={action} state={form} fields={[]}>
          <input type="hidden" name="token" value={token} />
          <Submit label={t(`${action}.submit`)} />
        </Form>
      </Card>
    </Content>
  );
}
