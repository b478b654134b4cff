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
      'When the owner verified the email address; `null` if the current address is not verified.',
  })
  email_verified_at!: string | null;

  @ApiProperty({
    ...w3cDateSchema,
    nullable: true,
    description:
      'When the account was suspended; `null` if it is not. The tokens of a suspended account are rejected, so only the operator and the host can read a date.',
  })
  suspended_at!: string | null;

  @ApiProperty({
    type: 'boolean',
    description: 'Whether signing in to the console requires a second step after the password.',
  })
  second_factor!: boolean;
}

/** The response with the status of an account. */
@AccountsSchema
export class AccountStatusResponseDto {
  @ApiProperty({ type: AccountStatusDto }) status!: AccountStatusDto;
  @ApiProperty({ type: LinksDto }) _links!: LinksDto;
}
