import type { ComponentChildren } from 'preact';
import { usePage } from '../rendering/use-page.js';

/** Shows when something was last used, or "never" without children. */
export function LastUsed({ children }: { children: ComponentChildren }) {
  const { t } = usePage();
  if (!children) return <span class="pair">{t('applications.never_used')}</span>;
  return (
    <span class="pair">
      {t('applications.used')} {children}
    </span>
  );
}
