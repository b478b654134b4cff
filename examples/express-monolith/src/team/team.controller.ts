import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Throttle } from '@nestjs/throttler';
import { IsString } from 'class-validator';
import {
  AccountPresenter,
  AccountsService,
  BearerAuth,
  CurrentPrincipal,
  CurrentRequester,
  type Principal,
  type Requester,
} from 'nest-accounts';
import { randomUUID } from 'node:crypto';
import { Database } from '../database.js';
import { AddressBook } from './address-book.js';

class InvitationDto {
  @ApiProperty({ example: 'Ada' })
  @IsString()
  name!: string;

  @ApiProperty({ example: 'ada@example.com' })
  @IsString()
  email!: string;
}

/** Shows how to use the services, hooks and events of the accounts module in code. */
@Controller('team')
export class TeamController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly presenter: AccountPresenter,
    private readonly database: Database,
    private readonly addressBook: AddressBook,
  ) {}

  /** Lists the rows that our hooks maintain in the transaction of each change. */
  @Get()
  @BearerAuth('account:read')
  async list(): Promise<{ name: string }[]> {
    const sql = 'SELECT name FROM team_members ORDER BY name';
    return (await this.database.pool.query<{ name: string }>(sql)).rows;
  }

  /** Lists the emails that our subscriber maintains after each change. */
  @Get('emails')
  @BearerAuth('account:read')
  emails(): string[] {
    return Object.values(this.addressBook.emails()).sort();
  }

  /**
   * Creates an account for a colleague, with an initial password to hand over. If the email is invalid or taken,
   * `@BearerAuth` makes the response a 400 with `form`, like that of `POST /accounts`.
   */
  @Post('invitations')
  @BearerAuth('account:write')
  @Throttle({ default: { ttl: 60_000, limit: 5 } })
  async invite(
    @CurrentPrincipal() { account }: Principal,
    @CurrentRequester() requester: Requester,
    @Body() { name, email }: InvitationDto,
  ) {
    const password = `first-${randomUUID()}`;
    const invited = await this.accounts.create(
      { name, email, password, language_code: account.languageCode },
      requester,
    );
    return { ...this.presenter.present(invited), first_password: password };
  }
}
