import { ApiProperty } from '@nestjs/swagger';

export class LinkDto {
  @ApiProperty({
    format: 'uri-reference',
    maxLength: 2_000,
    example: '/api/accounts/7hT2mQx9LbW4KcV8NpR3ZsYd',
  })
  href!: string;
}

/** Where what is answered can be read. */
export class LinksDto {
  @ApiProperty({ type: LinkDto })
  self!: LinkDto;
}
