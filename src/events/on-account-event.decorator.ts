import { assertKnownOptions, isPlain } from '../options/unknown-options.js';
import type { AccountEvent, AccountEventType } from './account-event.js';
import type { AccountEventSubscriber } from './account-event.subscriber.js';
import { assertInstanceMethod } from './instance-method.js';

const accountEventMetadata = 'nest-accounts:event';

type AccountEventHandler = Pick<AccountEventSubscriber, 'name' | 'types'> & OnAccountEventOptions;

/** The options of {@link OnAccountEvent}. */
export interface OnAccountEventOptions {
  /** The name of the mount whose events the method receives. Default: all mounts of the application. */
  readonly mount?: string | undefined;
}

/**
 * Calls a method of a provider with every {@link AccountEvent} of these types: at least once, in order of `revision`
 * per account, on one of the nodes. After an error, the event is delivered again for three days, and other events of
 * the account wait. A method may have several of these decorators, each with its own subscription.
 * @param name the name of the subscription, such as `billing`: 1 to 64 letters, digits, dots, underscores and hyphens.
 * Keep it when the method is renamed
 */
export function OnAccountEvent<
  const Types extends readonly [AccountEventType, ...AccountEventType[]],
>(name: string, ...types: Types): AccountEventDecorator<Types[number]>;
export function OnAccountEvent<
  const Types extends readonly [AccountEventType, ...AccountEventType[]],
>(
  name: string,
  ...typesAndOptions: readonly [...Types, OnAccountEventOptions]
): AccountEventDecorator<Types[number]>;
export function OnAccountEvent(
  name: string,
  ...given: readonly (AccountEventType | OnAccountEventOptions)[]
): AccountEventDecorator<AccountEventType> {
  const types = given.filter((each) => typeof each === 'string');
  const [options = {}, ...others] = given.slice(types.length);
  const areSorted = given.slice(0, types.length).every((each) => typeof each === 'string');
  if (typeof name !== 'string' || !areSorted || !isPlain(options) || others.length > 0) {
    throw new TypeError(
      '@OnAccountEvent() requires a name, then types of events, and last, if any, the options.',
    );
  }
  assertKnownOptions(options, { mount: true }, '@OnAccountEvent()');
  return (target, method, { value }) => {
    assertInstanceMethod('@OnAccountEvent()', target, method);
    const handlers = [...accountEventHandlers(value as object), { name, types, ...options }];
    Reflect.defineMetadata(accountEventMetadata, handlers, value as object);
  };
}

/** Decorates a method that accepts the events of these types. */
export type AccountEventDecorator<Type extends AccountEventType> = <
  Handler extends (event: AccountEvent<Type>) => unknown,
>(
  target: object,
  method: string | symbol,
  descriptor: TypedPropertyDescriptor<Handler>,
) => void;

export function accountEventHandlers(method: object): readonly AccountEventHandler[] {
  return Reflect.getMetadata(accountEventMetadata, method) ?? [];
}
