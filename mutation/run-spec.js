import { getState } from 'jest-circus';
import { pathToFileURL } from 'node:url';
import '../node_modules/jest-light-runner/src/global-setup.js';

/**
 * Runs a file of unit tests like jest-light-runner, up to the first failure. Does not start Jest, because that takes
 * longer than most files take to run.
 */
const [spec] = process.argv.slice(2);
await import(pathToFileURL(spec).href);
await runBlock(getState().rootDescribeBlock);
process.exit(0);

async function runBlock(block) {
  await runHooks('beforeAll', [block]);
  for (const child of block.children) {
    if (child.type === 'describeBlock') await runBlock(child);
    else await runTest(child, getLineage(block));
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

/** Returns a block and the blocks around it, the outermost first. */
function getLineage(block) {
  return block ? [...getLineage(block.parent), block] : [];
}
