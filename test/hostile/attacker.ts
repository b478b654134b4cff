import { newClient, tokensFor } from '../support/oauth.js';
import { newPerson } from '../support/person.js';
import type { TestService } from '../support/service.js';
import { assertAccount, assertAnswers, assertHarmless } from './answer.rules.js';
import { filledIn, isBroken, requestText, type Belongings, type Exchange } from './exchange.js';
import type { RawAnswer } from './raw.answer.js';
import { RawClient } from './raw.client.js';

/** Somebody with an account and everything that belongs to it, who says what nobody should. */
export class Visitor {
  private readonly client: RawClient;

  private constructor(
    port: number,
    readonly belongings: Belongings,
    /** What no answer may repeat, and no log. */
    readonly secrets: readonly string[],
  ) {
    this.client = new RawClient(port);
  }

  /**
   * @param service where accounts are made, on the same database
   * @param port of the service that is spoken to
   * @param stranger the id of somebody else's account
   */
  static async introduce(service: TestService, port: number, stranger: string): Promise<Visitor> {
    const person = await newPerson(service);
    const { account, applicationId, token, browser } = person;
    await browser.open('/console/account');
    const client = await newClient(service, person, { requirePkce: false });
    const spare = await newClient(service, person);
    const grant = await tokensFor(service, person, client);
    const [session] = await service.prisma.session.findMany({ where: { accountId: account.id } });
    const cookie = browser.cookies.get(service.cookie('browser'))!;
    const belongings = {
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
      session: session!.id,
    };
    const secrets = [token, grant.access_token, grant.refresh_token, client.secret!];
    return new Visitor(port, new Map(Object.entries(belongings)), secrets);
  }

  /** @throws Error where an answer is not what it must be */
  async say(exchange: Exchange): Promise<RawAnswer[]> {
    if (isBroken(exchange)) {
      const text = filledIn(exchange.text, this.belongings);
      const answers = await this.client.tell({ ...exchange, text });
      for (const answer of answers) judged(answer, () => assertHarmless(answer));
      return answers;
    }
    const text = exchange.map((request) => requestText(request, this.belongings)).join('');
    const methods = exchange.map(({ method }) => method);
    const answers = await this.client.ask(text, methods);
    for (const [index, answer] of answers.entries()) {
      const request = exchange[index]!;
      const target = filledIn(request.target, this.belongings);
      judged(answer, () => {
        assertAnswers({ ...request, target }, answer);
        if (!mayTell(target, answer)) this.assertDiscreet(answer);
      });
    }
    if (exchange.length === 1) await this.assertKept(exchange[0]!.method, answers[0]!);
    return answers;
  }

  leave(): void {
    this.client.close();
  }

  private assertDiscreet({ headers, body }: RawAnswer): void {
    const text = body.toString('latin1') + [...headers.values()].join('\n');
    if (this.secrets.some((secret) => text.includes(secret))) throw new Error('It tells a secret.');
  }

  /** What was answered to a change is what is there. */
  private async assertKept(method: string, { status, headers, body }: RawAnswer): Promise<void> {
    if (method !== 'PUT' || status !== 200 || !headers.get('content-type')?.includes('json')) return;
    const said = JSON.parse(body.toString());
    if (!said.account) return;
    assertAccount(said);
    const request = requestText(
      {
        method: 'GET',
        target: `/api/accounts/${said.account.id}`,
        version: '1.1',
        headers: [['Authorization', 'Bearer {token}']],
        body: undefined,
        isChunked: false,
      },
      this.belongings,
    );
    const [read] = await this.client.ask(request, ['GET']);
    // A request of before may have ended the token.
    if (read!.status === 401) return;
    if (read!.body.toString() !== body.toString()) {
      throw new Error(`It answered ${body}, and has ${read!.body}.`);
    }
  }
}

/** Says of which answer it is that something is not as it must be. */
function judged(answer: RawAnswer, judge: () => void): void {
  try {
    judge();
  } catch (error) {
    const { status, headers, body } = answer;
    const head = [status, ...[...headers].map((header) => header.join(': '))].join('\n');
    throw new Error(`${(error as Error).message}:\n${head}\n\n${body.toString().slice(0, 2_000)}\n`);
  }
}

/** Where a token is what was asked for. */
function mayTell(target: string, { status }: RawAnswer): boolean {
  return status === 200 && /\/applications\/|\/oauth\/token/.test(target);
}
