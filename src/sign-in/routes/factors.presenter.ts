import type { Passkey } from '../../database/records.js';
import { w3cDate } from '../../http/openapi/w3c-date.js';
import type { FactorsDto } from './dto/factors.dto.js';

interface Factors {
  readonly hasApp: boolean;
  readonly passkeys: readonly Passkey[];
  readonly recoveryCodes: number;
  readonly isRemovable: boolean;
  /** When a removal that an operator requested takes effect. Null: no removal is pending. */
  readonly removalAt: Date | null;
}

export function presentFactors(factors: Factors): FactorsDto {
  const { hasApp, passkeys, recoveryCodes, isRemovable, removalAt } = factors;
  return {
    authenticator: hasApp,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      created_at: w3cDate(createdAt),
      last_used_at: lastUsedAt && w3cDate(lastUsedAt),
    })),
    recovery_codes: recoveryCodes,
    removable: isRemovable,
    removal_at: removalAt && w3cDate(removalAt),
  };
}
