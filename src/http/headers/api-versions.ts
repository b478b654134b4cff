import type { OperationName } from '../../limits/rate-limit.policies.js';
import { VersionUnsupportedError } from '../../errors/error-registry.js';

/**
 * What a version does differently from the current code. Later versions inherit it until one of
 * them declares its own; one that is like the current code again declares an empty difference.
 */
export interface VersionDifference {
  /** Turns the body of a request into what the current code takes. */
  request?(operation: OperationName, body: object): object;
  /** Turns the answer of the current code, where it has a body, into what this version's clients know. */
  response?(operation: OperationName, body: unknown): unknown;
}

/** A version of the interface; without a difference of its own it behaves as the one before it. */
export interface ApiVersion {
  /** `MAJOR.MINOR`, for example `1.13`. */
  readonly version: string;
  /** What it does differently; absent: as the version before. */
  readonly difference?: VersionDifference | undefined;
}

const versionKey = Symbol('version');

/** Remembers the version that a request is handled in. */
export function rememberVersion(request: object, version: ApiVersion): void {
  (request as { [versionKey]?: ApiVersion })[versionKey] = version;
}

/** The version that a request is handled in, once `Accept-Version` has been read. */
export function versionOf(request: object): ApiVersion | undefined {
  return (request as { [versionKey]?: ApiVersion })[versionKey];
}

/** The body of a request of this version, as the current code takes it. */
export function bodyFrom(
  { difference }: ApiVersion,
  operation: OperationName,
  body: object,
): object {
  return difference?.request?.(operation, body) ?? body;
}

/** The answer of the current code, as the clients of this version know it. */
export function answerIn(
  { difference }: ApiVersion,
  operation: OperationName,
  body: unknown,
): unknown {
  return (body && difference?.response?.(operation, body)) ?? body;
}

/** The versions of the interface (SPEC 9.1), oldest first. None changes an account's shape. */
export const apiVersions: readonly ApiVersion[] = Array.from({ length: 14 }, (_, index) => ({
  version: `1.${8 + index}`,
}));

/** Whether a version is named as the catalogue names one: `MAJOR.MINOR`. */
export function isVersionName(version: unknown): boolean {
  return typeof version === 'string' && form.exec(version)?.[0].split('.').length === 2;
}

const form = /^(0|[1-9]\d{0,3})\.(0|[1-9]\d{0,3})(?:\.\d{1,9})?$/;

/** The catalogue of versions: what `Accept-Version` can name, and what each one changes. */
export class ApiVersions {
  private readonly versions = new Map<string, ApiVersion>();
  readonly oldest: ApiVersion;
  readonly newest: ApiVersion;

  /** @param catalogue oldest first, at least one */
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
    this.newest = known.at(-1)!;
  }

  /** Every version as a header names it, oldest first. */
  get all(): readonly string[] {
    return [...this.versions.keys()];
  }

  /** What to answer who asked for a version that is not served. */
  unsupported(): VersionUnsupportedError {
    return new VersionUnsupportedError({
      oldest: this.oldest.version,
      newest: this.newest.version,
    });
  }

  /** The version a header names; a third figure is ignored. */
  find(version: string): ApiVersion | undefined {
    const [, major, minor] = form.exec(version) ?? [];
    return this.versions.get(`${major}.${minor}`);
  }
}
