import type { Passkey } from '../../database/records.js';
import { usePage } from '../rendering/use-page.js';
import { LastUsed } from './last-used.js';
import { Moment } from './moment.js';

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
