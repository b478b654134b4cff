import {
  Body,
  Controller,
  Delete,
  ForbiddenException,
  HttpCode,
  Ip,
  Post,
  UseFilters,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ThrottlerGuard } from '@nestjs/throttler';
import { IsString } from 'class-validator';
import {
  AccountResponseDto,
  AccountPresenter,
  AccountsErrorFilter,
  AccountsService,
  ApplicationsService,
  BearerAuth,
  byHost,
  CreateAccountDto,
  CurrentRequester,
  type Account,
  type ByToken,
} from 'nest-accounts';

class SignInDto {
  @ApiProperty({ example: 'ada@example.com' })
  @IsString()
  email!: string;

  @ApiProperty({ example: 'engine 1843' })
  @IsString()
  password!: string;
}

class SecondStepDto {
  @ApiProperty({ description: 'What the first step has returned.' })
  @IsString()
  pending!: string;

  @ApiProperty({ example: '123456' })
  @IsString()
  code!: string;
}

/**
 * Our own sign-up and sign-in, built with the services of the accounts module. The filter turns their errors into the
 * same responses as on the module's own routes.
 */
@Controller({ version: '1' })
@UseFilters(AccountsErrorFilter)
export class PeopleController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly applications: ApplicationsService,
    private readonly presenter: AccountPresenter,
  ) {}

  /** The service validates the input, so no pipe is necessary. We limit the number of sign-ups ourselves. */
  @Post('sign-up')
  @UseGuards(ThrottlerGuard)
  async signUp(@Body() input: CreateAccountDto): Promise<AccountResponseDto> {
    return this.presenter.present(await this.accounts.create(input, byHost));
  }

  /** An account with an authenticator app requires a second step. */
  @Post('sign-in')
  @HttpCode(200)
  async signIn(@Body(new ValidationPipe()) { email, password }: SignInDto, @Ip() ip: string) {
    const result = await this.accounts.authenticate(email, password, { ...byHost, source: ip });
    switch (result.status) {
      case 'authenticated':
        return this.tokenFor(result.account);
      case 'second_factor_required':
        return { pending: result.pending };
      case 'second_factor_setup_required':
        throw new ForbiddenException('Set up a second factor at /console/sign-in first.');
    }
  }

  @Post('sign-in/second-step')
  @HttpCode(200)
  async secondStep(@Body(new ValidationPipe()) { pending, code }: SecondStepDto, @Ip() ip: string) {
    return this.tokenFor(
      await this.accounts.verifySecondFactor(pending, code, { ...byHost, source: ip }),
    );
  }

  @Delete('sign-in')
  @HttpCode(204)
  @BearerAuth()
  signOut(@CurrentRequester() requester: ByToken): Promise<void> {
    return this.applications.delete(requester.accountId, requester.applicationId, requester);
  }

  /** Creates an application per sign-in. Each has its own token and can be revoked separately. */
  private async tokenFor({ id }: Account) {
    const { accessToken } = await this.applications.create(id, { name: 'Guestbook' }, byHost);
    return { access_token: accessToken };
  }
}
