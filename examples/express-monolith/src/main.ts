import 'reflect-metadata';
import { ValidationPipe, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { AccountsService, addAccountsSecurity, ApplicationsService, byHost } from 'nest-accounts';
import { AppModule, port } from './app.module.js';

const app = await NestFactory.create(AppModule, { logger: ['warn', 'error'] });
app.setGlobalPrefix('api');
// This pipe can be as strict as we like: the accounts module validates its input itself.
app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true }));
app.enableShutdownHooks();

// The document includes the module's routes and ours. This adds the authentication schemes.
const description = new DocumentBuilder().setTitle('Notes').setVersion('1.0');
SwaggerModule.setup('docs', app, () =>
  SwaggerModule.createDocument(app, addAccountsSecurity(description, app).build()),
);

try {
  await app.listen(port, '127.0.0.1');
} catch (error) {
  await app.close(); // This also stops the embedded PostgreSQL.
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

/** Finds or creates a demo account with an application. Returns the application's access token. */
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
