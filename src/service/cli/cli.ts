#!/usr/bin/env node
import { nodeVersionProblem } from '../start/node-version.js';

// An old Node.js fails to parse the other modules, so its version is checked before any of them is loaded.
const problem = nodeVersionProblem(process.versions.node);
if (problem === undefined) {
  void import('./program.js').then(({ runProgram }) => runProgram());
} else {
  console.error(problem);
  process.exitCode = 1;
}
