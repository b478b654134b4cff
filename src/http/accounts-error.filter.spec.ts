import {
  BadGatewayException,
  ForbiddenException,
  HttpException,
  ImATeapotException,
  InternalServerErrorException,
  Logger,
  NotFoundException,
  PayloadTooLargeException,
  ServiceUnavailableException,
  UnauthorizedException,
  UnprocessableEntityException,
  UnsupportedMediaTypeException,
  type LoggerService,
} from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/internal';
import { answeringHost, Answer } from '../../test/support/recorded-response.js';
import {
  AuthenticationRequiredError,
  InsufficientScopeError,
  InvalidTokenError,
  MalformedJsonError,
  MethodNotAllowedError,
  OverloadedError,
  RateLimitedError,
  TokenConflictError,
  TokenExpiredError,
} from '../errors/error-registry.js';
import { TranslatableError } from '../errors/translatable.error.js';
import { OutageReports } from '../database/outage-reports.js';
import { Languages } from '../language/languages.js';
import { ResponseHeaders } from './headers/response-headers.js';
import { ApiVersions } from './versions/api-versions.js';
import { AccountsErrorFilter } from './accounts-error.filter.js';
import { ValidationFailedError } from '../errors/validation-failed.error.js';

const adapters = answeringHost();
const filter = new AccountsErrorFilter(adapters, {
  headers: new ResponseHeaders(adapters, new ApiVersions(), new Languages()),
  outages: new OutageReports(),
});

const logger = Reflect.get(Logger, 'staticInstanceRef') as LoggerService;
let log: [level: string, error: unknown, sentence: unknown][];
beforeEach(() => {
  log = [];
  const level = (name: string) => (error: unknown, sentence: unknown) =>
    void log.push([name, error, sentence]);
  const [warn, error] = [level('warn'), level('error')];
  Logger.overrideLogger({ log: level('log'), warn, error } as LoggerService);
});
afterAll(() => Logger.overrideLogger(logger));

function answerTo(error: unknown, headers: Record<string, string> = {}): Answer {
  const answer = new Answer();
  const request = { headers: { 'x-request-id': 'req-1', ...headers } };
  filter.catch(error, new ExecutionContextHost([request, answer]));
  return answer;
}
const briefly = (error: unknown) => {
  const { status, body } = answerTo(error);
  return [status, (body as { error?: string }).error];
};

class OauthError extends TranslatableError {}

describe('the response to an error of the module', () => {
  it('with status 400 is a form with a top-level error', () => {
    const { status, body, headers } = answerTo(new MalformedJsonError());
    expect([status, body]).toEqual([
      400,
      {
        form: {
          errors: ['The request body is not valid JSON.'],
          codes: ['malformed_json'],
          children: {},
        },
      },
    ]);
    expect(headers).toMatchObject({ 'Cache-Control': 'no-store', 'X-Request-Id': 'req-1' });
    expect(headers['WWW-Authenticate']).toBeUndefined();
  });

  it('lists the violations of each field in a form', () => {
    const { status, body, headers } = answerTo(ValidationFailedError.about({ name: 'blank' }));
    expect([status, body]).toEqual([
      400,
      {
        form: {
          children: { name: { errors: ['This value must not be blank.'], codes: ['blank'] } },
        },
      },
    ]);
    expect(headers['Cache-Control']).toBe('no-store');
  });

  it('with status 503 has the code and description of the error', () => {
    const { status, body, headers } = answerTo(new OverloadedError());
    expect([status, body]).toEqual([
      503,
      {
        error: 'overloaded',
        error_description: new Languages().get('en')!.say('overloaded'),
      },
    ]);
    expect(headers).toMatchObject({ 'Cache-Control': 'no-store', 'Retry-After': '1' });
  });

  it('is in the requested language', () => {
    const german = new Languages().get('de')!;
    const headers = { 'accept-language': 'de' };
    expect(answerTo(new OverloadedError(), headers)).toMatchObject({
      body: { error_description: german.say('overloaded') },
      headers: { 'Content-Language': 'de' },
    });
    expect(answerTo(ValidationFailedError.about({ name: 'blank' }), headers).body).toEqual({
      form: { children: { name: { errors: [german.say('blank')], codes: ['blank'] } } },
    });
    expect(answerTo(new MalformedJsonError(), headers).body).toMatchObject({
      form: { errors: [german.say('malformed_json')] },
    });
  });

  it('has the time to wait and the rate limit headers when a limit is exceeded', () => {
    const { status, body, headers } = answerTo(
      new RateLimitedError({
        policy: { name: 'sign-in', limit: 5, windowMs: 60_000 },
        accepted: false,
        remaining: 0,
        resetAt: Date.now() + 29_500,
      }),
    );
    expect(status).toBe(429);
    expect(body).toMatchObject({ error_description: expect.stringContaining('30 seconds') });
    expect(headers).toMatchObject({
      'Retry-After': '30',
      'RateLimit-Policy': '"sign-in";q=5;w=60',
    });
  });

  it('lists the allowed methods with status 405', () => {
    const { status, headers } = answerTo(new MethodNotAllowedError(['GET', 'PUT']));
    expect([status, headers.Allow]).toEqual([405, 'GET, PUT']);
    expect(answerTo(new OverloadedError()).headers).not.toHaveProperty('Allow');
  });

  it('is not sent if a response has already begun', () => {
    const answer = new Answer();
    answer.isSent = true;
    filter.catch(new OverloadedError(), new ExecutionContextHost([{ headers: {} }, answer]));
    expect(answer.status).toBeUndefined();
  });

  it('is sent without logging the error', () => {
    answerTo(new OverloadedError());
    answerTo(new NotFoundException());
    expect(log).toEqual([]);
  });
});

describe('the challenge of a response (RFC 6750 section 3)', () => {
  const challengeTo = (error: unknown) => answerTo(error).headers['WWW-Authenticate'];
  const english = new Languages().get('en')!;
  const saying = (code: string, sentence: Parameters<typeof english.say>[0]) =>
    `Bearer realm="accounts", error="${code}", error_description="${english.say(sentence)}"`;

  it('sends a bare challenge without a token', () => {
    expect(challengeTo(new AuthenticationRequiredError())).toBe('Bearer realm="accounts"');
  });

  it('describes the token’s error in English for every client', () => {
    expect(challengeTo(new InvalidTokenError())).toBe(saying('invalid_token', 'invalid_token'));
    expect(challengeTo(new TokenExpiredError())).toBe(saying('invalid_token', 'token_expired'));
    expect(challengeTo(new TokenConflictError())).toBe(saying('invalid_request', 'token_conflict'));
    const german = answerTo(new InvalidTokenError(), { 'accept-language': 'de' });
    expect(german.headers['WWW-Authenticate']).toBe(saying('invalid_token', 'invalid_token'));
  });

  it('names the missing scope', () => {
    expect(challengeTo(new InsufficientScopeError('account:read'))).toBe(
      `${saying('insufficient_scope', 'insufficient_scope')}, scope="account:read"`,
    );
  });

  it('uses the Basic scheme for invalid_client (RFC 7617)', () => {
    const { status, headers } = answerTo(new OauthError('invalid_client'));
    expect([status, headers['WWW-Authenticate']]).toEqual([401, 'Basic realm="accounts"']);
  });

  it('is absent from other error responses', () => {
    for (const code of ['access_denied', 'not_found', 'malformed_json'] as const) {
      expect(challengeTo(new OauthError(code))).toBeUndefined();
    }
  });
});

describe('the response to an exception of Nest or the host', () => {
  it.each([
    [new UnauthorizedException(), 401, 'authentication_required'],
    [new ForbiddenException(), 403, 'access_denied'],
    [new NotFoundException(), 404, 'not_found'],
    [new PayloadTooLargeException(), 413, 'payload_too_large'],
    [new UnsupportedMediaTypeException(), 415, 'unsupported_media_type'],
    [new ServiceUnavailableException(), 503, 'unavailable'],
    [new InternalServerErrorException(), 500, 'internal_error'],
  ])('keeps the status and has an error code of the module: %s', (error, status, code) => {
    expect(briefly(error)).toEqual([status, code]);
  });

  it('is a form for status 400', () => {
    expect(answerTo(new HttpException('x', 400))).toMatchObject({
      status: 400,
      body: {
        form: {
          errors: ['The request could not be understood.'],
          codes: ['bad_request'],
          children: {},
        },
      },
    });
  });

  it.each([
    [new ImATeapotException(), 418, 'bad_request'],
    [new UnprocessableEntityException(), 422, 'bad_request'],
    [new HttpException('x', 499), 499, 'bad_request'],
    [new BadGatewayException(), 502, 'unavailable'],
  ])('keeps a status that no error of the module has: %s', (error, status, code) => {
    const { body, ...answer } = answerTo(error);
    const error_description = new Languages().get('en')!.say(code as 'bad_request');
    expect([answer.status, body]).toEqual([status, { error: code, error_description }]);
  });
});

describe('the response to a parser error', () => {
  const failure = (members: object) => Object.assign(new Error('inside'), members);

  it.each([
    [
      'an exposed error with statusCode',
      { expose: true, statusCode: 413 },
      413,
      'payload_too_large',
    ],
    ['an exposed error with status', { expose: true, status: 415 }, 415, 'unsupported_media_type'],
    [
      'a Fastify error',
      { code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 },
      413,
      'payload_too_large',
    ],
  ])('has the status of %s', (_, members, status, code) => {
    expect(briefly(failure(members))).toEqual([status, code]);
  });

  it.each([400, 402, 417, 499])('is 400 for an exposed error with status %d', (statusCode) => {
    expect(answerTo(failure({ expose: true, statusCode }))).toMatchObject({
      status: 400,
      body: {
        form: {
          errors: ['The request could not be understood.'],
          codes: ['bad_request'],
          children: {},
        },
      },
    });
  });

  it('is 400 if a URL cannot be parsed', () => {
    expect(answerTo(Object.assign(new URIError('x'), { status: 400 })).status).toBe(400);
  });

  it('logs no error when the client disconnects during a file', () => {
    expect(answerTo(failure({ code: 'ERR_STREAM_PREMATURE_CLOSE' })).status).toBe(400);
    expect(log).toEqual([]);
  });

  it.each([
    ['is marked as not exposed', { expose: false, statusCode: 404 }],
    ['is not marked as exposed', { status: 404 }],
    ['has an unknown code', { code: 'ENOENT', statusCode: 404 }],
    ['has a numeric code', { code: 404, statusCode: 404 }],
    ['has a status in text', { expose: true, statusCode: '404' }],
    ['has a status below 400', { expose: true, statusCode: 399 }],
    ['is exposed with status 500', { expose: true, statusCode: 500 }],
  ])('is 500 for an error that %s', (_, members) => {
    expect(briefly(failure(members))).toEqual([500, 'internal_error']);
  });
});

describe('the response to an unexpected error', () => {
  it('shows the request id and leaves the details to the log', () => {
    const error = new Error('the password is in here');
    const { status, body, headers } = answerTo(error);
    expect(status).toBe(500);
    expect(body).toMatchObject({
      error: 'internal_error',
      error_description: expect.stringContaining('req-1'),
    });
    expect(JSON.stringify([body, headers])).not.toContain('inside');
    expect(JSON.stringify([body, headers])).not.toContain('password');
    expect(log).toEqual([['error', error, 'Request req-1 failed']]);
  });

  it.each([undefined, null, 'text', 404, { expose: true, statusCode: 404 }])(
    'is 500 for a thrown value that is not an error: %j',
    (thrown) => {
      expect(briefly(thrown)).toEqual([500, 'internal_error']);
    },
  );

  it('is 503 if the database is unreachable, which is logged once', () => {
    const error = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    expect(briefly(error)).toEqual([503, 'unavailable']);
    expect(briefly(error)).toEqual([503, 'unavailable']);
    expect(log).toEqual([['warn', error, expect.stringContaining('The database does not answer')]]);
  });
});
