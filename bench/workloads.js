import { randomUUID } from 'node:crypto';

/**
 * The workloads for a contender: a list of requests per connection, which autocannon repeats. The accounts are
 * distributed over the connections.
 */
export const workloads = {
  read: {
    title: 'GET /accounts/me',
    requests: (contender, people) => people.map((person) => contender.read(person)),
  },
  update: {
    title: 'PUT /accounts/{id}',
    // Alternates between two names that are new in each run, because an update without a change is skipped.
    requests(contender, people) {
      const run = randomUUID().slice(0, 8);
      return ['a', 'b'].flatMap((turn) =>
        people.map((person) => contender.update(person, `Ada Lovelace ${run}${turn}`)),
      );
    },
  },
  create: {
    title: 'POST /accounts',
    // One client per connection, because a program that creates accounts uses one token.
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
