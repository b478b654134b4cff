import { newClient, tokensFor } from '../support/clients/oauth.js';
import { newPerson } from '../support/clients/person.js';
import type { TestService } from '../support/hosts/service.js';
import { assertAccount, assertAnswers, assertSafe } from './response-rules.js';
import { fillIn, isMalformed, serialize, type Message, type Placeholders } from './message.js';
import type { RawAnswer } from './raw-response.js';
import { RawClient } from './raw-client.js';

/** An attacker with an account, an application and a session, which requests can refer to. */
export class Attacker {
  private readonly client: RawClient;

  private constructor(
    port: number,
    private readonly placeholders: Placeholders,
    /** Secrets that only token responses may contain. */
    readonly secrets: readonly string[],
  ) {
    this.client = new RawClient(port);
  }

  /**
   * @param service creates the accounts, on the same database
   * @param port the port of the service under test
   * @param stranger the id of another user's account
   */
  static async create(service: TestService, port: number, stranger: string): Promise<Attacker> {
    const person = await newPerson(service);
    const { account, applicationId, token, browser } = person;
    await browser.open('/console/security/authenticator');
    const { setup } = browser.getHiddenFields('/console/security/authenticator');
    const client = await newClient(service, person, { requirePkce: false });
    const spare = await newClient(service, person);
    const grant = await tokensFor(service, person, client);
    const [session] = await service.prisma.session.findMany({ where: { accountId: account.id } });
    const cookie = browser.cookies.get(service.cookie('browser'))!;
    const placeholders = {
      account: account.id,
      email: account.email,
      stranger,
      application: applicationId,
      token,
      spare: spare.id,
      client: client.id,
      secret: client.secret!,
      basic: Buffer.from(`${client.id}:${client.secret}`).toString('base64'),
      grant: grant.access_token,
      refresh: grant.refresh_token,
      browser: cookie,
      csrf: browser.csrfToken,
      setup: setup!,
      session: session!.id,
    };
    const secrets = [token, grant.access_token, grant.refresh_token, client.secret!];
    return new Attacker(port, new Map(Object.entries(placeholders)), secrets);
  }

  /** @throws Error if a response breaks a rule */
  async send(message: Message): Promise<RawAnswer[]> {
    if (isMalformed(message)) {
      const text = fillIn(message.text, this.placeholders);
      const answers = await this.client.send({ ...message, text });
      for (const answer of answers) judged(answer, () => assertSafe(answer));
      return answers;
    }
    const text = message.map((request) => serialize(request, this.placeholders)).join('');
    const methods = message.map(({ method }) => method);
    const answers = await this.client.request(text, methods);
    for (const [index, answer] of answers.entries()) {
      const request = message[index]!;
      const target = fillIn(request.target, this.placeholders);
      judged(answer, () => {
        assertAnswers({ ...request, target }, answer);
        if (!mayTell(target, answer)) this.assertDiscreet(answer);
      });
    }
    if (message.length === 1) await this.assertKept(message[0]!.method, answers[0]!);
    return answers;
  }

  close(): void {
    this.client.close();
  }

  private assertDiscreet({ headers, body }: RawAnswer): void {
    const text = body.toString('latin1') + [...headers.values()].join('\n');
    if (this.secrets.some((secret) => text.includes(secret))) throw new Error('it tells a secret');
  }

  /** Checks that a reply to a change matches the stored account. */
  private async assertKept(method: string, { status, headers, body }: RawAnswer): Promise<void> {
    if (method !== 'PUT' || status !== 200 || !headers.get('content-type')?.includes('json'))
      return;
    const changed = JSON.parse(body.toString());
    if (!changed.account) return;
    assertAccount(changed);
    const [read] = await this.client.request(
      `GET ${changed._links.self.href} HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
        fillIn('Authorization: Bearer {token}\r\n\r\n', this.placeholders),
      ['GET'],
    );
    // An earlier request may have revoked the token.
    if (read!.status === 401) return;
    if (read!.body.toString() !== body.toString()) {
      throw new Error(`it answered ${body}, and has ${read!.body}`);
    }
  }
}

/** Adds the response to the error message. */
function judged(answer: RawAnswer, judge: () => void): void {
  try {
    judge();
  } catch (error) {
    const { status, headers, body } = answer;
    const head = [status, ...[...headers].map((header) => header.join(': '))].join('\n');
    throw new Error(
      `${(error as Error).message}:\n${head}\n\n${body.toString().slice(0, 2_000)}\n`,
    );
  }
}

/** Returns whether the response may contain a token, because the request asked for one. */
function mayTell(target: string, { status }: RawAnswer): boolean {
  return status === 200 && /\/applications\/|\/oauth\/token/.test(target);
}
