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

const { ISSUER = '', CLIENT_ID = '', CLIENT_SECRET = '', BASE_URL = '', PORT } = process.env;
const metadataPath = '.well-known/oauth-protected-resource';

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
    const challenge = (...parameters: string[]) => {
      const all = [...parameters, `resource_metadata="${BASE_URL}/${metadataPath}"`].join(', ');
      response.header('WWW-Authenticate', `Bearer ${all}`);
    };

    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (!token) {
      challenge();
      throw new UnauthorizedException();
    }
    const { active, aud, scope = '', sub } = await openid.tokenIntrospection(this.config, token);
    // Tokens of this application for the account API are active, too.
    if (!active || aud !== BASE_URL) {
      challenge('error="invalid_token"');
      throw new UnauthorizedException();
    }
    const required = this.reflector.get(RequiredScope, context.getHandler());
    if (!scope.split(' ').includes(required)) {
      challenge('error="insufficient_scope"', `scope="${required}"`);
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
  @RequiredScope('notes:read')
  list(@Req() request: { accountId: string }) {
    return { account_id: request.accountId, notes: ['Weave algebraic patterns.'] };
  }
}

/** Tells clients which service issues the tokens (RFC 9728). */
@Controller(metadataPath)
class MetadataController {
  @Get()
  read() {
    const scopes = ['notes:read', 'notes:write'];
    return { resource: BASE_URL, authorization_servers: [ISSUER], scopes_supported: scopes };
  }
}

@Module({ controllers: [NotesController, MetadataController], providers: [TokenGuard] })
class AppModule {}

const app = await NestFactory.create(AppModule);
app.enableShutdownHooks();
await app.listen(Number(PORT));
