#!/usr/bin/env node
import { createProgram } from './program.js';

createProgram()
  .parseAsync()
  .catch(async (error: unknown) => {
    const { explain } = await import('./explain.js');
    console.error(explain(error));
    process.exitCode = 1;
  });
