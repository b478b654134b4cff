import { ApiPropertyOptional } from '@nestjs/swagger';
import { every, IsName, IsText, IsTrueOrFalse, NotNull } from '../../http/validation.rules.js';
import { IsRedirectUris } from './application.rules.js';

/**
 * Changes to an application: what is absent stays, and members that are not listed are ignored, so
 * that an application can be sent back as it was read.
 */
export class UpdateApplicationDto {
  @ApiPropertyOptional({ minLength: 1, maxLength: 255, example: 'Analytical Engine' })
  @NotNull()
  @IsName()
  name?: string;

  @ApiPropertyOptional({
    description: 'All of them: what is not in the list is no longer accepted. `null` clears it.',
    type: [String],
    format: 'uri',
    nullable: true,
    maxItems: 20,
    example: ['https://app.example/callback', 'com.example.app:/callback'],
  })
  @IsRedirectUris()
  redirect_uris?: string[] | null;

  @ApiPropertyOptional({
    description: 'Acts from the next call without `Accept-Version` on.',
    example: '1.13',
  })
  @NotNull()
  @every(IsText())
  api_version?: string;

  @ApiPropertyOptional({ description: 'A public application cannot do without.', example: true })
  @NotNull()
  @IsTrueOrFalse()
  require_pkce?: boolean;
}
