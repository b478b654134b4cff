import { AccountsSchema, ApiProperty } from '../../http/openapi/swagger.decorators.js';
import {
  emailSchema,
  identifierSchema,
  nameSchema,
  redirectUriSchema,
  versionSchema,
} from '../../http/openapi/text.schemas.js';
import { w3cDateSchema } from '../../http/openapi/w3c-date.js';
import { maxRedirectUris } from '../../applications/dto/application.rules.js';
import { maxItems, nextPage, optionalDay } from './operator.rules.js';

/** A session of a signed-in browser. */
@AccountsSchema
export class OperatorSessionDto {
  @ApiProperty(identifierSchema) id!: string;
  @ApiProperty({ ...nameSchema, minLength: 0 }) user_agent!: string;

  @ApiProperty({
    type: 'string',
    maxLength: 45,
    pattern: '^[0-9A-Fa-f.:]*$',
    description: 'The IP address at sign-in.',
  })
  source!: string;

  @ApiProperty(w3cDateSchema) created_at!: string;
  @ApiProperty(w3cDateSchema) last_seen_at!: string;
  @ApiProperty(w3cDateSchema) expires_at!: string;
}

/** The sessions of an account, the most recently used first. */
@AccountsSchema
export class OperatorSessionListDto {
  @ApiProperty({ type: [OperatorSessionDto], maxItems }) sessions!: OperatorSessionDto[];
}

/** An application with its owner. */
@AccountsSchema
export class OperatorApplicationDto {
  @ApiProperty(identifierSchema) id!: string;
  @ApiProperty(nameSchema) name!: string;

  @ApiProperty({
    ...emailSchema,
    description: 'The email of the account that it belongs to.',
  })
  owner!: string;

  @ApiProperty(identifierSchema) client_id!: string;
  @ApiProperty({ type: 'boolean' }) public!: boolean;
  @ApiProperty(versionSchema) api_version!: string;

  @ApiProperty({ type: 'array', items: redirectUriSchema, maxItems: maxRedirectUris })
  redirect_uris!: string[];

  @ApiProperty({
    type: 'boolean',
    description: 'Whether its users are not asked for consent to read access.',
  })
  trusted!: boolean;

  @ApiProperty({
    ...optionalDay,
    description: 'The last day in UTC on which one of its tokens was used; `null` if never.',
  })
  last_used_on!: string | null;
}

/** A page of applications, newest first. */
@AccountsSchema
export class OperatorApplicationListDto {
  @ApiProperty({ type: [OperatorApplicationDto], maxItems })
  applications!: OperatorApplicationDto[];

  @ApiProperty(nextPage) next!: string | null;
}
