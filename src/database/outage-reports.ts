import { Injectable, Logger } from '@nestjs/common';
import { unavailabilityOf } from './connection/database-failure.js';

/** How long the same reason is not repeated: under load each request of an outage fails. */
const silenceMs = 60_000;

const noConnections =
  'PostgreSQL has no connections left: raise its max_connections, or run fewer nodes and other clients.';

/** Sentences for the operator, by SQLSTATE or the code of Prisma. */
const sentences: Readonly<Record<string, string>> = {
  '25006':
    'PostgreSQL is read-only, so nothing can be changed: it is a standby, or default_transaction_read_only is on.',
  '53100': 'PostgreSQL has no space left on its disk, so nothing can be changed: free or add some.',
  '53200': 'PostgreSQL has no memory left: give it more, or lower its work_mem or max_connections.',
  '53300': noConnections,
  '57P03': 'PostgreSQL accepts no connections yet: it is starting, stopping or recovering.',
  P2037: noConnections,
  TooManyConnections: noConnections,
};

/** Tells the operator why the database does not serve requests, each reason once a minute. */
@Injectable()
export class OutageReports {
  private readonly logger = new Logger('Database');
  private readonly reportedAt = new Map<string, number>();

  /**
   * @param now in milliseconds
   * @returns whether the error means that the database is unavailable
   */
  report(error: unknown, requestId: string, now = performance.now()): boolean {
    const reason = unavailabilityOf(error);
    if (reason === undefined) return false;
    const sentence = sentences[reason] ?? `The database does not answer (${reason}).`;
    if (this.isDue(sentence, now)) {
      this.logger.warn(error, `${sentence} Request ${requestId} failed, and others may follow.`);
    }
    return true;
  }

  private isDue(sentence: string, now: number): boolean {
    for (const [each, at] of this.reportedAt) {
      if (now - at >= silenceMs) this.reportedAt.delete(each);
    }
    if (this.reportedAt.has(sentence)) return false;
    this.reportedAt.set(sentence, now);
    return true;
  }
}
