import { CodeField } from '../components/code-field.js';
import { ButtonLink, Card, Content } from '../components/content.js';
import { Form, Submit } from '../components/form.js';
import type { FormState } from '../rendering/page.js';
import { usePage } from '../rendering/use-page.js';

/** What a code of the second factor is entered for. */
export type CodePurpose = 'remove' | 'replace';

const texts = {
  remove: { path: '/console/security/authenticator/remove', title: 'security.app_remove' },
  replace: { path: '/console/security/recovery-codes', title: 'security.codes_replace' },
} as const;

export interface ConfirmCodePageProps {
  purpose: CodePurpose;
  form: FormState;
}

export function ConfirmCodePage({ purpose, form }: ConfirmCodePageProps) {
  const { t } = usePage();
  const { path, title } = texts[purpose];
  const isDanger = purpose === 'remove';
  return (
    <Content title={t(title)} section="security" narrow>
      <Card lead={t('second_step.lead')} danger={isDanger}>
        <Form path={path} id="confirm-code" state={form} fields={['code']}>
          <CodeField focus={!form.error} />
          <div class="buttons">
            <Submit label={t(title)} danger={isDanger} />
            <ButtonLink path="/console/security" label={t('form.cancel')} />
          </div>
        </Form>
      </Card>
    </Content>
  );
}
