import { Card, Content } from '../shell/components/content.js';
import { Form, Submit } from '../shell/components/form.js';
import { usePage } from '../shell/rendering/use-page.js';
import type { LinkPageProps } from './link-page.js';

/** Asks the owner to adopt the email that a client has set. */
export function AdoptEmailPage({
  token,
  email,
  pending,
  form,
}: LinkPageProps & { pending: string }) {
  const { t } = usePage();
  return (
    <Content title={t('account.email_adopt')} narrow>
      <Card lead={t('account.email_pending', { email, pending })}>
        <Form path="/console/adopt-email" id="adopt-email" state={form} fields={[]}>
          <input type="hidden" name="token" value={token} />
          <Submit label={t('account.email_adopt')} focus />
        </Form>
      </Card>
    </Content>
  );
}
