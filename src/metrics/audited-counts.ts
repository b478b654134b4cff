import { Injectable } from '@nestjs/common';
import { AuditTrail, succeeded } from '../audit/audit-trail.js';

/** The labels of sign-ins, by the result of their events. */
const signInResults = new Map<string, string>([
  [succeeded, 'succeeded'],
  ['credentials_wrong', 'wrong'],
  ['account_suspended', 'suspended'],
]);

/** The kinds of access tokens, by the events that issue them. */
const tokenKinds = new Map<string, string>([
  ['application.create', 'application'],
  ['token.create', 'application'],
  ['grant.redeem', 'authorization_code'],
  ['grant.refresh', 'refresh_token'],
  ['token.issue', 'client_credentials'],
]);

/** Counts the sign-ins and issued tokens of this process, by their audit events. */
@Injectable()
export class AuditedCounts {
  readonly signIns = zeros(signInResults);
  readonly tokens = zeros(tokenKinds);

  constructor(audit: AuditTrail) {
    audit.onEvent((events) => {
      for (const { event, result } of events) {
        if (event === 'account.authenticate') add(this.signIns, signInResults.get(result));
        else if (result === succeeded) add(this.tokens, tokenKinds.get(event));
      }
    });
  }
}

function zeros(labels: ReadonlyMap<string, string>): Map<string, number> {
  return new Map([...labels.values()].map((label) => [label, 0]));
}

function add(counts: Map<string, number>, label: string | undefined): void {
  if (label !== undefined) counts.set(label, counts.get(label)! + 1);
}
