import type { ComponentChildren } from 'preact';
import type { SecondFactorMethod } from '../../../factors/factors.service.js';
import { usePage, type Page } from '../rendering/use-page.js';
import { Buttons, Card } from './content.js';
import { CodeField } from './fields.js';
import { Form, ReturnTo, Submit } from './form.js';
import { PasskeyChoice, type PasskeyPageProps } from './passkey-form.js';

interface SecondFactorProps extends PasskeyPageProps {
  /** The methods of the account. */
  methods: readonly SecondFactorMethod[];
  /** The path that codes are posted to. */
  path: string;
  /** The path that passkeys are posted to. Default: that of codes */
  passkeyPath?: string;
  /** The id of the form for codes. */
  id: string;
  label: string;
  cancel?: string;
  /** Hidden fields of both forms. */
  children?: ComponentChildren;
}

/** Asks for one method at a time: the one that the visitor chose, or the most convenient one. */
export function SecondFactor(props: SecondFactorProps) {
  const { methods, path, passkeyPath = path, id, label, cancel, children, ...forms } = props;
  const { form, passkeys, passkeyForm, returnTo } = forms;
  const page = usePage();
  const { t } = page;
  const available = listAvailable(methods, passkeys !== undefined);
  const chosen = passkeyForm ? 'passkey' : available.find((method) => method === page.method);
  const [method] = chosen ? [chosen] : available;
  return (
    <>
      {method === 'passkey' ? (
        <Card>
          <PasskeyChoice
            path={passkeyPath}
            lead={t(texts.passkey.lead)}
            label={t(texts.passkey.choice)}
            {...{ passkeys, passkeyForm, returnTo, cancel, children }}
          />
          <LostFactor />
        </Card>
      ) : (
        <Card lead={t(texts[method].lead)}>
          <Form path={path} id={id} state={form} fields={['code']}>
            <ReturnTo value={returnTo} />
            <input type="hidden" name="method" value={method} />
            {children}
            <CodeField accepts={method} focus={!form.error} />
            <Buttons cancel={cancel}>
              <Submit label={label} />
            </Buttons>
          </Form>
          <LostFactor />
        </Card>
      )}
      <OtherWays methods={available.filter((each) => each !== method)} />
    </>
  );
}

const texts = {
  passkey: { choice: 'second_step.passkey', lead: 'second_step.passkey_lead' },
  totp: { choice: 'second_step.app', lead: 'second_step.lead' },
  recovery_code: { choice: 'second_step.codes', lead: 'second_step.recovery' },
} as const;

/** The methods that this page can ask for, the most convenient one first. */
function listAvailable(
  methods: readonly SecondFactorMethod[],
  hasPasskeys: boolean,
): [SecondFactorMethod, ...SecondFactorMethod[]] {
  const [first, ...others] = (['passkey', 'totp', 'recovery_code'] as const).filter((method) =>
    method === 'passkey' ? hasPasskeys : methods.includes(method),
  );
  return [first ?? 'recovery_code', ...others];
}

/** A code of either kind as one of several fields: an authenticator code, with a link to enter a recovery code. */
export function SecondFactorField() {
  const page = usePage();
  if (page.method === 'recovery_code') {
    return (
      <>
        <input type="hidden" name="method" value="recovery_code" />
        <CodeField accepts="recovery_code" hint={page.t(texts.recovery_code.lead)} />
      </>
    );
  }
  return (
    <>
      <CodeField accepts="totp" hint={page.t(texts.totp.lead)} />
      <a href={toMethod(page, 'recovery_code')}>{page.t(texts.recovery_code.choice)}</a>
    </>
  );
}

function toMethod({ location = '' }: Page, method: SecondFactorMethod): string {
  return `${location}${location.includes('?') ? '&' : '?'}method=${method}`;
}

function OtherWays({ methods }: { methods: readonly SecondFactorMethod[] }) {
  const page = usePage();
  const { t } = page;
  if (methods.length === 0) return null;
  return (
    <details class="ways">
      <summary>{t('second_step.other')}</summary>
      {methods.map((method) => (
        <a key={method} class="button plain" href={toMethod(page, method)}>
          {t(texts[method].choice)}
        </a>
      ))}
    </details>
  );
}

/** Tells users without their device and codes where to ask. */
function LostFactor() {
  const { brand, t } = usePage();
  const support = brand.links.find(({ label }) => label === 'layout.support');
  return (
    <p class="small">
      {t('second_step.lost')} {support && <a href={support.url}>{t(support.label)}</a>}
    </p>
  );
}
