import type { SecondFactorMethod } from '../../factors/factors.service.js';
import { UsernameForPasswordManager } from '../shell/components/account-fields.js';
import { PasswordField } from '../shell/components/fields.js';
import { Buttons, Card, Content } from '../shell/components/content.js';
import { Form, ReturnTo, Submit } from '../shell/components/form.js';
import type { PasskeyPageProps } from '../shell/components/passkey-form.js';
import { SecondFactor } from '../shell/components/second-factor.js';
import { usePage } from '../shell/rendering/use-page.js';

interface ConfirmPageProps extends PasskeyPageProps {
  /** The methods that replace the password; empty without a second factor. */
  methods: readonly SecondFactorMethod[];
}

export function ConfirmPage(props: ConfirmPageProps) {
  const { t } = usePage();
  const form = { path: '/console/confirm', id: 'confirm', label: t('confirm.submit') } as const;
  return (
    <Content title={t('confirm.title')} narrow>
      {props.methods.length > 0 ? (
        <SecondFactor
          passkeyPath="/console/confirm/passkey"
          cancel="/console"
          {...form}
          {...props}
        />
      ) : (
        <Card lead={t('delete_account.password')}>
          <Form {...form} state={props.form} fields={['password']}>
            <ReturnTo value={props.returnTo} />
            <UsernameForPasswordManager />
            <PasswordField
              name="password"
              autocomplete="current-password"
              focus={!props.form.error}
            />
            <Buttons cancel="/console">
              <Submit label={form.label} />
            </Buttons>
          </Form>
        </Card>
      )}
    </Content>
  );
}
