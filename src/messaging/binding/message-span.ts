import { PATTERN_METADATA } from '@nestjs/microservices/constants.js';
import { beginSpan, isTracing, noSpan, type OpenSpan } from '../../tracing/tracing.js';
import type { MessageRequest } from './message-request.js';

export function readPattern(handler: object): string {
  const [pattern = ''] = Reflect.getMetadata(PATTERN_METADATA, handler) as [string?];
  return pattern;
}

/** Starts the span of a message, named after its pattern. */
export function beginMessageSpan({ headers }: MessageRequest, pattern: string): OpenSpan {
  if (!isTracing()) return noSpan;
  const attributes = { 'rpc.system.name': 'nestjs', 'rpc.method': pattern };
  return beginSpan(pattern, { kind: 'server', caller: headers, attributes });
}
