/** A host that is compiled to CommonJS, as many are: run by check-package.js. */
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AccountsModule } from 'nest-accounts';

@Module({
  imports: [
    AccountsModule.forRoot({
      database: { url: process.env.DATABASE_URL! },
      secretKeys: ['a secret of thirty-two characters or more'],
    }),
  ],
})
class Host {}

async function main() {
  const app = await NestFactory.create(Host, { logger: ['error'] });
  await app.listen(0, '127.0.0.1');
  const { status } = await fetch(`${await app.getUrl()}/api/accounts/me`);
  await app.close();
  console.log(JSON.stringify({ status }));
}

void main();
