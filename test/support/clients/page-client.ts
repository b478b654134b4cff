/** A response to a {@link PageClient}. */
export interface PageAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** The redirect target: a path on the service itself, or a full URL elsewhere. */
  readonly location: string | undefined;
}

/** A minimal browser that keeps cookies and submits forms as they are on the page. */
export class PageClient {
  readonly cookies = new Map<string, string>();
  private page = '';
  /** The prefix of all paths in pages and redirects if the module is mounted in a host. */
  readonly prefix: string;

  /** @param url the base of all URLs of the service */
  constructor(
    readonly url: string,
    private readonly headers: Record<string, string> = {},
  ) {
    this.prefix = new URL(url).pathname.replace(/\/$/, '');
  }

  /** Opens a page without following redirects. */
  open(path: string, headers: Record<string, string> = {}): Promise<PageAnswer> {
    return this.send(path, { headers });
  }

  /** Opens a page and follows redirects within the service. */
  async visit(path: string): Promise<PageAnswer> {
    let answer = await this.open(path);
    while (answer.location?.startsWith('/')) answer = await this.open(answer.location);
    return answer;
  }

  /** Submits the last page's form for this path, with these fields filled in. */
  submit(
    path: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<PageAnswer> {
    return this.post(path, { ...this.getHiddenFields(path), ...fields }, headers);
  }

  post(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<PageAnswer> {
    const body = new URLSearchParams(fields);
    return this.send(path, { method: 'POST', body, headers });
  }

  /** The CSRF token of the last page's forms. */
  get csrfToken(): string {
    return /name="csrf_token" value="([^"]+)"/.exec(this.page)?.[1] ?? '';
  }

  async signIn(email: string, password: string, returnTo = ''): Promise<PageAnswer> {
    const query = returnTo && `?${new URLSearchParams({ return_to: returnTo })}`;
    await this.open(`/console/sign-in${query}`);
    return this.submit('/console/sign-in', { email, password });
  }

  /** Returns the hidden fields of the last page's form for this path. */
  getHiddenFields(path: string): Record<string, string> {
    const action = `action="${this.prefix}${path}"`;
    const forms = this.page.split('<form').filter((form) => form.includes(action));
    if (forms.length === 0) throw new Error(`The page has no form that is posted to ${path}.`);
    return readHiddenFields(forms[0]!);
  }

  async send(path: string, init: RequestInit): Promise<PageAnswer> {
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await fetch(this.url + path, {
      ...init,
      redirect: 'manual',
      headers: { ...this.headers, ...(cookie && { cookie }), ...init.headers },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line))
        this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const html = await answer.text();
    if (html) this.page = html;
    const location = answer.headers.get('location') ?? undefined;
    return {
      status: answer.status,
      headers: answer.headers,
      html,
      location: location && this.withinService(location),
    };
  }

  private withinService(location: string): string {
    const { origin } = new URL(this.url);
    const full = location.startsWith('/') ? origin + location : location;
    const rest = full.slice(this.url.length);
    return full.startsWith(this.url) && /^(?:[/?]|$)/.test(rest) ? rest : full;
  }
}

/** Returns the hidden fields of the first form in this part of a page. */
export function readHiddenFields(html: string): Record<string, string> {
  const inputs = html.split('</form')[0]!.matchAll(/<input [^>]*type="hidden"[^>]*>/g);
  return Object.fromEntries(
    [...inputs].map(([input]) => [attribute(input, 'name'), attribute(input, 'value')]),
  );
}

export function attribute(tag: string, name: string): string {
  const [, value = ''] = new RegExp(` ${name}="([^"]*)"`).exec(tag) ?? [];
  return unescaped(value);
}

export function unescaped(html: string): string {
  const named: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#39': "'" };
  return html.replaceAll(/&(amp|quot|lt|gt|#39);/g, (_, entity: string) => named[entity]!);
}
