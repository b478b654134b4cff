import { Injectable } from '@nestjs/common';
import type { Account } from '../../database/records.js';
import { TokenSeal } from '../tokens/token-seal.js';

/** In milliseconds: long enough to look for a phone. */
export const pendingSignInMs = 10 * 60_000;

/** What a sign-in waits for: a text for the one is none for the other. */
export type PendingStep = 'second-step' | 'setup';

const contextOf = (step: PendingStep) => `pending sign-in ${step}`;

/** A sign-in whose password was right. */
export interface PendingSignIn {
  readonly accountId: string;
  /** The generation of the password that was checked. */
  readonly generation: number;
}

/** Sign-ins that wait for their second step, or for a factor. They are not sessions: only these steps accept them. */
@Injectable()
export class PendingSignIns {
  constructor(private readonly seal: TokenSeal) {}

  /** A text that proves for ten minutes that the password of the account was right. */
  begin({ id, credentialsGeneration }: Account, step: PendingStep = 'second-step'): string {
    const pending: PendingSignIn = { accountId: id, generation: credentialsGeneration };
    return this.seal.sealText(pending, contextOf(step), pendingSignInMs);
  }

  /** What such a text proves; undefined where it is another text, or its time is over. */
  find(text: string, step: PendingStep = 'second-step'): PendingSignIn | undefined {
    return this.seal.openText<PendingSignIn>(text, contextOf(step));
  }
}
