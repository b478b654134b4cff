import { Injectable, Logger } from '@nestjs/common';
import { outageSentence, findUnavailability } from './connection/database-failure.js';

/** How long a reason is not repeated. Under load, every request of an outage fails. */
const silenceMs = 60_000;

/** The SQLSTATE of a full disk. */
const diskFull = '53100';

/** Tells the operator why the database does not serve requests, each reason once a minute. */
@Injectable()
export class OutageReports {
  /** Times the reason was a full disk. */
  fullDisks = 0;
  private readonly logger = new Logger('Database');
  private readonly reportedAt = new Map<string, number>();

  /**
   * Reports an outage of the database.
   *
   * @param consequence a sentence about the failed work
   * @param now in milliseconds
   * @returns whether the error means that the database is unavailable
   */
  report(error: unknown, consequence: string, now = performance.now()): boolean {
    const reason = findUnavailability(error);
    if (reason === undefined) return false;
    if (reason === diskFull) this.fullDisks++;
    const sentence = outageSentence(reason);
    if (this.isDue(sentence, now)) this.logger.warn(error, `${sentence} ${consequence}`);
    return true;
  }

  /** Does the same for work that is repeated every second, for any kind of error. */
  reportRepeated(error: Error, consequence: string, now = performance.now()): void {
    if (this.report(error, consequence, now) || !this.isDue(error.message, now)) return;
    this.logger.warn(`${consequence} ${error.message}`);
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
