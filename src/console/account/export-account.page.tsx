import { Action } from '../shell/components/action.js';
import { ButtonLink, Card, Content } from '../shell/components/content.js';
import { usePage } from '../shell/rendering/use-page.js';

export function ExportAccountPage() {
  const { t } = usePage();
  return (
    <Content title={t('export_account.title')} section="account" narrow>
      <Card lead={t('export_account.lead')}>
        <div class="buttons">
          <Action
            path="/console/account/export"
            label={t('export_account.submit')}
            look="primary"
          />
          <ButtonLink path="/console/account" label={t('form.cancel')} />
        </div>
      </Card>
    </Content>
  );
}
