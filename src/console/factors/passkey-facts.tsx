import type { Passkey } from '../../database/records.js';
import { usePage } from '../shell/rendering/use-page.js';
import { LastUsed } from '../shell/components/last-used.js';
import { Moment } from '../shell/components/moment.js';

/** Shows when a passkey was added and last used. */
export function PasskeyFacts({ createdAt, lastUsedAt }: Pick<Passkey, 'createdAt' | 'lastUsedAt'>) {
  const { t } = usePage();
  return (
    <>
      <span class="pair">
        {t('security.passkey_added')} <Moment date={createdAt} />
      </span>{' '}
      <LastUsed>{lastUsedAt && <Moment date={lastUsedAt} />}</LastUsed>
    </>
  );
}
