import { Card } from '../../console/shell/components/content.js';
import { ReturnTo, Submit } from '../../console/shell/components/form.js';
import type { FormState } from '../../console/shell/rendering/use-page.js';
import {
  Form,
  OperatorContent,
  PasswordField,
} from '../../operator-pages/shell/operator-components.js';
import { useTexts } from '../../operator-pages/shell/operator-texts.js';

interface OperatorSignInPageProps {
  form: FormState;
  returnTo?: string;
}

export function OperatorSignInPage({ form, returnTo }: OperatorSignInPageProps) {
  const text = useTexts();
  return (
    <OperatorContent title={text('sign_in.title')} narrow>
      <Card>
        <Form id="sign-in" path="/sign-in" state={form} fields={['token']}>
          <ReturnTo value={returnTo} />
          <PasswordField
            name="token"
            autocomplete="current-password"
            hint={text('hint.token')}
            focus={!form.error}
          />
          <Submit label={text('sign_in.submit')} />
        </Form>
      </Card>
    </OperatorContent>
  );
}
