/** Starts a host with a part of the package, and prints the cost. check-package.js runs it. */
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

const [what] = process.argv.slice(2);
const imports = [];
if (what !== 'nothing') {
  const { AccountsModule } = await import('nest-accounts');
  const features =
    what === 'console' ? [(await import('nest-accounts/console')).consoleFeature] : [];
  imports.push(
    AccountsModule.forRoot({
      // Nothing connects before the first query, so any address works.
      database: { url: 'postgresql://127.0.0.1/none' },
      publicUrl: 'http://127.0.0.1',
      secretKeys: ['a secret of thirty-two characters or more'],
      features,
    }),
  );
}
class Host {}
Module({ imports })(Host);

const app = await NestFactory.create(Host, { logger: ['error'] });
await app.listen(0, '127.0.0.1');
const startMs = performance.now();
const memoryMb = process.memoryUsage.rss() / 1_048_576;
console.log(JSON.stringify({ startMs, memoryMb }));
process.exit();
