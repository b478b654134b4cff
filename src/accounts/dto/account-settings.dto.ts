import { AccountsSchema } from '../../http/openapi/accounts-schema.decorator.js';
import { ApiProperty } from '../../http/openapi/swagger.decorators.js';

/** What an account may do. */
@AccountsSchema
export class PermissionsDto {
  @ApiProperty({ example: true })
  create_alert!: boolean;

  @ApiProperty({ example: true })
  read_teammembers!: boolean;

  @ApiProperty({ example: true })
  read_teamrequests!: boolean;

  @ApiProperty({ example: true })
  read_quotastats!: boolean;
}

/** What an account is told by mail. */
@AccountsSchema
export class EmailSubscriptionsDto {
  @ApiProperty({ example: true })
  quota_exceeded!: boolean;
}
