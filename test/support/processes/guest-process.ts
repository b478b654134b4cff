/**
 * A process that runs a host, first without and then with the accounts module, and prints the traces that both leave in
 * the process. It must exit without help.
 */
import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import passport from 'passport';
import pg from 'pg';
import { getMetadataStorage } from 'class-validator';
// A host also loads these packages, which may leave traces.
import '@nestjs/passport';
import '@nestjs/swagger';
import '@nestjs/throttler';
import '@prisma/adapter-pg';
import '@prisma/client/runtime/client';

@Module({})
class HostModule {}

const prototypes = { Object, Array, Function, String, Number, Promise, Error, Date, RegExp, Map };
const timestamps = [1082, 1114, 1184, 20, 1700];

/** Returns the process state that the module could change, as text. */
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

// These leave traces on first use, no matter who uses them.
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
