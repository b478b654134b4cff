import { AccountsSchema, ApiProperty } from '../../http/openapi/swagger.decorators.js';
import { w3cDateSchema } from '../../http/openapi/w3c-date.js';
import { LinksDto } from '../../http/urls/links.dto.js';

/** The state of an account that is not part of its members. */
@AccountsSchema
export class AccountStatusDto {
  @ApiProperty({
    ...w3cDateSchema,
    nullable: true,
    description:
      'When the owner proved that the email address is theirs; `null` while the present address is not verified.',
  })
  email_verified_at!: string | null;

  @ApiProperty({
    ...w3cDateSchema,
    nullable: true,
    description:
      'Since when the account is suspended; `null` while it is not. The tokens of a suspended account are refused, so that only the operator and the host read a date.',
  })
  suspended_at!: string | null;

  @ApiProperty({
    type: 'boolean',
    description: 'Whether signing in to the console takes a second step after the password.',
  })
  second_factor!: boolean;
}

/** The response with the status of an account. */
@AccountsSchema
export class AccountStatusResponseDto {
  @ApiProperty({ type: AccountStatusDto }) status!: AccountStatusDto;
  @ApiProperty({ type: LinksDto }) _links!: LinksDto;
}
