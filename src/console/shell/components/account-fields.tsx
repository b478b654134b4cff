import type { PasswordPolicy } from '../../../access/passwords/password-policy.js';
import { usePage } from '../rendering/use-page.js';
import { Fact } from './fact.js';
import { PasswordField, Select, TextField } from './fields.js';

/** A language that an account can choose, with its name. */
export interface LanguageChoice {
  readonly code: string;
  readonly name: string;
}

export function NameField({ focus }: { focus?: boolean }) {
  return <TextField name="name" autocomplete="name" focus={focus} />;
}

/** @param passkeys whether the browser offers passkeys in the field */
export function EmailField({ focus, passkeys }: { focus?: boolean; passkeys?: boolean }) {
  const autocomplete = passkeys ? 'username webauthn' : 'username';
  return <TextField name="email" type="email" autocomplete={autocomplete} focus={focus} />;
}

/**
 * Tells password managers the account of a form without an email field. It is never sent.
 *
 * @param email Default: that of the signed-in account
 */
export function UsernameForPasswordManager({ email }: { email?: string }) {
  const { account } = usePage();
  const value = email ?? account?.email;
  return <input hidden autocomplete="username" value={value} readOnly />;
}

/** Shows a signed-out user which account a form changes. */
export function AccountFact({ email }: { email: string }) {
  const { t } = usePage();
  return (
    <dl class="facts">
      <Fact term={t('field.email')}>
        <bdi class="email">{email}</bdi>
      </Fact>
    </dl>
  );
}

/** Asks for the password of the signed-in account, to confirm the form. */
export function ConfirmingPasswordField() {
  const { t } = usePage();
  return (
    <>
      <UsernameForPasswordManager />
      <PasswordField
        name="password"
        autocomplete="current-password"
        hint={t('delete_account.password')}
      />
    </>
  );
}

export function LanguageField({ languages }: { languages: readonly LanguageChoice[] }) {
  const { language } = usePage();
  return (
    <Select
      name="language_code"
      initial={language.code}
      options={languages.map(({ code, name }) => ({ value: code, label: name }))}
    />
  );
}

/** The minimum password length of each policy. */
const shortest: Record<PasswordPolicy, number> = { standard: 6, length: 6, strict: 15 };

export function NewPasswordField({
  name,
  focus,
}: {
  name: 'password' | 'new_password';
  /** Whether it has the focus when the page opens. */
  focus?: boolean;
}) {
  const { passwordPolicy, t } = usePage();
  return (
    <PasswordField
      name={name}
      autocomplete="new-password"
      focus={focus}
      minlength={shortest[passwordPolicy ?? 'length']}
      hint={passwordPolicy && t(`hint.password_${passwordPolicy}`)}
      rule={passwordPolicy}
    />
  );
}
