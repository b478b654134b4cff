/** Packs the package, installs and builds an example with it, and starts it: npm run example <name>. */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install, pack } from './prepare.js';

const examples = fileURLToPath(new URL('.', import.meta.url));
const names = readdirSync(examples, { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .map(({ name }) => name);
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

// In a group of its own, all of which is told to end: npm would not pass it on.
const options = { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'], detached: true };
const example = spawn('npm', ['--silent', 'start'], options);
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => process.kill(-example.pid, signal));
}
// Ended by a signal, it has no code: it ended as asked.
example.on('exit', (code) => (process.exitCode = code ?? 0));
