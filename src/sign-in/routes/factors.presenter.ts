import { w3cDate } from '../../http/openapi/w3c-date.js';
import type { AccountFactors } from '../browser-factors.service.js';
import type { FactorsDto } from './dto/factors.dto.js';

export function presentFactors(factors: AccountFactors): FactorsDto {
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
