import {
  AccountsSchema,
  ApiProperty,
  ApiPropertyOptional,
} from '../../http/openapi/swagger.decorators.js';
import { IsTrueOrFalse, NotNull } from '../../validation/validation.rules.js';

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

/** Changes to the permissions of an account: absent members stay unchanged, and unknown members are errors. */
@AccountsSchema
export class UpdatePermissionsDto {
  @ApiPropertyOptional({ type: 'boolean', example: false })
  @NotNull()
  @IsTrueOrFalse()
  create_alert?: boolean | undefined;

  @ApiPropertyOptional({ type: 'boolean', example: false })
  @NotNull()
  @IsTrueOrFalse()
  read_teammembers?: boolean | undefined;

  @ApiPropertyOptional({ type: 'boolean', example: false })
  @NotNull()
  @IsTrueOrFalse()
  read_teamrequests?: boolean | undefined;

  @ApiPropertyOptional({ type: 'boolean', example: false })
  @NotNull()
  @IsTrueOrFalse()
  read_quotastats?: boolean | undefined;
}

/** The email notifications of an account. */
@AccountsSchema
export class EmailSubscriptionsDto {
  @ApiProperty({ example: true })
  quota_exceeded!: boolean;
}
