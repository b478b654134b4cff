/** Compiles a source when it is saved; Jest watches the compiled files and runs the unit tests again. */
import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { run } from 'jest';
import compileTests from './compile-tests.js';

watch(fileURLToPath(new URL('../src', import.meta.url)), { recursive: true }, compileTests);
// Only in a worker does a run load its modules anew.
const options = ['--config', 'jest.unit.config.js', '--watchAll', '--maxWorkers', '2'];
await run([...options, ...process.argv.slice(2)]);
