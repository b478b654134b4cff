import {
  Body,
  Catch,
  Controller,
  Get,
  Injectable,
  Logger,
  Module,
  Param,
  ParseIntPipe,
  Post,
  UseGuards,
  ValidationPipe,
  VersioningType,
  type ArgumentsHost,
  type CallHandler,
  type CanActivate,
  type DynamicModule,
  type ExceptionFilter,
  type ExecutionContext,
  type INestApplication,
  type LoggerService,
  type NestInterceptor,
} from '@nestjs/common';
import {
  APP_FILTER,
  APP_GUARD,
  APP_INTERCEPTOR,
  APP_PIPE,
  BaseExceptionFilter,
  HttpAdapterHost,
  NestFactory,
} from '@nestjs/core';
import { AuthGuard, PassportModule, PassportStrategy } from '@nestjs/passport';
import {
  ApiBearerAuth,
  ApiProperty,
  ApiResponse,
  DocumentBuilder,
  SwaggerModule,
  type OpenAPIObject,
} from '@nestjs/swagger';
import { SkipThrottle, Throttle, ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { IsInt, IsString } from 'class-validator';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import passport from 'passport';
import { Strategy } from 'passport-http-bearer';
import { map } from 'rxjs';
import { AccountsModule } from '../../src/accounts.module.js';
import { consoleFeature } from '../../src/console/console.feature.js';
import { shareComponents } from '../../src/http/openapi/shared-components.js';
import { addAccountsSecurity } from '../../src/http/security.schemes.js';
import { adapters, leastOptions, newGuest, type AdapterName } from '../support/hosts/guest.js';
import { inlinedDocument } from '../support/inlined-document.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';

/** A host class that happens to share a name with a former class of the package. */
class ErrorDto {
  @ApiProperty()
  hostly!: string;
}

class ThingDto {
  @ApiProperty()
  @IsString()
  name!: string;

  @ApiProperty()
  @IsInt()
  count!: number;
}

const token = 'a token of the host';

@Injectable()
class OwnBearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  validate(given: string) {
    return given === token ? { id: 'the host’s own' } : false;
  }
}

@ApiResponse({ status: 400, type: ErrorDto })
@Controller({ path: 'things', version: '1' })
@SkipThrottle()
class ThingsController {
  @Get()
  list() {
    return [{ name: 'thing', count: 1 }];
  }

  @Get('text')
  text() {
    return 'plain text, with ümlauts';
  }

  @Get('broken')
  fail() {
    throw new Error('of the host');
  }

  @Get('guarded')
  @ApiBearerAuth('bearer')
  @UseGuards(AuthGuard('bearer'))
  guarded() {
    return { in: true };
  }

  @Get('busy')
  @SkipThrottle({ default: false })
  @Throttle({ default: { limit: 2, ttl: 60_000 } })
  busy() {
    return { busy: true };
  }

  @Get(':id')
  read(@Param('id', ParseIntPipe) id: number) {
    return { id };
  }

  @Post()
  create(@Body() thing: ThingDto) {
    return thing;
  }
}

@Injectable()
class OwnGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.switchToHttp().getRequest().headers['x-refused'] === undefined;
  }
}

@Injectable()
class OwnInterceptor implements NestInterceptor {
  constructor(private readonly adapterHost: HttpAdapterHost) {}

  intercept(context: ExecutionContext, next: CallHandler) {
    const response = context.switchToHttp().getResponse<unknown>();
    this.adapterHost.httpAdapter.setHeader(response, 'X-Host', 'intercepted');
    // Like hosts that wrap only their own responses.
    if (context.getClass() !== ThingsController) return next.handle();
    return next.handle().pipe(map((data: unknown) => ({ data })));
  }
}

@Catch()
class OwnFilter extends BaseExceptionFilter implements ExceptionFilter {
  private readonly logger = new Logger('OwnFilter');

  constructor(private readonly host: HttpAdapterHost) {
    super(host.httpAdapter);
  }

  override catch(error: Error, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<object>();
    this.logger.log(`filtered ${error.name}`);
    this.host.httpAdapter.setHeader(response, 'X-Host', 'filtered');
    super.catch(error, host);
  }
}

@Module({
  imports: [
    PassportModule.register({ defaultStrategy: 'bearer' }),
    ThrottlerModule.forRoot([{ limit: 1_000, ttl: 60_000 }]),
  ],
  controllers: [ThingsController],
  providers: [
    OwnBearerStrategy,
    { provide: APP_GUARD, useClass: ThrottlerGuard },
    { provide: APP_GUARD, useClass: OwnGuard },
    {
      provide: APP_PIPE,
      useValue: new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true }),
    },
    { provide: APP_INTERCEPTOR, useClass: OwnInterceptor },
    { provide: APP_FILTER, useClass: OwnFilter },
  ],
})
class HostModule {}

/** Records the log without Nest's lines about modules and routes. */
class RecordingLogger implements LoggerService {
  readonly lines: string[] = [];
  readonly log = (message: unknown, context?: unknown) => this.record('log', message, context);
  readonly error = (message: unknown, ...rest: unknown[]) =>
    this.record('error', message, rest.at(-1));
  readonly warn = (message: unknown, context?: unknown) => this.record('warn', message, context);

  private record(level: string, message: unknown, context: unknown) {
    const ofNest = [
      'NestFactory',
      'InstanceLoader',
      'RoutesResolver',
      'RouterExplorer',
      'NestApplication',
    ];
    if (!ofNest.includes(String(context))) this.lines.push(`${level} ${context}: ${message}`);
  }
}

interface RunningHost {
  readonly app: INestApplication;
  readonly logger: RecordingLogger;
  readonly document: OpenAPIObject;
}

/** @param modules mounted next to the host’s own */
async function startHost(name: AdapterName, modules: DynamicModule[]): Promise<RunningHost> {
  const logger = new RecordingLogger();
  const app = await NestFactory.create<INestApplication>(
    { module: HostModule, imports: modules },
    adapters[name](),
    { logger, abortOnError: false },
  );
  app.setGlobalPrefix('monolith');
  app.enableCors({ origin: 'https://front.example', credentials: true });
  app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' });
  app.enableShutdownHooks();
  const builder = new DocumentBuilder().addBearerAuth(
    { type: 'http', scheme: 'bearer', description: 'The host’s own.' },
    'bearer',
  );
  if (modules.length > 0) addAccountsSecurity(builder, app);
  const document = SwaggerModule.createDocument(app, builder.build());
  SwaggerModule.setup('docs', app, document);
  await app.listen(0, '127.0.0.1');
  return { app, logger, document };
}

const json = (body: string) =>
  `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** Requests of the host's clients by topic: the request line, headers and body. */
const requests: Record<string, string> = {
  'a route': 'GET /monolith/v1/things',
  'a route that returns text': 'GET /monolith/v1/things/text',
  'a HEAD of a route': 'HEAD /monolith/v1/things',
  'a parameter': 'GET /monolith/v1/things/7',
  'a parameter its pipe refuses': 'GET /monolith/v1/things/seven',
  'a body': `POST /monolith/v1/things\n${json('{"name":"thing","count":1}')}`,
  'a body its pipe refuses': `POST /monolith/v1/things\n${json('{"name":1,"more":true}')}`,
  'malformed JSON': `POST /monolith/v1/things\n${json('{"name":')}`,
  'an empty body': `POST /monolith/v1/things\n${json('')}`,
  'a body in another type': `POST /monolith/v1/things\n${json('<x/>').replace('json', 'xml')}`,
  'a form': `POST /monolith/v1/things\n${json('name=a&count=1').replace('json', 'x-www-form-urlencoded')}`,
  'a body that is too large': `POST /monolith/v1/things\n${json(`"${'x'.repeat(1_100_000)}"`)}`,
  'a request its guard refuses': 'GET /monolith/v1/things\nX-Refused: yes',
  'an error of the host': 'GET /monolith/v1/things/broken',
  'an unknown address': 'GET /monolith/v1/nothing',
  'an unknown address outside of its prefix': 'GET /nothing',
  'a path of the guest without the prefix': 'GET /console',
  'a path of the guest with a version': 'GET /monolith/v1/api/accounts/me',
  'an unknown version': 'GET /monolith/v2/things',
  'an unsupported method': 'DELETE /monolith/v1/things',
  'a broken escape': 'GET /monolith/v1/%zz',
  OPTIONS: 'OPTIONS /monolith/v1/things',
  'a preflight': [
    'OPTIONS /monolith/v1/things',
    'Origin: https://front.example',
    'Access-Control-Request-Method: POST',
    'Access-Control-Request-Headers: content-type',
  ].join('\n'),
  'a request from another origin': 'GET /monolith/v1/things\nOrigin: https://evil.example',
  'a conditional request': 'GET /monolith/v1/things\nIf-None-Match: *',
  'its own guarded route, without a token': 'GET /monolith/v1/things/guarded',
  'its own guarded route, with one': `GET /monolith/v1/things/guarded\nAuthorization: Bearer ${token}`,
  'its own guarded route, with one in the query': `GET /monolith/v1/things/guarded?access_token=${encodeURIComponent(token)}`,
  'its own guarded route, with another': `GET /monolith/v1/things/guarded\nAuthorization: Bearer x`,
  'its throttled route': 'GET /monolith/v1/things/busy',
  'its throttled route, again': 'GET /monolith/v1/things/busy',
  'its throttled route, beyond the limit': 'GET /monolith/v1/things/busy',
  'its Swagger UI': 'GET /docs',
};

/** The bytes of a response, without values that depend on the clock. */
async function answerTo(app: INestApplication, text: string): Promise<string> {
  const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
  const [line = '', ...rest] = text.split('\n');
  const headers = rest.join('\r\n').replaceAll('\r\r', '\r');
  const end = headers.includes('\r\n\r\n') ? headers : `${headers && `${headers}\r\n`}\r\n`;
  const sent = `${line} HTTP/1.1\r\nHost: host.example\r\nConnection: close\r\n${end}`;
  const socket = connect(port, '127.0.0.1', () => socket.write(sent));
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  // A body that is refused halfway may cause a reset after the response.
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return Buffer.concat(chunks)
    .toString('latin1')
    .replace(/^date: .*$/im, 'Date: now')
    .replaceAll(/^(retry-after|x-ratelimit-reset): (?:60|5\d)$/gim, '$1: a minute');
}

describe.each(Object.keys(adapters) as AdapterName[])('a guest in a host (%s)', (name) => {
  let database: TestDatabase;
  let alone: RunningHost;
  let hosting: RunningHost;
  /** The host’s responses without and with its guest. */
  const before: Record<string, string> = {};
  const after: Record<string, string> = {};
  let strategy: unknown;
  beforeAll(async () => {
    database = await createTestDatabase();
    alone = await startHost(name, []);
    for (const [about, text] of Object.entries(requests)) {
      before[about] = await answerTo(alone.app, text);
    }
    await alone.app.close();

    hosting = await startHost(name, [
      AccountsModule.forRoot({
        ...leastOptions({ url: database.url }),
        publicUrl: 'https://host.example',
        features: [consoleFeature],
      }),
    ]);
    strategy = registered().bearer;
    // Sends requests to the guest in between.
    const { token } = await newGuest(hosting.app);
    for (const path of ['/api/accounts/me', '/console/sign-in', '/console', '/oauth/token']) {
      const authorization = `Authorization: Bearer ${token}`;
      const answer = await answerTo(hosting.app, `GET /monolith${path}\n${authorization}`);
      guestStatuses.push(Number(answer.split(' ', 2)[1]));
    }
    hosting.logger.lines.length = 0;
    for (const [about, text] of Object.entries(requests)) {
      after[about] = await answerTo(hosting.app, text);
    }
  });
  afterAll(async () => {
    await hosting.app.close();
    await database.drop();
  });
  const guestStatuses: number[] = [];
  const registered = () => (passport as unknown as { _strategies: object })._strategies as any;

  it('serves its own routes', () => {
    expect(guestStatuses).toEqual([200, 200, 303, 404]);
  });

  it.each(Object.keys(requests))('leaves the host’s responses to %s unchanged', (about) => {
    expect(before[about]).toMatch(/^HTTP\/1\.1 \d/);
    expect(after[about]).toBe(before[about]);
  });

  it('would be noticed: the host’s globals affect the compared responses', () => {
    const statuses = Object.values(before).map((answer) => Number(answer.split(' ', 2)[1]));
    for (const status of [200, 201, 204, 400, 401, 403, 404, 413, 429, 500]) {
      expect(statuses).toContain(status);
    }
    expect(before['a route']).toMatch(/^x-host: intercepted\r$/im);
    expect(before['a body its pipe refuses']).toMatch(/^x-host: filtered\r$/im);
    expect(before['a preflight']).toMatch(/^access-control-allow-origin: https:\/\/front/im);
  });

  it('leaves the host’s logger and log unchanged', () => {
    expect(Reflect.get(Logger, 'staticInstanceRef')).toBe(hosting.logger);
    expect(hosting.logger.lines).toEqual(alone.logger.lines);
  });

  it('extends the host’s Vary header', async () => {
    const variesBy = (answer: string) => /^vary: (.*)\r$/im.exec(answer)?.[1];
    // Fastify's CORS sets none for a single origin.
    const own = variesBy(before['a route']!);
    expect(own).toBe(name === 'express' ? 'Origin' : undefined);
    const ours = { '/console/sign-in': 'Cookie', '/api/accounts/me': 'Accept-Version' };
    for (const [path, header] of Object.entries(ours)) {
      const answer = await answerTo(hosting.app, `GET /monolith${path}`);
      const names = variesBy(answer)!.split(', ');
      expect(names).toEqual(expect.arrayContaining([header, 'Accept-Language']));
      expect(names).toHaveLength(own ? 3 : 2);
    }
  });

  it('registers nothing with Passport', () => {
    expect(Object.keys(registered()).sort()).toEqual(['bearer', 'session']);
    expect(registered().bearer).toBe(strategy);
  });

  it('adds only components with its prefix to the host’s OpenAPI document', () => {
    const { paths, components = {}, ...rest } = hosting.document;
    const own = alone.document;
    const { paths: ownPaths, components: ownComponents = {}, ...ownRest } = own;
    expect(rest).toEqual(ownRest);
    expect(paths).toMatchObject(ownPaths);
    for (const path of Object.keys(paths)) {
      if (path in ownPaths) expect(paths[path]).toEqual(ownPaths[path]);
      else expect(path).toMatch(/^\/monolith\/(?:api|oauth|\.well-known)\//);
    }
    for (const kind of ['schemas', 'securitySchemes'] as const) {
      const [all, before] = [components[kind] ?? {}, ownComponents[kind] ?? {}];
      expect(Object.keys(before)).not.toEqual([]);
      for (const [key, value] of Object.entries(all)) {
        if (key in before) expect(value).toEqual(before[key]);
        else expect(key).toMatch(/^accounts[A-Z]|^Accounts/);
      }
      expect(Object.keys(all)).toEqual(expect.arrayContaining(Object.keys(before)));
    }
  });

  it('references only schemas in the OpenAPI document', () => {
    const references = JSON.stringify(hosting.document).matchAll(/"#\/components\/(\w+)/g);
    expect([...new Set([...references].map(([, kind]) => kind))]).toEqual(['schemas']);
  });

  it('lets the host deduplicate its OpenAPI document without changing its meaning', () => {
    const shared = shareComponents(hosting.document);
    expect(inlinedDocument(shared)).toEqual(inlinedDocument(hosting.document));
    expect(JSON.stringify(shared).length).toBeLessThan(JSON.stringify(hosting.document).length / 2);
  });
});

describe('a guest in a process', () => {
  it('leaves the process unchanged and lets it exit', async () => {
    const database = await createTestDatabase();
    const program = fileURLToPath(
      new URL('../support/processes/guest-process.js', import.meta.url),
    );
    const child = spawn(process.execPath, [program], {
      env: { PATH: process.env.PATH, DATABASE_URL: database.url },
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: 60_000,
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    await database.drop();
    expect(code).toBe(0);
    const { before, after, served } = JSON.parse(output);
    expect(served).toEqual([200, 200]);
    expect(after).toEqual(before);
  });
});
