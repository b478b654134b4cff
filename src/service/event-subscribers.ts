import type { AccountEventSubscriber } from '../events/account-event.subscriber.js';
import { WebhookSubscriber } from '../events/webhook.subscriber.js';
import { loadNeeding } from './start/needed-packages.js';
import type { Settings } from './settings/settings.js';

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
