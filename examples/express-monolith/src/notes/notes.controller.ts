import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  NotFoundException,
  Param,
  ParseUUIDPipe,
  Post,
} from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { BearerAuth, CurrentPrincipal, type Principal } from 'nest-accounts';
import { NotesService } from './notes.service.js';

class NewNoteDto {
  @ApiProperty({ example: 'Weave algebraic patterns.' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(10_000)
  text!: string;
}

class NoteDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty()
  text!: string;

  @ApiProperty()
  created_at!: Date;
}

@Controller('notes')
export class NotesController {
  constructor(private readonly notes: NotesService) {}

  @Get()
  @BearerAuth('account:read')
  list(@CurrentPrincipal() { account }: Principal): Promise<NoteDto[]> {
    return this.notes.list(account.id);
  }

  // A read-only token receives a 403 here and below.
  @Post()
  @BearerAuth('account:write')
  create(
    @CurrentPrincipal() { account }: Principal,
    @Body() { text }: NewNoteDto,
  ): Promise<NoteDto> {
    return this.notes.create(account.id, text);
  }

  @Delete(':id')
  @HttpCode(204)
  @BearerAuth('account:write')
  async delete(
    @CurrentPrincipal() { account }: Principal,
    @Param('id', ParseUUIDPipe) id: string,
  ): Promise<void> {
    if (!(await this.notes.delete(account.id, id))) throw new NotFoundException();
  }
}
