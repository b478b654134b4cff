import { Injectable } from '@nestjs/common';
import type { Account } from '../database/records.js';
import { TokenSeal } from '../access/sealing/token-seal.js';

/** Long enough to fetch a phone. */
export const pendingSignInMs = 10 * 60_000;

/** The step that a sign-in waits for. A token for one step is invalid for the other. */
export type PendingStep = 'second-step' | 'setup';

const buildContext = (step: PendingStep) => `pending sign-in ${step}`;

export interface PendingSignIn {
  readonly accountId: string;
  readonly generation: number;
}

/** Sign-ins that wait for their second step, or for a factor. They are not sessions: only these steps accept them. */
@Injectable()
export class PendingSignIns {
  constructor(private readonly seal: TokenSeal) {}

  begin({ id, credentialsGeneration }: Account, step: PendingStep = 'second-step'): string {
    const pending: PendingSignIn = { accountId: id, generation: credentialsGeneration };
    return this.seal.sealText(pending, buildContext(step), pendingSignInMs);
  }

  find(text: string, step: PendingStep = 'second-step'): PendingSignIn | undefined {
    return this.seal.openText<PendingSignIn>(text, buildContext(step));
  }
}
