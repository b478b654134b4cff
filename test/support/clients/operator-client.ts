import { PageClient, readHiddenFields, type PageAnswer } from './page-client.js';

const base = '/operator/pages';

/** A browser on the operator pages, whose links, forms and redirects are relative URLs. */
export class OperatorClient {
  readonly browser: PageClient;
  /** The path and query of the current page. */
  at = `${base}/`;
  private html = '';

  /** @param url the base of all URLs, with the prefix of a host */
  constructor(url: string, headers: Record<string, string> = {}) {
    this.browser = new PageClient(url, headers);
  }

  /** Opens a page and follows redirects. */
  go(path: string): Promise<PageAnswer> {
    return this.follow(base + path, {});
  }

  /** Fills in the form of the current page that is sent to this path, and follows redirects. */
  send(path: string, fields: Record<string, string> = {}): Promise<PageAnswer> {
    return this.follow(base + path, { method: 'POST', body: this.fill(path, fields) });
  }

  /** Returns the parameters of the current page's form for this path. */
  fill(path: string, fields: Record<string, string> = {}): URLSearchParams {
    const actions = [...this.html.matchAll(/ action="([^"]*)"/g)].map(([, action]) => action!);
    const action = actions.find((each) => this.resolve(each) === base + path);
    if (action === undefined) throw new Error(`The page has no form that is sent to ${path}.`);
    const form = this.html.split('<form').find((each) => each.includes(`action="${action}"`))!;
    return new URLSearchParams({ ...readHiddenFields(form), ...fields });
  }

  async signIn(token: string): Promise<PageAnswer> {
    await this.go('/sign-in');
    return this.send('/sign-in', { token });
  }

  private async follow(path: string, init: RequestInit): Promise<PageAnswer> {
    let answer = await this.open(path, init);
    while (answer.status === 303) answer = await this.open(this.resolve(answer.location!), {});
    return answer;
  }

  private async open(path: string, init: RequestInit): Promise<PageAnswer> {
    this.at = path;
    const answer = await this.browser.send(path, init);
    this.html = answer.html;
    return answer;
  }

  /** Returns the path of a link on the current page, without the prefix of a host. */
  private resolve(link: string): string {
    const { pathname, search } = new URL(link, `http://page.invalid${this.at}`);
    return pathname + search;
  }
}
