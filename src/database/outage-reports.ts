import { Injectable, Logger } from '@nestjs/common';
import { outageSentence, findUnavailability } from './connection/database-failure.js';

/** How long a reason is not repeated. Under load, every request of an outage fails. */
const silenceMs = 60_000;

const diskFull = '53100';

/** Tells the operator why the database does not serve requests, each reason once a minute. */
@Injectable()
export class OutageReports {
  fullDisks = 0;
  private readonly logger = new Logger('Database');
  private readonly reportedAt = new Map<string, number>();

  /**
   * Returns whether the error means that the database is unavailable.
   *
   * @param consequence a sentence about the failed work
   */
  report(error: unknown, consequence: string, now = performance.now()): boolean {
    const reason = findUnavailability(error);
    if (reason === undefined) return false;
    if (reason === diskFull) this.fullDisks++;
    const sentence = outageSentence(reason);
    if (this.isDue(sentence, now)) this.logger.warn(error, `${sentence} ${consequence}`);
    return true;
  }

  /** Also reports other errors, for work that is repeated every second. */
  reportRepeated(error: unknown, consequence: string, now = performance.now()): void {
    const { message = String(error) }: Partial<Error> = error ?? {};
    if (this.report(error, consequence, now) || !this.isDue(message, now)) return;
    this.logger.warn(`${consequence} ${message}`);
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
