import { newIdentifier } from '../../src/database/identifier.js';
import { newClient, post } from '../support/clients/oauth.js';
import { PageClient } from '../support/clients/page-client.js';
import { newPerson } from '../support/clients/person.js';
import { describeService, newEmail, someForms } from '../support/hosts/service.js';

/** The maximum ratio of median times. Over a network, smaller differences are not measurable. */
const farthest = 1.25;

/**
 * Compares the median times of two kinds of attempts, made in turns so that other load affects both. A
 * real difference shows every time; other load does not slow down the same kind three times.
 */
async function inTurns(tries: number, ways: readonly (() => Promise<unknown>)[]) {
  let least = await inTurnsOnce(tries, ways);
  for (let i = 0; i < 2 && least.apart >= farthest; i++) {
    const again = await inTurnsOnce(tries, ways);
    if (again.apart < least.apart) least = again;
  }
  return least;
}

async function inTurnsOnce(tries: number, ways: readonly (() => Promise<unknown>)[]) {
  const times = ways.map((): number[] => []);
  for (let i = 0; i < tries * ways.length; i++) {
    const way = i % ways.length;
    const began = performance.now();
    await ways[way]!();
    times[way]!.push(performance.now() - began);
  }
  const medians = times.map((each) => each.sort((a, b) => a - b)[each.length >> 1]!);
  return { medians, apart: Math.max(...medians) / Math.min(...medians) };
}

describeService(
  'An attacker',
  (service) => {
    it('cannot use sign-ins to discover emails that have an account', async () => {
      const { account } = await service().newCaller();
      const browser = new PageClient(service().url);
      await browser.open('/console/sign-in');
      const tryWith = (email: string) =>
        browser.submit('/console/sign-in', { email, password: 'x' });
      const answers = await Promise.all([tryWith(account.email), tryWith('nobody@example.com')]);
      const said = answers.map(({ status, headers, html }) => ({
        status,
        headers: [...headers.keys()],
        html: html.replace(account.email, 'nobody@example.com'),
      }));
      expect(withoutChance(said[0]!.html)).toBe(withoutChance(said[1]!.html));
      expect({ ...said[0], html: '' }).toEqual({ ...said[1], html: '' });

      const { medians, apart } = await inTurns(100, [
        () => tryWith(account.email),
        () => tryWith(newEmail()),
      ]);
      expect(apart).toBeLessThan(farthest);
      console.info(`Signing in with a known and an unknown email, in ms: ${show(medians)}`);
    });

    it('cannot learn from a token request which clients exist', async () => {
      const client = await newClient(service(), await newPerson(service()));
      const tryWith = (id: string) =>
        post(
          service(),
          'token',
          { id, secret: 'x'.repeat(64) },
          { grant_type: 'authorization_code' },
        );
      const answers = await Promise.all([tryWith(client.id), tryWith(newIdentifier())]);
      expect(answers[0]!.status).toBe(401);
      expect(answers[0]!.body).toEqual(answers[1]!.body);
      expect(Object.keys(answers[0]!.headers)).toEqual(Object.keys(answers[1]!.headers));

      const { medians, apart } = await inTurns(300, [
        () => tryWith(client.id),
        () => tryWith(newIdentifier()),
      ]);
      expect(apart).toBeLessThan(farthest);
      console.info(`A token for a known and an unknown client, in ms: ${show(medians)}`);
    });
  },
  {},
  someForms,
);

/** A page without the values that differ each time. */
function withoutChance(html: string): string {
  return html.replace(/name="(?:csrf_token|form_id)" value="[^"]+"/g, '');
}

function show(medians: readonly number[]): string {
  return medians.map((each) => each.toFixed(1)).join(' and ');
}
