import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { accountsDefaults, sessionIdleLimits, sessionMaxLimits } from '../../accounts.defaults.js';
import { secondFactorPolicies } from '../../factors/factor-policy.js';
import { minSecretLength } from '../../access/sealing/token-seal.js';
import { hashLimits, type PasswordHashOptions } from '../../access/passwords/password-hasher.js';
import { passwordPolicies } from '../../access/passwords/password-policy.js';
import { auditDaysLimits, auditSourceDaysLimits } from '../../audit/audit-event.js';
import { defaultBrandName } from '../../brand/brand.js';
import { brandProblem, type BrandOptions } from '../../brand/brand.options.js';
import type { WebhookOptions } from '../../events/webhook.subscriber.js';
import { poolSizeLimits } from '../../database/database.options.js';
import { parseRateLimits } from '../../limits/rate-limit.policies.js';
import { logFormats } from '../log-formats.js';
import { EnvironmentReader } from './environment-reader.js';
import {
  parseOperatorTokens,
  settingName,
  sharedTokens,
  tokensThatOpen,
  type ManagementToken,
} from './management-tokens.js';
import { parseMessageAddresses, parseNatsServers } from './server-addresses.js';
import { rememberedSecret } from './remembered-secret.js';
import * as parsers from './setting.parsers.js';

/** All settings of the service from its environment, read once. */
export type Settings = Readonly<ReturnType<typeof readSettings>>;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

/** The variables that contain a secret, and whose value may therefore come from a file instead. */
export const secretVariables = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'SECRET_KEY',
  'MANAGEMENT_TOKEN',
  'OPERATOR_TOKENS',
  'METRICS_TOKEN',
  'MESSAGES_URL',
  'EVENTS_URL',
  'WEBHOOK_SECRET',
  'MAIL_URL',
  'REDIS_URL',
] as const;

/** The value of SECRET_KEY in .env.example, which is public. */
const exampleSecret = 'change-me-to-a-long-random-secret-of-your-own';

/** A color without quotes, which `parseEnv` would drop as a comment. */
const unquotedColor = /^([ \t]*(?:export +)?BRAND_ACCENT(?:_DARK)?[ \t]*=[ \t]*)(#[^\s"'`]+)/gm;

export function loadSettings(env = process.env): Settings {
  if (existsSync('.env')) {
    // Editors on Windows begin a file with a byte order mark, which would become part of the first name.
    const text = readFileSync('.env', 'utf8').replace(/^\uFEFF/, '');
    const variables = parseEnv(text.replaceAll(unquotedColor, '$1"$2"'));
    for (const [name, value] of Object.entries(variables)) env[name] ??= value;
  }
  return readSettings(env);
}

/** @throws SettingsError naming every variable that is missing or wrong */
export function readSettings(env: NodeJS.ProcessEnv) {
  const read = new EnvironmentReader(env, secretVariables);
  const variables = readVariables(read);
  checkTogether(read, variables);
  if (variables.production) checkProduction(read, variables);
  read.assertUsable();
  const { secretKeys, publicUrl, host, port, dataDir, mail, brand, production } = variables;
  const isForPeople = !production || process.stdout.isTTY;
  const from = mail.from ?? defaultSender(brand.name);
  return {
    ...variables,
    /** Undefined in production without a mail server: no mails are sent. */
    mail: mail.url === undefined && production ? undefined : { ...mail, from },
    logFormat: variables.logFormat ?? (isForPeople ? 'pretty' : 'json'),
    /** The public URL of the service, without a trailing slash. */
    publicUrl: publicUrl ?? `http://${parsers.reachableHost(host)}:${port}`,
    secretKeys: secretKeys ?? [rememberedSecret(dataDir)],
    /** Sentences for the log about variables with a misspelt name. */
    warnings: read.warnings(),
  };
}

type Variables = ReturnType<typeof readVariables>;

function readVariables(read: EnvironmentReader) {
  const sourceDays = (name: string) =>
    read.integer(name, auditSourceDaysLimits.min, auditSourceDaysLimits.max);
  const cacheMiB = read.integer('PRINCIPAL_CACHE_MIB', 0, 65_536);
  return {
    production: read.oneOf('NODE_ENV', ['development', 'test', 'production']) === 'production',
    host: read.parsed('HOST', parsers.parseHost) ?? '127.0.0.1',
    port: read.integer('PORT', 1, 65_535) ?? 3_000,
    /** The API prefix, without leading or trailing slashes. */
    basePath: read.parsed('BASE_PATH', parsers.parsePath) ?? accountsDefaults.basePath,
    /** Undefined: the embedded PostgreSQL below `dataDir`. */
    databaseUrl: read.parsed('DATABASE_URL', parsers.parseDatabaseUrl),
    /** The same database, bypassing a pooler in transaction mode, if `databaseUrl` uses one. */
    databaseDirectUrl: read.parsed('DATABASE_DIRECT_URL', parsers.parseDatabaseUrl),
    /** The connections of the pool; undefined: the default of the module. */
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', poolSizeLimits.min, poolSizeLimits.max),
    dataDir: resolve(read.text('DATA_DIR') ?? '.data'),
    publicUrl: read.parsed('PUBLIC_URL', parsers.parsePublicUrl),
    signUp: read.oneOf('SIGN_UP', ['on', 'off']) !== 'off',
    cors: read.oneOf('CORS', ['on', 'off']) !== 'off',
    /** The IP addresses and networks whose `X-Forwarded-*` is trusted; false: none. */
    trustProxy: read.parsed('TRUST_PROXY', parsers.parseTrustProxy) ?? (false as const),
    /** `none`: messages only. */
    httpAdapter: read.oneOf('HTTP_ADAPTER', ['express', 'fastify', 'none'] as const) ?? 'express',
    management: readManagement(read),
    messages: read.parsed('MESSAGES_URL', parseMessageAddresses),
    redisUrl: read.url('REDIS_URL', ['redis:', 'rediss:'], /^\/?\d*$/),
    /** The NATS cluster whose JetStream receives events; undefined: none. */
    eventsServers: read.parsed('EVENTS_URL', parseNatsServers),
    webhooks: readWebhooks(read),
    mail: readMail(read),
    brand: readBrand(read),
    rateLimits: read.parsed('RATE_LIMITS', parseRateLimits) ?? {},
    passwordPolicy:
      read.oneOf('PASSWORD_POLICY', passwordPolicies) ?? accountsDefaults.passwordPolicy,
    secondFactor:
      read.oneOf('SECOND_FACTOR', secondFactorPolicies) ?? accountsDefaults.secondFactor,
    sessionIdleHours: read.integer(
      'SESSION_IDLE_HOURS',
      sessionIdleLimits.min,
      sessionIdleLimits.max,
    ),
    sessionMaxDays: read.integer('SESSION_MAX_DAYS', sessionMaxLimits.min, sessionMaxLimits.max),
    passwordHash: readPasswordHash(read),
    auditDays: read.integer('AUDIT_DAYS', auditDaysLimits.min, auditDaysLimits.max),
    auditSourceDays: sourceDays('AUDIT_SOURCE_DAYS'),
    auditSourceDaysAfterDeletion: sourceDays('AUDIT_SOURCE_DAYS_AFTER_DELETION'),
    principalCacheBytes: cacheMiB === undefined ? undefined : cacheMiB * 1_024 * 1_024,
    /** How long the service continues to serve after SIGTERM, while it reports that it is not ready. */
    shutdownDelayMs: (read.integer('SHUTDOWN_DELAY_SECONDS', 0, 3_600) ?? 0) * 1_000,
    logLevel: read.oneOf('LOG_LEVEL', logLevels) ?? 'info',
    logFormat: read.oneOf('LOG_FORMAT', logFormats),
    /** The OTLP collector of traces; undefined: none. */
    tracesUrl: read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
    accessLog: read.oneOf('ACCESS_LOG', ['on', 'off']) !== 'off',
    secretKeys: read.parsed('SECRET_KEY', parsers.parseSecrets),
  };
}

function checkTogether(read: EnvironmentReader, variables: Variables): void {
  const { httpAdapter, management, port } = variables;
  for (const names of sharedTokens(management?.tokens ?? [])) {
    read.problem(`${names} must not contain the same token.`);
  }
  if (httpAdapter !== 'none' && management?.port === port) {
    read.problem('MANAGEMENT_PORT must differ from PORT.');
  }
  if (httpAdapter === 'none' && !read.text('MESSAGES_URL')) {
    read.problem('MESSAGES_URL is required if HTTP_ADAPTER is none.');
  }
  if (read.text('DATABASE_DIRECT_URL') && !read.text('DATABASE_URL')) {
    read.problem('DATABASE_URL is required if DATABASE_DIRECT_URL is set.');
  }
}

function checkProduction(read: EnvironmentReader, variables: Variables): void {
  const { publicUrl, secretKeys, httpAdapter, rateLimits } = variables;
  const short = variables.management?.tokens.filter(({ token }) => token.length < minSecretLength);
  for (const name of new Set(short?.map(settingName))) {
    read.problem(
      `Every token in ${name} needs at least ${minSecretLength} characters in production.`,
    );
  }
  const needed = ['DATABASE_URL', 'SECRET_KEY', ...(httpAdapter === 'none' ? [] : ['PUBLIC_URL'])];
  for (const name of needed)
    if (!read.text(name)) read.problem(`${name} is required in production.`);
  if (publicUrl && !parsers.isProtected(publicUrl)) {
    read.problem('PUBLIC_URL must begin with https:// in production.');
  }
  if (secretKeys?.includes(exampleSecret)) {
    read.problem('SECRET_KEY is the published example; choose your own.');
  }
  if (rateLimits === 'off') read.problem('RATE_LIMITS must not be off in production.');
}

function readPasswordHash(read: EnvironmentReader): PasswordHashOptions {
  const { memoryKiB, iterations, parallelism, lanes } = hashLimits;
  return {
    memoryKiB: read.integer('ARGON2_MEMORY_KIB', memoryKiB.min, memoryKiB.max),
    iterations: read.integer('ARGON2_ITERATIONS', iterations.min, iterations.max),
    parallelism: read.integer('ARGON2_PARALLELISM', parallelism.min, parallelism.max),
    lanes: read.integer('ARGON2_LANES', lanes.min, lanes.max),
  };
}

/** The address of health checks, metrics and the operators' API; undefined without MANAGEMENT_PORT. */
function readManagement(read: EnvironmentReader) {
  const port = read.integer('MANAGEMENT_PORT', 1, 65_535);
  const host = read.parsed('MANAGEMENT_HOST', parsers.parseHost) ?? '127.0.0.1';
  const parse = {
    MANAGEMENT_TOKEN: tokensThatOpen('everything'),
    OPERATOR_TOKENS: parseOperatorTokens,
    METRICS_TOKEN: tokensThatOpen('metrics'),
  };
  const tokens: readonly ManagementToken[] = Object.entries(parse).flatMap(
    ([name, each]) => read.parsed(name, each) ?? [],
  );
  if (port === undefined) return undefined;
  if (!Object.keys(parse).some((name) => read.text(name))) {
    read.problem(
      'MANAGEMENT_TOKEN, OPERATOR_TOKENS or METRICS_TOKEN is required if MANAGEMENT_PORT is set.',
    );
  }
  return { host, port, tokens };
}

function readWebhooks(read: EnvironmentReader): WebhookOptions[] {
  const urls = read.parsed('WEBHOOK_URLS', parsers.parseWebhookUrls) ?? [];
  const secrets = read.parsed('WEBHOOK_SECRET', parsers.parseWebhookSecrets);
  if (urls.length > 0 && !read.text('WEBHOOK_SECRET')) {
    read.problem('WEBHOOK_SECRET is required if WEBHOOK_URLS is set.');
  }
  return secrets ? urls.map((url) => ({ url, secrets })) : [];
}

/** Reads the mail settings. A mail server requires a sender. */
function readMail(read: EnvironmentReader) {
  const url = read.parsed('MAIL_URL', parsers.parseMailServer);
  const from = read.parsed('MAIL_FROM', parsers.parseMailSender);
  if (url && !read.text('MAIL_FROM')) read.problem('MAIL_FROM is required if MAIL_URL is set.');
  return { url, from };
}

/** The default sender of mails in files, whose address cannot exist. */
function defaultSender(name = defaultBrandName): string {
  // A mailbox has no escapes (see parseMailbox).
  return `"${name.replaceAll(/["\\]/g, "'")}" <accounts@localhost.localdomain>`;
}

function readBrand(read: EnvironmentReader): BrandOptions {
  const readOption = (option: keyof BrandOptions, name: string) =>
    read.parsed(name, (text) => {
      const problem = brandProblem(option, text);
      if (problem !== undefined) throw new Error(problem);
      return text;
    });
  return {
    name: readOption('name', 'SERVICE_NAME'),
    logo: readOption('logo', 'BRAND_LOGO'),
    icon: readOption('icon', 'BRAND_ICON'),
    accent: readOption('accent', 'BRAND_ACCENT'),
    accentDark: readOption('accentDark', 'BRAND_ACCENT_DARK'),
    termsUrl: readOption('termsUrl', 'TERMS_URL'),
    privacyUrl: readOption('privacyUrl', 'PRIVACY_URL'),
    supportUrl: readOption('supportUrl', 'SUPPORT_URL'),
    homeUrl: readOption('homeUrl', 'HOME_URL'),
  };
}
