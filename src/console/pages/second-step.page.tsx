import { CodeField } from '../components/code-field.js';
import { Card, Content } from '../components/content.js';
import { Form, Submit } from '../components/form.js';
import { ReturnTo } from '../components/return-to.js';
import type { FormState } from '../rendering/page.js';
import { usePage } from '../rendering/use-page.js';

export interface SecondStepPageProps {
  form: FormState;
  /** The page the visitor requested. */
  returnTo?: string;
}

export function SecondStepPage({ form, returnTo }: SecondStepPageProps) {
  const { t } = usePage();
  return (
    <Content title={t('second_step.title')} narrow>
      <Card lead={t('second_step.lead')}>
        <Form path="/console/second-step" id="second-step" state={form} fields={['code']}>
          <ReturnTo value={returnTo} />
          <CodeField focus={!form.error} />
          <Submit label={t('sign_in.submit')} />
        </Form>
      </Card>
    </Content>
  );
}
