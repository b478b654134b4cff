import { PageClient } from './page-client.js';

/** A response to a {@link SessionClient}. */
export interface SessionAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined without a body. */
  readonly body: any;
}

/** A browser on a page of the host. It keeps cookies, and shares them with the pages of the console. */
export class SessionClient extends PageClient {
  /**
   * @param url the base of all URLs of the service
   * @param origin the origin of the page
   */
  constructor(
    url: string,
    private readonly origin: string,
    headers: Record<string, string> = {},
  ) {
    super(url, headers);
  }

  /** Sends JSON as a script of the page does. An empty header is omitted. */
  async call(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<SessionAnswer> {
    const sent = {
      origin: this.origin,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    };
    const answer = await this.send(path, {
      method,
      headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value)),
      ...(body && { body: JSON.stringify(body) }),
    });
    const { status, html } = answer;
    return { status, headers: answer.headers, body: html ? JSON.parse(html) : undefined };
  }

  signInWith(email: string, password: string, headers?: Record<string, string>) {
    return this.call('POST', '/api/session', { email, password }, headers);
  }

  readSession(headers?: Record<string, string>) {
    return this.call('GET', '/api/session', undefined, headers);
  }
}
