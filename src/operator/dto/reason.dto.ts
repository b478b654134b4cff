import { IsOptional } from 'class-validator';
import { AccountsSchema, ApiProperty } from '../../http/openapi/swagger.decorators.js';
import { nameSchema } from '../../http/openapi/text.schemas.js';
import { NotBlank, Required } from '../../validation/validation.rules.js';
import { IsReason } from './operator.rules.js';

/** The reason for a suspension. Users find it only in the export of their data. */
@AccountsSchema
export class SuspensionDto {
  @ApiProperty({ ...nameSchema, maxLength: 1_000 })
  @Required()
  @IsReason()
  @NotBlank()
  reason!: string;
}

/** The reason for signing all users out. */
export class SignOutDto {
  @Required()
  @IsReason()
  @NotBlank()
  reason!: string;
}

/** The reason for the end of a suspension. Users find it only in the export of their data. */
@AccountsSchema
export class RestorationDto {
  @ApiProperty({ ...nameSchema, minLength: 0, maxLength: 1_000, required: false, nullable: true })
  @IsOptional()
  @IsReason()
  reason?: string | null | undefined;
}
