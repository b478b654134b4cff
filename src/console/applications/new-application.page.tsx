import { Buttons, Card, Content } from '../shell/components/content.js';
import { Checkbox, Select, TextArea, TextField } from '../shell/components/fields.js';
import { Form, Submit } from '../shell/components/form.js';
import { usePage, type FormState } from '../shell/rendering/use-page.js';

const oauthFields = ['redirect_uris', 'public'] as const;

export function NewApplicationPage({
  form,
  versions,
}: {
  form: FormState;
  versions: readonly string[];
}) {
  const { t } = usePage();
  const open = oauthFields.some((name) => form.values[name] || form.error?.children[name]);
  return (
    <Content
      title={t('new_application.title')}
      lead={t('new_application.lead')}
      section="applications"
      narrow
    >
      <Card>
        <Form
          path="/console/applications"
          id="application"
          nameLabel="application.name"
          state={form}
          fields={['name', 'api_version', ...oauthFields]}
        >
          <TextField name="name" focus={!form.error} />
          <ApiVersionField versions={versions} />
          <details class="more" open={open}>
            <summary>{t('new_application.oauth')}</summary>
            <p class="hint">{t('new_application.oauth_lead')}</p>
            <RedirectUrisField />
            <Checkbox name="public" hint={t('hint.public')} />
          </details>
          <Buttons cancel="/console/applications">
            <Submit label={t('new_application.submit')} />
          </Buttons>
        </Form>
      </Card>
    </Content>
  );
}

export function RedirectUrisField() {
  const { t } = usePage();
  return <TextArea name="redirect_uris" hint={t('hint.redirect_uris')} optional />;
}

/** @param props.versions oldest first; the field lists the newest first and preselects it */
export function ApiVersionField({ versions }: { versions: readonly string[] }) {
  const { t } = usePage();
  return (
    <Select
      name="api_version"
      hint={t('hint.api_version')}
      initial={versions.at(-1)}
      options={versions.toReversed().map((version) => ({ value: version, label: version }))}
    />
  );
}
