import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { auditDaysLimits } from '../audit/audit-event.js';
import { owaspFloor, type PasswordHashOptions } from '../access/passwords/password-hasher.js';
import { minSecretLength } from '../access/tokens/token-seal.js';
import { passwordPolicies, type PasswordPolicy } from '../access/passwords/password-policy.js';
import { parsedUrls } from '../database/database.options.js';
import {
  isWebhookSecret,
  isWebhookUrl,
  type WebhookOptions,
} from '../events/webhook.subscriber.js';
import { isPlainPath, joinedPath } from '../http/urls/joined-path.js';
import { isPublicUrl } from '../http/urls/public-url.js';
import { isLoopback } from '../http/urls/loopback.js';
import { parseRateLimits, type RateLimits } from '../limits/rate-limit.policies.js';
import { makeDataFolder } from './data-folder.js';
import { parseMessageAddresses, type MessageAddresses } from './messages/message-addresses.js';
import { parseNatsServers, type NatsServers } from './nats-servers.js';
import { StartError } from './start.error.js';

/** All settings of the service from its environment, read once. */
export interface Settings {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  /** The API prefix, without slashes around it. */
  readonly basePath: string;
  /** Undefined: the embedded PostgreSQL below `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** The same database without a pooler in transaction mode, where `databaseUrl` goes through one. */
  readonly databaseDirectUrl: string | undefined;
  readonly dataDir: string;
  readonly secretKeys: readonly [string, ...string[]];
  /** The URL of the service from outside, without a slash at the end. */
  readonly publicUrl: string;
  /** Whether visitors can sign up in the console. */
  readonly signUp: boolean;
  /** The IP addresses and networks whose `X-Forwarded-*` is trusted; false: none. */
  readonly trustProxy: string[] | false;
  /** `none`: only messages. */
  readonly httpAdapter: 'express' | 'fastify' | 'none';
  /** Where messages are received; undefined: nowhere. */
  readonly messages: MessageAddresses | undefined;
  readonly redisUrl: string | undefined;
  /** The NATS whose JetStream receives events; undefined: none. */
  readonly eventsServers: NatsServers | undefined;
  readonly webhooks: readonly WebhookOptions[];
  readonly rateLimits: RateLimits;
  readonly passwordPolicy: PasswordPolicy;
  readonly passwordHash: PasswordHashOptions;
  /** Undefined: a year. */
  readonly auditDays: number | undefined;
  /** Undefined: a share of the heap. */
  readonly principalCacheBytes: number | undefined;
  readonly logLevel: (typeof logLevels)[number];
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

/** Invalid settings. The message names the variables and never repeats their values. */
export class SettingsError extends StartError {
  constructor(readonly problems: readonly string[]) {
    super(
      `The service cannot start with these settings:\n${problems.map((p) => `- ${p}`).join('\n')}`,
    );
  }
}

/** The value of SECRET_KEY in .env.example, which is public. */
const exampleSecret = 'change-me-to-a-long-random-secret-of-your-own';

/** The settings of this process, from its environment and `.env`. */
export function loadSettings(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readSettings(process.env);
}

/** @throws SettingsError naming every variable that is missing or wrong */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const read = new EnvironmentReader(env);
  const mode = read.oneOf('NODE_ENV', ['development', 'test', 'production']);
  const production = mode === 'production';
  const host = read.parsed('HOST', parseHost) ?? '127.0.0.1';
  const port = read.integer('PORT', 1, 65_535) ?? 3_000;
  const dataDir = resolve(read.text('DATA_DIR') ?? '.data');
  const rateLimits = read.parsed('RATE_LIMITS', parseRateLimits) ?? {};
  const settings = {
    production,
    host,
    port,
    basePath: read.parsed('BASE_PATH', parsePath) ?? 'api',
    databaseUrl: read.parsed('DATABASE_URL', parseDatabaseUrl),
    databaseDirectUrl: read.parsed('DATABASE_DIRECT_URL', parseDatabaseUrl),
    dataDir,
    publicUrl: read.parsed('PUBLIC_URL', parsePublicUrl),
    signUp: read.oneOf('SIGN_UP', ['on', 'off']) !== 'off',
    trustProxy: read.parsed('TRUST_PROXY', parseTrustProxy) ?? (false as const),
    httpAdapter: read.oneOf('HTTP_ADAPTER', ['express', 'fastify', 'none'] as const) ?? 'express',
    messages: read.parsed('MESSAGES_URL', parseMessageAddresses),
    redisUrl: read.url('REDIS_URL', ['redis:', 'rediss:'], /^\/?\d*$/),
    eventsServers: read.parsed('EVENTS_URL', parseNatsServers),
    webhooks: readWebhooks(read),
    rateLimits,
    passwordPolicy: read.oneOf('PASSWORD_POLICY', passwordPolicies) ?? 'standard',
    passwordHash: {
      memoryKiB: read.integer('ARGON2_MEMORY_KIB', owaspFloor.memoryKiB, 4_194_304),
      iterations: read.integer('ARGON2_ITERATIONS', owaspFloor.iterations, 100),
      parallelism: read.integer('ARGON2_PARALLELISM', owaspFloor.parallelism, 64),
      lanes: read.integer('ARGON2_LANES', 1, 64),
    },
    auditDays: read.integer('AUDIT_DAYS', auditDaysLimits.min, auditDaysLimits.max),
    principalCacheBytes: inBytes(read.integer('PRINCIPAL_CACHE_MIB', 0, 65_536)),
    logLevel: read.oneOf('LOG_LEVEL', logLevels) ?? 'info',
  };
  const secrets = read.parsed('SECRET_KEY', parseSecrets);
  const hasHttp = settings.httpAdapter !== 'none';
  if (!hasHttp && !read.text('MESSAGES_URL')) {
    read.problem('MESSAGES_URL is needed where HTTP_ADAPTER is none.');
  }
  if (read.text('DATABASE_DIRECT_URL') && !read.text('DATABASE_URL')) {
    read.problem('DATABASE_URL is needed where DATABASE_DIRECT_URL is set.');
  }
  if (production) {
    if (!settings.databaseUrl) read.problem('DATABASE_URL is needed in production.');
    if (!secrets) read.problem('SECRET_KEY is needed in production.');
    if (!settings.publicUrl) {
      if (hasHttp) read.problem('PUBLIC_URL is needed in production.');
    } else if (!isProtected(settings.publicUrl)) {
      read.problem('PUBLIC_URL must begin with https:// in production.');
    }
    if (secrets?.includes(exampleSecret)) {
      read.problem('SECRET_KEY is the published example; choose one of your own.');
    }
    if (rateLimits === 'off') read.problem('RATE_LIMITS must not be off in production.');
  }
  read.assertUsable();
  return {
    ...settings,
    publicUrl: settings.publicUrl ?? `http://${addressOf(host)}:${port}`,
    secretKeys: secrets ?? [rememberedSecret(dataDir)],
  };
}

/** Reads variables one by one and collects their errors. An empty one counts as unset. */
class EnvironmentReader {
  private readonly problems: string[] = [];

  constructor(private readonly env: NodeJS.ProcessEnv) {}

  problem(sentence: string): void {
    this.problems.push(sentence);
  }

  text(name: string): string | undefined {
    return this.env[name]?.trim() || undefined;
  }

  parsed<T>(name: string, parse: (text: string) => T): T | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    try {
      return parse(text);
    } catch (error) {
      this.problem(`${name} is not usable: ${(error as Error).message}.`);
      return undefined;
    }
  }

  integer(name: string, min: number, max: number): number | undefined {
    return this.parsed(name, (text) => {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
      if (value >= min && value <= max) return value;
      throw new Error(`it must be a whole number from ${min} to ${max}`);
    });
  }

  oneOf<const T extends readonly string[]>(name: string, values: T): T[number] | undefined {
    return this.parsed(name, (text) => {
      if (values.includes(text)) return text;
      throw new Error(`it must be one of ${values.join(', ')}`);
    });
  }

  /** @param path the pattern of the URL's path */
  url(name: string, protocols: readonly string[], path?: RegExp): string | undefined {
    return this.parsed(name, (text) => {
      const url = URL.canParse(text) ? new URL(text) : undefined;
      if (!url || !protocols.includes(url.protocol)) {
        throw new Error(`it must be an address that begins with ${protocols.join('// or ')}//`);
      }
      if (path && !path.test(url.pathname))
        throw new Error('its path is not the number of a database');
      return text;
    });
  }

  assertUsable(): void {
    if (this.problems.length > 0) throw new SettingsError(this.problems);
  }
}

/** An IP address, or a host name. */
function parseHost(text: string): string {
  const isHost = isIP(text) > 0 || /^[\w.-]+$/.test(text);
  if (isHost && URL.canParse(`http://${addressOf(text)}`)) return text;
  throw new Error('it must be an IP address or a host name');
}

/** The paths of the service outside the API. */
const ownPaths = ['.well-known', 'console', 'docs', 'docs-json', 'health', 'oauth'];

/** The host by which a browser on this machine reaches a service that listens there. */
function addressOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (isIP(host) !== 6) return host;
  return /^[0:]+$/.test(host) ? '[::1]' : `[${host}]`;
}

function parseDatabaseUrl(text: string): string {
  parsedUrls(text);
  return text;
}

function parsePath(text: string): string {
  const path = joinedPath(text);
  if (!isPlainPath(path)) {
    throw new Error('it must be a path of letters, digits, hyphens and slashes');
  }
  const [first = ''] = path.split('/');
  if (!ownPaths.includes(first.toLowerCase())) return path;
  throw new Error(`it must not begin with ${ownPaths.join(', ')}, where other things are`);
}

function inBytes(mebibytes: number | undefined): number | undefined {
  return mebibytes === undefined ? undefined : mebibytes * 1_024 * 1_024;
}

/** The names of networks that both Express and Fastify support. */
const namedNetworks: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** An IP address, or a network as an IP address and the length of its prefix. */
function isNetwork(text: string): boolean {
  const [address = '', prefix = '1', ...rest] = text.split('/');
  const longest = { 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return rest.length === 0 && /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= longest;
}

function parseTrustProxy(text: string): string[] {
  const networks = text.split(',').map((part) => part.trim().toLowerCase());
  if (networks.every((network) => namedNetworks.has(network) || isNetwork(network)))
    return networks;
  throw new Error('it must list addresses and networks, with commas between them');
}

function parseSecrets(text: string): [string, ...string[]] {
  const secrets = text.split(',').map((part) => part.trim());
  if (secrets.some((secret) => secret.length < minSecretLength)) {
    throw new Error(`every secret in it needs at least ${minSecretLength} characters`);
  }
  return secrets as [string, ...string[]];
}

/** The URLs of WEBHOOK_URLS, each with the secrets of WEBHOOK_SECRET. */
function readWebhooks(read: EnvironmentReader): WebhookOptions[] {
  const urls = read.parsed('WEBHOOK_URLS', parseWebhookUrls) ?? [];
  const secrets = read.parsed('WEBHOOK_SECRET', parseWebhookSecrets);
  if (urls.length > 0 && !read.text('WEBHOOK_SECRET')) {
    read.problem('WEBHOOK_SECRET is needed where WEBHOOK_URLS is set.');
  }
  return secrets ? urls.map((url) => ({ url, secrets })) : [];
}

function parseWebhookUrls(text: string): string[] {
  const urls = text.split(',').map((part) => part.trim());
  for (const [i, url] of urls.entries()) {
    if (!isWebhookUrl(url)) {
      throw new Error(
        `address ${i + 1} must begin with http:// or https://, without user and password`,
      );
    }
    if (urls.indexOf(url) < i) throw new Error(`address ${i + 1} is there twice`);
  }
  return urls;
}

function parseWebhookSecrets(text: string): [string, ...string[]] {
  const secrets = text.split(',').map((part) => part.trim());
  if (secrets.every(isWebhookSecret)) return secrets as [string, ...string[]];
  throw new Error('every secret in it must be whsec_ and 24 to 64 bytes in base64');
}

function parsePublicUrl(text: string): string {
  if (isPublicUrl(text)) {
    const { origin, pathname } = new URL(text);
    return `${origin}${pathname}`.replace(/\/+$/, '');
  }
  throw new Error(
    'it must be an address that begins with http:// or https://, without user, password, ? and #',
  );
}

/** Whether the connection is encrypted or local (RFC 6749 section 3.1.2.1, RFC 8252 section 8.3). */
function isProtected(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || isLoopback(hostname);
}

/** The secret where SECRET_KEY is empty: created at the first start and kept in DATA_DIR. */
function rememberedSecret(dataDir: string): string {
  const file = join(dataDir, 'secret-key');
  makeDataFolder(dataDir);
  if (!existsSync(file)) {
    // The file is written under another name and linked, so that no process reads half of it and the first one stays.
    const draft = join(dataDir, `secret-key-${process.pid}-${randomBytes(6).toString('hex')}`);
    writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600 });
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft);
    }
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < minSecretLength) {
    throw new SettingsError([
      'The file secret-key in DATA_DIR is damaged; remove it or set SECRET_KEY.',
    ]);
  }
  return secret;
}
