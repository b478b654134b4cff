import { Body, Controller, Get, Post, Req, UseGuards, ValidationPipe } from '@nestjs/common';
import { IsNotEmpty, IsString } from 'class-validator';
import type { Request } from 'express';
import { AccountsClient, type Authentication } from 'nest-accounts/client';
import { toCaller, Caller, RequiredScope, TokenGuard } from './token.guard.js';

class NewTaskDto {
  @IsString()
  @IsNotEmpty()
  text!: string;
}

@Controller('tasks')
@UseGuards(TokenGuard)
export class TasksController {
  /** Tasks by account id. A real service would store them in its own database, separate from the accounts. */
  private readonly tasks = new Map<string, string[]>();

  constructor(private readonly accounts: AccountsClient) {}

  /** The guard provides the account id. This requests the rest of the account on the caller's behalf. */
  @Get()
  @RequiredScope('account:read')
  async list(@Caller() { account_id: id }: Authentication, @Req() request: Request) {
    const { account } = await this.accounts.get(toCaller(request));
    return { of: account.name, tasks: this.tasks.get(id) ?? [] };
  }

  @Post()
  @RequiredScope('account:write')
  add(
    @Caller() { account_id: id }: Authentication,
    @Body(new ValidationPipe()) { text }: NewTaskDto,
  ) {
    this.tasks.set(id, [...(this.tasks.get(id) ?? []), text]);
    return { text };
  }
}
