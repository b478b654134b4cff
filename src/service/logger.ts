import type { LoggerService } from '@nestjs/common';
import { writeSync } from 'node:fs';
import { pino, type Logger, type LoggerOptions } from 'pino';
import {
  createTimestamp,
  describeLine,
  findFormat,
  type LogFormatName,
  type LogMembers,
} from './log-formats.js';

/** The log of the service. Every line is redacted and written immediately. */
export interface ServiceLogger extends Logger {
  /**
   * For one line per request, whose parts are already redacted. Writes these lines in batches, after at most a quarter
   * of a second. A killed process loses the last batch.
   */
  readonly access: Logger;
}

/** The limits of a batch of request lines: its age, and its length in characters. */
const holding = { ms: 250, length: 16_384 };

/** Standard output. A process has only one. */
class HoldingOutput {
  // Without a minimum length, flush() would not wait until lines are written.
  private readonly output = pino.destination({ minLength: 1 });
  private held = '';
  private timer: NodeJS.Timeout | undefined;

  constructor() {
    process.once('exit', () => {
      if (!hasReader()) return;
      this.write('');
      this.output.flushSync();
    });
  }

  write(line: string): void {
    clearTimeout(this.timer);
    const lines = this.held + line;
    [this.held, this.timer] = ['', undefined];
    this.output.write(lines);
  }

  hold(line: string): void {
    this.held += line;
    if (this.held.length > holding.length) this.write('');
    else this.timer ??= setTimeout(() => this.write(''), holding.ms).unref();
  }

  flush(done: () => void): void {
    this.output.flush(done);
  }
}

/** Whether a process still reads standard output. Without a reader, `flushSync` would repeat its write forever. */
function hasReader(): boolean {
  try {
    writeSync(process.stdout.fd, '');
    return true;
  } catch {
    return false;
  }
}

let output: HoldingOutput | undefined;

/** The options of a logger that writes lines in a format. Their constant members are serialized once. */
export function formatOptions(name: LogFormatName, level: string): LoggerOptions {
  const format = findFormat(name);
  const { convert } = format;
  return {
    level,
    base: format.base,
    messageKey: format.message,
    timestamp: createTimestamp(format),
    formatters: {
      level: format.level,
      ...(convert && {
        log: (members) => ({ ...convert(withSerializedError(members) as LogMembers) }),
      }),
    },
  };
}

/** Serializes an error before its members are renamed. pino itself would do so afterwards. */
function withSerializedError(members: Record<string, unknown>): object {
  const { err } = members;
  return err instanceof Error ? { ...members, err: pino.stdSerializers.err(err) } : members;
}

export async function createLogger({
  logLevel,
  logFormat = 'json',
}: {
  readonly logLevel: string;
  readonly logFormat?: LogFormatName | undefined;
}): Promise<ServiceLogger> {
  const options = formatOptions(logFormat, logLevel);
  const arrange = logFormat === 'pretty' ? await arrangingLines() : (line: string) => line;
  const lines = (output ??= new HoldingOutput());
  const streamWrite = (line: string) => arrange(redact(line));
  const logger = pino({ ...options, hooks: { streamWrite } }, lines);
  const access = pino(options, { write: (line) => lines.hold(arrange(line)) });
  return Object.assign(logger, { access });
}

/** Returns a function that arranges a line of JSON for people, with an error's stack below it. */
async function arrangingLines(): Promise<(line: string) => string> {
  const { default: pretty } = await import('pino-pretty');
  return pretty.prettyFactory({
    include: 'level,time,err',
    messageFormat: (line) => describeLine(line),
  });
}

/** If {@link redact} can find more than a token in a line, the line contains one of these texts, ignoring case. */
const signs = [
  '@',
  '%40',
  '%25',
  '$argon2',
  'bearer',
  'basic',
  'access_token',
  'id_token_hint',
  '?to=',
  '&to=',
  'state=',
  'password',
  'secret',
  'authorization',
  'cookie',
];

/**
 * Text as long as an access token or a client secret. It matches only from the start of a run of letters and digits.
 */
const longRun = /(?<![0-9A-Za-z])[0-9A-Za-z]{64,}/g;

/**
 * The local part of an email and its `@`, percent-encoded any number of times. It matches only where a local part can
 * begin, because trying every character would take quadratic time on a long line.
 */
const localPart =
  /(?<![^\s"<>(),;:=&/\\@])[^\s"<>(),;:=&/\\@]+?(@|%(?:25)*40)(?=(?:(?!%(?:25)*40)[\p{L}\p{M}\p{N}%-])+\.)/gu;

/**
 * Replaces values that must never be in a log: access tokens, client secrets, the local part
 * of an email, and values of secret parameters.
 */
export function redact(line: string): string {
  const withoutRuns = line.replaceAll(longRun, '[redacted]');
  const text = withoutRuns.toLowerCase();
  // Few lines contain a sign, and testing costs a fraction of replacing.
  if (!signs.some((sign) => text.includes(sign))) return withoutRuns;
  return (
    withoutRuns
      .replaceAll(/\$argon2\w+\$[^\s"\\]+/g, '[redacted]')
      .replaceAll(/\b(Bearer|Basic) +[^\s"\\,]+/gi, '$1 [redacted]')
      .replaceAll(/:\/\/[^\s/"\\@]*@/g, '://[redacted]@')
      // A sealed address, and the value of an OAuth client.
      .replaceAll(/([?&](?:to|state)=)[^&\s"\\]+/g, '$1[redacted]')
      .replaceAll(
        // Brackets of a list, or of a surrounding object, may follow the name.
        /(access_token|id_token_hint|password|secret|authorization|cookie)([\w[\].%-]{0,40}?(?:=|%3D))[^&\s"\\]*/gi,
        '$1$2[redacted]',
      )
      .replaceAll(
        // The lookahead is not tried again, so that a long name takes linear time.
        /("(?:(?=[\w-]*(?:password|secret))[\w-]+|access_token|authorization|cookie)": *)"(?:[^"\\]|\\.)*"/gi,
        '$1"[redacted]"',
      )
      .replaceAll(localPart, '[redacted]$1')
  );
}

const startupContexts = new Set([
  'InstanceLoader',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
]);

/** Writes Nest's own messages to the same log. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  readonly log = (...line: unknown[]) => this.write('info', line);
  readonly error = (...line: unknown[]) => this.write('error', line);
  readonly warn = (...line: unknown[]) => this.write('warn', line);
  readonly debug = (...line: unknown[]) => this.write('debug', line);
  readonly verbose = (...line: unknown[]) => this.write('debug', line);
  readonly fatal = (...line: unknown[]) => this.write('fatal', line);

  /** Nest passes the context last, after the message and its parameters. */
  private write(level: 'info' | 'error' | 'warn' | 'debug' | 'fatal', line: unknown[]): void {
    const [message, ...rest] = line;
    const context = rest.pop();
    // Nest logs every route and module at each start, which is useful only for debugging.
    if (level === 'info' && startupContexts.has(String(context))) level = 'debug';
    const detail = rest.length > 0 ? { detail: rest.join(' ') } : {};
    if (message instanceof Error)
      this.logger[level]({ context, ...detail, err: message }, message.message);
    else if (typeof message === 'object') this.logger[level]({ context, ...message });
    else this.logger[level]({ context, ...detail }, String(message));
  }
}
