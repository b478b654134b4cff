import type { PasswordPolicy } from '../../../access/passwords/password-policy.js';
import { languageCodes, ownLanguageName } from '../../../language/language-codes.js';
import { usePage } from '../rendering/use-page.js';
import { Fact } from './facts.js';
import { PasswordField, Select, TextField } from './fields.js';

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

let choices: readonly { readonly code: string; readonly name: string }[] | undefined;

/**
 * Returns the languages of the application data, each by its own name, sorted by name. The list is created on first
 * use, because it takes as long as loading a few dozen modules.
 */
export function languageChoices() {
  choices ??= languageCodes
    .map((code) => ({ code, name: ownLanguageName(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  return choices;
}

export function LanguageField() {
  const { language } = usePage();
  return (
    <Select
      name="language_code"
      initial={language.code}
      options={languageChoices().map(({ code, name }) => ({ value: code, label: name }))}
    />
  );
}

const shortest: Record<PasswordPolicy, number> = { standard: 6, length: 6, strict: 15 };

export function NewPasswordField({
  name,
  focus,
}: {
  name: 'password' | 'new_password';
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
