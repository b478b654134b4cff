import { applyDecorators } from '@nestjs/common';
import {
  AccountsSchema,
  ApiProperty,
  ApiPropertyOptional,
} from '../../http/openapi/swagger.decorators.js';
import { IsTrueOrFalse, NotNull } from '../../validation/validation.rules.js';

/** The permissions of an account. */
@AccountsSchema
export class PermissionsDto {
  @ApiProperty({ example: true }) create_alert!: boolean;
  @ApiProperty({ example: true }) read_teammembers!: boolean;
  @ApiProperty({ example: true }) read_teamrequests!: boolean;
  @ApiProperty({ example: true }) read_quotastats!: boolean;
}

/** A boolean of a request, which stays unchanged if it is absent. */
export const OptionalBoolean = (example: boolean) =>
  applyDecorators(IsTrueOrFalse(), NotNull(), ApiPropertyOptional({ type: 'boolean', example }));

/** Changes to the permissions of an account: absent members stay unchanged, and unknown members are errors. */
@AccountsSchema
export class UpdatePermissionsDto {
  @OptionalBoolean(false) create_alert?: boolean | undefined;
  @OptionalBoolean(false) read_teammembers?: boolean | undefined;
  @OptionalBoolean(false) read_teamrequests?: boolean | undefined;
  @OptionalBoolean(false) read_quotastats?: boolean | undefined;
}

/** The email notifications of an account. */
@AccountsSchema
export class EmailSubscriptionsDto {
  @ApiProperty({ example: true }) quota_exceeded!: boolean;
}
