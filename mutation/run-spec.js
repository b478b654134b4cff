import { getState } from 'jest-circus';
import { pathToFileURL } from 'node:url';
import '../node_modules/jest-light-runner/src/global-setup.js';

/**
 * Runs one file of unit tests as jest-light-runner does, up to the first failure and without all of
 * Jest around it, which takes longer to start than most files to run.
 */
const [spec] = process.argv.slice(2);
await import(pathToFileURL(spec).href);
await runBlock(getState().rootDescribeBlock);
process.exit(0);

async function runBlock(block) {
  await runHooks('beforeAll', [block]);
  for (const child of block.children) {
    if (child.type === 'describeBlock') await runBlock(child);
    else await runTest(child, lineageOf(block));
  }
  await runHooks('afterAll', [block]);
}

async function runTest({ fn }, lineage) {
  await runHooks('beforeEach', lineage);
  await fn();
  await runHooks('afterEach', lineage.toReversed());
}

async function runHooks(type, blocks) {
  for (const { hooks } of blocks) {
    for (const hook of hooks) if (hook.type === type) await hook.fn();
  }
}

/** A block and those around it, the outermost first. */
function lineageOf(block) {
  return block ? [...lineageOf(block.parent), block] : [];
}
