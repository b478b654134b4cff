import { nodeVersionProblem } from './start/node-version.js';

// An old Node.js fails to parse all other modules, and so must not see them before its version is checked.
const problem = nodeVersionProblem(process.versions.node);
if (problem === undefined) {
  void import('./run.js');
} else {
  console.error(problem);
  process.exitCode = 1;
}
