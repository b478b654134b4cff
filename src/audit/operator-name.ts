/** The most characters of the name that an operator gives. */
export const longestOperatorName = 64;

const visible =
  /^[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+(?: [^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+)*$/u;

/** Whether an operator may give this name: visible characters, with single spaces between words. */
export function isOperatorName(name: string): boolean {
  return [...name].length <= longestOperatorName && visible.test(name);
}

/** The name of an operator who acts by the management token, and has perhaps given a name. */
export function managementOperator(name: string): string {
  return name === '' ? 'management' : `management (${name})`;
}

/** Whether the audit trail may name an operator like this: as the operator did, or as {@link managementOperator} does. */
export function isAuditedOperator(name: string): boolean {
  return isOperatorName(/^management \((.*)\)$/.exec(name)?.[1] ?? name);
}
