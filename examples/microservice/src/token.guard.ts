import {
  Catch,
  createParamDecorator,
  Injectable,
  type ArgumentsHost,
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import {
  AccountsClient,
  AccountsClientError,
  type AccountsCaller,
  type Authentication,
  type Scope,
} from 'nest-accounts/client';

/** Sets the scope that a route requires. */
export const RequiredScope = Reflector.createDecorator<Scope>();

interface AuthenticatedRequest extends Request {
  caller: Authentication;
}

/** Injects the caller that the request's token belongs to. */
export const Caller = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<AuthenticatedRequest>().caller,
);

/** Authenticates the token with the account service and checks the scope that the route requires. */
@Injectable()
export class TokenGuard implements CanActivate {
  constructor(
    private readonly accounts: AccountsClient,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const scope = this.reflector.get(RequiredScope, context.getHandler());
    request.caller = await this.accounts.authenticate(toCaller(request), scope);
    return true;
  }
}

/** Returns the caller's credentials for the account service. */
export function toCaller({ headers, ip }: Request): AccountsCaller {
  return {
    accessToken: /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '',
    language: headers['accept-language'],
    // Wrong tokens count against the client that sent them, not against this service.
    source: ip,
  };
}

/** Forwards the error responses of the account service. */
@Catch(AccountsClientError)
export class AccountsClientErrorFilter implements ExceptionFilter {
  catch({ status, headers, body }: AccountsClientError, host: ArgumentsHost): void {
    host.switchToHttp().getResponse<Response>().status(status).set(headers).json(body);
  }
}
