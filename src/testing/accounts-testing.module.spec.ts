import { Controller, Get, Query, ValidationPipe, type INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { Allow, IsOptional, IsString } from 'class-validator';
import request from 'supertest';
import { CurrentPrincipal, type AnyPrincipal, type Principal } from '../principals/principal.js';
import type { SessionPrincipal } from '../principals/session-principal.js';
import { BearerAuth } from '../http/bearer-auth.decorator.js';
import { OptionalAuth, SessionAuth } from '../http/session-auth.decorator.js';
import { AccountsTestingModule, testSession } from './accounts-testing.module.js';

class NotesQuery {
  @IsOptional()
  @IsString()
  search?: string;

  @Allow()
  access_token?: string;
}

class StrictQuery {
  @IsOptional()
  @IsString()
  search?: string;
}

@Controller('notes')
@BearerAuth('account:read')
class NotesController {
  @Get()
  list(@CurrentPrincipal() principal: Principal, @Query() _query: NotesQuery) {
    return principal;
  }

  @Get('strict')
  listStrictly(@Query() _query: StrictQuery) {
    return [];
  }
}

@Controller('orders')
class OrdersController {
  @Get()
  @SessionAuth()
  list(@CurrentPrincipal() principal: SessionPrincipal) {
    return principal;
  }

  @Get('optional')
  @OptionalAuth()
  listOptionally(@CurrentPrincipal() principal?: AnyPrincipal) {
    return { kind: principal?.kind ?? 'nobody' };
  }
}

describe('a host controller tested without a database', () => {
  let app: INestApplication;
  beforeAll(async () => {
    const tokens = {
      ada: { account: { id: 'ada-1', name: 'Ada' } },
      writer: { kind: 'oauth', scope: ['account:write'] },
    } as const;
    const sessions = { grace: { account: { name: 'Grace' }, amr: ['pwd', 'otp', 'mfa'] } };
    const module = await Test.createTestingModule({
      imports: [AccountsTestingModule.forRoot({ tokens, sessions })],
      controllers: [NotesController, OrdersController],
    }).compile();
    app = module.createNestApplication();
    app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true }));
    await app.init();
  });
  afterAll(() => app.close());
  const get = (path: string) => request(app.getHttpServer() as never).get(path);

  it('receives the caller that the test configures', async () => {
    const { status, body } = await get('/notes').set('Authorization', 'Bearer ada');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      account: { id: 'ada-1', name: 'Ada', email: 'ada-1@example.com', languageCode: 'en' },
      application: { ownerId: 'ada-1', apiVersion: '1.21' },
      kind: 'application',
      scope: ['account:read', 'account:write'],
    });
  });

  it('receives the session that the test configures', async () => {
    const cookie = 'theme=dark; accounts-browser=grace';
    const { status, body } = await get('/orders').set('Cookie', cookie);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      kind: 'session',
      account: { name: 'Grace' },
      amr: ['pwd', 'otp', 'mfa'],
    });
    const unknown = await get('/orders').set('Cookie', 'accounts-browser=other');
    expect([unknown.status, unknown.body.error]).toEqual([401, 'session_required']);
    const kinds = [{ Cookie: cookie }, { Authorization: 'Bearer ada' }, { Cookie: 'theme=dark' }];
    const answers = await Promise.all(kinds.map((headers) => get('/orders/optional').set(headers)));
    expect(answers.map(({ body }) => body.kind)).toEqual(['session', 'application', 'nobody']);
  });

  it('can be called directly with a session, which rejects unknown members', () => {
    expect(testSession({ account: { id: 'ada-1' } })).toMatchObject({
      kind: 'session',
      account: { id: 'ada-1', email: 'ada-1@example.com' },
    });
    expect(() => testSession({ acount: {} } as object)).toThrow(/acount/);
  });

  it('responds with 401 without a valid token, and with 403 without the scope', async () => {
    const unknown = await get('/notes').set('Authorization', 'Bearer other');
    expect([unknown.status, unknown.body.error]).toEqual([401, 'invalid_token']);
    expect(unknown.headers['www-authenticate']).toContain('error="invalid_token"');
    const none = await get('/notes').set('Accept-Language', 'fr');
    expect([none.status, none.headers['content-language']]).toEqual([401, 'fr']);
    const writer = await get('/notes').set('Authorization', 'Bearer writer');
    expect([writer.status, writer.body.error]).toEqual([403, 'insufficient_scope']);
  });

  it('accepts a token in a strictly validated query only if the DTO declares it', async () => {
    expect((await get('/notes?search=x&access_token=ada')).status).toBe(200);
    const { status, body } = await get('/notes/strict?access_token=ada');
    expect([status, body.message]).toEqual([400, ['property access_token should not exist']]);
  });
});
