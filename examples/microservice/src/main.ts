import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';

const app = await NestFactory.create(AppModule, { logger: ['warn', 'error'] });
app.enableShutdownHooks();
await app.listen(process.env.PORT ?? 3000, '127.0.0.1');
const url = await app.getUrl();
console.log(`Tasks     ${url}/tasks

Try it:

token=$(npx nest-accounts application create --owner demo@example.com --name Tasks --json |
  node -pe 'JSON.parse(fs.readFileSync(0)).access_token')
curl ${url}/tasks -H "Authorization: Bearer $token"
`);
