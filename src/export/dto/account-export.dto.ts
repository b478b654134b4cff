import { hiddenMembers } from '../../accounts/account.members.js';
import { ReadMember } from '../../accounts/dto/account-member.decorators.js';
import { AccountDto } from '../../accounts/dto/account.dto.js';
import { AccountStatusDto } from '../../accounts/dto/account-status.dto.js';
import {
  AccountsSchema,
  ApiProperty,
  ApiPropertyOptional,
} from '../../http/openapi/swagger.decorators.js';
import { emailSchema, identifierSchema, nameSchema } from '../../http/openapi/text.schemas.js';
import { w3cDateSchema } from '../../http/openapi/w3c-date.js';
import { exportedTables } from '../exported-tables.js';

/** A bound above the rows of any account. */
const maxRows = 10_000_000;

/** An account with the members of the API, and those that only exports contain. */
@AccountsSchema
class ExportedAccountDto extends AccountDto {
  @ApiPropertyOptional({
    ...emailSchema,
    description: 'The email of the owner, if `email` is one that the owner has not adopted.',
  })
  owner_email?: string;

  @ApiProperty({
    ...identifierSchema,
    nullable: true,
    description: 'The application that created the account.',
  })
  registered_by!: string | null;
}

for (const name of hiddenMembers) ReadMember()(ExportedAccountDto.prototype, name);

/** The status of an account, with the note of the operator. */
@AccountsSchema
class ExportedStatusDto extends AccountStatusDto {
  @ApiProperty({ ...nameSchema, maxLength: 1_000, nullable: true })
  suspension_reason!: string | null;
}

/** The stored data of an account, without secrets. The other members list rows, with the oldest events first. */
@AccountsSchema
export class AccountExportDto {
  @ApiProperty(w3cDateSchema) exported_at!: string;
  @ApiProperty({ type: ExportedAccountDto }) account!: ExportedAccountDto;
  @ApiProperty({ type: ExportedStatusDto }) status!: ExportedStatusDto;
}

for (const name of Object.keys(exportedTables)) {
  const items = { type: 'object', additionalProperties: true } as const;
  const schema = { type: 'array', items, maxItems: maxRows } as const;
  ApiProperty(schema)(AccountExportDto.prototype, name);
}
