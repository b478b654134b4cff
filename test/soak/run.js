/**
 * Runs two nodes under load, with kills, a stalled disk, broken connections and a million rows.
 *
 * Usage: node test/soak/run.js [minutes], by default 3
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const [minutes = '3'] = process.argv.slice(2);
if (!(Number(minutes) > 0)) throw new Error('The argument is a number of minutes.');
const jest = [`${root}node_modules/jest/bin/jest.js`, 'test/soak'];
const env = { ...process.env, SOAK_MINUTES: minutes };
process.exitCode = spawnSync(process.execPath, jest, { cwd: root, stdio: 'inherit', env }).status;
