import type { ComponentChildren, ComponentProps, FunctionComponent, VNode } from 'preact';
import type { Permission } from '../../accounts/account-settings.js';
import { ButtonLink, Card, Content } from '../../console/shell/components/content.js';
import { Fact, Moment } from '../../console/shell/components/facts.js';
import * as fields from '../../console/shell/components/fields.js';
import { Form as ConsoleForm } from '../../console/shell/components/form.js';
import { usePage, type FormState } from '../../console/shell/rendering/use-page.js';
import { toSection, type OperatorSection } from './operator-page.writer.js';
import { useTexts, type TextKey } from './operator-texts.js';

/** The field names that have a label in the texts of the operator pages. */
export type OperatorField = TextKey extends infer Key
  ? Key extends `field.${infer Name}`
    ? Name
    : never
  : never;

type FieldName = OperatorField | Permission;

/** A field of the console, with a label from the texts of the operator pages. */
type Field<Name extends keyof typeof fields> = FunctionComponent<
  Omit<ComponentProps<(typeof fields)[Name]>, 'name'> & { name: FieldName }
>;
export const TextField = fields.TextField as unknown as Field<'TextField'>;
export const PasswordField = fields.PasswordField as unknown as Field<'PasswordField'>;
export const Select = fields.Select as unknown as Field<'Select'>;
export const Checkbox = fields.Checkbox as unknown as Field<'Checkbox'>;

export type FormProps = Omit<ComponentProps<typeof ConsoleForm>, 'fields'> & {
  fields: readonly FieldName[];
};
export const Form = ConsoleForm as unknown as FunctionComponent<FormProps>;

type OperatorContentProps = Omit<ComponentProps<typeof Content>, 'section'> & {
  section?: OperatorSection;
};

/** The page content below the header, in a section of the operator pages. */
export function OperatorContent({ section, ...content }: OperatorContentProps) {
  return <Content {...content} section={section && toSection(section)} />;
}

interface SearchProps {
  path: string;
  form: FormState;
  /** The fields of the form. Errors about other parameters are shown without a link. */
  names: readonly OperatorField[];
  children: ComponentChildren;
  /** More conditions, collapsed unless one of them is used or invalid. */
  more?: ComponentChildren;
  moreNames?: readonly OperatorField[];
}

export function SearchForm({ path, form, names, children, more, moreNames = [] }: SearchProps) {
  const text = useTexts();
  const isOpen = moreNames.some((name) => form.values[name] || form.error?.children[name]);
  return (
    <Form id="search" path={path} state={form} fields={[...names, ...moreNames]} isSearch>
      {children}
      {more && (
        <details class="more" open={isOpen}>
          <summary>{text('search.more')}</summary>
          <div class="form search">{more}</div>
        </details>
      )}
      <button type="submit" class="button primary">
        {text('search.submit')}
      </button>
    </Form>
  );
}

/** A field for a date or time, as text: browsers delete invalid input from date fields. */
export function DateField({ name }: { name: OperatorField }) {
  const text = useTexts();
  return <TextField name={name} hint={text('hint.date')} />;
}

interface PagesProps {
  path: string;
  values: FormState['values'];
  /** The parameter that names the position of a page. */
  parameter: 'before' | 'after';
  next: string | null;
}

/** Links to the first and the next page of a list. */
export function Pages({ path, values, parameter, next }: PagesProps) {
  const text = useTexts();
  const { [parameter]: position, ...conditions } = values;
  const toPath = (more: Record<string, string> = {}) => {
    const query = new URLSearchParams({ ...conditions, ...more } as Record<string, string>);
    return `${path}${query.size > 0 ? `?${query}` : ''}`;
  };
  if (!position && next === null) return null;
  return (
    <p class="pages">
      {position && <ButtonLink path={toPath()} label={text('search.first')} />}
      {next !== null && (
        <ButtonLink path={toPath({ [parameter]: next })} label={text('search.next')} />
      )}
    </p>
  );
}

interface CardListProps<Item> {
  items: readonly Item[];
  /** The text if there are no items. */
  empty: TextKey;
  children: (item: Item) => VNode;
}

/** Shows items as a list, or that there are none. */
export function CardList<Item>({ items, empty, children }: CardListProps<Item>) {
  const text = useTexts();
  if (items.length === 0) return <Card empty title={text(empty)} />;
  return <ul class="card list">{items.map(children)}</ul>;
}

/** Returns the text of an empty page. A search that has examined many items continues on the next page. */
export function toEmptyText(next: string | null): TextKey {
  return next === null ? 'search.empty' : 'search.unfinished';
}

/** Shows a fact, or nothing for an empty value. */
export function OptionalFact({ term, children }: { term: TextKey; children: ComponentChildren }) {
  const text = useTexts();
  return children === null || children === undefined || children === '' ? null : (
    <Fact term={text(term)}>{children}</Fact>
  );
}

/** Shows a time of the API. */
export function Time({ at }: { at: string }) {
  return <Moment date={new Date(at)} />;
}

export function Id({ children }: { children: string }) {
  return <code dir="ltr">{children}</code>;
}

/** Links to the page of an account. */
export function AccountLink({ id, children = id }: { id: string; children?: string }) {
  return (
    <a href={usePage().path(`/accounts/${encodeURIComponent(id)}`)}>
      <bdi>{children}</bdi>
    </a>
  );
}
