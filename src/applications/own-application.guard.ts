import {
  applyDecorators,
  Injectable,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { principalOf } from '../principals/principal.js';
import { getRequest } from '../request/request.js';
import { throwAsOwn } from '../errors/throw-as-own.js';
import { ApiParam } from '../http/openapi/swagger.decorators.js';
import { identifierSchema } from '../http/openapi/text.schemas.js';
import { ApplicationsService } from './applications.service.js';

/**
 * Allows only the applications of the caller's account, before version and body are
 * judged. An application of another account is not found, whether it exists or not.
 */
@Injectable()
export class OwnApplicationGuard implements CanActivate {
  constructor(private readonly applications: ApplicationsService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = getRequest<{ params: { id: string } }>(context);
    await this.applications
      .get(principalOf(request)!.account.id, request.params.id)
      .catch(throwAsOwn);
    return true;
  }
}

/** A route of one application, named by `id` in its path. */
export function OfOwnApplication(): MethodDecorator {
  return applyDecorators(
    UseGuards(OwnApplicationGuard),
    ApiParam({
      name: 'id',
      description: 'The id of the application.',
      // Without an example, which Swagger UI would send: there is none that every account has.
      schema: identifierSchema,
    }),
  );
}
