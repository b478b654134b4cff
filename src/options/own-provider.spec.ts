import type { InjectionToken, Provider, Type } from '@nestjs/common';
import type { AccountsFeature } from '../accounts.options.js';
import { consoleFeature } from '../console/console.feature.js';
import { mailFeature } from '../email-flows/mail.feature.js';
import { factorsFeature } from '../factors/factors.feature.js';
import { messagingFeature } from '../messaging/messaging.feature.js';
import { metricsFeature } from '../metrics/metrics.feature.js';
import { oauthFeature } from '../oauth/oauth.feature.js';
import { operatorPagesFeature } from '../operator-pages/operator-pages.feature.js';
import { operatorFeature } from '../operator/operator.feature.js';
import { signInFeature } from '../sign-in/sign-in.feature.js';

const operators = { guard: { canActivate: () => true }, identifyOperator: () => 'grace' };
const features: AccountsFeature[] = [
  ...[consoleFeature, factorsFeature, mailFeature, messagingFeature, metricsFeature, oauthFeature],
  ...[operatorFeature(operators), operatorPagesFeature(operators), signInFeature],
];

function listClasses({ controllers, apiControllers = [], providers }: AccountsFeature): Type[] {
  const provided = (providers as readonly Provider[]).map((each) =>
    typeof each === 'function' ? each : 'useClass' in each && each.useClass,
  );
  return [...controllers, ...apiControllers, ...provided].filter(
    (each): each is Type => typeof each === 'function',
  );
}

/** Returns the tokens that a class injects with `@Optional()`. */
function listOptional(type: Type): InjectionToken[] {
  const read = <T>(key: string): T[] => Reflect.getMetadata(key, type) ?? [];
  const named = read<{ index: number; param: InjectionToken }>('self:paramtypes');
  const types = read<InjectionToken>('design:paramtypes');
  const properties = read<{ key: string; type: InjectionToken }>('self:properties_metadata');
  const optional = read<string>('optional:properties_metadata');
  return [
    ...read<number>('optional:paramtypes').map(
      (place) => named.find(({ index }) => index === place)?.param ?? types[place]!,
    ),
    ...properties.filter(({ key }) => optional.includes(key)).map(({ type: token }) => token),
  ];
}

it('is used for every optional dependency on the export of a feature', () => {
  const exported = new Set<unknown>(features.flatMap((feature) => feature.exports));
  const injected = features.flatMap(listClasses).map((type) => {
    const tokens = listOptional(type).filter((token) => exported.has(token));
    return `${type.name}: ${tokens.map((token) => (token as Type).name).join()}`;
  });
  expect(injected.length).toBeGreaterThan(100);
  expect(injected.filter((each) => !each.endsWith(': '))).toEqual([]);
});
