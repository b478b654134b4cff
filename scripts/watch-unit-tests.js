/** Compiles each source when it is saved. Jest watches the compiled files and reruns the unit tests. */
import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { run } from 'jest';
import compileTests from './compile-tests.js';

watch(fileURLToPath(new URL('../src', import.meta.url)), { recursive: true }, compileTests);
// Uses workers, because only they reload their modules for each run.
const options = ['--config', 'jest.unit.config.js', '--watchAll', '--maxWorkers', '2'];
await run([...options, ...process.argv.slice(2)]);
