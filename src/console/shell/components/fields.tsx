import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import type { PasswordPolicy } from '../../../access/passwords/password-policy.js';
import { usePage } from '../rendering/use-page.js';
import { useField, type FieldName } from './form.js';

interface FieldProps {
  name: FieldName;
  hint?: string;
  /** Whether the field can be left empty, which its label states. */
  optional?: boolean;
  /** Whether the field has the focus when the page opens. */
  focus?: boolean;
}

type Field = ReturnType<typeof useField>;

/** The attributes that connect a control with its label, its hint and its errors. */
function controlProps(field: Field, { name, hint, optional, focus }: FieldProps) {
  const described = [hint && `${field.id}-hint`, field.errors.length > 0 && `${field.id}-errors`];
  return {
    id: field.id,
    name,
    required: !optional && !field.isSearch,
    autofocus: focus || field.isSoleWrong,
    'aria-invalid': field.errors.length > 0 || undefined,
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
  } as const;
}

interface FrameProps extends FieldProps {
  field: Field;
  /** Shown next to the label, but after the control in tab order. */
  aside?: ComponentChildren;
  children: ComponentChildren;
}

function FieldFrame(props: FrameProps) {
  const { field, hint, optional, focus, aside, children } = props;
  const { frame, t } = usePage();
  if (focus) frame.focused = true;
  return (
    <div class="field">
      <div class="label">
        <label for={field.id}>{t(field.label)}</label>
        {optional && <span class="optional">{t('form.optional')}</span>}
      </div>
      <Hint field={field} hint={hint} />
      <Errors field={field} />
      {children}
      {aside && <div class="aside">{aside}</div>}
    </div>
  );
}

function Hint({ field, hint }: { field: Field; hint?: string }) {
  return hint ? (
    <p class="hint" id={`${field.id}-hint`}>
      {hint}
    </p>
  ) : null;
}

function Errors({ field }: { field: Field }) {
  return field.errors.length > 0 ? (
    <ul class="field-errors" id={`${field.id}-errors`}>
      {field.errors.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  ) : null;
}

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'tel' | 'numeric';
  autocomplete?: InputHTMLAttributes['autocomplete'];
}

export function TextField({ type = 'text', autocomplete = 'off', ...props }: TextFieldProps) {
  const field = useField(props.name);
  return (
    <FieldFrame field={field} {...props}>
      <input
        {...controlProps(field, props)}
        // Browsers rewrite the domain in an email field, and reject non-ASCII letters before the @.
        type={type === 'tel' ? 'tel' : 'text'}
        inputMode={type === 'text' ? undefined : type}
        autocapitalize={type === 'email' ? 'none' : undefined}
        // Avoids a compiler error.
        list={undefined}
        value={field.value}
        autocomplete={autocomplete}
        // URLs, email addresses and numbers are written from left to right in every language.
        dir={type === 'text' ? 'auto' : 'ltr'}
        spellcheck={false}
      />
    </FieldFrame>
  );
}

interface PasswordFieldProps extends FieldProps {
  autocomplete: 'current-password' | 'new-password';
  minlength?: number;
  /** The policy that the script checks to mark the hint as met. */
  rule?: PasswordPolicy;
  aside?: ComponentChildren;
}

/** A password field; it never shows the entered value again. */
export function PasswordField({ autocomplete, minlength, rule, ...props }: PasswordFieldProps) {
  const field = useField(props.name);
  const { t } = usePage();
  return (
    <FieldFrame field={field} {...props}>
      <input
        {...controlProps(field, props)}
        type="password"
        autocomplete={autocomplete}
        minlength={minlength}
        autocapitalize="none"
        dir="ltr"
        spellcheck={false}
        data-show-label={t('form.show')}
        data-rule={rule}
        data-rule-met={rule && t('hint.password_met')}
      />
    </FieldFrame>
  );
}

/** A text area for URIs, one per line. */
export function TextArea(props: FieldProps) {
  const field = useField(props.name);
  return (
    <FieldFrame field={field} {...props}>
      <textarea
        {...controlProps(field, props)}
        rows={3}
        value={field.value}
        class="code"
        dir="ltr"
        autocapitalize="none"
        spellcheck={false}
      />
    </FieldFrame>
  );
}

interface SelectProps extends FieldProps {
  options: readonly { value: string; label: string }[];
  initial?: string;
}

export function Select({ options, initial, ...props }: SelectProps) {
  const field = useField(props.name);
  return (
    <FieldFrame field={field} {...props}>
      <select {...controlProps(field, props)} value={field.value || initial}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** A checkbox, sent as `true` or not at all. */
export function Checkbox(props: FieldProps) {
  const field = useField(props.name);
  const { t } = usePage();
  return (
    <div class="field checkbox">
      <input
        {...controlProps(field, { ...props, optional: true })}
        type="checkbox"
        value="true"
        checked={field.value === 'true'}
      />
      <div>
        <label for={field.id}>{t(field.label)}</label>
        <Hint field={field} hint={props.hint} />
        <Errors field={field} />
      </div>
    </div>
  );
}

interface CodeFieldProps {
  /** The accepted codes: those of an authenticator app, of a mail, or recovery codes. Default: those of a mail */
  accepts?: 'totp' | 'recovery_code';
  hint?: string;
  focus?: boolean;
}

export function CodeField({ accepts, ...props }: CodeFieldProps) {
  if (accepts === 'recovery_code') return <TextField name="code" {...props} />;
  return <TextField name="code" type="numeric" autocomplete="one-time-code" {...props} />;
}
