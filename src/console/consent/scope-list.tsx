import type { Scope } from '../../principals/principal.js';
import type { MessageKey } from '../../language/catalogues/index.js';
import { usePage } from '../shell/rendering/use-page.js';

const meanings: Record<Scope, MessageKey> = {
  'account:read': 'scope.account_read',
  'account:write': 'scope.account_write',
};

/** Describes the permissions of a scope in words. */
export function ScopeList({ scope }: { scope: readonly string[] }) {
  const { t } = usePage();
  return (
    <ul class="scope">
      {scope.map((value) => (
        <li key={value}>
          {value in meanings ? t(meanings[value as Scope]) : <code>{value}</code>}
        </li>
      ))}
    </ul>
  );
}
