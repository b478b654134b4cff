import type { IncomingHeaders } from '../../request/incoming-headers.js';
import { getPrincipal } from '../../principals/principal.js';
import { requestSlot } from '../../request/request-slot.js';
import type { OperationName } from '../../limits/rate-limit.policies.js';
import { VersionUnsupportedError } from '../../errors/error-registry.js';

/**
 * The differences of a version from the current code. Later versions inherit them until one of
 * them declares its own; a version that equals the current code declares an empty difference.
 */
export interface VersionDifference {
  /** Converts a request body to the input of the current code. A change comes without the member of its resource. */
  request?(operation: OperationName, body: object): object;
  /** Converts the response body of the current code to that of this version. */
  response?(operation: OperationName, body: unknown): unknown;
}

/** A version of the API. Without its own difference it behaves like the previous version. */
export interface ApiVersion {
  /** `MAJOR.MINOR`, for example `1.13`. */
  readonly version: string;
  /** Its differences from the current code. Default: those of the previous version. */
  readonly difference?: VersionDifference | undefined;
}

const versionSlot = requestSlot<ApiVersion>('version');

export function rememberVersion(request: object, version: ApiVersion): void {
  versionSlot.set(request, version);
}

export function readVersion(request: object): ApiVersion | undefined {
  return versionSlot.get(request);
}

export function requestBodyIn({ difference }: ApiVersion, operation: OperationName, body: object) {
  return difference?.request?.(operation, body) ?? body;
}

export function responseBodyIn(
  { difference }: ApiVersion,
  operation: OperationName,
  body: unknown,
): unknown {
  return (body && difference?.response?.(operation, body)) ?? body;
}

/** The versions of the API (SPEC 9.1), oldest first. None changes the shape of an account. */
export const apiVersions: readonly ApiVersion[] = Array.from({ length: 14 }, (_, index) => ({
  version: `1.${8 + index}`,
}));

export function isVersionName(version: unknown): boolean {
  return typeof version === 'string' && form.exec(version)?.[0].split('.').length === 2;
}

/** Whether a host can declare these versions. */
export function areVersions(versions: readonly ApiVersion[]): boolean {
  const ranks = versions.map(({ version }) => {
    const [major, minor] = version.split('.');
    return Number(major) * 10_000 + Number(minor);
  });
  return (
    versions.length > 0 &&
    versions.every(
      ({ version, difference }) => isVersionName(version) && isDifference(difference),
    ) &&
    ranks.every((rank, index) => index === 0 || rank > ranks[index - 1]!)
  );
}

function isDifference(difference: VersionDifference | null | undefined): boolean {
  if (difference === undefined) return true;
  return (
    typeof difference === 'object' &&
    difference !== null &&
    [difference.request, difference.response].every(
      (method) => method === undefined || typeof method === 'function',
    )
  );
}

const form = /^(0|[1-9]\d{0,3})\.(0|[1-9]\d{0,3})(?:\.\d{1,9})?$/;

export class ApiVersions {
  private readonly versions = new Map<string, ApiVersion>();
  readonly oldest: ApiVersion;
  readonly newest: ApiVersion;

  constructor(catalogue: readonly ApiVersion[] = apiVersions) {
    let difference: VersionDifference | undefined;
    for (const entry of catalogue) {
      difference = entry.difference ?? difference;
      this.versions.set(entry.version, { version: entry.version, difference });
    }
    const known = [...this.versions.values()];
    const [oldest] = known;
    if (!oldest) throw new RangeError('The catalogue of API versions must not be empty.');
    this.oldest = oldest;
    this.newest = known.at(-1) ?? oldest;
  }

  get all(): readonly string[] {
    return [...this.versions.keys()];
  }

  unsupported(): VersionUnsupportedError {
    return new VersionUnsupportedError({
      oldest: this.oldest.version,
      newest: this.newest.version,
    });
  }

  /** The version in `Accept-Version`, or the default one without the header; undefined if it is not served. */
  requestedBy(request: IncomingHeaders): ApiVersion | undefined {
    const asked = request.headers['accept-version'];
    return asked === undefined ? this.defaultFor(request) : this.find(asked);
  }

  /** The version of requests without the header: that of the calling application (SPEC 9.1), or the newest. */
  defaultFor(request: object): ApiVersion {
    const application = getPrincipal(request)?.application;
    return (application && this.find(application.apiVersion)) ?? this.newest;
  }

  /** The version with this name; a third number is ignored. */
  find(version: string): ApiVersion | undefined {
    const [, major, minor] = form.exec(version) ?? [];
    return this.versions.get(`${major}.${minor}`);
  }
}
