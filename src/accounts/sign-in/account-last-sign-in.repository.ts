import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../database/prisma.service.js';
import { LastUseRepository } from '../../principals/last-use.repository.js';

const days = {
  name: 'account_sign_ins',
  subject: 'account',
  day: 'signed_in_on',
} as const;

@Injectable()
export class AccountLastSignInRepository extends LastUseRepository {
  constructor(prisma: PrismaService) {
    super(prisma, days);
  }
}
