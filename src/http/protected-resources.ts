import type { RequiredAccess } from '../errors/translatable.error.js';
import { isSameResource, type Resource } from '../principals/resource.js';
import type { PublicUrl } from './urls/public-url.js';

export const resourceMetadataPath = '/.well-known/oauth-protected-resource';

/** The account API, and the resources that the host declares. */
export class ProtectedResources {
  /**
   * @param publicUrl null without OAuth
   * @param basePath the path of the account API below the mount path
   */
  constructor(
    readonly declared: readonly Resource[],
    private readonly publicUrl: PublicUrl | null,
    private readonly basePath: string,
  ) {}

  /** The identifier of the account API. */
  get accountApi(): string | undefined {
    return this.publicUrl?.url(this.basePath && `/${this.basePath}`);
  }

  isAccountApi(identifier: string): boolean {
    return this.accountApi !== undefined && isSameResource(this.accountApi, identifier);
  }

  /** The host's resource with this scope. No other one has it. */
  withScope(scope: string): Resource | undefined {
    return this.declared.find(({ scopes }) => Object.hasOwn(scopes, scope));
  }

  /** The access that a client needs for a route with this scope, if it has one; empty without OAuth. */
  accessFor(scope: string | undefined): RequiredAccess {
    if (!this.publicUrl) return {};
    const resource = scope === undefined ? undefined : this.withScope(scope);
    return { scope, resourceMetadata: this.metadataUrl(resource?.identifier) };
  }

  /** The URL of a resource's metadata (RFC 9728); undefined on another origin, or for a path of over four segments. */
  metadataUrl(identifier = this.accountApi): string | undefined {
    if (identifier === undefined || !this.publicUrl) return undefined;
    const { origin, pathname } = new URL(identifier);
    const path = pathname.replace(/\/$/, '');
    const isHere = origin === new URL(this.publicUrl.issuer).origin && path.split('/').length <= 5;
    return isHere ? this.publicUrl.issuer + resourceMetadataPath + path : undefined;
  }
}
