import { SetMetadata } from '@nestjs/common';
import type { AccountEventType } from './account-event.js';

export const accountEventMetadata = 'nest-accounts:event';

export interface AccountEventHandler {
  readonly name: string;
  readonly types: readonly AccountEventType[];
}

/**
 * Calls a method of a provider with every {@link AccountEvent} of these types: at least once, in order of
 * `revision` per account, on one of all nodes. When it throws, the event is delivered again, with growing
 * pauses and for three days; other events of the account wait for it meanwhile.
 *
 * @param name the name of the subscription, such as `billing`: 1 to 64 letters,
 *   digits, dots, underscores and hyphens; it stays the same when the method is renamed
 * @param types at least one
 */
export const OnAccountEvent = (
  name: string,
  ...types: readonly [AccountEventType, ...AccountEventType[]]
): MethodDecorator =>
  SetMetadata(accountEventMetadata, { name, types } satisfies AccountEventHandler);
