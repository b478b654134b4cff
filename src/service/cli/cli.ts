#!/usr/bin/env node
import { loadIfSupported } from '../start/node-version.js';

loadIfSupported(async () => {
  const { runProgram } = await import('./program.js');
  const code = await runProgram(process);
  // `start` returns while the service runs, which may set a code later.
  if (code !== 0) process.exitCode = code;
});
