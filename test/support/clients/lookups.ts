import { setTimeout as delay } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import { PrincipalsRepository } from '../../../src/principals/principals.repository.js';
import { ChangeLog } from '../../../src/database/change-log.js';
import { getStatus } from './oauth.js';
import type { Caller, TestService } from '../hosts/service.js';

/** A change must be visible on other nodes within this many milliseconds of its response. */
export const promiseMs = 250;

/** Counts a node's token lookups in the database, and can delay them. */
export class Lookups {
  count = 0;
  /** The number of lookups that the database has completed. */
  found = 0;
  /** Lookups return their result only after this promise resolves. */
  gate: Promise<unknown> = Promise.resolve();

  constructor(private readonly node: TestService) {
    const repository = node.app.get(PrincipalsRepository, { strict: false });
    const find = repository.find.bind(repository);
    repository.find = async (tokenId) => {
      this.count++;
      const found = await find(tokenId);
      this.found++;
      await this.gate;
      return found;
    };
  }

  /** Whether the node handles a request with this token without a lookup. */
  async areSparedFor(token: string): Promise<boolean> {
    const { count } = this;
    await getStatus(this.node, token);
    return this.count === count;
  }

  /** Repeats requests, with pauses, until the node has cached the token. */
  async warm(token: string, pauseMs = 20): Promise<void> {
    for (const end = Date.now() + 15_000; !(await this.areSparedFor(token)); await delay(pauseMs)) {
      if (Date.now() > end) throw new Error('The token is not remembered.');
    }
  }
}

/** Waits until a node trusts its cache. */
export async function untilCurrent(app: INestApplication): Promise<void> {
  const changes = app.get(ChangeLog, { strict: false });
  for (const end = Date.now() + 15_000; !changes.isCurrent(); await delay(5)) {
    if (Date.now() > end) throw new Error('The node reads nothing.');
  }
}

interface Answer {
  status: number;
  body: any;
  headers: any;
}

/**
 * Sends requests to a node until it shows a change that has just been made. Requests later than {@link promiseMs} must
 * show the change. Returns the milliseconds until the change was visible.
 */
export function timeUntilSeen(
  node: TestService,
  token: string,
  isNew: (answer: Answer) => boolean,
): Promise<number> {
  return timeUntilNew(() => node.as({ token } as Caller, 'get', '/accounts/me'), isNew);
}

/** Like {@link timeUntilSeen}, for any request. */
export async function timeUntilNew<T>(
  ask: () => PromiseLike<T>,
  isNew: (answer: T) => boolean,
): Promise<number> {
  const answered = performance.now();
  const passed = () => performance.now() - answered;
  for (;;) {
    const asked = passed();
    const answer = await ask();
    if (isNew(answer)) {
      const seen = passed();
      if (!isNew(await ask())) throw new Error('The new answer has disappeared again.');
      return seen;
    }
    if (asked >= promiseMs) {
      throw new Error(`The answer after ${Math.round(asked)} ms is still the old one.`);
    }
  }
}
