import { Injectable } from '@nestjs/common';
import { ExpiringTable } from '../../database/purge/expiring-rows.js';
import type { Bytes } from '../../database/records.js';

@Injectable()
export class EmailCodeAttemptsRepository extends ExpiringTable {
  readonly expiring = 'email_code_attempts';

  /** Counts an attempt at the code of a request. Returns false if the request has reached the maximum. */
  async count(request: Bytes, { max, keptMs }: { max: number; keptMs: number }): Promise<boolean> {
    const counted = await this.prisma.queryJson(
      `INSERT INTO ${await this.prisma.table('email_code_attempts')} AS counted (request, attempts, expires_at)
       VALUES (decode($1, 'hex'), 1, now() + $3::int * INTERVAL '1 millisecond')
       ON CONFLICT (request) DO UPDATE SET attempts = counted.attempts + 1
       WHERE counted.attempts < $2::int RETURNING '1' AS json`,
      [Buffer.from(request).toString('hex'), max, keptMs],
    );
    return counted.length > 0;
  }
}
