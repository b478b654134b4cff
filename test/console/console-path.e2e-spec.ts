import { createServer, request, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { asking, newClient, pkcePair } from '../support/clients/oauth.js';
import { attribute, PageClient } from '../support/clients/page-client.js';
import { newEmail, password, startService, type TestService } from '../support/hosts/service.js';

/** Serves the root of a service below /id. */
async function startPathProxy(target: () => string): Promise<Server> {
  const server = createServer((incoming, response) => {
    const { url = '', method, headers } = incoming;
    if (!/^\/id(?=[/?]|$)/.test(url)) return response.writeHead(404).end('not below the path');
    const path = url.slice('/id'.length);
    const passed = request(target() + (path.startsWith('/') ? path : `/${path}`), {
      method,
      headers,
    });
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describe.each(['express', 'fastify'] as const)(
  'Behind a proxy with a path prefix (%s)',
  (httpAdapter) => {
    let proxy: Server;
    let service: TestService;
    let url: string;
    beforeAll(async () => {
      proxy = await startPathProxy(() => service.url);
      url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/id`;
      service = await startService({ publicUrl: url, httpAdapter });
    });
    afterAll(async () => {
      proxy.closeAllConnections();
      proxy.close();
      await service.close();
    });

    /** The targets of a page’s links, forms and resources. */
    const getTargets = (html: string) =>
      (html.match(/<[^>]+ (?:href|src|action|formaction)="[^"]*"[^>]*>/g) ?? [])
        .flatMap((tag) =>
          ['href', 'src', 'action', 'formaction'].map((name) => attribute(tag, name)),
        )
        .filter((target) => target && !/^(?:#|otpauth:|https:\/\/(?!127))/.test(target));

    it('the root redirects to the console, whose links, forms and resources keep the prefix', async () => {
      const browser = new PageClient(url);
      const { html } = await browser.visit('/');
      expect(html).toContain('action="/id/console/sign-in"');
      await browser.open('/console/sign-up');
      const fields = { name: 'Ada', email: newEmail(), password, language_code: 'en' };
      let answer = await browser.submit('/console/sign-up', fields);
      const outside: string[] = [];
      const broken: string[] = [];
      const seen = new Set<string>();
      const waiting = [answer.location!];
      while (waiting.length > 0) {
        const path = waiting.pop()!;
        if (seen.has(path)) continue;
        seen.add(path);
        answer = await browser.open(path);
        if (answer.location) waiting.push(answer.location);
        else if (answer.status !== 200) broken.push(`${path}: ${answer.status}`);
        const isHtml = answer.headers.get('content-type')?.startsWith('text/html');
        for (const target of isHtml ? getTargets(answer.html) : []) {
          if (!target.startsWith('/id/')) outside.push(`${path}: ${target}`);
          else if (!/\?(?!v=)|sign-out|language$/.test(target))
            waiting.push(target.slice('/id'.length));
        }
      }
      // Some of them are only form targets.
      const pages = [...seen].filter((path) => !broken.some((each) => each.startsWith(`${path}:`)));
      expect(outside).toEqual([]);
      expect(broken.filter((each) => !/: (?:404|405)$/.test(each))).toEqual([]);
      expect(pages.length).toBeGreaterThan(15);
    });

    it('a client obtains a token through the OAuth metadata, redirects and cookies', async () => {
      const caller = await service.newCaller();
      const client = await newClient(service, caller);
      const pkce = pkcePair();
      const browser = new PageClient(url);
      let answer = await browser.visit(
        `/oauth/authorize?${new URLSearchParams(asking(client, pkce))}`,
      );
      expect(answer.html).toContain('action="/id/console/sign-in"');
      answer = await browser.submit('/console/sign-in', { email: caller.account.email, password });
      expect(answer.location).toMatch(/^\/oauth\/authorize\?/);
      await browser.open(answer.location!);
      answer = await browser.submit('/oauth/authorize', { decision: 'allow' });
      const { searchParams } = new URL(answer.location!);
      expect(searchParams.get('iss')).toBe(url);
      const metadata = await fetch(`${url}/.well-known/oauth-authorization-server`);
      const { issuer, token_endpoint } = (await metadata.json()) as Record<string, string>;
      expect([issuer, token_endpoint]).toEqual([url, `${url}/oauth/token`]);
      const issued = await fetch(token_endpoint!, {
        method: 'POST',
        headers: { Authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: searchParams.get('code')!,
          redirect_uri: client.redirectUri,
          code_verifier: pkce.verifier,
        }),
      });
      expect(issued.status).toBe(200);
    });

    it('Swagger UI and the OpenAPI document point below the prefix', async () => {
      const docs = await fetch(`${url}/docs/`);
      const html = await docs.text();
      expect(docs.status).toBe(200);
      for (const target of getTargets(html)) {
        const { status } = await fetch(new URL(target, docs.url));
        expect([target, status]).toEqual([target, 200]);
      }
      const text = await (await fetch(`${url}/docs-json`)).text();
      const { servers } = JSON.parse(text) as { servers: { url: string }[] };
      expect(servers[0]!.url).toBe('/id');
      expect(text).toContain('](/id/console)');
      expect(text).not.toMatch(/"(?:authorizationUrl|tokenUrl)":"\/oauth/);
    });
  },
);
