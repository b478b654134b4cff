import { AccountDto } from '../../accounts/dto/account.dto.js';
import { AccountStatusDto } from '../../accounts/dto/account-status.dto.js';
import { AccountsSchema } from '../../http/openapi/accounts-schema.decorator.js';
import { ApiProperty } from '../../http/openapi/swagger.decorators.js';
import { w3cDateSchema } from '../../http/openapi/w3c-date.js';
import { exportedTables } from '../exported-tables.js';

/** What is kept about an account, without secrets; its other members list rows, the oldest events first. */
@AccountsSchema
export class AccountExportDto {
  @ApiProperty(w3cDateSchema)
  exported_at!: string;

  @ApiProperty({
    type: AccountDto,
    description:
      'As it is read, and with `phone`, `default_notification_phone`, `client` and `registered_by`, the application that created it.',
  })
  account!: AccountDto;

  @ApiProperty({
    type: AccountStatusDto,
    description: 'As it is read, and with `suspension_reason`, the note of the operator.',
  })
  status!: AccountStatusDto;
}

for (const name of Object.keys(exportedTables)) {
  const schema = { type: 'array', items: { type: 'object', additionalProperties: true } } as const;
  ApiProperty(schema)(AccountExportDto.prototype, name);
}
