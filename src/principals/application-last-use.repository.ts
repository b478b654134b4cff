import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { LastUseRepository } from './last-use.repository.js';

const days = {
  name: 'application_uses',
  subject: 'application',
  day: 'used_on',
} as const;

@Injectable()
export class ApplicationLastUseRepository extends LastUseRepository {
  constructor(prisma: PrismaService) {
    super(prisma, days);
  }
}
