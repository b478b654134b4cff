/** Writes openapi.json, the committed description of the interface, from the built service. */
import { writeFileSync } from 'node:fs';
import { createService } from '../dist/service/create-service.js';
import { createLogger } from '../dist/service/logger.js';
import { describeApi } from '../dist/service/http/openapi.js';
import { readSettings } from '../dist/service/settings/settings.js';

const settings = readSettings({ LOG_LEVEL: 'silent', SECRET_KEY: 'x'.repeat(32) });
// Nothing connects before the first query, so any address will do.
const logger = await createLogger('silent');
const app = await createService(settings, 'postgresql://127.0.0.1/none', logger);
writeFileSync(
  new URL('../openapi.json', import.meta.url),
  `${JSON.stringify(describeApi(app), null, 2)}\n`,
);
await app.close();
