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

/** What a token must allow for a route. */
export const RequiredScope = Reflector.createDecorator<Scope>();

interface AuthenticatedRequest extends Request {
  caller: Authentication;
}

/** Injects whose token came with the request. */
export const Caller = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<AuthenticatedRequest>().caller,
);

/** Asks the account service whose token this is, and whether it allows what the route needs. */
@Injectable()
export class TokenGuard implements CanActivate {
  constructor(
    private readonly accounts: AccountsClient,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const scope = this.reflector.get(RequiredScope, context.getHandler());
    request.caller = await this.accounts.authenticate(onBehalfOf(request), scope);
    return true;
  }
}

/** The credentials of the caller, for the account service. */
export function onBehalfOf({ headers, ip }: Request): AccountsCaller {
  return {
    accessToken: /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '',
    language: headers['accept-language'],
    // Wrong tokens are counted against the client that sent them, not against this service.
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
