/** A CommonJS host without optional packages. check-package.js runs it. */
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  AccountsModule,
  AccountsService,
  ApplicationsService,
  byHost,
  migrate,
} from 'nest-accounts';

const url = process.env.DATABASE_URL!;

@Module({
  imports: [
    AccountsModule.forRoot({
      database: { url },
      secretKeys: ['a secret of thirty-two characters or more'],
    }),
  ],
})
class Host {}

async function main() {
  const applied = await migrate({ url, schema: 'public' });
  const app = await NestFactory.create(Host, { logger: ['error'] });
  await app.listen(0, '127.0.0.1');
  const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse 7' };
  const account = await app
    .get(AccountsService, { strict: false })
    .create({ ...person, language_code: 'en' }, byHost);
  const applications = app.get(ApplicationsService, { strict: false });
  const { accessToken } = await applications.create(account.id, { name: 'Client' }, byHost);
  const headers = { authorization: `Bearer ${accessToken}` };
  const { status } = await fetch(`${await app.getUrl()}/api/accounts/me`, { headers });
  await app.close();
  console.log(JSON.stringify({ applied: applied.length, status }));
}

void main();
