import {
  Catch,
  Controller,
  Get,
  Injectable,
  Module,
  ValidationPipe,
  VersioningType,
  type ArgumentsHost,
  type CallHandler,
  type CanActivate,
  type ExceptionFilter,
  type INestApplication,
  type NestInterceptor,
} from '@nestjs/common';
import {
  APP_FILTER,
  APP_GUARD,
  APP_INTERCEPTOR,
  APP_PIPE,
  HttpAdapterHost,
  NestFactory,
} from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { AccountsModule } from '../../../src/accounts.module.js';
import type { AccountsModuleOptions } from '../../../src/accounts.options.js';
import { consoleFeature } from '../../../src/console/console.feature.js';
import { mailFeature } from '../../../src/email-flows/mail.feature.js';
import { operatorFeature } from '../../../src/operator/operator.feature.js';
import { createMailOptions } from '../../../src/service/accounts-from-settings.js';
import type { Settings } from '../../../src/service/settings/settings.js';

/** The path prefix of the whole host. */
export const hostPrefix = 'monolith';

/** The status of all errors from the host. The module never responds with it. */
const hostErrorStatus = 418;

@Controller({ path: 'own', version: '1' })
class OwnController {
  @Get()
  read() {
    return { own: true };
  }
}

@Injectable()
class OwnGuard implements CanActivate {
  canActivate(): boolean {
    return true;
  }
}

@Injectable()
class OwnInterceptor implements NestInterceptor {
  intercept(_: unknown, next: CallHandler) {
    return next.handle();
  }
}

@Catch()
class OwnFilter implements ExceptionFilter {
  constructor(private readonly adapterHost: HttpAdapterHost) {}

  catch(_: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<object>();
    this.adapterHost.httpAdapter.reply(response, { host: 'failed' }, hostErrorStatus);
  }
}

@Module({
  imports: [
    PassportModule.register({ defaultStrategy: 'jwt' }),
    // Uses a short window, because the throttler's storage starts a timer for every hit.
    ThrottlerModule.forRoot([{ limit: 1_000_000, ttl: 1_000 }]),
  ],
  controllers: [OwnController],
  providers: [
    { provide: APP_GUARD, useClass: ThrottlerGuard },
    { provide: APP_GUARD, useClass: OwnGuard },
    {
      provide: APP_PIPE,
      useValue: new ValidationPipe({
        whitelist: true,
        forbidNonWhitelisted: true,
        transform: true,
      }),
    },
    { provide: APP_INTERCEPTOR, useClass: OwnInterceptor },
    { provide: APP_FILTER, useClass: OwnFilter },
  ],
})
class HostModule {}

/**
 * Creates a host with all kinds of Nest globals, including its own body parser and versioning. The module is mounted
 * in it according to the settings.
 */
export async function createHost(
  settings: Settings,
  databaseUrl: string,
): Promise<INestApplication> {
  const accounts = AccountsModule.forRootAsync({
    basePath: settings.basePath,
    features: [consoleFeature, operatorFeature(), ...(settings.mail ? [mailFeature] : [])],
    useFactory: async () => ({
      ...getOptions(settings, databaseUrl),
      mail: await createMailOptions(settings),
    }),
  });
  const app = await NestFactory.create<INestApplication>(
    { module: HostModule, imports: [accounts] },
    getAdapter(settings),
    { logger: false, abortOnError: false },
  );
  app.setGlobalPrefix(hostPrefix);
  if (settings.httpAdapter === 'express') {
    app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' });
  } else {
    app.enableVersioning({ type: VersioningType.HEADER, header: 'Accept-Version' });
  }
  return app;
}

/** Returns the module options for these settings. All other settings apply only to the service. */
function getOptions(settings: Settings, url: string): AccountsModuleOptions {
  const { secretKeys, publicUrl, signUp, rateLimits, passwordHash, passwordPolicy, secondFactor } =
    settings;
  const { auditDays, auditSourceDays, auditSourceDaysAfterDeletion } = settings;
  const database = { url };
  const told = {
    secretKeys,
    publicUrl,
    signUp,
    rateLimits,
    passwordHash,
    passwordPolicy,
    secondFactor,
  };
  return { database, ...told, auditDays, auditSourceDays, auditSourceDaysAfterDeletion };
}

function getAdapter({ httpAdapter, trustProxy }: Settings): ExpressAdapter | FastifyAdapter {
  if (httpAdapter === 'fastify') return new FastifyAdapter({ trustProxy });
  const adapter = new ExpressAdapter();
  adapter.set('trust proxy', trustProxy);
  return adapter;
}
