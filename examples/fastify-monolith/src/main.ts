import 'reflect-metadata';
import { VersioningType } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { addAccountsSecurity } from 'nest-accounts';
import { AppModule } from './app.module.js';

const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter(), {
  logger: ['warn', 'error'],
});
app.enableVersioning({ type: VersioningType.URI });
app.enableShutdownHooks();

// The document includes the module's routes and ours. This adds the authentication schemes.
const description = new DocumentBuilder().setTitle('Guestbook').setVersion('2');
SwaggerModule.setup('docs', app, () =>
  SwaggerModule.createDocument(app, addAccountsSecurity(description, app).build()),
);

try {
  await app.listen(process.env.PORT ?? 3000, '127.0.0.1');
} catch (error) {
  await app.close(); // This also stops the embedded PostgreSQL.
  throw error;
}
const url = await app.getUrl();
console.log(`Guestbook ${url}/v2/guestbook
Accounts  ${url}/api/accounts
Docs      ${url}/docs

Try it:

json='Content-Type: application/json'
ada='{"name":"Ada","email":"ada@example.com","password":"engine 1843","language_code":"en"}'
curl ${url}/v1/sign-up -H "$json" -d "$ada"
token=$(curl -s ${url}/v1/sign-in -H "$json" -d "$ada" | node -pe 'JSON.parse(fs.readFileSync(0)).access_token')
curl ${url}/v1/guestbook -H "$json" -H "Authorization: Bearer $token" -d '{"text":"I was here."}'
`);
