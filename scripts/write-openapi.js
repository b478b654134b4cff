/** Writes openapi.json and operator-openapi.json, the committed descriptions of both ports, from the built service. */
import { writeFileSync } from 'node:fs';
import { createService } from '../dist/service/create-service.js';
import { createLogger } from '../dist/service/logger.js';
import { describeApi } from '../dist/service/http/openapi.js';
import { ManagementServer } from '../dist/service/management/management.server.js';
import { readSettings } from '../dist/service/settings/settings.js';

const settings = readSettings({
  LOG_LEVEL: 'silent',
  SECRET_KEY: 'x'.repeat(32),
  MANAGEMENT_PORT: '9464',
  MANAGEMENT_TOKEN: 'x'.repeat(32),
});
// Nothing connects before the first query, so any address works.
const logger = await createLogger(settings);
const app = await createService(settings, 'postgresql://127.0.0.1/none', logger);
write('openapi.json', describeApi(app));
write('operator-openapi.json', await app.get(ManagementServer).describe());
await app.close();

function write(name, document) {
  writeFileSync(new URL(`../${name}`, import.meta.url), `${JSON.stringify(document, null, 2)}\n`);
}
