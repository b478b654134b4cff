import { createHash, randomBytes } from 'node:crypto';

const callback = 'https://app.example/callback';

/**
 * What an application gets through OAuth when the person of the example lets it read: signs in and
 * consents on the pages below `prefix`, as a browser would.
 */
export async function readOnlyToken(example, prefix, { email, password }) {
  const { body: created } = await example.ask(`${prefix}/applications`, {
    token: example.token,
    body: { name: 'Reader', redirect_uris: [callback] },
  });
  const { client_id, client_secret } = created.application;
  const verifier = randomBytes(32).toString('base64url');
  const authorize = `${prefix}/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: callback,
    scope: 'account:read',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })}`;

  const browser = new Browser(example.url);
  await browser.open(`${prefix}/console/sign-in`);
  await browser.submit(`${prefix}/console/sign-in`, { email, password });
  await browser.open(authorize);
  const location = await browser.submit(`${prefix}/oauth/authorize`, { decision: 'allow' });

  const answer = await fetch(`${example.url}${prefix}/oauth/token`, {
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

/** Keeps cookies, and sends forms as they stand on the page. */
class Browser {
  #cookies = new Map();
  #page = '';

  constructor(url) {
    this.url = url;
  }

  open(path) {
    return this.#send(path, {});
  }

  /** Sends the form that is posted to this path, filled in. Returns where that leads. */
  submit(path, fields) {
    const [, form] = this.#page.split(`action="${path}"`);
    const hidden = form.split('</form')[0].match(/<input [^>]*type="hidden"[^>]*>/g);
    const value = (tag, name) =>
      new RegExp(` ${name}="([^"]*)"`).exec(tag)[1].replaceAll('&amp;', '&');
    const body = new URLSearchParams(
      hidden.map((tag) => [value(tag, 'name'), value(tag, 'value')]),
    );
    for (const [name, text] of Object.entries(fields)) body.set(name, text);
    return this.#send(path, { method: 'POST', body });
  }

  async #send(path, init) {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const headers = { cookie };
    const answer = await fetch(this.url + path, { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, text] = /^([^=]+)=([^;]*)/.exec(line);
      this.#cookies.set(name, text);
    }
    this.#page = await answer.text();
    return answer.headers.get('location');
  }
}
