import { tokenSchema } from '../../http/openapi/text.schemas.js';

/** The token of a mailed link. Any other text counts as an invalid link. */
export const linkTokenSchema = {
  ...tokenSchema,
  writeOnly: true,
  description: 'The token in the mailed link.',
} as const;
