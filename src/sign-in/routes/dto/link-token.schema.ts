/** The token of a mailed link, or one that stands for it. Any other text counts as an invalid link. */
export const linkTokenSchema = {
  type: 'string',
  maxLength: 256,
  writeOnly: true,
  description: 'The token in the mailed link.',
} as const;
