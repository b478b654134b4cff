import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { every, IsName, IsText, IsTrueOrFalse, Required } from '../../http/validation.rules.js';
import { IsRedirectUris } from './application.rules.js';

/** A client application as sent to be created. Members that are not listed are ignored. */
export class CreateApplicationDto {
  @ApiProperty({
    description: 'The name people see. White space around it is dropped.',
    minLength: 1,
    maxLength: 255,
    example: 'Difference Engine',
  })
  @Required()
  @IsName()
  name!: string;

  @ApiPropertyOptional({
    description:
      'Where OAuth 2.0 may send its answers: absolute addresses without a fragment, on https, on a loopback address, or of an app’s own scheme with a dot in it.',
    type: [String],
    format: 'uri',
    nullable: true,
    maxItems: 20,
    example: ['https://app.example/callback'],
  })
  @IsRedirectUris()
  redirect_uris?: string[] | null;

  @ApiPropertyOptional({
    description: 'The version of calls without `Accept-Version`. Default: the newest.',
    type: String,
    nullable: true,
    example: '1.21',
  })
  @every(IsText())
  api_version?: string | null;

  @ApiPropertyOptional({
    description:
      'A public client, such as an app on a phone, cannot keep a secret and gets none (RFC 6749 section 2.1). Cannot be changed later.',
    type: Boolean,
    nullable: true,
    default: false,
  })
  @IsTrueOrFalse()
  public?: boolean | null;

  @ApiPropertyOptional({
    description:
      'Whether authorization requests need PKCE (RFC 7636). Only an application that is not public can do without.',
    type: Boolean,
    nullable: true,
    default: true,
  })
  @IsTrueOrFalse()
  require_pkce?: boolean | null;
}
