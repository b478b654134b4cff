import type { Passkey } from '../../database/records.js';
import { usePage } from '../rendering/use-page.js';
import { Moment } from './moment.js';

/** When a passkey was added and last used. */
export function PasskeyFacts({ createdAt, lastUsedAt }: Pick<Passkey, 'createdAt' | 'lastUsedAt'>) {
  const { t } = usePage();
  return (
    <>
      <span class="pair">
        {t('activity.passkey.add')} <Moment date={createdAt} />
      </span>{' '}
      {lastUsedAt && (
        <span class="pair">
          {t('sessions.seen')} <Moment date={lastUsedAt} />
        </span>
      )}
    </>
  );
}
