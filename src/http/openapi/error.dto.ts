import {
  AccountsSchema,
  ApiExtraModels,
  ApiProperty,
  ApiPropertyOptional,
  getSchemaPath,
} from './swagger.decorators.js';
import { errorCodes } from '../../errors/error-registry.js';
import { sentenceSchema } from './text.schemas.js';

const errorNames: readonly string[] = [
  ...new Set([
    // The name for an error of a host's guard, whose status has no code in the registry.
    'bad_request',
    ...Object.values(errorCodes)
      .filter(({ status, isOAuth }) => status !== 400 || isOAuth)
      .map(({ error }) => error),
  ]),
].sort();

@AccountsSchema
export class ErrorDto {
  @ApiProperty({ description: 'A stable code.', enum: errorNames, example: 'invalid_token' })
  error!: string;

  @ApiProperty({
    ...sentenceSchema,
    description: 'A sentence for the user, in the language of the response.',
    example: 'The access token is invalid.',
  })
  error_description!: string;
}

/** No form has more fields, and no field more rules. */
const most = 32;

const errors = {
  type: 'array',
  items: sentenceSchema,
  maxItems: most,
  description: 'Sentences for the user, in the language of the response.',
} as const;

const codes = {
  type: 'array',
  items: {
    type: 'string',
    enum: Object.entries(errorCodes)
      .flatMap(([code, { status }]) => (status === 400 ? [code] : []))
      .sort(),
  },
  maxItems: most,
  description: 'The stable codes of the sentences, in the same order.',
} as const;

@AccountsSchema
class FieldErrorDto {
  @ApiProperty(errors) errors!: string[];
  @ApiProperty(codes) codes!: string[];
}

@ApiExtraModels(FieldErrorDto)
@AccountsSchema
class FormErrorDto {
  @ApiPropertyOptional(errors) errors?: string[];
  @ApiPropertyOptional(codes) codes?: string[];

  @ApiProperty({
    type: 'object',
    description: 'By field name; only fields with errors.',
    maxProperties: most,
    additionalProperties: { $ref: getSchemaPath(FieldErrorDto) },
  })
  children!: Record<string, FieldErrorDto>;
}

@AccountsSchema
export class ValidationErrorDto {
  @ApiProperty({ type: FormErrorDto }) form!: FormErrorDto;
}
