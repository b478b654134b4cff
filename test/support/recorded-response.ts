import { HttpAdapterHost } from '@nestjs/core';

/** A response without a client. It records its headers, status and body. */
export class Answer {
  readonly headers: Record<string, string> = {};
  status?: number;
  body?: unknown;
  isSent = false;
}

/** Returns a host whose adapter writes to an {@link Answer} like Nest's adapters for Express and Fastify. */
export function answeringHost(): HttpAdapterHost {
  const host = new HttpAdapterHost();
  host.httpAdapter = {
    setHeader: ({ headers }: Answer, name: string, value: string) => (headers[name] = value),
    getHeader: ({ headers }: Answer, name: string) => headers[name],
    status: (answer: Answer, status: number) => (answer.status = status),
    isHeadersSent: ({ isSent }: Answer) => isSent,
    reply: (answer: Answer, body: unknown, status: number) =>
      Object.assign(answer, { body, status }),
  } as never;
  return host;
}
