import { LinkInvalidError } from '../../../errors/error-registry.js';
import { ButtonLink, Buttons, Card, Content } from '../components/content.js';
import { usePage } from '../rendering/use-page.js';
import { render, type RenderedPage } from './page-response.js';

/**
 * Shows a page, or an error page if its link is invalid.
 *
 * @param again the page where a new link can be requested
 */
export async function orInvalidLink<T>(
  again: string,
  show: () => Promise<T>,
): Promise<T | RenderedPage> {
  try {
    return await show();
  } catch (error) {
    if (!(error instanceof LinkInvalidError)) throw error;
    return render(<InvalidLinkPage again={again} />, { status: 404 });
  }
}

/** @param again the page where a new link can be requested */
export function InvalidLinkPage({ again }: { again: string }) {
  const { account, t } = usePage();
  return (
    <Content title={t('link.invalid')} narrow>
      <Card lead={t('link_invalid')}>
        <Buttons>
          {/* A used link has already served its purpose. */}
          {!account && (
            <ButtonLink path="/console/sign-in" label={t('sign_up.sign_in')} look="primary" />
          )}
          <ButtonLink path={again} label={t('link.again')} />
        </Buttons>
      </Card>
    </Content>
  );
}
