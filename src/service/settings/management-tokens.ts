import { isOperatorName, longestOperatorName } from '../../audit/operator-name.js';
import { isBearerToken, parseBearerTokens, splitList } from './setting.parsers.js';

/** A token of the management port. */
export interface ManagementToken {
  readonly token: string;
  /** `reading` excludes every request that changes something; `metrics` includes nothing else. */
  readonly opens: 'everything' | 'reading' | 'metrics';
  /** The operator in the audit trail. Default: the request names the operator. */
  readonly operator?: string;
}

/** Parses tokens without an operator. */
export function tokensThatOpen(opens: 'everything' | 'metrics') {
  return (text: string): ManagementToken[] =>
    parseBearerTokens(text).map((token) => ({ token, opens }));
}

/** Parses `grace:<token>,audit:ro:<token>`. Its errors contain neither names nor tokens, which may be swapped. */
export function parseOperatorTokens(text: string): ManagementToken[] {
  const parsed: ManagementToken[] = [];
  for (const [i, entry] of splitList(text).entries()) {
    const parts = entry.split(':').map((part) => part.trim());
    const [operator = '', token = ''] = [parts[0], parts.at(-1)];
    const isReader = parts.length === 3 && parts[1] === 'ro';
    if ((parts.length !== 2 && !isReader) || !isBearerToken(token)) {
      throw new Error(
        `entry ${i + 1} must be name:token or name:ro:token, with a token of letters, digits and -._~+/, with = only at its end`,
      );
    }
    if (!isOperatorName(operator) || /^(?:ro$|management)/i.test(operator)) {
      throw new Error(
        `the name of entry ${i + 1} must have at most ${longestOperatorName} visible characters, must not be ro, and must not begin with management`,
      );
    }
    for (const each of parsed) {
      if (each.operator === operator) throw new Error(`entry ${i + 1} repeats an earlier name`);
      if (each.token === token) throw new Error(`entry ${i + 1} repeats an earlier token`);
    }
    parsed.push({ token, opens: isReader ? 'reading' : 'everything', operator });
  }
  return parsed;
}

/** Returns the setting that a token comes from. */
export function settingName({ opens, operator }: ManagementToken): string {
  if (operator !== undefined) return 'OPERATOR_TOKENS';
  return opens === 'metrics' ? 'METRICS_TOKEN' : 'MANAGEMENT_TOKEN';
}

/** Returns the settings that have a token in common, as `MANAGEMENT_TOKEN and METRICS_TOKEN`. */
export function sharedTokens(tokens: readonly ManagementToken[]): ReadonlySet<string> {
  const settings = new Map<string, Set<string>>();
  for (const each of tokens) {
    settings.set(each.token, (settings.get(each.token) ?? new Set()).add(settingName(each)));
  }
  const shared = [...settings.values()].filter(({ size }) => size > 1);
  return new Set(shared.map((names) => [...names].join(' and ')));
}
