import type { AccountEvent, AccountEventType } from './account-event.js';

const accountEventMetadata = 'nest-accounts:event';

export interface AccountEventHandler {
  readonly name: string;
  readonly types: readonly AccountEventType[];
}

/**
 * Calls a method of a provider with every {@link AccountEvent} of these types: at least once, in order of
 * `revision` per account, on one of all nodes. When it throws, the event is delivered again, with growing
 * pauses and for three days; other events of the account wait for it meanwhile. A method may have several of these
 * decorators, each for a subscription of its own.
 *
 * @param name the name of the subscription, such as `billing`: 1 to 64 letters,
 *   digits, dots, underscores and hyphens; it stays the same when the method is renamed
 * @param types at least one
 */
export function OnAccountEvent<
  const Types extends readonly [AccountEventType, ...AccountEventType[]],
>(name: string, ...types: Types): AccountEventDecorator<Types[number]> {
  return (_target, _method, { value }) => {
    const handlers = [...accountEventHandlers(value as object), { name, types }];
    Reflect.defineMetadata(accountEventMetadata, handlers, value as object);
  };
}

/** Decorates a method that accepts the events of these types. */
type AccountEventDecorator<Type extends AccountEventType> = <
  Handler extends (event: AccountEvent<Type>) => unknown,
>(
  target: object,
  method: string | symbol,
  descriptor: TypedPropertyDescriptor<Handler>,
) => void;

/** The subscriptions of a method. */
export function accountEventHandlers(method: object): readonly AccountEventHandler[] {
  return (
    (Reflect.getMetadata(accountEventMetadata, method) as AccountEventHandler[] | undefined) ?? []
  );
}
