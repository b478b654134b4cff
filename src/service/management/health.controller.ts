import { Controller, Get, ServiceUnavailableException, VERSION_NEUTRAL } from '@nestjs/common';
import { AccountsSchema } from '../../http/openapi/accounts-schema.decorator.js';
import { DatabaseCheck } from '../../database/database-check.js';
import { ApiUnexpectedErrors } from '../../http/api-answers.decorator.js';
import { requestId } from '../../http/openapi/header.schemas.js';
import {
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiTags,
} from '../../http/openapi/swagger.decorators.js';
import { GracefulShutdown } from './graceful-shutdown.js';

/** The body of a healthy service; failures are errors. */
@AccountsSchema
class HealthDto {
  @ApiProperty({ enum: ['ok'] })
  status!: 'ok';
}

const healthy = { description: 'It is.', type: HealthDto, headers: requestId };

/** Liveness and readiness, for orchestrators and load balancers. */
@ApiTags('health')
@Controller({ path: 'health', version: VERSION_NEUTRAL })
export class HealthController {
  constructor(
    private readonly database: DatabaseCheck,
    private readonly shutdown: GracefulShutdown,
  ) {}

  @Get('live')
  @ApiOperation({
    summary: 'The process lives',
    description:
      'It answers; nothing else is looked at. Whoever starts it restarts it when it is not.',
    operationId: 'checkLiveness',
    security: [],
  })
  @ApiOkResponse(healthy)
  @ApiUnexpectedErrors()
  live(): HealthDto {
    return { status: 'ok' };
  }

  @Get('ready')
  @ApiOperation({
    summary:
      'The database answers, is migrated and can be written to, and the process is not ending',
    description:
      'Whoever routes to it leaves it out as long as it is not. For a second after SIGTERM everything else is still served.',
    operationId: 'checkReadiness',
    security: [],
  })
  @ApiOkResponse(healthy)
  @ApiUnexpectedErrors('unavailable')
  async ready(): Promise<HealthDto> {
    if (this.shutdown.isAnnounced || (await this.database.problem()) !== undefined) {
      throw new ServiceUnavailableException();
    }
    return { status: 'ok' };
  }
}
