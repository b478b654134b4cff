import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { getRequest } from '../../request/request.js';
import type { IncomingHeaders } from '../../request/incoming-headers.js';
import { IdempotencyKeyInvalidError } from '../../errors/error-registry.js';
import { isOverlong } from '../../language/raw-text.js';

const maxCharacters = 255;

/**
 * The `Idempotency-Key` of a request: 1 to 255 visible ASCII characters, bare or as a quoted string
 * (draft-ietf-httpapi-idempotency-key-header). Returns undefined without the header.
 *
 * @throws IdempotencyKeyInvalidError
 */
export function readIdempotencyKey({ headers }: IncomingHeaders): string | undefined {
  const sent = headers['idempotency-key'];
  if (sent === undefined) return undefined;
  if (isOverlong(sent, maxCharacters)) throw new IdempotencyKeyInvalidError();
  const [, quoted] = /^"((?:[^"\\]|\\["\\])*)"$/.exec(sent) ?? [];
  const key = quoted?.replace(/\\(.)/g, '$1') ?? sent;
  if (!/^[!-~]+$/.test(key) || key.length > maxCharacters) throw new IdempotencyKeyInvalidError();
  return key;
}

/** Injects the result of {@link readIdempotencyKey} for a request or message. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext) =>
  readIdempotencyKey(getRequest<IncomingHeaders>(context)),
);
