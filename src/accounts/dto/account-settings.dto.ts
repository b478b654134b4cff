import { AccountsSchema } from '../../http/openapi/accounts-schema.decorator.js';
import { ApiProperty } from '../../http/openapi/swagger.decorators.js';

/** The permissions of an account. */
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

/** The email notifications of an account. */
@AccountsSchema
export class EmailSubscriptionsDto {
  @ApiProperty({ example: true })
  quota_exceeded!: boolean;
}
