import { AccountsSchema } from '../../http/openapi/accounts-schema.decorator.js';
import { ApiProperty } from '../../http/openapi/swagger.decorators.js';
import { w3cDateSchema } from '../../http/openapi/w3c-date.js';
import { LinksDto } from '../../http/urls/links.dto.js';

/** What an account is beside its members. */
@AccountsSchema
export class AccountStatusDto {
  @ApiProperty({
    ...w3cDateSchema,
    nullable: true,
    description:
      'When the owner proved that the email address is theirs; `null` while the present address is not verified.',
  })
  email_verified_at!: string | null;
}

/** The response with the status of an account. */
@AccountsSchema
export class AccountStatusResponseDto {
  @ApiProperty({ type: AccountStatusDto })
  status!: AccountStatusDto;

  @ApiProperty({ type: LinksDto })
  _links!: LinksDto;
}
