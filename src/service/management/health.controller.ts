import { Controller, Get, ServiceUnavailableException, VERSION_NEUTRAL } from '@nestjs/common';
import {
  AccountsSchema,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiTags,
} from '../../http/openapi/swagger.decorators.js';
import { DatabaseCheck } from '../../database/database-check.js';
import { ApiUnexpectedErrors } from '../../http/api-endpoint.decorator.js';
import { requestId } from '../../http/openapi/header.schemas.js';
import { GracefulShutdown } from './graceful-shutdown.js';

/** The body of a healthy service's response; an unhealthy one returns an error. */
@AccountsSchema
class HealthDto {
  @ApiProperty({ enum: ['ok'] })
  status!: 'ok';
}

const healthy = { description: 'The check passed.', type: HealthDto, headers: requestId };

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
    summary: 'Check that the process is running',
    description: 'Checks only that the process responds. A supervisor restarts it if it does not.',
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
    summary: 'Check that the service is ready',
    description:
      'The database responds, is migrated and writable, and the process is not shutting down. A load balancer sends no requests while it is not ready. After SIGTERM everything else is still served, for a second or a longer delay.',
    operationId: 'checkReadiness',
    security: [],
  })
  @ApiOkResponse(healthy)
  @ApiUnexpectedErrors('unavailable')
  async ready(): Promise<HealthDto> {
    if (this.shutdown.isAnnounced || (await this.database.findProblem()) !== undefined) {
      throw new ServiceUnavailableException();
    }
    return { status: 'ok' };
  }
}
