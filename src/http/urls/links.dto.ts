import { AccountsSchema, ApiProperty } from '../openapi/swagger.decorators.js';

/** A link to a resource. */
@AccountsSchema
export class LinkDto {
  @ApiProperty({
    format: 'uri-reference',
    maxLength: 2_000,
    example: '/api/accounts/7hT2mQx9LbW4KcV8NpR3ZsYd',
  })
  href!: string;
}

/** The links of a resource. */
@AccountsSchema
export class LinksDto {
  @ApiProperty({ type: LinkDto }) self!: LinkDto;
}
