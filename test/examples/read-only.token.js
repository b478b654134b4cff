import { createHash, randomBytes } from 'node:crypto';

const callback = 'https://app.example/callback';

/**
 * Obtains a read-only OAuth token for the example's demo user. Signs in and consents on the pages, like a browser.
 *
 * @param api the URL of the accounts API
 * @param pages the base URL of the pages and of OAuth
 */
export async function readOnlyToken({ token, demo }, api, pages) {
  const created = await fetch(`${api}/applications`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Reader', redirect_uris: [callback] }),
  });
  const { client_id, client_secret } = (await created.json()).application;
  const verifier = randomBytes(32).toString('base64url');
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: callback,
    scope: 'account:read',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });

  const browser = new Browser();
  await browser.open(`${pages}/console/sign-in`);
  await browser.submit(`${pages}/console/sign-in`, demo);
  await browser.open(`${pages}/oauth/authorize?${parameters}`);
  const location = await browser.submit(`${pages}/oauth/authorize`, { decision: 'allow' });

  const answer = await fetch(`${pages}/oauth/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: new URL(location).searchParams.get('code'),
      redirect_uri: callback,
      code_verifier: verifier,
    }),
  });
  return (await answer.json()).access_token;
}

/** Keeps cookies, and submits forms with their fields. */
class Browser {
  #cookies = new Map();
  #page = '';

  open(url) {
    return this.#send(url, {});
  }

  /** Fills in and submits the form with this action. Returns the redirect. */
  submit(url, fields) {
    const [, form] = this.#page.split(`action="${new URL(url).pathname}"`);
    const hidden = form.split('</form')[0].match(/<input [^>]*type="hidden"[^>]*>/g);
    const value = (tag, name) =>
      (new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '').replaceAll('&amp;', '&');
    const body = new URLSearchParams(
      hidden.map((tag) => [value(tag, 'name'), value(tag, 'value')]),
    );
    for (const [name, text] of Object.entries(fields)) body.set(name, text);
    return this.#send(url, { method: 'POST', body });
  }

  async #send(url, init) {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const headers = { cookie };
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, text] = /^([^=]+)=([^;]*)/.exec(line);
      this.#cookies.set(name, text);
    }
    this.#page = await answer.text();
    return answer.headers.get('location');
  }
}
