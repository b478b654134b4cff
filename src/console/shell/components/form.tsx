import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { shownField, shownText } from '../forms/shown-values.js';
import type { FormParameters } from '../../../http/input/form-body.js';
import type { FormErrorBody } from '../../../errors/form-error.js';
import type { MessageKey } from '../../../language/catalogues/index.js';
import { usePage, type FormState } from '../rendering/use-page.js';

/** The field names that have a label in the catalogue. */
export type FieldName = MessageKey extends infer Key
  ? Key extends `field.${infer Name}`
    ? Name
    : never
  : never;

interface FormScope {
  readonly id: string;
  readonly state: FormState;
  readonly isSearch: boolean;
  readonly getLabel: (name: FieldName) => MessageKey;
  /** The field that is wrong if nothing else is. */
  readonly soleWrong?: string | undefined;
}

const FormProvider = createContext<FormScope | undefined>(undefined);

export interface FormProps {
  /** The path that the form posts to, without the host's prefix. */
  path: string;
  /** The prefix of the field ids, unique on the page. */
  id: string;
  state: FormState;
  /** The fields, in order. Errors of other fields are shown without a link. */
  fields: readonly FieldName[];
  /** The label of the field `name`. Default: that of a person's name */
  nameLabel?: MessageKey;
  /** Whether the form edits the values it shows. It then sends the shown values, so that only real changes apply. */
  isSettings?: boolean;
  /** Whether the form searches: it is sent as the query of a GET request, and no field is required. */
  isSearch?: boolean;
  children?: ComponentChildren;
}

export function Form(props: FormProps) {
  const { path, id, state, fields, nameLabel = 'field.name', isSettings, children } = props;
  const { isSearch = false } = props;
  const page = usePage();
  const getLabel = (name: FieldName) => (name === 'name' ? nameLabel : (`field.${name}` as const));
  if (fields.length > 0) page.frame.form ??= id;
  if (state.error) Object.assign(page.frame, { failed: true, focused: true });
  const soleWrong = state.error && findSoleWrong(state.error, fields);
  return (
    <FormProvider.Provider value={{ id, state, isSearch, getLabel, soleWrong }}>
      {/* The service reports errors in the page's language; the browser would use its own. */}
      <form
        id={id}
        class={isSearch ? 'form search' : 'form'}
        method={isSearch ? 'get' : 'post'}
        action={page.path(path)}
        noValidate
      >
        {!isSearch && <CsrfFields />}
        {isSettings && <input type="hidden" name={shownField} value={shownText(state.values)} />}
        {state.error && !soleWrong && <ErrorSummary error={state.error} fields={fields} />}
        {children}
      </form>
    </FormProvider.Provider>
  );
}

export function useField(name: FieldName) {
  const { id, state, isSearch, getLabel, soleWrong } = useForm();
  const errors = state.error?.children[name]?.errors ?? [];
  const value = state.values[name] ?? '';
  const isSoleWrong = soleWrong === name;
  return { id: `${id}-${name}`, label: getLabel(name), value, errors, isSearch, isSoleWrong };
}

function useForm(): FormScope {
  const form = useContext(FormProvider);
  if (!form) throw new Error('A field was rendered outside of a form.');
  return form;
}

/** Returns the field with errors if there is only one, and no error without a field. */
function findSoleWrong({ errors = [], children }: FormErrorBody, fields: readonly string[]) {
  const [name, ...others] = Object.keys(children);
  if (errors.length > 0 || others.length > 0) return undefined;
  return fields.find((each) => each === name);
}

/** Lists the errors above the form. A single one needs no heading. */
function ErrorSummary({ error, fields }: { error: FormErrorBody; fields: readonly FieldName[] }) {
  const { t } = usePage();
  const { id, getLabel } = useForm();
  const { children } = error;
  const own = new Set<string>(fields);
  const others = Object.entries(children).filter(([name]) => !own.has(name));
  const items = [
    ...(error.errors ?? []),
    ...others.flatMap(([, { errors }]) => errors),
    ...fields.flatMap((name) =>
      (children[name]?.errors ?? []).map((sentence) => (
        <a href={`#${id}-${name}`}>
          {t('form.field_error', { field: t(getLabel(name)), sentence })}
        </a>
      )),
    ),
  ];
  return (
    // Moves the focus to the error list, without a script.
    <div class="errors" role="alert" tabIndex={-1} autofocus>
      {items.length > 1 && <h2>{t('form.errors')}</h2>}
      <ul>
        {items.map((item) => (
          <li>{item}</li>
        ))}
      </ul>
    </div>
  );
}

export function Submit({
  label,
  danger,
  plain,
  focus,
}: {
  label: string;
  focus?: boolean;
  danger?: boolean;
  /** Whether another button on the page is the primary one. */
  plain?: boolean;
}) {
  const look = danger ? 'danger' : plain ? 'plain' : 'primary';
  if (focus) usePage().frame.focused = true;
  return (
    <button type="submit" class={`button ${look}`} autofocus={focus}>
      {label}
    </button>
  );
}

/** The names of the hidden fields of every form. */
const csrfFields: readonly string[] = ['csrf_token', 'form_id', 'form_page', 'form_reader'];

/** Returns the parameters of a form without the hidden fields of every form. */
export function withoutCsrfFields(form: FormParameters): [string, string][] {
  return Object.entries(form).filter(
    (entry): entry is [string, string] => !csrfFields.includes(entry[0]),
  );
}

/** Sends values along with a form. */
export function HiddenFields({ values }: { values: Readonly<Record<string, string>> }) {
  return (
    <>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

/** The hidden fields of every form: the token that proves that a page of this browser sent it, and the page itself. */
export function CsrfFields() {
  const { account, csrfToken, formId, location } = usePage();
  return (
    <>
      <input type="hidden" name="csrf_token" value={csrfToken} />
      <input type="hidden" name="form_id" value={formId} />
      {location && <input type="hidden" name="form_page" value={location} />}
      {location && account && <input type="hidden" name="form_reader" value={account.id} />}
    </>
  );
}

export function ReturnTo({ value }: { value?: string }) {
  return value ? <input type="hidden" name="return_to" value={value} /> : null;
}
