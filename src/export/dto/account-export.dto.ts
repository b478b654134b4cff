import { AccountDto } from '../../accounts/dto/account.dto.js';
import { AccountStatusDto } from '../../accounts/dto/account-status.dto.js';
import { AccountsSchema } from '../../http/openapi/accounts-schema.decorator.js';
import { ApiProperty } from '../../http/openapi/swagger.decorators.js';
import { w3cDateSchema } from '../../http/openapi/w3c-date.js';
import { exportedTables } from '../exported-tables.js';

const optionalText = { type: 'string', nullable: true } as const;

/** An account as it is read, and with the members that no other response has. */
@AccountsSchema
export class ExportedAccountDto extends AccountDto {
  @ApiProperty(optionalText)
  phone!: string | null;

  @ApiProperty({
    type: 'object',
    nullable: true,
    properties: { number: { type: 'string' } },
    required: ['number'],
  })
  default_notification_phone!: { number: string } | null;

  @ApiProperty(optionalText)
  client!: string | null;

  @ApiProperty({ ...optionalText, description: 'The application that created the account.' })
  registered_by!: string | null;
}

/** The status of an account as it is read, and with the note of the operator. */
@AccountsSchema
export class ExportedStatusDto extends AccountStatusDto {
  @ApiProperty(optionalText)
  suspension_reason!: string | null;
}

/** What is kept about an account, without secrets; its other members list rows, the oldest events first. */
@AccountsSchema
export class AccountExportDto {
  @ApiProperty(w3cDateSchema)
  exported_at!: string;

  @ApiProperty({ type: ExportedAccountDto })
  account!: ExportedAccountDto;

  @ApiProperty({ type: ExportedStatusDto })
  status!: ExportedStatusDto;
}

for (const name of Object.keys(exportedTables)) {
  const schema = { type: 'array', items: { type: 'object', additionalProperties: true } } as const;
  ApiProperty(schema)(AccountExportDto.prototype, name);
}
