/**
 * A process that has a host, first without and then with the accounts in it, and prints what can be
 * seen of both in the process. It must end by itself.
 */
import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import passport from 'passport';
import pg from 'pg';
import { getMetadataStorage } from 'class-validator';
// What a host has loaded as well, and may leave traces of its own.
import '@nestjs/passport';
import '@nestjs/swagger';
import '@nestjs/throttler';
import '@prisma/adapter-pg';
import '@prisma/client/runtime/client';

@Module({})
class HostModule {}

const prototypes = { Object, Array, Function, String, Number, Promise, Error, Date, RegExp, Map };
const timestamps = [1082, 1114, 1184, 20, 1700];

/** What a guest could have changed of the process, as text. */
function traces() {
  const names = (of: object) => Reflect.ownKeys(of).map(String).sort();
  return {
    globals: names(globalThis),
    prototypes: Object.fromEntries(
      Object.entries(prototypes).map(([name, { prototype }]) => [name, names(prototype)]),
    ),
    listeners: Object.fromEntries(
      process.eventNames().map((event) => [String(event), process.listenerCount(event)]),
    ),
    environment: { ...process.env },
    title: process.title,
    umask: process.umask(),
    directory: process.cwd(),
    stackTraces: [Error.stackTraceLimit, typeof Error.prepareStackTrace],
    strategies: names((passport as unknown as { _strategies: object })._strategies),
    postgres: [pg.defaults, timestamps.map((type) => String(pg.types.getTypeParser(type)))],
  };
}

async function run<T>(imports: DynamicModule[], use: (url: string) => Promise<T>): Promise<T> {
  const app = await NestFactory.create({ module: HostModule, imports }, { logger: false });
  app.enableShutdownHooks();
  await app.listen(0, '127.0.0.1');
  try {
    return await use((await app.getUrl()).replace('[::1]', '127.0.0.1'));
  } finally {
    await app.close();
  }
}

// As soon as they are used, these are seen in the process, whoever uses them.
getMetadataStorage();
await fetch('data:,');
const before = await run([], () => Promise.resolve(traces()));
const ended = traces();

const { AccountsModule } = await import('../../../src/index.js');
const { consoleFeature } = await import('../../../src/console/index.js');
const accounts = AccountsModule.forRoot({
  database: { url: process.env.DATABASE_URL! },
  secretKeys: ['a secret of thirty-two characters or more'],
  publicUrl: 'http://host.example',
  features: [consoleFeature],
});
const { after, served } = await run([accounts], async (url) => {
  const paths = ['/console/sign-in', '/.well-known/oauth-authorization-server'];
  const answers = await Promise.all(paths.map((path) => fetch(url + path)));
  await Promise.all(answers.map((answer) => answer.text()));
  return { after: traces(), served: answers.map(({ status }) => status) };
});

console.log(
  JSON.stringify({ before: [before, ended], after: [after, traces()], served }, undefined, 2),
);
