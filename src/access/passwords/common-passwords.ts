let loading: Promise<ReadonlySet<string>> | undefined;

/** Whether a password in NFKC is among the most common leaked ones, in any letter case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  // Loaded on first use, because only the strict policy needs this half megabyte.
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary.passwords as string[]),
  );
  return (await loading).has(password.toLowerCase());
}
