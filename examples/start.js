/** Packs the package, installs it in an example, and builds and starts the example: npm run example <name>. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install, pack } from './prepare.js';

const examples = fileURLToPath(new URL('.', import.meta.url));
const names = readdirSync(examples).filter((name) =>
  existsSync(join(examples, name, 'package.json')),
);
const [name] = process.argv.slice(2);
if (!names.includes(name)) {
  console.error(`Which example? npm run example ${names.join(' | ')}`);
  process.exit(1);
}

const folder = join(examples, name);
console.log('Packing, installing and building; this takes a minute at first.');
pack(examples);
install(folder);
console.log(`In ${folder}, "npm start" starts it again.\n`);

// Runs in its own process group, which receives the signal as a whole: npm would not pass it on.
const options = { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'], detached: true };
const example = spawn('npm', ['--silent', 'start'], options);
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => process.kill(-example.pid, signal));
}
// The code is null if a signal ended the example as requested.
example.on('exit', (code) => (process.exitCode = code ?? 0));
