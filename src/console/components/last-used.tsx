import { usePage } from '../rendering/use-page.js';
import { Day } from './moment.js';

/** The day on which an application was last used, in a line of facts. */
export function LastUsed({ usedOn }: { usedOn: string | undefined }) {
  const { t } = usePage();
  if (!usedOn) return <span class="pair">{t('applications.never_used')}</span>;
  return (
    <span class="pair">
      {t('applications.used')} <Day day={usedOn} />
    </span>
  );
}
