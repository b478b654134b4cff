import { createHash, createHmac } from 'node:crypto';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import {
  anything,
  assertOptions,
  rule,
  timeout,
  type OptionRule,
} from '../options/option-rules.js';
import { traceHeaders } from '../tracing/tracing.js';
import { accountEventTypes, type AccountEvent, type AccountEventType } from './account-event.js';
import {
  SubscriberBusyError,
  SubscriptionEndedError,
  type AccountEventSubscriber,
} from './account-event.subscriber.js';

/** The options of a {@link WebhookSubscriber}. */
export interface WebhookOptions {
  /** The `http:` or `https:` URL that receives the events, without user and password. */
  url: string;
  /**
   * The signing secrets: `whsec_` and 24 to 64 bytes in base64. Each of them signs every request, so that a receiver
   * can rotate its secret.
   */
  secrets: readonly [string, ...string[]];
  /** The name of the subscription. Default: derived from the URL, so that another URL is another subscription. */
  name?: string | undefined;
  /** The types of events. Default: all. */
  types?: readonly AccountEventType[] | undefined;
  /** How long the receiver has to respond, in milliseconds. Default: 15,000. */
  timeoutMs?: number | undefined;
}

const optionRules: Readonly<Record<keyof WebhookOptions, OptionRule>> = {
  url: rule<string>(
    'must begin with http:// or https:// and have no user and password',
    isWebhookUrl,
  ),
  secrets: rule<readonly string[]>(
    'must list secrets of whsec_ and 24 to 64 bytes in base64',
    (secrets) => secrets.length > 0 && secrets.every(isWebhookSecret),
  ),
  // Checked at the start of the module.
  name: anything,
  types: anything,
  timeoutMs: timeout,
};

/**
 * Sends each event to a URL, signed by the Standard Webhooks specification 1.0. A status from 200 to 299 acknowledges
 * an event, and 410 ends the subscription. Everything else is retried, 429 and 503 after the pause in `Retry-After`.
 */
export class WebhookSubscriber implements AccountEventSubscriber {
  readonly name: string;
  readonly types: readonly AccountEventType[];
  private readonly url: string;
  private readonly keys: readonly Buffer[];
  private readonly timeoutMs: number;

  /** @throws TypeError naming the invalid options, without repeating a value */
  constructor(options: WebhookOptions) {
    assertOptions(options, optionRules, WebhookSubscriber.name);
    const { url, secrets, name, types, timeoutMs } = options;
    this.url = url;
    this.name = name ?? toName(url);
    this.types = types ?? accountEventTypes;
    this.keys = secrets.map(toKey);
    this.timeoutMs = timeoutMs ?? 15_000;
  }

  async handle(event: AccountEvent): Promise<void> {
    const body = JSON.stringify(event);
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const { statusCode = 0, headers } = await this.post(body, {
      ...traceHeaders(),
      'Content-Type': 'application/json',
      'User-Agent': 'nest-accounts',
      'webhook-id': event.id,
      'webhook-timestamp': timestamp,
      'webhook-signature': this.signatures(`${event.id}.${timestamp}.${body}`),
    });
    if (statusCode === 410) {
      throw new SubscriptionEndedError('the receiver responded with 410 Gone');
    }
    if (statusCode >= 200 && statusCode < 300) return;
    const reason = `the receiver responded with ${statusCode}`;
    const pauseMs =
      statusCode === 429 || statusCode === 503 ? retryAfterMs(headers['retry-after']) : 0;
    throw pauseMs > 0 ? new SubscriberBusyError(reason, pauseMs) : new Error(reason);
  }

  /** Avoids `fetch`, which rejects ports that an operator may have chosen, such as 6000. */
  private post(body: string, headers: Record<string, string>): Promise<IncomingMessage> {
    const signal = AbortSignal.timeout(this.timeoutMs);
    const { request } = this.url.startsWith('https:') ? https : http;
    return new Promise((resolve, reject) => {
      const sent = request(this.url, { method: 'POST', headers, signal }, (response) => {
        // The rest of the response is not needed.
        response.on('error', () => undefined).resume();
        resolve(response);
      });
      sent.on('error', ({ message, code }: NodeJS.ErrnoException) => {
        const reason = signal.aborted ? ` within ${this.timeoutMs} ms` : `: ${message || code}`;
        reject(new Error(`no response${reason}`));
      });
      sent.end(body);
    });
  }

  private signatures(content: string): string {
    return this.keys
      .map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`)
      .join(' ');
  }
}

function retryAfterMs(header = ''): number {
  return /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now() || 0;
}

export function isWebhookUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

export function isWebhookSecret(text: string): boolean {
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text)) return false;
  const { length } = toKey(text);
  return length >= 24 && length <= 64;
}

function toKey(secret: string): Buffer {
  return Buffer.from(secret.slice('whsec_'.length), 'base64');
}

/** The host of the URL for readability, and a digest because the path may contain a secret. */
function toName(url: string): string {
  const { hostname, href } = new URL(url);
  const digest = createHash('sha256').update(href).digest('hex').slice(0, 8);
  const host = hostname.replaceAll(/[[\]]/g, '').replaceAll(':', '-');
  return `webhook.${host.slice(0, 40)}.${digest}`;
}
