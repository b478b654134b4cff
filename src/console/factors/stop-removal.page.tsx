import { Action } from '../shell/components/action.js';
import { Card, Content } from '../shell/components/content.js';
import { usePage } from '../shell/rendering/use-page.js';

/** Lets the owner of the mailbox stop the removal of the second factor. */
export function StopRemovalPage({ token }: { token: string }) {
  const { t } = usePage();
  return (
    <Content title={t('removal.title')} section="security" narrow>
      <Card lead={t('removal.lead')}>
        <Action path="/console/stop-removal" label={t('removal.submit')} look="primary">
          <input type="hidden" name="token" value={token} />
        </Action>
      </Card>
    </Content>
  );
}
