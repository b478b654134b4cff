#!/usr/bin/env node
import { nodeVersionProblem } from '../start/node-version.js';

// An old Node.js fails to parse all other modules, and so must not see them before its version is checked.
const problem = nodeVersionProblem(process.versions.node);
if (problem === undefined) {
  void import('./program.js').then(({ runProgram }) => runProgram());
} else {
  console.error(problem);
  process.exitCode = 1;
}
