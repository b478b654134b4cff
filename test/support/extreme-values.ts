/** One letter per script, from one to four bytes long. */
const letters = {
  Latin: 'W',
  Arabic: 'ض',
  Thai: 'ก็',
  Chinese: '鱻',
  emoji: '🦄',
  'four-byte letters': '𝒳',
};

/** Returns the longest allowed word for a field, by script. */
export function longestWords(characters: number): [script: string, word: string][] {
  return Object.entries(letters).map(([script, letter]) => [
    script,
    [...letter.repeat(characters)].slice(0, characters).join(''),
  ]);
}

/** Accounts with the longest and shortest allowed values, in every script. */
export const extremeAccounts: [description: string, name: string, email: string][] = [
  ...longestWords(255).map<[string, string, string]>(([script, word]) => [
    `the longest in ${script}`,
    word,
    `${[...word].slice(0, 243).join('')}@example.com`,
  ]),
  ['the longest domain', 'W'.repeat(255), `a@${'w'.repeat(63)}.${'w'.repeat(63)}.example`],
  ['one letter in Latin', 'W', 'a@b.c'],
  ['one letter in Arabic', 'ض', 'ض@b.c'],
  ['one letter in Chinese', '鱻', '鱻@b.c'],
];
