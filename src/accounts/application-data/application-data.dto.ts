import {
  AccountsSchema,
  ApiExtraModels,
  ApiProperty,
  getSchemaPath,
} from '../../http/openapi/swagger.decorators.js';
import { nameSchema } from '../../http/openapi/text.schemas.js';
import { frequencies } from '../../language/application-data.js';
import { languageCodes } from '../../language/language-codes.js';

/** A language an account can choose. */
@AccountsSchema
class AlertLanguageDto {
  @ApiProperty({ enum: languageCodes, example: 'fr' }) code!: string;

  @ApiProperty({
    ...nameSchema,
    description: 'In the language of the response.',
    example: 'French',
  })
  name!: string;

  @ApiProperty({ type: 'integer', format: 'int32', minimum: 0, maximum: 999, example: 0 })
  order!: number;
}

/** A language of the user interface texts. */
@AccountsSchema
class AppLanguageDto {
  @ApiProperty({ ...nameSchema, description: 'In that language.', example: 'Français' })
  name!: string;
}

/** A word of a vocabulary. Vocabularies can grow, so clients must accept unknown words. */
export const frequencySchema = { type: 'string', maxLength: 32, pattern: '^[0-9a-z]+$' } as const;

const vocabulary = (values: readonly string[]) => ({
  type: 'array' as const,
  items: frequencySchema,
  maxItems: 32,
  example: values,
});

const byCode = (description: string, model: typeof AlertLanguageDto | typeof AppLanguageDto) =>
  ({
    type: 'object',
    description,
    maxProperties: languageCodes.length,
    additionalProperties: { $ref: getSchemaPath(model) },
  }) as const;

/** The application data (SPEC 4.3). */
@ApiExtraModels(AlertLanguageDto, AppLanguageDto)
@AccountsSchema
export class ApplicationDataDto {
  @ApiProperty({
    ...byCode('The languages an account can choose, by code.', AlertLanguageDto),
    example: { fr: { code: 'fr', name: 'French', order: 0 } },
  })
  alert_languages!: Record<string, AlertLanguageDto>;

  @ApiProperty({
    ...byCode(
      'The languages of the user interface by code, each with its native name.',
      AppLanguageDto,
    ),
    example: { fr: { name: 'Français' } },
  })
  app_languages!: Record<string, AppLanguageDto>;

  @ApiProperty(vocabulary(frequencies.default_email_notification_frequencies))
  default_email_notification_frequencies!: readonly string[];

  @ApiProperty(vocabulary(frequencies.default_desktop_notification_frequencies))
  default_desktop_notification_frequencies!: readonly string[];

  @ApiProperty(vocabulary(frequencies.default_push_notification_frequencies))
  default_push_notification_frequencies!: readonly string[];

  @ApiProperty(vocabulary(frequencies.default_trending_email_notification_frequencies))
  default_trending_email_notification_frequencies!: readonly string[];
}
