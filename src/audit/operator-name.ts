/** The maximum length of an operator name, in characters. */
export const longestOperatorName = 64;

const visible =
  /^[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+(?: [^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+)*$/u;

/** Whether this is a valid operator name: visible characters, with single spaces between words. */
export function isOperatorName(name: string): boolean {
  return [...name].length <= longestOperatorName && visible.test(name);
}

export function managementOperator(name: string): string {
  return name === '' ? 'management' : `management (${name})`;
}

/** Whether the audit trail accepts this name: a plain operator name, or one from {@link managementOperator}. */
export function isAuditedOperator(name: string): boolean {
  return isOperatorName(/^management \((.*)\)$/.exec(name)?.[1] ?? name);
}
