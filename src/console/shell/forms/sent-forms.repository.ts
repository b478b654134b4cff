import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { TokenSeal } from '../../../access/sealing/token-seal.js';
import { PrismaService } from '../../../database/prisma.service.js';
import { ExpiringTable } from '../../../database/purge/expiring-rows.js';
import { UnavailableError } from '../../../errors/error-registry.js';
import type { FormParameters } from '../../../http/input/form-body.js';
import { requestSlot } from '../../../request/request-slot.js';
import type { Redirect, WrittenPage } from '../browser/page-response.js';

/** How long a response is stored by default. Browsers repeat a form within a short time. */
const usualMs = 10 * 60_000;

/** How long a form may be in progress before it counts as abandoned; longer than any request lasts. */
const handledMs = 15_000;

/** How long a repeated form waits for the first response, and how often it checks. */
const waitMs = 4_000;
const retryMs = 50;

export type FormResponse = Redirect | WrittenPage;

/** A form that is in progress or already has a response. */
export interface SentForm {
  readonly hash: Uint8Array<ArrayBuffer>;
  /** The browser token that the response is sealed for. */
  readonly token: string;
  /** The response to the same form, sent earlier. If present, nothing may be done again. */
  readonly response?: FormResponse | undefined;
}

export const sentFormSlot = requestSlot<SentForm>('sent form');

/**
 * Stores the forms of the last minutes with their responses. A browser drops the first response after a double click,
 * so the second request receives the same one and changes nothing.
 */
@Injectable()
export class SentFormsRepository extends ExpiringTable {
  readonly expiring = 'sent_forms';

  constructor(
    prisma: PrismaService,
    private readonly seal: TokenSeal,
  ) {
    super(prisma);
  }

  /**
   * Claims a form for processing. If its browser has already sent the same form, waits for that response instead.
   *
   * @param token the browser token
   * @throws UnavailableError if the response takes too long
   */
  async begin(token: string, path: string, form: FormParameters): Promise<SentForm> {
    const content = JSON.stringify([path, Object.entries(form)]);
    const hash = new Uint8Array(createHmac('sha256', token).update(content).digest());
    const deadline = performance.now() + waitMs;
    do {
      if (await this.claim(hash)) return { hash, token };
      const found = await this.prisma.sentForm.findUnique({ where: { hash } });
      const response = found?.sealed && this.seal.openText<FormResponse>(found.sealed, token);
      if (response) return { hash, token, response };
      await delay(retryMs);
    } while (performance.now() < deadline);
    throw new UnavailableError();
  }

  async keep({ hash, token }: SentForm, response: FormResponse): Promise<void> {
    const { keptMs = usualMs } = response;
    const sealed = this.seal.sealText(response, token, keptMs);
    const expiresAt = new Date(Date.now() + keptMs);
    await this.prisma.sentForm.updateMany({ where: { hash }, data: { sealed, expiresAt } });
  }

  /** Allows the form to be sent again, because it changed nothing. */
  async forget({ hash }: SentForm): Promise<void> {
    await this.prisma.sentForm.deleteMany({ where: { hash } });
  }

  private async claim(hash: Uint8Array): Promise<boolean> {
    const claimed = await this.prisma.queryJson(
      `INSERT INTO ${await this.prisma.table('sent_forms')} AS sent (hash, expires_at)
       VALUES (decode($1, 'hex'), now() + $2::int * INTERVAL '1 millisecond')
       ON CONFLICT (hash) DO UPDATE SET sealed = NULL, expires_at = excluded.expires_at
       WHERE sent.expires_at < now() RETURNING '1' AS json`,
      [Buffer.from(hash).toString('hex'), handledMs],
    );
    return claimed.length > 0;
  }
}
