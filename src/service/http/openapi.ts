import type { INestApplication } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { Brand, defaultBrandName } from '../../brand/brand.js';
import { describedOperation, listMethods } from '../../http/openapi/described-operation.js';
import { shareComponents } from '../../http/openapi/shared-components.js';
import { Operation } from '../../http/operation.decorator.js';
import { addAccountsSecurity } from '../../http/security.schemes.js';
import { ApiVersions } from '../../http/versions/api-versions.js';
import { defaultLimits, type OperationName } from '../../limits/rate-limit.policies.js';

/**
 * The OpenAPI document of the API.
 *
 * @param base the public path of the service, without a trailing slash. Default: none
 */
export function describeApi(app: INestApplication, base = ''): OpenAPIObject {
  const { name = defaultBrandName } = app.get(Brand, { strict: false });
  const { oldest, newest } = app.get(ApiVersions, { strict: false });
  const config = new DocumentBuilder()
    .setTitle(name)
    .setDescription(
      [
        'Create, read, change and delete user accounts.',
        '',
        `Every call needs an access token, either in the \`Authorization\` header (preferred) or as \`access_token\` in the query string. For your own account, create an application in the [console](${base}/console): its page shows one. For the account of another user, obtain one through OAuth 2.0.`,
        '',
        `Versions ${oldest.version} to ${newest.version} are served. Errors are sentences for the user, in the language of \`Accept-Language\`.`,
      ].join('\n'),
    )
    .setVersion(newest.version)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(base || '/', 'This service')
    .addTag('accounts', 'The account of the token, and new accounts.')
    .addTag('application data', 'Languages and vocabularies.')
    .addTag(
      'applications',
      'The applications of a user and their access tokens. Only for an application’s own token, never for one granted through OAuth.',
    )
    .addTag('discovery', 'What client libraries read to configure themselves.')
    .addTag('health', 'For supervisors and load balancers.')
    .addTag(
      'oauth',
      'OAuth 2.0 and OpenID Connect: how another application signs a user in, or obtains a token for an account, with the consent of its owner at `/oauth/authorize`.',
    );
  const document = SwaggerModule.createDocument(app, addAccountsSecurity(config, app).build());
  return shareComponents(describeLimits(document, app));
}

/** The OpenAPI document of the management port, which the API's document does not mention. */
export function describeManagement(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Accounts: operators')
    .setDescription(
      [
        'Operations on the accounts of all users, on the management port.',
        '',
        'Every call needs a token of `OPERATOR_TOKENS` or `MANAGEMENT_TOKEN`; a token of an account is refused, and a read-only token receives 403 (`insufficient_scope`) for everything except GET. The audit trail records each call with the name of the token, or with `X-Operator` for `MANAGEMENT_TOKEN`. Errors are in the language of `Accept-Language`.',
      ].join('\n'),
    )
    .setVersion('1.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'This port')
    .addTag('health', 'For supervisors and load balancers.')
    .addTag('operator', 'Actions of operators.')
    .addSecurity('management', {
      type: 'http',
      scheme: 'bearer',
      description: 'A token of `OPERATOR_TOKENS` or `MANAGEMENT_TOKEN`.',
    })
    .addSecurityRequirements('management');
  return shareComponents(SwaggerModule.createDocument(app, config.build()));
}

/** Adds the default limit and the versions to the description of each operation. */
function describeLimits(document: OpenAPIObject, app: INestApplication): OpenAPIObject {
  const names = operationNames(app);
  const { oldest, newest } = app.get(ApiVersions, { strict: false });
  const operations = Object.values(document.paths).flatMap(
    (path): { operationId?: string; description?: string }[] => Object.values(path),
  );
  for (const operation of operations) {
    const name = names.get(operation.operationId ?? '');
    if (!name) continue;
    const limit = `Limit \`${name}\`: ${formatLimit(name)}, unless the operator has set another; see \`RateLimit-Policy\`.`;
    // The OAuth endpoints have no versions.
    const versions = name.startsWith('oauth.')
      ? ''
      : ` Versions ${oldest.version} to ${newest.version}.`;
    operation.description = [operation.description, limit + versions].filter(Boolean).join('\n\n');
  }
  return document;
}

/** Maps the operation ids of the document to the operation names that limits use. */
function operationNames(app: INestApplication): ReadonlyMap<string, OperationName> {
  const names = new Map<string, OperationName>();
  for (const { controllers } of app.get(ModulesContainer).values()) {
    for (const { metatype } of controllers.values()) {
      for (const [, handler] of metatype ? listMethods(metatype) : []) {
        const described = describedOperation(handler);
        const name: OperationName | undefined = Reflect.getMetadata(Operation.KEY, handler);
        if (described?.operationId && name) names.set(described.operationId, name);
      }
    }
  }
  return names;
}

const units = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const;

/** Formats a limit, such as `120 requests a minute`. */
function formatLimit(name: OperationName): string {
  const { limit, windowMs } = defaultLimits[name];
  const [, unit] = units.find(([length]) => length === windowMs)!;
  return `${limit} requests ${unit === 'hour' ? 'an' : 'a'} ${unit}`;
}
