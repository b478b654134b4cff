import { Controller, Get, Header, Inject } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { NotStored } from '../../http/not-stored.decorator.js';
import { ApiExcludeController } from '../../http/openapi/swagger.decorators.js';

/** The token of the registry that the management port serves. */
export const registryToken = Symbol('MANAGEMENT_REGISTRY');

/** The metrics of this node, for Prometheus. */
@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  constructor(@Inject(registryToken) private readonly registry: Registry) {}

  @Get()
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  @NotStored()
  read(): Promise<string> {
    return this.registry.metrics();
  }
}
