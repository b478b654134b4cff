import { Controller, Get, ServiceUnavailableException, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { pendingMigrations } from '../database/migrations.js';
import { PrismaService } from '../database/prisma.service.js';

const example = { status: 'ok' };

/** Whether the process lives, and whether it can serve: for whatever starts, stops and routes to it. */
@ApiTags('health')
@Controller({ path: 'health', version: VERSION_NEUTRAL })
export class HealthController {
  constructor(private readonly prisma: PrismaService) {}

  @Get('live')
  @ApiOperation({ summary: 'The process lives', operationId: 'health.live', security: [] })
  @ApiOkResponse({ schema: { type: 'object', example } })
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get('ready')
  @ApiOperation({
    summary: 'The database answers and its migrations are in',
    operationId: 'health.ready',
    security: [],
  })
  @ApiOkResponse({ schema: { type: 'object', example } })
  async ready(): Promise<{ status: string }> {
    const { pool, schema } = this.prisma;
    if ((await pendingMigrations(pool, schema)).length > 0) throw new ServiceUnavailableException();
    return { status: 'ok' };
  }
}
