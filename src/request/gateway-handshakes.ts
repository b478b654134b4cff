import { Injectable } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { rememberRequest, toSocketRequest, type Handshake } from './request.js';

/** Nest's metadata key for gateways, copied because hosts without gateways lack the package that exports it. */
const gatewayMetadata = 'websockets:is_gateway';

interface Gateway {
  handleConnection?(client: object, handshake?: Partial<Handshake>, ...rest: unknown[]): unknown;
}

const prepared = new WeakSet<Gateway>();

/**
 * Remembers the handshakes of clients of the host's gateways, because `ws` only passes them to `handleConnection`. Nest
 * binds that method after it has created all providers, so patching it here is early enough.
 */
@Injectable()
export class GatewayHandshakes {
  constructor(modules: ModulesContainer) {
    for (const { providers } of modules.values()) {
      for (const { metatype } of providers.values()) {
        if (metatype && Reflect.hasMetadata(gatewayMetadata, metatype)) {
          rememberHandshakes(metatype.prototype);
        }
      }
    }
  }
}

function rememberHandshakes(gateway: Gateway): void {
  if (prepared.has(gateway)) return;
  prepared.add(gateway);
  const { handleConnection } = gateway;
  const remember: typeof handleConnection = function (this: Gateway, client, handshake, ...rest) {
    if (handshake?.headers) rememberRequest(client, toSocketRequest(handshake as Handshake));
    return handleConnection?.call(this, client, handshake, ...rest);
  };
  gateway.handleConnection = remember;
}
