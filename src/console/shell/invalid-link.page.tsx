import { ButtonLink, Card, Content } from './components/content.js';
import { usePage } from './rendering/use-page.js';

/** @param again the page where a new link can be requested */
export function InvalidLinkPage({ again }: { again: string }) {
  const { account, t } = usePage();
  return (
    <Content title={t('link.invalid')} narrow>
      <Card lead={t('link_invalid')}>
        <div class="buttons">
          {/* A used link has already served its purpose. */}
          {!account && (
            <ButtonLink path="/console/sign-in" label={t('sign_up.sign_in')} look="primary" />
          )}
          <ButtonLink path={again} label={t('link.again')} />
        </div>
      </Card>
    </Content>
  );
}
