import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';

/** Any error whose answer is not a form: a code to act on and a sentence to show. */
export class ErrorDto {
  @ApiProperty({ description: 'A stable code.', example: 'invalid_token' })
  error!: string;

  @ApiProperty({ description: 'A sentence for the user, in the language of the answer.' })
  error_description!: string;
}

const errors = {
  type: String,
  isArray: true,
  description: 'Sentences for the user, in the language of the answer.',
};

/** What is wrong with one field, and inside it when it is an object. */
export class FieldErrorDto {
  @ApiPropertyOptional(errors)
  errors?: string[];

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(FieldErrorDto) },
  })
  children?: Record<string, FieldErrorDto>;
}

@ApiExtraModels(FieldErrorDto)
export class FormErrorDto {
  @ApiPropertyOptional(errors)
  errors?: string[];

  @ApiProperty({
    type: 'object',
    description: 'By name of field.',
    additionalProperties: { $ref: getSchemaPath(FieldErrorDto) },
  })
  children!: Record<string, FieldErrorDto>;
}

/** Input that was not accepted (SPEC 7.2). */
export class ValidationErrorDto {
  @ApiProperty({ type: FormErrorDto })
  form!: FormErrorDto;
}
