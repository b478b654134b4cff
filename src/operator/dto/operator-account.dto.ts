import { AccountDto } from '../../accounts/dto/account.dto.js';
import { ApiProperty } from '../../http/openapi/swagger.decorators.js';
import { w3cDateSchema } from '../../http/openapi/w3c-date.js';

const optionalDate = { ...w3cDateSchema, nullable: true } as const;
const optionalText = { type: 'string', nullable: true } as const;

/** An account in a list. */
export class ListedAccountDto {
  @ApiProperty({ type: 'string' })
  id!: string;

  @ApiProperty({ type: 'string' })
  email!: string;

  @ApiProperty({ type: 'string' })
  name!: string;

  @ApiProperty({ type: 'string' })
  language_code!: string;

  @ApiProperty(optionalText)
  client!: string | null;

  @ApiProperty(w3cDateSchema)
  created_at!: string;

  @ApiProperty(optionalDate)
  suspended_at!: string | null;
}

/** A page of accounts, the newest first. */
export class AccountListDto {
  @ApiProperty({ type: [ListedAccountDto] })
  accounts!: ListedAccountDto[];
}

/** What an account is beside its members. */
export class OperatorStatusDto {
  @ApiProperty(optionalDate)
  email_verified_at!: string | null;

  @ApiProperty(optionalDate)
  suspended_at!: string | null;

  @ApiProperty(optionalText)
  suspension_reason!: string | null;

  @ApiProperty({ ...optionalDate, description: 'The last sign-in that the audit trail still has.' })
  last_sign_in_at!: string | null;
}

/** How many things an account has. */
export class AccountCountsDto {
  @ApiProperty({ type: 'integer', minimum: 0 })
  applications!: number;

  @ApiProperty({ type: 'integer', minimum: 0 })
  sessions!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Applications that it authorized.' })
  grants!: number;
}

/** An account as operators see it. */
export class OperatorAccountDto {
  @ApiProperty({ type: AccountDto })
  account!: AccountDto;

  @ApiProperty(optionalText)
  client!: string | null;

  @ApiProperty({ ...optionalText, description: 'The application that created the account.' })
  registered_by!: string | null;

  @ApiProperty({ type: OperatorStatusDto })
  status!: OperatorStatusDto;

  @ApiProperty({ type: AccountCountsDto })
  counts!: AccountCountsDto;
}
