import { Injectable } from '@nestjs/common';
import { ClientSecretLastUse } from '../../applications/client-secret-last-use.js';
import { toUseKey } from '../../applications/client-secret-last-use.repository.js';
import { findSecret } from '../../applications/client-secrets.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { FailedPasswords } from '../../access/passwords/failed-passwords.js';
import { clientKey } from '../../access/rate-limits/rate-limit-keys.js';
import { isIdentifier } from '../../database/identifier.js';
import { requestSlot } from '../../request/request-slot.js';
import type { ByClient } from '../../request/requester.js';
import {
  isAuthorizedTwice,
  type PresentingRequest,
} from '../../access/authentication/bearer-credentials.js';
import type { FormParameters } from '../../http/input/form-body.js';
import { requestId } from '../../http/headers/request-id.js';
import { InvalidClientError, InvalidRequestError } from '../../errors/error-registry.js';
import { RateLimitsService } from '../../limits/rate-limits.service.js';
import type { RateLimitState } from '../../errors/translatable.error.js';
import { ClientCache } from './client.cache.js';
import { ClientsRepository, type Client } from './clients.repository.js';

export interface ClientRequest extends PresentingRequest {
  readonly headers: Record<string, string | undefined>;
  readonly ip?: string;
  readonly raw?: ClientRequest;
}

const clientSlot = requestSlot<Client>('client');

export function findClient(request: object): Client | undefined {
  return clientSlot.get(request);
}

export type ClientPolicy = 'oauth.token' | 'oauth.revoke' | 'oauth.introspect';

export interface AuthenticatedClient {
  readonly client: Client;
  readonly requester: ByClient;
  readonly rateLimit: RateLimitState | undefined;
}

/** Authenticates OAuth clients (RFC 6749 section 2.3). A secret comes in the header or in the body, but not in both. */
@Injectable()
export class ClientAuthenticator {
  constructor(
    private readonly clients: ClientsRepository,
    private readonly limits: RateLimitsService,
    private readonly failedPasswords: FailedPasswords,
    private readonly audit: AuditTrail,
    private readonly uses: ClientSecretLastUse,
    private readonly cache: ClientCache,
  ) {}

  /** @param policy the policy that counts an authenticated client */
  async authenticate(request: ClientRequest, parameters: FormParameters, policy: ClientPolicy) {
    const { headers, ip = '' } = request;
    if (isAuthorizedTwice(request)) throw new InvalidRequestError('Authorization');
    const { id, secret } = readCredentials(headers.authorization, parameters) ?? {};
    if (id === undefined) throw new InvalidClientError();
    const { client, found } = await this.find(id, secret, policy);
    const isPublic = client?.clientSecretHash === null && secret === undefined;
    // A counter must not store text of arbitrary length.
    const subject = `client ${isIdentifier(id) ? id : 'unknown'}`;
    const attempt = { subject, source: ip };
    const isRight =
      isPublic || (await this.failedPasswords.countSecretCheck(attempt, found !== undefined));
    const asking = { channel: 'oauth', source: ip, requestId: requestId(request) } as const;
    if (!client || !isRight) {
      await this.audit.record({
        event: 'client.authenticate',
        accountId: client?.ownerId ?? null,
        applicationId: client?.id,
        refusal: 'invalid_client',
        requester: asking,
      });
      throw new InvalidClientError();
    }
    if (found) this.uses.record(toUseKey(client.id, found.hash));
    clientSlot.set(request, client);
    const key = clientKey(id, isPublic ? ip : undefined);
    const rateLimit = await this.limits.consume(policy, key);
    return { client, requester: { ...asking, applicationId: client.id }, rateLimit };
  }

  /** Finds a client and the secret that it presents. Introspection accepts a cached client whose secret matches. */
  private async find(id: string, secret: string | undefined, policy: ClientPolicy) {
    const cached = policy === 'oauth.introspect' ? await this.cache.get(id) : undefined;
    const known = cached && findSecret(cached, secret);
    if (known) return { client: cached, found: known };
    const before = this.cache.now();
    const client = await this.clients.find(id);
    const found = findSecret(client, secret);
    if (client && found) this.cache.keep(client, before);
    return { client, found };
  }
}

interface Credentials {
  readonly id: string;
  readonly secret: string | undefined;
}

function readCredentials(
  authorization: string | undefined,
  { client_id: id, client_secret: secret }: FormParameters,
): Credentials | undefined {
  if (authorization === undefined) return id === undefined ? undefined : { id, secret };
  const basic = basicCredentials(authorization);
  if (!basic) return undefined;
  if (secret !== undefined) throw new InvalidRequestError('client_secret');
  if (id !== undefined && id !== basic.id) throw new InvalidRequestError('client_id');
  return basic;
}

/** Parses a client id and secret, each form-encoded before both are Base64-encoded (RFC 6749 section 2.3.1). */
function basicCredentials(authorization: string): Credentials | undefined {
  const [, encoded] = /^basic +([\w+/=-]+)$/i.exec(authorization) ?? [];
  if (!encoded) return undefined;
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString().split(':');
  const secret = rest.join(':');
  try {
    return { id: formDecoded(id), secret: formDecoded(secret) || undefined };
  } catch {
    return undefined;
  }
}

function formDecoded(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
