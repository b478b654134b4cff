import {
  BadRequestException,
  Catch,
  ClassSerializerInterceptor,
  Controller,
  ForbiddenException,
  Get,
  Global,
  HttpException,
  Injectable,
  Module,
  SetMetadata,
  UnauthorizedException,
  type ArgumentsHost,
  type CallHandler,
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
  type INestApplication,
  type NestInterceptor,
  type PipeTransform,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, HttpAdapterHost, Reflector } from '@nestjs/core';
import { PassportModule, PassportStrategy } from '@nestjs/passport';
import { SkipThrottle, ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { Exclude, Expose } from 'class-transformer';
import passport, { Strategy } from 'passport';
import { map } from 'rxjs';
import request from 'supertest';
import { byHost } from '../../src/request/requester.js';
import { CurrentPrincipal, type Principal } from '../../src/principals/principal.js';
import { AccountsModule } from '../../src/accounts.module.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { ApplicationsService } from '../../src/applications/applications.service.js';
import { consoleFeature } from '../../src/console/console.feature.js';
import { BearerAuth } from '../../src/http/bearer-auth.decorator.js';
import { isAccountsRoute } from '../../src/http/urls/mounted-controller.js';
import {
  adapters,
  leastOptions,
  newGuest,
  startHost,
  type AdapterName,
} from '../support/hosts/guest.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { password } from '../support/hosts/service.js';

const names = Object.keys(adapters) as AdapterName[];

/** A host error with a host filter, of a class unknown to Nest. */
class TenantError extends Error {}

@Catch(TenantError)
class TenantFilter implements ExceptionFilter {
  constructor(private readonly adapterHost: HttpAdapterHost) {}

  catch(_: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<object>();
    this.adapterHost.httpAdapter.reply(response, { tenant: 'unknown' }, 421);
  }
}

/** The error that the host's guard, interceptor or pipe throws during a test. */
let refusal: { by: 'guard' | 'interceptor' | 'pipe'; error: Error } | undefined;
const refuse = (by: string) => {
  if (refusal?.by === by) throw refusal.error;
};

class RefusingGuard implements CanActivate {
  canActivate(): boolean {
    refuse('guard');
    return true;
  }
}

class RefusingInterceptor implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler) {
    refuse('interceptor');
    return next.handle();
  }
}

class RefusingPipe implements PipeTransform {
  transform(value: unknown): unknown {
    refuse('pipe');
    return value;
  }
}

@Module({
  providers: [
    { provide: APP_GUARD, useClass: RefusingGuard },
    { provide: APP_INTERCEPTOR, useClass: RefusingInterceptor },
    { provide: APP_FILTER, useClass: TenantFilter },
  ],
})
class RefusingModule {}

describe.each(names)('exceptions from a host’s global guard, interceptor or pipe (%s)', (name) => {
  let database: TestDatabase;
  let host: INestApplication;
  let token: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    const accounts = AccountsModule.forRoot({
      ...leastOptions({ url: database.url }),
      publicUrl: 'https://host.example',
      features: [consoleFeature],
    });
    host = await startHost([RefusingModule, accounts], [], name, (app) =>
      app.useGlobalPipes(new RefusingPipe()),
    );
    ({ token } = await newGuest(host));
  });
  afterEach(() => (refusal = undefined));
  afterAll(async () => {
    await host.close();
    await database.drop();
  });
  const ask = (path: string, method: 'get' | 'put' | 'post' = 'get') =>
    request(host.getHttpServer() as never)
      [method](path)
      .set('Authorization', `Bearer ${token}`);

  it.each(['guard', 'interceptor'] as const)(
    'keep the host’s response when its %s throws',
    async (by) => {
      refusal = { by, error: new ForbiddenException('Not in your tenant') };
      for (const path of ['/api/accounts/me', '/oauth/authorize', '/console/sign-in']) {
        const { status, body } = await ask(path);
        expect({ path, status, body }).toMatchObject({
          path,
          status: 403,
          body: { message: 'Not in your tenant', statusCode: 403 },
        });
      }
      refusal = { by, error: new HttpException('Please pay first', 402) };
      const unpaid = await ask('/api/accounts/me');
      expect([unpaid.status, unpaid.body]).toEqual([
        402,
        { message: 'Please pay first', statusCode: 402 },
      ]);
      const tokens = await ask('/oauth/token', 'post').type('form').send('grant_type=x');
      expect(tokens.body.message).toBe('Please pay first');
    },
  );

  it('keep the host’s response when its pipe throws', async () => {
    refusal = { by: 'pipe', error: new BadRequestException(['name is not ours']) };
    const { status, body } = await ask('/api/accounts/me', 'put').send({ name: 'New' });
    expect([status, body.message]).toEqual([400, ['name is not ours']]);
  });

  it.each(['guard', 'interceptor', 'pipe'] as const)(
    'reach the host’s filter when its %s throws an error of the host’s own class',
    async (by) => {
      refusal = { by, error: new TenantError('inside') };
      const { status, body } = await ask('/api/accounts/me', 'put').send({ name: 'New' });
      expect([status, body]).toEqual([421, { tenant: 'unknown' }]);
    },
  );

  it('do not change the errors of the accounts', async () => {
    const missing = await ask('/api/accounts/none');
    expect([missing.status, missing.body.error]).toEqual([404, 'account_not_found']);
    const wrong = await ask('/api/accounts/me', 'put').send({ name: '' });
    expect(wrong.body.form.children.name.errors).toEqual(['This value must not be blank.']);
    const stranger = await ask('/api/accounts/me').set('Authorization', 'Bearer x');
    expect([stranger.status, stranger.body.error]).toEqual([401, 'invalid_token']);
    const client = await ask('/oauth/token', 'post').type('form').send('grant_type=x');
    expect(client.body.error).toBe('invalid_client');
    const page = await ask('/console/applications/none');
    expect(page.status).toBe(303);
  });

  it('do not change internal errors, which name the request id', async () => {
    const accounts = host.get(AccountsService, { strict: false });
    const update = jest.spyOn(accounts, 'update').mockRejectedValue(new Error('inside'));
    const { status, body, headers } = await ask('/api/accounts/me', 'put').send({ name: 'New' });
    update.mockRestore();
    expect([status, body.error]).toEqual([500, 'internal_error']);
    expect(body.error_description).toContain(headers['x-request-id']);
    expect(JSON.stringify(body)).not.toContain('inside');
  });
});

const isPublic = 'host.isPublic';
const Public = () => SetMetadata(isPublic, true);

@Controller('own')
class OwnController {
  @Get()
  read() {
    return { own: true };
  }
}

/** The guard from the NestJS documentation, without the token. */
@Injectable()
class JwtGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean>(isPublic, targets)) return true;
    throw new UnauthorizedException('A session of the host is required');
  }
}

/** Reads metadata of handlers only, like the role guards in that documentation. */
@Injectable()
class HandlerGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    return this.reflector.get<boolean>(isPublic, context.getHandler()) === true;
  }
}

class EnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    if (isAccountsRoute(context)) return next.handle();
    return next.handle().pipe(map((data: unknown) => ({ data })));
  }
}

@Module({
  imports: [ThrottlerModule.forRoot([{ limit: 1, ttl: 60_000 }])],
  providers: [
    { provide: APP_GUARD, useClass: JwtGuard },
    { provide: APP_GUARD, useClass: HandlerGuard },
    { provide: APP_GUARD, useClass: ThrottlerGuard },
    { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
  ],
})
class GuardedModule {}

describe.each(names)('a host with global guards and interceptors (%s)', (name) => {
  let databases: TestDatabase[];
  let host: INestApplication;
  let token: string;
  beforeAll(async () => {
    databases = [await createTestDatabase(), await createTestDatabase()];
    const mount = (index: number, extras: object) =>
      AccountsModule.forRoot({
        ...leastOptions({ url: databases[index]!.url }),
        publicUrl: 'https://host.example',
        ...extras,
      });
    host = await startHost(
      [
        GuardedModule,
        mount(0, { features: [consoleFeature], decorators: [Public(), SkipThrottle()] }),
        mount(1, { name: 'second', mountPath: 'second', decorators: [SkipThrottle()] }),
      ],
      [OwnController],
      name,
    );
    const [accounts] = host.get(AccountsService, { strict: false, each: true });
    const [applications] = host.get(ApplicationsService, { strict: false, each: true });
    const input = { name: 'Guest', email: 'guest@example.com', password, language_code: 'en' };
    const { id } = await accounts!.create(input, byHost);
    token = (await applications!.create(id, { name: 'Client' }, byHost)).accessToken;
  });
  afterAll(async () => {
    await host.close();
    await Promise.all(databases.map((database) => database.drop()));
  });
  const get = (path: string) =>
    request(host.getHttpServer() as never)
      .get(path)
      .set('Authorization', `Bearer ${token}`);

  it('can exempt the accounts routes through decorators', async () => {
    for (let turn = 0; turn < 3; turn++) {
      const { status, body } = await get('/api/accounts/me');
      expect([status, body.account.name]).toEqual([200, 'Guest']);
    }
    expect((await get('/console/sign-in')).text).toMatch(/^<!doctype html>/i);
    expect((await get('/.well-known/oauth-authorization-server')).body.issuer).toBeDefined();
  });

  it('guards its own routes and those of a mount without the decorators', async () => {
    for (const path of ['/second/api/accounts/me', '/own']) {
      const { status, body } = await get(path);
      expect([status, body.message]).toEqual([401, 'A session of the host is required']);
    }
  });

  it('can tell that its own routes are not accounts routes', () => {
    expect(isAccountsRoute({ getClass: () => OwnController as never })).toBe(false);
  });
});

@Exclude()
class HostBody {
  @Expose()
  own = true;
}

@Controller('body')
class BodyController {
  @Get()
  read() {
    return Object.assign(new HostBody(), { secret: true });
  }
}

describe.each<object>([
  { strategy: 'excludeAll' },
  { excludeExtraneousValues: true },
  { excludePrefixes: ['_', 'a', 'i'] },
  { type: HostBody, strategy: 'excludeAll' },
])('a host whose responses are serialized with %j', (serializing) => {
  let database: TestDatabase;
  let host: INestApplication;
  let token: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    const accounts = AccountsModule.forRoot({
      ...leastOptions({ url: database.url }),
      publicUrl: 'https://host.example',
      features: [consoleFeature],
    });
    host = await startHost([accounts], [BodyController], 'express', (app) =>
      app.useGlobalInterceptors(new ClassSerializerInterceptor(app.get(Reflector), serializing)),
    );
    ({ token } = await newGuest(host));
  });
  afterAll(async () => {
    await host.close();
    await database.drop();
  });
  const get = async (path: string) => {
    const sent = request(host.getHttpServer() as never).get(path);
    return (await sent.set('Authorization', `Bearer ${token}`)).body;
  };

  it('leaves the accounts responses complete', async () => {
    const { account, _links } = await get('/api/accounts/me');
    expect(account).toMatchObject({
      id: expect.any(String),
      name: 'Guest',
      permissions: { create_alert: true },
      email_subscriptions: { quota_exceeded: true },
    });
    expect(_links.self.href).toBe(`/api/accounts/${account.id}`);
    const { applications } = await get('/api/applications');
    expect(applications).toEqual([
      expect.objectContaining({ name: 'Client', api_version: '1.21', redirect_uris: [] }),
    ]);
    const metadata = await get('/.well-known/oauth-authorization-server');
    expect(metadata).toMatchObject({
      issuer: 'https://host.example',
      authorization_endpoint: 'https://host.example/oauth/authorize',
    });
    expect(await get('/body')).toEqual({ own: true });
  });
});

/** A host strategy that accepts every request, as another caller. */
class EveryRequestStrategy extends Strategy {
  override authenticate(): void {
    this.success({ name: 'a user of the host' });
  }
}

@Injectable()
class OpenStrategy extends PassportStrategy(EveryRequestStrategy, 'open') {
  validate() {
    return undefined;
  }
}

@Global()
@Module({
  imports: [PassportModule.register({ defaultStrategy: 'open', property: 'hostUser' })],
  providers: [OpenStrategy],
  exports: [PassportModule],
})
class GlobalPassportModule {}

@Controller('guarded')
class GuardedController {
  @Get()
  @BearerAuth('account:read')
  read(@CurrentPrincipal() { account }: Principal) {
    return { id: account.id };
  }
}

describe('a Passport strategy that a host makes the global default', () => {
  let database: TestDatabase;
  let host: INestApplication;
  beforeAll(async () => {
    database = await createTestDatabase();
    const accounts = AccountsModule.forRoot(leastOptions({ url: database.url }));
    host = await startHost([GlobalPassportModule, accounts], [GuardedController]);
  });
  afterAll(async () => {
    // Test files share one Passport instance.
    passport.unuse('open');
    await host.close();
    await database.drop();
  });

  it.each(['/api/accounts/me', '/guarded'])(
    'does not authenticate requests to %s',
    async (path) => {
      const get = () => request(host.getHttpServer() as never).get(path);
      expect((await get().set('Authorization', 'Bearer anything')).status).toBe(401);
      expect((await get()).status).toBe(401);
      const { account, token } = await newGuest(host, `${path.length}@example.com`);
      const { status, text } = await get().set('Authorization', `Bearer ${token}`);
      expect([status, text.includes(account.id)]).toEqual([200, true]);
    },
  );
});
