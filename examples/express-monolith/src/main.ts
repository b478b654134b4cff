import 'reflect-metadata';
import { ValidationPipe, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { AccountsService, addAccountsSecurity, ApplicationsService, byHost } from 'nest-accounts';
import { AppModule, port } from './app.module.js';

const app = await NestFactory.create(AppModule, { logger: ['warn', 'error'] });
app.setGlobalPrefix('api');
// As strict as we like: the accounts judge what is sent to them by themselves.
app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true }));
app.enableShutdownHooks();

// The routes of the accounts are in the document like ours; this adds how to authenticate.
const description = new DocumentBuilder().setTitle('Notes').setVersion('1.0');
SwaggerModule.setup('docs', app, () =>
  SwaggerModule.createDocument(app, addAccountsSecurity(description, app).build()),
);

try {
  await app.listen(port, '127.0.0.1');
} catch (error) {
  await app.close(); // The PostgreSQL of the example ends with it.
  throw error;
}
const url = await app.getUrl();
console.log(`Notes     ${url}/api/notes
Accounts  ${url}/api/accounts
Console   ${url}/api/console
Docs      ${url}/docs`);
if (process.env.NODE_ENV !== 'production') {
  console.log(`Demo      demo@example.com, password engine 1843

Try it:

curl -H 'Authorization: Bearer ${await demoToken(app)}' ${url}/api/notes
`);
}

/** An account to try things with, which has an application with an access token. */
async function demoToken(app: INestApplicationContext): Promise<string | null> {
  const accounts = app.get(AccountsService);
  const applications = app.get(ApplicationsService);
  const demo =
    (await accounts.findByEmail('demo@example.com')) ??
    (await accounts.create(
      {
        name: 'Demo',
        email: 'demo@example.com',
        password: 'engine 1843',
        language_code: 'en',
      },
      byHost,
    ));
  const [application] = await applications.list(demo.id);
  if (application) return applications.accessToken(application);
  const { accessToken } = await applications.create(demo.id, { name: 'Demo application' }, byHost);
  return accessToken;
}
