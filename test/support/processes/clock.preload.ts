/** Preloaded into a process. Sets the process's clock whenever the process receives SIGUSR2. */
import { readFileSync } from 'node:fs';
import { setClock } from './clock.js';

setClock(0);
process.on('SIGUSR2', () => {
  const offset = readFileSync(process.env.CLOCK_FILE!, 'utf8');
  setClock(Number(offset));
  console.log(`The clock is set ${offset} ms away.`);
});
