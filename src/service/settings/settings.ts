import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { accountsDefaults } from '../../accounts.defaults.js';
import {
  secondFactorPolicies,
  type SecondFactorPolicy,
} from '../../factors/second-factor-policies.js';
import { minSecretLength } from '../../access/tokens/token-seal.js';
import { owaspFloor, type PasswordHashOptions } from '../../access/passwords/password-hasher.js';
import { passwordPolicies, type PasswordPolicy } from '../../access/passwords/password-policy.js';
import { auditDaysLimits, auditSourceDaysLimits } from '../../audit/audit-event.js';
import type { WebhookOptions } from '../../events/webhook.subscriber.js';
import { parseRateLimits, type RateLimits } from '../../limits/rate-limit.policies.js';
import { EnvironmentReader } from './environment-reader.js';
import { parseMessageAddresses, type MessageAddresses } from './message-addresses.js';
import { parseNatsServers, type NatsServers } from './nats-servers.js';
import { rememberedSecret } from './remembered-secret.js';
import {
  reachableHost,
  isProtected,
  parseBearerTokens,
  parseDatabaseUrl,
  parseHost,
  parseMailSender,
  parseMailServer,
  parsePath,
  parsePublicUrl,
  parseSecrets,
  parseTrustProxy,
  parseWebhookSecrets,
  parseWebhookUrls,
} from './setting.parsers.js';

/** All settings of the service from its environment, read once. */
export interface Settings {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  /** The API prefix, without leading or trailing slashes. */
  readonly basePath: string;
  /** Undefined: the embedded PostgreSQL below `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** The same database, bypassing a pooler in transaction mode, if `databaseUrl` uses one. */
  readonly databaseDirectUrl: string | undefined;
  readonly dataDir: string;
  readonly secretKeys: readonly [string, ...string[]];
  /** The public URL of the service, without a trailing slash. */
  readonly publicUrl: string;
  /** Whether visitors can sign up in the console. */
  readonly signUp: boolean;
  /** The IP addresses and networks whose `X-Forwarded-*` is trusted; false: none. */
  readonly trustProxy: string[] | false;
  /** `none`: messages only. */
  readonly httpAdapter: 'express' | 'fastify' | 'none';
  /** The port for operators; undefined: none. */
  readonly management: ManagementSettings | undefined;
  /** The URLs that receive messages; undefined: none. */
  readonly messages: MessageAddresses | undefined;
  readonly redisUrl: string | undefined;
  /** The NATS cluster whose JetStream receives events; undefined: none. */
  readonly eventsServers: NatsServers | undefined;
  readonly webhooks: readonly WebhookOptions[];
  /** Undefined in production without a mail server: no mails are sent. */
  readonly mail: MailSettings | undefined;
  readonly rateLimits: RateLimits;
  readonly passwordPolicy: PasswordPolicy;
  readonly secondFactor: SecondFactorPolicy;
  readonly passwordHash: PasswordHashOptions;
  /** Undefined: a year. */
  readonly auditDays: number | undefined;
  /** Undefined: 90 days. */
  readonly auditSourceDays: number | undefined;
  /** Undefined: 30 days. */
  readonly auditSourceDaysAfterDeletion: number | undefined;
  /** Undefined: a share of the heap. */
  readonly principalCacheBytes: number | undefined;
  readonly logLevel: (typeof logLevels)[number];
  /** The OTLP collector of traces; undefined: none. */
  readonly tracesUrl: string | undefined;
  /** Whether the log has a line for each request. */
  readonly accessLog: boolean;
}

/** The address of health checks, metrics and the operators' API. */
export interface ManagementSettings {
  readonly host: string;
  readonly port: number;
  /** The accepted tokens. Each one gives access to everything except the health checks, which are public. */
  readonly tokens: readonly string[];
}

/** How the service sends mails. */
export interface MailSettings {
  /** The mail server; undefined: mails are files below `dataDir`. */
  readonly url: string | undefined;
  readonly from: string;
  readonly serviceName: string | undefined;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

/** The value of SECRET_KEY in .env.example, which is public. */
const exampleSecret = 'change-me-to-a-long-random-secret-of-your-own';

/** The settings of this process, from its environment and `.env`. */
export function loadSettings(): Settings {
  if (existsSync('.env')) {
    // Editors on Windows begin a file with a byte order mark, which would become part of the first name.
    const variables = parseEnv(readFileSync('.env', 'utf8').replace(/^\uFEFF/, ''));
    for (const [name, value] of Object.entries(variables)) process.env[name] ??= value;
  }
  return readSettings(process.env);
}

/** @throws SettingsError naming every variable that is missing or wrong */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const read = new EnvironmentReader(env);
  const variables = readVariables(read);
  checkTogether(read, variables);
  if (variables.production) checkProduction(read, variables);
  read.assertUsable();
  const { secretKeys, publicUrl, host, port, dataDir } = variables;
  const canSend = variables.mail.url !== undefined || !variables.production;
  return {
    ...variables,
    mail: canSend ? variables.mail : undefined,
    publicUrl: publicUrl ?? `http://${reachableHost(host)}:${port}`,
    secretKeys: secretKeys ?? [rememberedSecret(dataDir)],
  };
}

type Variables = ReturnType<typeof readVariables>;

/** Reads each variable, or its default. */
function readVariables(read: EnvironmentReader) {
  return {
    production: read.oneOf('NODE_ENV', ['development', 'test', 'production']) === 'production',
    host: read.parsed('HOST', parseHost) ?? '127.0.0.1',
    port: read.integer('PORT', 1, 65_535) ?? 3_000,
    basePath: read.parsed('BASE_PATH', parsePath) ?? accountsDefaults.basePath,
    databaseUrl: read.parsed('DATABASE_URL', parseDatabaseUrl),
    databaseDirectUrl: read.parsed('DATABASE_DIRECT_URL', parseDatabaseUrl),
    dataDir: resolve(read.text('DATA_DIR') ?? '.data'),
    publicUrl: read.parsed('PUBLIC_URL', parsePublicUrl),
    signUp: read.oneOf('SIGN_UP', ['on', 'off']) !== 'off',
    trustProxy: read.parsed('TRUST_PROXY', parseTrustProxy) ?? (false as const),
    httpAdapter: read.oneOf('HTTP_ADAPTER', ['express', 'fastify', 'none'] as const) ?? 'express',
    management: readManagement(read),
    messages: read.parsed('MESSAGES_URL', parseMessageAddresses),
    redisUrl: read.url('REDIS_URL', ['redis:', 'rediss:'], /^\/?\d*$/),
    eventsServers: read.parsed('EVENTS_URL', parseNatsServers),
    webhooks: readWebhooks(read),
    mail: readMail(read),
    rateLimits: read.parsed('RATE_LIMITS', parseRateLimits) ?? {},
    passwordPolicy:
      read.oneOf('PASSWORD_POLICY', passwordPolicies) ?? accountsDefaults.passwordPolicy,
    secondFactor:
      read.oneOf('SECOND_FACTOR', secondFactorPolicies) ?? accountsDefaults.secondFactor,
    passwordHash: {
      memoryKiB: read.integer('ARGON2_MEMORY_KIB', owaspFloor.memoryKiB, 4_194_304),
      iterations: read.integer('ARGON2_ITERATIONS', owaspFloor.iterations, 100),
      parallelism: read.integer('ARGON2_PARALLELISM', owaspFloor.parallelism, 64),
      lanes: read.integer('ARGON2_LANES', 1, 64),
    },
    auditDays: read.integer('AUDIT_DAYS', auditDaysLimits.min, auditDaysLimits.max),
    auditSourceDays: readSourceDays(read, 'AUDIT_SOURCE_DAYS'),
    auditSourceDaysAfterDeletion: readSourceDays(read, 'AUDIT_SOURCE_DAYS_AFTER_DELETION'),
    principalCacheBytes: inBytes(read.integer('PRINCIPAL_CACHE_MIB', 0, 65_536)),
    logLevel: read.oneOf('LOG_LEVEL', logLevels) ?? 'info',
    tracesUrl: read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
    accessLog: read.oneOf('ACCESS_LOG', ['on', 'off']) !== 'off',
    secretKeys: read.parsed('SECRET_KEY', parseSecrets),
  };
}

function readSourceDays(read: EnvironmentReader, name: string): number | undefined {
  return read.integer(name, auditSourceDaysLimits.min, auditSourceDaysLimits.max);
}

function checkTogether(read: EnvironmentReader, variables: Variables): void {
  const { httpAdapter, management, port } = variables;
  if (httpAdapter !== 'none' && management?.port === port) {
    read.problem('MANAGEMENT_PORT must be another one than PORT.');
  }
  if (httpAdapter === 'none' && !read.text('MESSAGES_URL')) {
    read.problem('MESSAGES_URL is needed where HTTP_ADAPTER is none.');
  }
  if (read.text('DATABASE_DIRECT_URL') && !read.text('DATABASE_URL')) {
    read.problem('DATABASE_URL is needed where DATABASE_DIRECT_URL is set.');
  }
}

function checkProduction(read: EnvironmentReader, variables: Variables): void {
  const { publicUrl, secretKeys, httpAdapter, rateLimits } = variables;
  if (variables.management?.tokens.some((token) => token.length < minSecretLength)) {
    read.problem(
      `Every token in MANAGEMENT_TOKEN needs at least ${minSecretLength} characters in production.`,
    );
  }
  const needed = ['DATABASE_URL', 'SECRET_KEY', ...(httpAdapter === 'none' ? [] : ['PUBLIC_URL'])];
  for (const name of needed) if (!read.text(name)) read.problem(`${name} is needed in production.`);
  if (publicUrl && !isProtected(publicUrl)) {
    read.problem('PUBLIC_URL must begin with https:// in production.');
  }
  if (secretKeys?.includes(exampleSecret)) {
    read.problem('SECRET_KEY is the published example; choose one of your own.');
  }
  if (rateLimits === 'off') read.problem('RATE_LIMITS must not be off in production.');
}

/** Reads the management settings; undefined without MANAGEMENT_PORT. */
function readManagement(read: EnvironmentReader): ManagementSettings | undefined {
  const port = read.integer('MANAGEMENT_PORT', 1, 65_535);
  const host = read.parsed('MANAGEMENT_HOST', parseHost) ?? '127.0.0.1';
  const tokens = read.parsed('MANAGEMENT_TOKEN', parseBearerTokens);
  if (port === undefined) return undefined;
  if (!read.text('MANAGEMENT_TOKEN')) {
    read.problem('MANAGEMENT_TOKEN is needed where MANAGEMENT_PORT is set.');
  }
  return { host, port, tokens: tokens ?? [] };
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

/** Reads the mail settings. A mail server requires a sender. Mails in files default to an address that cannot exist. */
function readMail(read: EnvironmentReader): MailSettings {
  const url = read.parsed('MAIL_URL', parseMailServer);
  const from = read.parsed('MAIL_FROM', parseMailSender);
  if (url && !read.text('MAIL_FROM')) read.problem('MAIL_FROM is needed where MAIL_URL is set.');
  return {
    url,
    from: from ?? 'Accounts <accounts@localhost.localdomain>',
    serviceName: read.text('SERVICE_NAME'),
  };
}

function inBytes(mebibytes: number | undefined): number | undefined {
  return mebibytes === undefined ? undefined : mebibytes * 1_024 * 1_024;
}
