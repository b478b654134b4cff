import 'reflect-metadata';
import {
  Controller,
  ForbiddenException,
  Get,
  Injectable,
  Module,
  Req,
  UnauthorizedException,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
  type OnModuleInit,
} from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import * as openid from 'openid-client';

const { ISSUER = '', CLIENT_ID = '', CLIENT_SECRET = '', PORT = '8082' } = process.env;

/** Sets the scope that a route requires. */
const RequiredScope = Reflector.createDecorator<string>();

/** Asks the service about the token of each request, so a revoked token gives no more access. */
@Injectable()
class TokenGuard implements CanActivate, OnModuleInit {
  private readonly reflector = new Reflector();
  private config!: openid.Configuration;

  async onModuleInit(): Promise<void> {
    // Only for a service on this machine.
    const execute = ISSUER.startsWith('http:') ? [openid.allowInsecureRequests] : [];
    const auth = openid.ClientSecretBasic(CLIENT_SECRET);
    this.config = await openid.discovery(new URL(ISSUER), CLIENT_ID, {}, auth, { execute });
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest();
    const response = context.switchToHttp().getResponse();
    const challenge = (text: string) => response.header('WWW-Authenticate', text);

    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (!token) {
      challenge('Bearer');
      throw new UnauthorizedException();
    }
    const { active, scope = '', sub } = await openid.tokenIntrospection(this.config, token);
    if (!active) {
      challenge('Bearer error="invalid_token"');
      throw new UnauthorizedException();
    }
    const required = this.reflector.get(RequiredScope, context.getHandler());
    if (!scope.split(' ').includes(required)) {
      challenge(`Bearer error="insufficient_scope", scope="${required}"`);
      throw new ForbiddenException();
    }
    request.accountId = sub;
    return true;
  }
}

@Controller('notes')
@UseGuards(TokenGuard)
class NotesController {
  @Get()
  @RequiredScope('account:read')
  list(@Req() request: { accountId: string }) {
    return { account_id: request.accountId, notes: ['Weave algebraic patterns.'] };
  }
}

@Module({ controllers: [NotesController], providers: [TokenGuard] })
class AppModule {}

const app = await NestFactory.create(AppModule);
app.enableShutdownHooks();
await app.listen(PORT);
