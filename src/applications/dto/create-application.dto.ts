import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  every,
  IsText,
  MaxCharacters,
  NoControlCharacters,
  NotBlank,
  Required,
  Rule,
} from '../../http/validation.rules.js';
import { isRedirectUri } from '../redirect-uri.js';

/** A client application as sent to be created. */
export class CreateApplicationDto {
  @ApiProperty({ minLength: 1, maxLength: 255, example: 'Difference Engine' })
  @Required()
  @every(IsText(), NotBlank(), NoControlCharacters(), MaxCharacters(255))
  name!: string;

  @ApiPropertyOptional({ type: [String], format: 'uri', example: ['https://app.example/callback'] })
  @every(
    Rule(
      'redirect_uri_invalid',
      (value) =>
        value === null ||
        value === undefined ||
        (Array.isArray(value) && value.every(isRedirectUri)),
    ),
  )
  redirect_uris?: string[] | null;

  @ApiPropertyOptional({ description: 'Default: the newest version.', example: '1.21' })
  @every(IsText())
  api_version?: string | null;

  @ApiPropertyOptional({ description: 'A public client has no secret (RFC 6749 section 2.1).' })
  @every(Rule('not_boolean', (value) => value === undefined || typeof value === 'boolean'))
  public?: boolean;
}
