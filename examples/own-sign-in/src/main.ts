import 'reflect-metadata';
import { fileURLToPath } from 'node:url';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule, port } from './app.module.js';

const app = await NestFactory.create<NestExpressApplication>(AppModule, {
  logger: ['warn', 'error'],
});
app.enableShutdownHooks();
app.useStaticAssets(fileURLToPath(new URL('../public', import.meta.url)), { index: false });

try {
  await app.listen(port, '127.0.0.1');
} catch (error) {
  await app.close(); // This also stops the embedded PostgreSQL.
  throw error;
}
const url = `http://localhost:${port}`;
console.log(`Pages     ${url}/
Console   ${url}/console

Try it:

Open ${url}/sign-up in a browser. The links and codes of mails are printed here.
`);
