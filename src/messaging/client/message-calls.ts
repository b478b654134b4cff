import type { ClientProxy } from '@nestjs/microservices';
import { lastValueFrom, take, timeout, TimeoutError } from 'rxjs';
import { startTracing, traceHeaders } from '../../tracing/tracing.js';
import type { AccountsMessage, AccountsPattern, AccountsReply } from '../accounts-message.js';
import {
  AccountsClientError,
  type CodeErrorBody,
  type FormErrorBody,
} from './accounts-client.error.js';
import { areMembersTooLong, isBodyTooLong } from './message-limits.js';

/** Sends calls as messages, with a deadline and the trace of the caller, and reads their replies. */
export class MessageCalls {
  constructor(
    private readonly proxy: ClientProxy,
    private readonly timeoutMs: number,
  ) {}

  /** @throws AccountsClientError */
  async send<T>(pattern: AccountsPattern, call: Omit<AccountsMessage, 'deadline'>): Promise<T> {
    await startTracing();
    const message: AccountsMessage = {
      ...call,
      ...traceHeaders(),
      deadline: Date.now() + this.timeoutMs,
    };
    assertSendable(message);
    try {
      const reply$ = this.proxy.send<unknown>(pattern, message);
      const reply = await lastValueFrom(reply$.pipe(take(1), timeout(this.timeoutMs)));
      if (!isReply(reply)) throw new TypeError('The reply is not from the account service.');
      return reply.body as T;
    } catch (error) {
      throw this.failure(error);
    }
  }

  private failure(error: unknown): AccountsClientError {
    if (isReply(error)) return new AccountsClientError(error as AccountsReply<ErrorBody>);
    const { status, message }: { status?: unknown; message?: unknown } = error ?? {};
    if (status === 'error') {
      return AccountsClientError.unanswered(
        503,
        `The message was refused before it reached the accounts: ${String(message)}`,
        error,
      );
    }
    return error instanceof TimeoutError
      ? AccountsClientError.unanswered(
          504,
          `The accounts did not answer within ${this.timeoutMs} ms.`,
          error,
        )
      : AccountsClientError.unanswered(503, 'The accounts could not be reached.', error);
  }
}

type ErrorBody = FormErrorBody | CodeErrorBody;

/** Checks the limits before sending. A longer message could end the connection, which also carries other calls. */
function assertSendable(message: AccountsMessage): void {
  let isTooLong: boolean;
  try {
    isTooLong = areMembersTooLong(message) || isBodyTooLong(message.body);
  } catch (error) {
    const { message: reason }: Partial<Error> = error ?? {};
    throw AccountsClientError.unanswered(400, `The call cannot be sent as JSON: ${reason}`, error);
  }
  if (isTooLong) throw AccountsClientError.unanswered(413, 'The call is too long.');
}

/** Whether a reply has the shape of this service. A proxy may be connected to a different service. */
function isReply(reply: unknown): reply is AccountsReply<object | null> {
  const { status, headers, body }: Partial<AccountsReply> = reply ?? {};
  const isEmpty = status === 204 && body === null;
  return typeof status === 'number' && isObject(headers) && (isObject(body) || isEmpty);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
