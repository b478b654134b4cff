/** The most characters of the name that an operator gives. */
export const longestOperatorName = 64;

const visible =
  /^[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+(?: [^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+)*$/u;

/** Whether an operator may have this name in the audit trail: visible characters, with single spaces between words. */
export function isOperatorName(name: string): boolean {
  return [...name].length <= longestOperatorName && visible.test(name);
}
