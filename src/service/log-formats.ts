import { hostname } from 'node:os';
import { packageVersion } from '../package-version.js';
import { currentSpan } from '../tracing/tracing.js';
import { shown } from './cli/output.js';

/** The members of a line that some formats rename. All others are kept. */
export interface LogMembers {
  readonly context?: unknown;
  readonly err?: { readonly type: string; readonly message: string; readonly stack: string };
  /** The members of a request line. */
  readonly req?: {
    readonly id?: string | undefined;
    readonly method?: string | undefined;
    readonly url?: string | undefined;
    readonly remoteAddress?: string | undefined;
  };
  readonly res?: { readonly statusCode: number };
  /** In milliseconds. */
  readonly responseTime?: number;
  readonly [other: string]: unknown;
}

interface LogFormat {
  /** The member with the level. */
  readonly level: (level: string) => Readonly<Record<string, string>>;
  /** The names of the members that each line may have. */
  readonly time: string;
  readonly message: string;
  readonly traceId: string;
  readonly spanId: string;
  /** The members of each line. */
  readonly base: (about: { node: string; version: string }) => object;
  /** Default: the members keep their names */
  readonly convert?: (members: LogMembers) => object;
}

const json: LogFormat = {
  level: (level) => ({ level }),
  time: 'time',
  message: 'msg',
  traceId: 'trace_id',
  spanId: 'span_id',
  base: (about) => about,
};

/** The severities of Google Cloud Logging. */
const severities: Readonly<Record<string, string>> = {
  fatal: 'CRITICAL',
  error: 'ERROR',
  warn: 'WARNING',
  info: 'INFO',
  debug: 'DEBUG',
};

/** The formats of log lines. */
const formats = {
  json,
  /** https://www.elastic.co/docs/reference/ecs */
  ecs: {
    level: (level) => ({ 'log.level': level }),
    time: '@timestamp',
    message: 'message',
    traceId: 'trace.id',
    spanId: 'span.id',
    base: ({ node, version }) => ({
      'ecs.version': '8.11.0',
      'service.name': 'nest-accounts',
      'service.version': version,
      'host.hostname': node,
    }),
    convert: ({ context, err, req, res, responseTime = 0, ...others }) => ({
      'log.logger': context,
      ...(err && {
        'error.type': err.type,
        'error.message': err.message,
        'error.stack_trace': err.stack,
      }),
      ...(req && {
        'http.request.id': req.id,
        'http.request.method': req.method,
        'http.response.status_code': res?.statusCode,
        'url.original': req.url,
        'source.ip': req.remoteAddress,
        // In nanoseconds.
        'event.duration': responseTime * 1_000_000,
      }),
      // Members such as `event` and `source` would conflict with objects of ECS.
      accounts: others,
    }),
  },
  /** https://cloud.google.com/logging/docs/structured-logging */
  gcp: {
    level: (level) => ({ severity: severities[level]! }),
    time: 'time',
    message: 'message',
    traceId: 'logging.googleapis.com/trace',
    spanId: 'logging.googleapis.com/spanId',
    base: ({ node, version }) => ({
      node,
      serviceContext: { service: 'nest-accounts', version },
    }),
    convert: ({ err, req, res, responseTime = 0, ...others }) => ({
      ...others,
      ...(err && { stack_trace: err.stack }),
      ...(req && {
        requestId: req.id,
        httpRequest: {
          requestMethod: req.method,
          requestUrl: req.url,
          status: res?.statusCode,
          remoteIp: req.remoteAddress,
          latency: `${responseTime / 1_000}s`,
        },
      }),
    }),
  },
  /** For people: {@link describeLine} and pino-pretty arrange the line. */
  pretty: { ...json, base: () => ({}) },
} as const satisfies Record<string, LogFormat>;

export type LogFormatName = keyof typeof formats;

export const logFormats = Object.keys(formats) as [LogFormatName, ...LogFormatName[]];

/** Returns a format with the members of each line, which never change. */
export function findFormat(name: LogFormatName) {
  const format: LogFormat = formats[name];
  return { ...format, base: format.base({ node: hostname(), version: packageVersion() }) };
}

/** Formats a line that contains no error, without pino, which only the service requires. */
export function formatLine(
  name: LogFormatName,
  level: string,
  context: string,
  message: unknown,
): string {
  const format = findFormat(name);
  const isText = typeof message !== 'object';
  const members = { context, ...(isText ? {} : message) };
  return JSON.stringify({
    ...format.level(level),
    [format.time]: isoTime(),
    ...format.base,
    ...(format.convert?.(members) ?? members),
    ...(isText && { [format.message]: message }),
  });
}

/** Returns a function that formats the current time and span as members of a line, each after a comma. */
export function createTimestamp(format: Pick<LogFormat, 'time' | 'traceId' | 'spanId'>) {
  const beforeTime = `,"${format.time}":"`;
  const beforeTrace = `","${format.traceId}":"`;
  const beforeSpan = `","${format.spanId}":"`;
  return (): string => {
    const time = beforeTime + isoTime();
    const span = currentSpan();
    if (!span) return `${time}"`;
    return `${time}${beforeTrace}${span.traceId}${beforeSpan}${span.spanId}"`;
  };
}

/** The members of a line that pino-pretty arranges, or that matter only to programs. */
const omitted = new Set(['level', 'time', 'err', 'route']);

/** Describes a line in one sentence for people. Names the id and the outcome of a request only if it has failed. */
export function describeLine(line: LogMembers): string {
  const { context, event, result, msg, req, res, responseTime, ...others } = line;
  const isCompleted = req && msg === 'request completed';
  const sentences = [
    context,
    !isCompleted && msg,
    event && `${event} ${result}`,
    req && `${req.method} ${req.url} ${res?.statusCode} in ${responseTime} ms`,
  ];
  const members = Object.entries(isCompleted ? others : { ...others, id: req?.id })
    .filter(([name, value]) => value !== undefined && !omitted.has(name))
    .map(
      ([name, value]) => ` ${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`,
    );
  return shown(sentences.filter(Boolean).join(': ') + members.join(''));
}

let second = 0;
let formattedSecond = '';

/** Formats the current time, such as `2026-11-28T12:00:00.000Z`. Formats each second only once. */
function isoTime(): string {
  const now = Date.now();
  const ms = now % 1_000;
  if (now - ms !== second) {
    second = now - ms;
    formattedSecond = new Date(second).toISOString().slice(0, -4);
  }
  return `${formattedSecond}${String(ms).padStart(3, '0')}Z`;
}
