import { randomUUID } from 'node:crypto';

/**
 * What is asked of a contender: for each connection a list of requests, which autocannon goes through
 * again and again. The connections share the people out among them.
 */
export const workloads = {
  read: {
    title: 'GET /accounts/me',
    requests: (contender, people) => people.map((person) => contender.read(person)),
  },
  update: {
    title: 'PUT /accounts/{id}',
    // Two names in turn, new in every run: an update that changes nothing is not one.
    requests(contender, people) {
      const run = randomUUID().slice(0, 8);
      return ['a', 'b'].flatMap((turn) =>
        people.map((person) => contender.update(person, `Ada Lovelace ${run}${turn}`)),
      );
    },
  },
  create: {
    title: 'POST /accounts',
    // One client for each connection: a program that signs people up does so with one token.
    requests: (contender, [client]) => [
      {
        setupRequest: (request) => ({ ...request, ...contender.create(client, newEmail()) }),
      },
    ],
  },
};

export function newEmail() {
  return `${randomUUID()}@example.com`;
}
