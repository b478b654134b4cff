import { ApiProperty } from '../../http/openapi/swagger.decorators.js';
import { NotBlank, NotNull, Required } from '../../validation/validation.rules.js';
import { IsReason } from './operator.rules.js';

/** Why an account is suspended, for other operators. */
export class SuspensionDto {
  @ApiProperty({ type: 'string', minLength: 1, maxLength: 1_000 })
  @Required()
  @NotNull()
  @IsReason()
  @NotBlank()
  reason!: string;
}

/** Why a suspension ends, for other operators. */
export class RestorationDto {
  @ApiProperty({ type: 'string', maxLength: 1_000, required: false, nullable: true })
  @IsReason()
  reason?: string | null | undefined;
}
