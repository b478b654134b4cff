import {
  Catch,
  Inject,
  Injectable,
  Module,
  type ArgumentsHost,
  type DynamicModule,
  type ExceptionFilter,
  type INestApplication,
  type InjectionToken,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { APP_GUARD, NestFactory, type ModuleRef } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/internal';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { DatabaseCheck } from '../../database/database-check.js';
import { OutageReports } from '../../database/outage-reports.js';
import { AccountsErrorFilter } from '../../http/accounts-error.filter.js';
import { ResponseHeaders } from '../../http/headers/response-headers.js';
import { mountedAccountsToken } from '../../http/mounted-accounts.js';
import { ApiVersions } from '../../http/versions/api-versions.js';
import { Languages } from '../../language/languages.js';
import { isOperatorPage } from '../../operator-pages/shell/operator-site.js';
import { RateLimitsService } from '../../limits/rate-limits.service.js';
import { identifyRequest, logRequest } from '../http/access-log.js';
import { createHttpPlatform } from '../http/http-platform.js';
import { describeManagement } from '../http/openapi.js';
import { securityHeaders } from '../http/security-headers.js';
import type { Settings } from '../settings/settings.js';
import { listenError } from '../start/listen-error.js';
import type { Management } from './create-management.js';
import { GracefulShutdown } from './graceful-shutdown.js';
import { HealthController } from './health.controller.js';
import { KnownTokens } from './known-tokens.js';
import { ManagementTokenGuard } from './management-token.guard.js';

/** How long in-flight requests may delay the shutdown. */
const stopMs = 1_000;

/** Paths that programs poll, which would be noise in a log. */
const unlogged = /^\/(?:health|metrics)(?:[/?]|$)/;

const pageErrorsToken = Symbol('page errors');

@Module({})
class ManagementModule {}

/**
 * Responds to all errors, below the operator pages with a page. In a host, the base class leaves foreign errors to the
 * host.
 */
@Catch()
class ManagementErrorFilter extends AccountsErrorFilter {
  @Inject(pageErrorsToken) private readonly pageErrors!: ExceptionFilter;

  override catch(error: unknown, host: ArgumentsHost): unknown {
    const { url } = host.switchToHttp().getRequest<{ url: string }>();
    return isOperatorPage(url) ? this.pageErrors.catch(error, host) : super.catch(error, host);
  }
}

/**
 * The management port: a second application whose controllers use services of the first one. It closes together with
 * the first one, after its requests have ended.
 */
@Injectable()
export class ManagementServer implements OnApplicationShutdown {
  private app: INestApplication | undefined;

  constructor(
    private readonly service: ModuleRef,
    private readonly settings: Settings,
    private readonly address: NonNullable<Settings['management']>,
    private readonly management: Management,
  ) {}

  /** @throws StartError with the reason if it cannot listen */
  async listen(): Promise<void> {
    const { host, port } = this.address;
    this.app = await this.create();
    await this.app.listen(port, host).catch((error: NodeJS.ErrnoException) => {
      throw listenError(error, this.address, 'MANAGEMENT_');
    });
  }

  async describe(): Promise<OpenAPIObject> {
    const app = await this.create();
    const document = describeManagement(app);
    await app.close();
    return document;
  }

  async onApplicationShutdown(): Promise<void> {
    if (!this.app) return;
    const server: Server = this.app.getHttpServer();
    const closed = this.app.close();
    await Promise.race([closed, setTimeout(stopMs, undefined, { ref: false })]);
    server.closeAllConnections();
    await closed;
  }

  private async create(): Promise<INestApplication> {
    // The management port is not behind the proxies of the public port.
    const settings: Settings = { ...this.settings, trustProxy: false };
    const platform = await createHttpPlatform(settings, (error, request, response) =>
      errors.catch(error, new ExecutionContextHost([request, response])),
    );
    const app = await NestFactory.create(this.module(), platform.adapter, {
      bodyParser: false,
      abortOnError: false,
    });
    const errors = app.get(ManagementErrorFilter);
    app.useGlobalFilters(errors);
    platform.receive((request, response, handled) => {
      const id = identifyRequest(request);
      if (!unlogged.test(request.url!)) {
        const source = request.socket.remoteAddress;
        logRequest(this.management.logger, settings, { request, response, handled, source });
      }
      return id;
    }, securityHeaders(settings));
    platform.acceptBodies();
    return app;
  }

  private module(): DynamicModule {
    const used = [
      DatabaseCheck,
      GracefulShutdown,
      OutageReports,
      RateLimitsService,
      ApiVersions,
      Languages,
    ];
    const { features } = this.management;
    const exported = features.flatMap(({ exports }) => exports) as InjectionToken[];
    return {
      module: ManagementModule,
      controllers: [HealthController, ...features.flatMap(({ controllers }) => controllers)],
      providers: [
        ...[...used, ...exported].map((provide) => ({
          provide,
          useFactory: () => this.service.get(provide, { strict: false }),
        })),
        // Not shared with the service, because one that only receives messages has no HTTP adapter.
        ResponseHeaders,
        {
          provide: mountedAccountsToken,
          useFactory: (headers: ResponseHeaders, outages: OutageReports) => ({ headers, outages }),
          inject: [ResponseHeaders, OutageReports],
        },
        ManagementErrorFilter,
        { provide: pageErrorsToken, useClass: this.management.pageErrors },
        { provide: KnownTokens, useValue: new KnownTokens(this.address.tokens) },
        {
          provide: APP_GUARD,
          useFactory: (limits: RateLimitsService, tokens: KnownTokens) =>
            new ManagementTokenGuard(limits, tokens),
          inject: [RateLimitsService, KnownTokens],
        },
      ],
    };
  }
}
