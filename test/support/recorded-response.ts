import { HttpAdapterHost } from '@nestjs/core';

/** An answer that nobody waits for: what was said of it, and with what it ended. */
export class Answer {
  readonly headers: Record<string, string> = {};
  status?: number;
  body?: unknown;
  isSent = false;
}

/** Writes on an {@link Answer} as the adapters of Nest write on those of Express and Fastify. */
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
