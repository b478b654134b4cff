#!/usr/bin/env node
import { loadIfSupported } from '../start/node-version.js';

loadIfSupported(async () => (await import('./program.js')).runProgram());
