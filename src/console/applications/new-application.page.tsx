import { ApiVersionField, RedirectUrisField } from './application-fields.js';
import { ButtonLink, Card, Content } from '../shell/components/content.js';
import { Checkbox, TextField } from '../shell/components/fields.js';
import { Form, Submit } from '../shell/components/form.js';
import type { FormState } from '../shell/rendering/page.js';
import { usePage } from '../shell/rendering/use-page.js';

export interface NewApplicationPageProps {
  form: FormState;
  /** The API versions, oldest first. */
  versions: readonly string[];
}

const oauthFields = ['redirect_uris', 'public'] as const;

export function NewApplicationPage({ form, versions }: NewApplicationPageProps) {
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
          <div class="buttons">
            <Submit label={t('new_application.submit')} />
            <ButtonLink path="/console/applications" label={t('form.cancel')} />
          </div>
        </Form>
      </Card>
    </Content>
  );
}
