import type { ArgumentsHost } from '@nestjs/common';
import { rememberRequest, getRequest } from '../../request/request.js';
import { abortRequest } from '../../request/request-signal.js';
import type { IncomingHeaders } from '../../request/incoming-headers.js';
import { ipAddress } from '../../audit/ip-address.js';
import {
  BodyNotObjectError,
  DeadlineExceededError,
  InvalidRequestError,
  PayloadTooLargeError,
  UnavailableError,
} from '../../errors/error-registry.js';
import type { TranslatableError } from '../../errors/translatable.error.js';
import { noSpan, type OpenSpan } from '../../tracing/tracing.js';
import type { AccountsMessage } from '../accounts-message.js';
import { areMembersTooLong } from '../client/message-limits.js';

/** The timeout of a message without an earlier deadline. */
const timeoutMs = 10_000;

/** The source of callers with an unknown IP address. */
const anywhere = 'messages';

const isText = (value: unknown) => typeof value === 'string';
const isFiniteNumber = (value: unknown): value is number => Number.isFinite(value);

type Checked = Exclude<keyof AccountsMessage, 'body' | 'traceparent' | 'tracestate'>;

const forms: Readonly<Record<Checked, (value: unknown) => boolean>> = {
  access_token: isText,
  id: isText,
  secret_id: isText,
  token_id: isText,
  accept_version: isText,
  accept_language: isText,
  if_match: isText,
  idempotency_key: isText,
  request_id: isText,
  source: (value) => isText(value) && ipAddress(value) !== undefined,
  deadline: isFiniteNumber,
};

/** A message in the form of a request, so that the guards and filters of requests can handle it. */
export class MessageRequest implements IncomingHeaders {
  /** The id in the log, created at first use. */
  id?: unknown;
  readonly headers: Record<string, string | undefined>;
  /** The ids by path parameter. `account_id` and `id` both contain the id of the account or application. */
  readonly params: Readonly<Record<'account_id' | 'id' | 'secret_id' | 'token_id', string>>;
  readonly body: unknown;
  readonly accessToken: string | undefined;
  readonly ip: string;
  /** The tracing span of the message, which ends with its reply. */
  span: OpenSpan = noSpan;
  /** Called with the status of the reply. */
  replied: (status: number) => void = () => undefined;
  /** The response headers collected so far. */
  readonly responseHeaders: Record<string, string> = {};
  /** The error of an invalid message, to throw before anything else. */
  readonly malformation: TranslatableError | undefined;
  /** The error to throw after the deadline. */
  private readonly TimeoutError: typeof DeadlineExceededError | typeof UnavailableError;
  /** On a monotonic clock, which ignores changes of the system clock. */
  private readonly deadline: number;

  /**
   * Accepts any payload, so that the service can return an error for an invalid one.
   *
   * @param context the transport's context in Nest
   */
  constructor(payload: unknown, context: unknown) {
    const isMessage = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
    const message = (isMessage ? payload : {}) as Record<string, unknown>;
    const misformed = Object.entries(forms)
      .filter(([name, isRight]) => isGiven(message[name]) && !isRight(message[name]))
      .map(([name]) => name);
    const text = (name: keyof AccountsMessage) => {
      const value = message[name];
      return isText(value) ? value : undefined;
    };
    if (!isMessage) this.malformation = new BodyNotObjectError();
    else if (misformed[0] !== undefined) this.malformation = new InvalidRequestError(misformed[0]);
    else if (areMembersTooLong(message)) this.malformation = new PayloadTooLargeError();

    this.headers = {
      'accept-version': text('accept_version'),
      'accept-language': text('accept_language'),
      'if-match': text('if_match'),
      'idempotency-key': text('idempotency_key'),
      'x-request-id': text('request_id'),
      traceparent: text('traceparent') ?? readHeader(context, 'traceparent'),
      tracestate: text('tracestate') ?? readHeader(context, 'tracestate'),
    };
    const id = text('id') ?? 'me';
    const [secret_id, token_id] = [text('secret_id') ?? '', text('token_id') ?? ''];
    this.params = { account_id: id, id, secret_id, token_id };
    this.body = message.body;
    this.accessToken = text('access_token') || undefined;
    this.ip = ipAddress(text('source') ?? '') ?? getPeer(context) ?? anywhere;
    const { deadline } = message;
    const leftMs = (isFiniteNumber(deadline) ? deadline : Infinity) - Date.now();
    this.TimeoutError = leftMs <= timeoutMs ? DeadlineExceededError : UnavailableError;
    this.deadline = performance.now() + Math.min(leftMs, timeoutMs);
  }

  /**
   * Runs work within the deadline of the message. Work does not start after the deadline. Work that takes longer
   * continues, because it cannot be stopped half-way, but it is not awaited and does not retry anything.
   */
  async inTime<T>(work: () => Promise<T>): Promise<T> {
    const leftMs = this.deadline - performance.now();
    if (leftMs <= 0) throw new this.TimeoutError();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        abortRequest(this);
        reject(new this.TimeoutError());
      }, leftMs);
    });
    try {
      return await Promise.race([work(), late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The message in the context of a handler, guard or filter. */
export function getMessage(host: ArgumentsHost): MessageRequest {
  const known = getRequest<object>(host);
  if (known instanceof MessageRequest) return known;
  const rpc = host.switchToRpc();
  const message = new MessageRequest(rpc.getData(), rpc.getContext());
  rememberRequest(rpc.getContext(), message);
  return message;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The IP address of a TCP client. Behind a broker it is unknown. */
function getPeer(context: unknown): string | undefined {
  const { getSocketRef }: { getSocketRef?(): { netSocket?: { remoteAddress?: string } } } =
    context ?? {};
  return getSocketRef?.call(context).netSocket?.remoteAddress;
}

function readHeader(context: unknown, name: string): string | undefined {
  const { getHeaders }: { getHeaders?(): { get?(name: string): string } | undefined } =
    context ?? {};
  return getHeaders?.call(context)?.get?.(name) || undefined;
}
