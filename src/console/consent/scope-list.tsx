import type { supportedScopes } from '../../oauth/scope.js';
import type { MessageKey } from '../../language/catalogues/index.js';
import type { Resource } from '../../principals/resource.js';
import { usePage } from '../shell/rendering/use-page.js';

const meanings: Record<(typeof supportedScopes)[number], MessageKey> = {
  openid: 'scope.openid',
  profile: 'scope.profile',
  email: 'scope.email',
  offline_access: 'scope.offline_access',
  'account:read': 'scope.account_read',
  'account:write': 'scope.account_write',
};

interface ScopeListProps {
  /** A consented scope: a scope of a resource begins with its identifier. */
  scope: readonly string[];
  resources: readonly Resource[];
}

export function ScopeList({ scope, resources }: ScopeListProps) {
  return (
    <ul class="scope">
      {scope.map((value) => (
        <li key={value}>
          <Meaning value={value} resources={resources} />
        </li>
      ))}
    </ul>
  );
}

function Meaning({ value, resources }: { value: string; resources: readonly Resource[] }) {
  const { t } = usePage();
  if (value in meanings) return <>{t(meanings[value as keyof typeof meanings])}</>;
  const [identifier = '', scope = ''] = value.split(' ');
  const resource = resources.find((each) => each.identifier === identifier);
  // The resource or its scope may have been deleted in the meantime.
  if (!resource || !Object.hasOwn(resource.scopes, scope)) return <code>{value}</code>;
  return (
    <>
      <bdi>{resource.name}</bdi>: <bdi>{resource.scopes[scope]}</bdi>
    </>
  );
}
