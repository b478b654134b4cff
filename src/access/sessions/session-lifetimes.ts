import type { Session } from '../../database/records.js';

const hour = 60 * 60_000;

/** How long sessions last. */
export class SessionLifetimes {
  private readonly idleMs: number;
  readonly maxMs: number;

  constructor(idleHours: number, maxDays: number) {
    this.idleMs = idleHours * hour;
    this.maxMs = maxDays * 24 * hour;
  }

  /** Returns when a session ends unless it is used again. */
  getExpiry({ createdAt, lastSeenAt }: Pick<Session, 'createdAt' | 'lastSeenAt'>): Date {
    const latest = this.getLatestExpiry({ createdAt });
    return new Date(Math.min(latest.getTime(), lastSeenAt.getTime() + this.idleMs));
  }

  /** Returns when a session ends even if it is in use. */
  getLatestExpiry({ createdAt }: Pick<Session, 'createdAt'>): Date {
    return new Date(createdAt.getTime() + this.maxMs);
  }
}
