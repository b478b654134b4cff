import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { getRequest } from '../../request/request.js';
import type { IncomingHeaders } from '../../request/incoming-headers.js';
import { IdempotencyKeyInvalidError } from '../../errors/error-registry.js';
import { isOverlong } from '../../language/raw-text.js';

const maxCharacters = 255;

/** Reads 1 to 255 visible ASCII characters, bare or quoted (draft-ietf-httpapi-idempotency-key-header). */
export function readIdempotencyKey({ headers }: IncomingHeaders): string | undefined {
  const sent = headers['idempotency-key'];
  if (sent === undefined) return undefined;
  if (isOverlong(sent, maxCharacters)) throw new IdempotencyKeyInvalidError();
  const [, quoted] = /^"((?:[^"\\]|\\["\\])*)"$/.exec(sent) ?? [];
  const key = quoted?.replace(/\\(.)/g, '$1') ?? sent;
  if (!/^[!-~]+$/.test(key) || key.length > maxCharacters) throw new IdempotencyKeyInvalidError();
  return key;
}

export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext) =>
  readIdempotencyKey(getRequest<IncomingHeaders>(context)),
);
