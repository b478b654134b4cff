import { ValidateIf } from 'class-validator';
import { ApiPropertyOptional } from '../../../http/openapi/swagger.decorators.js';
import { IsText, Required } from '../../../validation/validation.rules.js';
import { linkTokenSchema } from './link-token.schema.js';

/** The token of a mailed link, or the code in the same mail. */
export class MailProofDto {
  @ApiPropertyOptional({
    ...linkTokenSchema,
    description: 'The token in the mailed link. Required without `code`.',
  })
  @ValidateIf(({ code }: MailProofDto) => code === undefined || code === null)
  @Required()
  @IsText()
  token?: string;

  @ApiPropertyOptional({
    type: 'string',
    writeOnly: true,
    maxLength: 64,
    description:
      'The code in the mail, instead of the token. Works for ten minutes in the browser that requested the mail; the fifth attempt is the last.',
    example: '07316294',
  })
  @IsText()
  code?: string | null;
}
