import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { LastUseRepository } from './last-use.repository.js';

const days = {
  name: 'application_uses',
  subjects: 'applications',
  id: 'application_id',
  day: 'used_on',
};

@Injectable()
export class ApplicationLastUseRepository extends LastUseRepository {
  constructor(prisma: PrismaService) {
    super(prisma, days);
  }
}
