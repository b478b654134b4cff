import type { ComponentChildren } from 'preact';
import { Buttons, Card } from '../../console/shell/components/content.js';
import { HiddenFields, Submit } from '../../console/shell/components/form.js';
import type { FormState } from '../../console/shell/rendering/use-page.js';
import { Form, OperatorContent, TextField, type FormProps } from './operator-components.js';
import type { OperatorSection } from './operator-page.writer.js';
import { useTexts, type TextKey } from './operator-texts.js';

/** The actions that the texts describe. */
export type ActionName = TextKey extends infer Key
  ? Key extends `${infer Name}.done`
    ? Name
    : never
  : never;

interface ActionPageProps {
  action: ActionName;
  section: OperatorSection;
  path: string;
  back: string;
  form: FormState;
  lead?: string;
  /** Whether the action ends and deletes nothing, so that its button does not warn. Default: false */
  harmless?: boolean;
  /** The values of hidden fields. */
  hidden?: Readonly<Record<string, string>>;
  /** The names of the fields before the reason. */
  fields?: FormProps['fields'];
  fieldset?: ComponentChildren;
  /** The object of the action. */
  children: ComponentChildren;
}

/** Asks for confirmation of an action and for its reason. */
export function ActionPage(props: ActionPageProps) {
  const { action, section, path, back, form, harmless = false, hidden = {}, fields = [] } = props;
  const text = useTexts();
  const { lead = text(`${action}.lead` as TextKey), fieldset, children } = props;
  return (
    <OperatorContent title={text(`${action}.title` as TextKey)} section={section} narrow>
      <Card lead={lead} danger={!harmless}>
        {children}
        <Form id="action" path={path} state={form} fields={[...fields, 'reason']}>
          <HiddenFields values={hidden} />
          {fieldset}
          <TextField name="reason" hint={text('hint.reason')} focus={!form.error} />
          <Buttons cancel={back}>
            <Submit label={text(`${action}.label` as TextKey)} danger={!harmless} />
          </Buttons>
        </Form>
      </Card>
    </OperatorContent>
  );
}
