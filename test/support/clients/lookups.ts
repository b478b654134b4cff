import { setTimeout as delay } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import { PrincipalsRepository } from '../../../src/principals/principals.repository.js';
import { ChangeLog } from '../../../src/database/change-log.js';
import { statusOf } from './oauth.js';
import type { Caller, TestService } from '../hosts/service.js';

/** What other nodes have to see this many milliseconds after a change was answered. */
export const promiseMs = 250;

/** How often a node asks the database whose a token is, and what holds it up meanwhile. */
export class Lookups {
  count = 0;
  /** How many of them have been answered by the database. */
  found = 0;
  /** What was found is handed on only after this. */
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

  /** Whether a request with this token is answered without asking the database whose it is. */
  async areSparedFor(token: string): Promise<boolean> {
    const { count } = this;
    await statusOf(this.node, token);
    return this.count === count;
  }

  /** Asks until that is so, after a pause each time. */
  async warm(token: string, pauseMs = 20): Promise<void> {
    for (const end = Date.now() + 15_000; !(await this.areSparedFor(token)); await delay(pauseMs)) {
      if (Date.now() > end) throw new Error('The token is not remembered.');
    }
  }
}

/** Until a node relies on what it remembers. */
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
 * Asks a node until it shows a change, which has just been answered. Whatever is asked later than
 * that has to be answered as new. Returns how many milliseconds it took.
 */
export function timeUntilSeen(
  node: TestService,
  token: string,
  isNew: (answer: Answer) => boolean,
): Promise<number> {
  return timeUntilNew(() => node.as({ token } as Caller, 'get', '/accounts/me'), isNew);
}

/** The same, of whatever is asked. */
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
      if (!isNew(await ask())) throw new Error('What was seen is gone again.');
      return seen;
    }
    if (asked >= promiseMs) {
      throw new Error(`What was asked after ${Math.round(asked)} ms is answered as of old.`);
    }
  }
}
