import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../database/prisma.service.js';
import { LastUseRepository } from '../../principals/last-use.repository.js';

const days = {
  name: 'account_sign_ins',
  subjects: 'accounts',
  id: 'account_id',
  day: 'signed_in_on',
};

@Injectable()
export class AccountLastSignInRepository extends LastUseRepository {
  constructor(prisma: PrismaService) {
    super(prisma, days);
  }
}
