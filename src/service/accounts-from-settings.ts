import type { DynamicModule } from '@nestjs/common';
import { AccountsModule } from '../accounts.module.js';
import type { AccountEventSubscriber } from '../events/account-event.subscriber.js';
import type { AccountsFeature } from '../accounts.options.js';
import type { CounterStorage } from '../limits/storage/counter.storage.js';
import { WebhookSubscriber } from '../events/webhook.subscriber.js';
import { FileTransport, type MailFile } from '../mail/file.transport.js';
import type { MailOptions } from '../mail/mail.options.js';
import { mailFolder, shownPath } from './settings/data-folder.js';
import type { Settings } from './settings/settings.js';
import { loadNeeding } from './start/needed-packages.js';

/**
 * Configures the accounts module from the settings, for the service and the command line.
 *
 * @param databaseUrl the database of the settings, or the one that was started
 * @param eventSubscribers none on the command line, which delivers no events
 */
export function accountsFromSettings(
  settings: Settings,
  databaseUrl: string,
  features: AccountsFeature[],
  eventSubscribers: AccountEventSubscriber[],
): DynamicModule {
  return AccountsModule.forRootAsync({
    basePath: settings.basePath,
    features,
    useFactory: async () => ({
      database: {
        url: databaseUrl,
        directUrl: settings.databaseDirectUrl,
        poolSize: settings.databasePoolSize,
      },
      secretKeys: settings.secretKeys,
      publicUrl: settings.publicUrl,
      signUp: settings.signUp,
      cors: settings.cors,
      rateLimits: settings.rateLimits,
      counterStorage: await createCounterStorage(settings.redisUrl),
      passwordHash: settings.passwordHash,
      passwordPolicy: settings.passwordPolicy,
      secondFactor: settings.secondFactor,
      sessionIdleHours: settings.sessionIdleHours,
      sessionMaxDays: settings.sessionMaxDays,
      eventSubscribers,
      mail: features.some(({ options }) => options?.includes('mail'))
        ? await createMailOptions(settings)
        : undefined,
      brand: settings.brand,
      auditDays: settings.auditDays,
      auditSourceDays: settings.auditSourceDays,
      auditSourceDaysAfterDeletion: settings.auditSourceDaysAfterDeletion,
      principalCacheBytes: settings.principalCacheBytes,
    }),
  });
}

/** Only a service that uses Redis loads its client. */
async function createCounterStorage(redisUrl?: string): Promise<CounterStorage | undefined> {
  if (!redisUrl) return undefined;
  const { RedisCounterStorage } = await loadNeeding(
    'REDIS_URL needs one more package',
    '@redis/client',
    () => import('../limits/storage/redis-counter.storage.js'),
  );
  return RedisCounterStorage.connect(redisUrl);
}

/** The mail options from the settings. The SMTP client is loaded only if the settings name a mail server. */
export async function createMailOptions({
  mail,
  dataDir,
}: Settings): Promise<MailOptions | undefined> {
  if (!mail) return undefined;
  const { url, ...options } = mail;
  if (!url) return { ...options, transport: new FileTransport(mailFolder(dataDir), printMail) };
  const { SmtpTransport } = await loadNeeding(
    'MAIL_URL needs another package',
    'nodemailer',
    () => import('../mail/smtp.transport.js'),
  );
  return { ...options, transport: new SmtpTransport(url) };
}

/** Prints a mail next to the log, because the log redacts addresses and links. */
function printMail({ file, to, subject, link, code }: MailFile): void {
  const lines = [`Mail to ${to}: ${subject}`, link, code && `or ${code}`, shownPath(file)];
  console.log(`\n${lines.filter(Boolean).join('\n')}\n`);
}

/** The subscribers of the settings. The JetStream client is loaded only if the settings use it. */
export async function createEventSubscribers({
  webhooks,
  eventsServers,
}: Settings): Promise<AccountEventSubscriber[]> {
  const subscribers: AccountEventSubscriber[] = webhooks.map(
    (webhook) => new WebhookSubscriber(webhook),
  );
  if (!eventsServers) return subscribers;
  const { JetStreamSubscriber } = await loadNeeding(
    'EVENTS_URL needs more packages',
    '@nats-io/jetstream @nats-io/transport-node',
    () => import('../events/jetstream.subscriber.js'),
  );
  return [...subscribers, new JetStreamSubscriber(eventsServers)];
}
