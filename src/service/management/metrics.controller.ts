import { Controller, Get, Header, Inject } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { NotStored } from '../../http/not-stored.decorator.js';
import { ApiExcludeController } from '../../http/openapi/swagger.decorators.js';

export const registryToken = Symbol('MANAGEMENT_REGISTRY');

const sharedMs = 1_000;

@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  private rendered: Promise<string> | undefined;

  constructor(@Inject(registryToken) private readonly registry: Registry) {}

  @Get()
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  @NotStored()
  read(): Promise<string> {
    this.rendered ??= this.render();
    return this.rendered;
  }

  /** Scrapes within a second share one result, because each result queries the database. */
  private render(): Promise<string> {
    setTimeout(() => (this.rendered = undefined), sharedMs).unref();
    return this.registry.metrics();
  }
}
