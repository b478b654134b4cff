import { Body, Controller, Get, Post, ValidationPipe, Version } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { BearerAuth, CurrentPrincipal, type Principal } from 'nest-accounts';
import { Database } from './database.js';

class NewEntryDto {
  @ApiProperty({ example: 'I was here.' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(1_000)
  text!: string;
}

class EntryDto {
  @ApiProperty()
  text!: string;

  @ApiProperty()
  name!: string;
}

class DatedEntryDto extends EntryDto {
  @ApiProperty()
  signed_at!: Date;
}

/** All visitors can read. Only users with an account can write. */
@Controller({ path: 'guestbook', version: '1' })
export class GuestbookController {
  constructor(private readonly database: Database) {}

  @Get()
  async read(): Promise<EntryDto[]> {
    return (await this.readDated()).map(({ text, name }) => ({ text, name }));
  }

  /** Our API version is in the path. The accounts module's version is in a header, so they do not conflict. */
  @Get()
  @Version('2')
  async readDated(): Promise<DatedEntryDto[]> {
    const { rows } = await this.database.pool.query<DatedEntryDto>(
      'SELECT text, name, signed_at FROM entries ORDER BY id',
    );
    return rows;
  }

  @Post()
  @BearerAuth('account:write')
  async sign(
    @CurrentPrincipal() { account: { name } }: Principal,
    @Body(new ValidationPipe()) { text }: NewEntryDto,
  ): Promise<EntryDto> {
    await this.database.pool.query('INSERT INTO entries (text, name) VALUES ($1, $2)', [
      text,
      name,
    ]);
    return { text, name };
  }
}
