import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { PageClient } from '../../support/clients/page-client.js';
import { freePort, startService, type RunningService } from './service.process.js';

export interface Client {
  readonly client_id: string;
  readonly client_secret: string;
  /** For the account of its owner. */
  readonly access_token: string;
}

/** A running service, its demo user in a browser, and the applications that the user signs in to. */
export class Applications {
  private constructor(
    readonly service: RunningService,
    readonly person: PageClient,
  ) {}

  static async start(settings?: NodeJS.ProcessEnv): Promise<Applications> {
    return Applications.signIn(await startService(settings));
  }

  /** Signs the user in, in a new browser. */
  static async signIn(service: RunningService): Promise<Applications> {
    const person = new PageClient(service.url);
    await person.signIn(service.email, service.password);
    return new Applications(service, person);
  }

  /** Opens a page of the service that signs the user out. Returns the URL that it redirects to. */
  async signOut(url: string): Promise<string | undefined> {
    const { location } = await this.person.open(url.replace(this.service.url, ''));
    const { status } = await this.person.open('/console/account');
    assert.equal(status, 303);
    return location;
  }

  /** @param fields further fields of the application */
  async register(redirectUri: string, fields: object = {}): Promise<Client> {
    const { url, token } = this.service;
    const response = await fetch(`${url}/api/applications`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Difference Engine',
        redirect_uris: [redirectUri],
        ...fields,
      }),
    });
    assert.equal(response.status, 200);
    return ((await response.json()) as { application: Client }).application;
  }

  /** Consents to the request of this URL in the user's browser. Returns the redirect. */
  async allowed(url: string | URL): Promise<URL> {
    let answer = await this.person.open(String(url).replace(this.service.url, ''));
    if (answer.status === 200)
      answer = await this.person.submit('/oauth/authorize', { decision: 'allow' });
    assert.equal(answer.status, 303);
    return new URL(answer.location!);
  }

  /**
   * Opens the sign-up page of this URL in a new browser, signs up, and consents to the request that follows. Returns the
   * redirect.
   */
  static async signUp(service: RunningService, url: string, email: string): Promise<URL> {
    const person = new PageClient(service.url);
    const [name, password, language_code] = ['Grace', 'nanoseconds 11.8', 'en'];
    await person.open(url.replace(service.url, ''));
    await person.submit('/console/sign-up', { name, email, password, language_code });
    const link = await service.readMailLink(email);
    await person.open(link.replace(service.url, ''));
    const { location } = await person.submit('/console/confirm-sign-up', { password });
    return new Applications(service, person).allowed(location!);
  }

  /** Opens a page of an application that requires sign-in, and signs in. Returns its HTML. */
  async signedIn(application: string, path: string, browser = new PageClient(application)) {
    const away = await browser.open(path);
    return this.back(browser, away.location!);
  }

  /** Consents to the request of this URL, and follows the redirects of the application. Returns its HTML. */
  async back(browser: PageClient, url: string): Promise<string> {
    const { origin, pathname, search } = await this.allowed(url);
    assert.equal(origin, browser.url);
    const { html, location } = await browser.open(pathname + search);
    return location === undefined ? html : (await browser.open(location)).html;
  }
}

/** Returns a free port with the origin of an application that listens there. */
export async function newOrigin(): Promise<{ port: number; origin: string }> {
  const port = await freePort();
  return { port, origin: `http://127.0.0.1:${port}` };
}

/** Starts a server of an application on a port. Returns a function that stops it. */
export async function listen(port: number, listener: RequestListener): Promise<() => void> {
  const server = createServer(listener).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return () => {
    server.closeAllConnections();
    server.close();
  };
}
