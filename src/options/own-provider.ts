import { Inject, Optional, type InjectionToken, type Provider } from '@nestjs/common';

const tokens = new Map<InjectionToken, symbol>();

/**
 * Injects a provider of a feature of the same mount; undefined without the feature. `@Optional()` alone would inject
 * that of a global mount, so that a mount without the feature would work on the accounts of another one.
 */
export function OptionalOwn(provider: InjectionToken): ParameterDecorator & PropertyDecorator {
  const token = tokens.get(provider) ?? Symbol('nest-accounts/own');
  tokens.set(provider, token);
  const inject = Inject(token);
  return (target: object, key: string | symbol | undefined, index?: number) => {
    Optional()(target, key!, index!);
    inject(target, key, index!);
  };
}

/** Returns the providers that {@link OptionalOwn} injects, for these providers of a mount. */
export function ownProviders(providers: readonly Provider[]): Provider[] {
  const provided = providers.map((each) => (typeof each === 'function' ? each : each.provide));
  return [...tokens]
    .filter(([provider]) => provided.includes(provider))
    .map(([provider, token]) => ({ provide: token, useExisting: provider }));
}
