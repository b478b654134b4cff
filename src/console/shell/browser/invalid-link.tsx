import { LinkInvalidError } from '../../../errors/error-registry.js';
import { InvalidLinkPage } from '../invalid-link.page.js';
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
