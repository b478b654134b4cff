import { ApiProperty } from '../../http/openapi/swagger.decorators.js';
import { w3cDateSchema } from '../../http/openapi/w3c-date.js';

/** A browser that is signed in. */
export class OperatorSessionDto {
  @ApiProperty({ type: 'string' })
  id!: string;

  @ApiProperty({ type: 'string' })
  user_agent!: string;

  @ApiProperty({ type: 'string', description: 'The IP address at sign-in.' })
  source!: string;

  @ApiProperty(w3cDateSchema)
  created_at!: string;

  @ApiProperty(w3cDateSchema)
  last_seen_at!: string;

  @ApiProperty(w3cDateSchema)
  expires_at!: string;
}

/** The sessions of an account, the last used one first. */
export class SessionListDto {
  @ApiProperty({ type: [OperatorSessionDto] })
  sessions!: OperatorSessionDto[];
}

/** An application with its owner. */
export class OperatorApplicationDto {
  @ApiProperty({ type: 'string' })
  id!: string;

  @ApiProperty({ type: 'string' })
  name!: string;

  @ApiProperty({ type: 'string', description: 'The email of the account that it belongs to.' })
  owner!: string;

  @ApiProperty({ type: 'string' })
  client_id!: string;

  @ApiProperty({ type: 'boolean' })
  public!: boolean;

  @ApiProperty({ type: 'string' })
  api_version!: string;

  @ApiProperty({ type: [String] })
  redirect_uris!: string[];
}

/** A page of applications, the newest first. */
export class OperatorApplicationListDto {
  @ApiProperty({ type: [OperatorApplicationDto] })
  applications!: OperatorApplicationDto[];
}
