import { Controller, Get } from '@nestjs/common';
import { CurrentPrincipal, SessionAuth, type SessionPrincipal } from 'nest-accounts/decorators';

/** A route of the application that only signed-in users can call. */
@Controller('greeting')
export class GreetingController {
  @Get()
  @SessionAuth()
  read(@CurrentPrincipal() { account }: SessionPrincipal) {
    return { greeting: `Hello ${account.name}` };
  }
}
