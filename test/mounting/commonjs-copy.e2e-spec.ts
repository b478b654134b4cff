import {
  Controller,
  Get,
  HttpException,
  type ExecutionContext,
  type INestApplication,
} from '@nestjs/common';
import { createRequire } from 'node:module';
import { AccountsModule } from '../../src/accounts.module.js';
import * as copy from '../../src/decorators/index.js';
import { CredentialsWrongError } from '../../src/errors/error-registry.js';
import { newGuest, leastOptions, startHost } from '../support/hosts/guest.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';

const file = new URL('dist/commonjs/decorators.cjs', import.meta.resolve('#package.json'));
const commonjs = createRequire(import.meta.url)(file.pathname) as typeof copy;

let handled: ExecutionContext[] = [];

@Controller('notes')
@commonjs.BearerAuth('account:read')
class NotesController {
  @Get()
  list(
    @commonjs.CurrentPrincipal() { account }: copy.Principal,
    @commonjs.CurrentRequester() { accountId }: copy.ByToken,
  ) {
    return { ids: [account.id, accountId] };
  }

  @Get('write')
  @commonjs.BearerAuth('account:write')
  write() {
    return {};
  }

  @Get('missing')
  missing() {
    throw new copy.AccountNotFoundError();
  }

  @Get('teapot')
  teapot() {
    throw new HttpException('I am a teapot', 418);
  }
}

describe('CommonJS decorators next to the ES module', () => {
  let database: TestDatabase;
  let app: INestApplication;
  beforeAll(async () => {
    database = await createTestDatabase();
    const accounts = AccountsModule.forRoot({
      ...leastOptions({ url: database.url }),
      rateLimits: { 'auth.failed': { limit: 1, windowMs: 60_000 } },
    });
    app = await startHost([accounts], [NotesController], 'express', (host) =>
      host.useGlobalGuards({ canActivate: (context) => !!handled.push(context) }),
    );
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });
  beforeEach(() => (handled = []));

  const get = async (path: string, token?: string) =>
    fetch((await app.getUrl()) + path, {
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });

  it('are different classes', () => {
    expect(commonjs.BearerAuthGuard).not.toBe(copy.BearerAuthGuard);
  });

  it('guard routes with the module’s tokens', async () => {
    const { account, token } = await newGuest(app);
    const response = await get('/notes', token);
    expect([response.status, await response.json()]).toEqual([
      200,
      { ids: [account.id, account.id] },
    ]);
    expect((await get('/notes/write', token)).status).toBe(200);
    expect((await get('/notes/missing', token)).status).toBe(404);
    expect((await get('/notes/teapot', token)).status).toBe(418);
  });

  it('refuse requests like the module does', async () => {
    const none = await get('/notes');
    expect([none.status, none.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="accounts"',
    ]);
    const wrong = await get('/notes', 'wrong');
    expect([wrong.status, (await wrong.json()).error]).toEqual([401, 'invalid_token']);
    const limited = await get('/notes', 'wrong');
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ]);
  });

  it('recognise the module’s routes', async () => {
    await get('/notes');
    await get('/api/accounts/me');
    expect(handled.map(commonjs.isAccountsRoute)).toEqual([false, true]);
  });

  it('recognise the module’s errors by their classes', () => {
    const wrong = new CredentialsWrongError();
    expect(wrong).toBeInstanceOf(commonjs.TranslatableError);
    expect(wrong).not.toBeInstanceOf(commonjs.AccountNotFoundError);
    expect(new copy.AccountNotFoundError()).toBeInstanceOf(commonjs.AccountNotFoundError);
    expect(new commonjs.AccountNotFoundError()).toBeInstanceOf(copy.AccountNotFoundError);
    expect(new copy.ValidationFailedError([])).toBeInstanceOf(commonjs.ValidationFailedError);
    class AccountNotFoundError extends Error {}
    expect(new AccountNotFoundError()).not.toBeInstanceOf(commonjs.AccountNotFoundError);
    for (const value of [undefined, null, 'text', {}]) {
      expect(value).not.toBeInstanceOf(commonjs.TranslatableError);
    }
  });
});
