import {
  ask,
  asking,
  consent,
  newClient,
  pkcePair,
  readRedirect,
  type TestClient,
} from '../support/clients/oauth.js';
import { newPerson, type Person } from '../support/clients/person.js';
import { describeService } from '../support/hosts/service.js';

describeService('RFC 9207, the issuer in authorization responses', (service) => {
  let person: Person;
  let client: TestClient;
  beforeAll(async () => {
    person = await newPerson(service());
    client = await newClient(service(), person);
  });

  it('is in a response with an error (2)', async () => {
    for (const parameters of [
      { response_type: 'token' },
      { scope: 'x' },
      { code_challenge: undefined },
      { response_mode: 'fragment' },
      { response_type: undefined, state: undefined },
    ]) {
      const answer = readRedirect(
        await ask(person.browser, asking(client, pkcePair(), parameters)),
      );
      expect(answer.error).toBeDefined();
      expect(answer.iss).toBe(service().url);
    }
  });

  it('is in the response if the user refuses (2)', async () => {
    const { error, iss } = readRedirect(
      await consent(person.browser, asking(client, pkcePair()), 'deny'),
    );
    expect([error, iss]).toEqual(['access_denied', service().url]);
  });

  it('is in a response with a code, with and without an earlier consent (2)', async () => {
    for (let times = 0; times < 2; times++) {
      const { code, iss } = readRedirect(await consent(person.browser, asking(client, pkcePair())));
      expect([code !== undefined, iss]).toEqual([true, service().url]);
    }
  });

  it('appears only once, even if the request contains iss (2.4)', async () => {
    const parameters = asking(client, pkcePair(), { iss: 'https://evil.example' });
    const { location } = await consent(person.browser, parameters);
    expect(new URL(location!).searchParams.getAll('iss')).toEqual([service().url]);
  });
});
