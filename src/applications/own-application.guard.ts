import {
  applyDecorators,
  Injectable,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { getPrincipal } from '../principals/principal.js';
import { getRequest } from '../request/request.js';
import { wrapUnexpected } from '../errors/host-error.js';
import { ApiParam } from '../http/openapi/swagger.decorators.js';
import { identifierSchema } from '../http/openapi/text.schemas.js';
import { ApplicationsService } from './applications.service.js';

/** Runs before version and body are validated. Responds 404 to other applications, whether they exist or not. */
@Injectable()
export class OwnApplicationGuard implements CanActivate {
  constructor(private readonly applications: ApplicationsService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = getRequest<{ params: { id: string } }>(context);
    await this.applications
      .get(getPrincipal(request)!.account.id, request.params.id)
      .catch(wrapUnexpected);
    return true;
  }
}

export function OfOwnApplication(): MethodDecorator {
  return applyDecorators(
    UseGuards(OwnApplicationGuard),
    ApiParam({
      name: 'id',
      description: 'The id of the application.',
      // No example, because Swagger UI would send it, and no application belongs to every account.
      schema: identifierSchema,
    }),
  );
}
