import type { ComponentChildren } from 'preact';
import { usePage } from '../rendering/use-page.js';

/** When something was last used, in a line of facts; never without a time. */
export function LastUsed({ children }: { children: ComponentChildren }) {
  const { t } = usePage();
  if (!children) return <span class="pair">{t('applications.never_used')}</span>;
  return (
    <span class="pair">
      {t('applications.used')} {children}
    </span>
  );
}
