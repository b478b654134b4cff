import { Action } from '../components/action.js';
import { ButtonLink, Card, Content } from '../components/content.js';
import { usePage } from '../rendering/use-page.js';

export interface DeleteApplicationPageProps {
  application: { readonly id: string; readonly name: string };
}

export function DeleteApplicationPage({ application }: DeleteApplicationPageProps) {
  const { t } = usePage();
  const path = `/console/applications/${application.id}`;
  return (
    <Content
      title={t('delete_application.title', { application: application.name })}
      section="applications"
      narrow
    >
      <Card lead={t('delete_application.lead')} danger>
        <div class="buttons">
          <Action path={`${path}/delete`} label={t('delete_application.submit')} look="danger" />
          <ButtonLink path={path} label={t('form.cancel')} />
        </div>
      </Card>
    </Content>
  );
}
