/**
 * Fails if a landed migration was edited or deleted. A migration must equal its text in the commit that added it. The
 * edits listed in docs/decisions/migrations.md predate this rule: migrations from that time must equal their text in
 * the last of these commits.
 *
 * Usage: node scripts/check-migrations.js [repository folder]
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The last commit that edited a landed migration. Never change this: add a migration instead. */
const lastEdit = '5b26e789bad34a38bfcab3ab1c5a45007b484612';

const [root = fileURLToPath(new URL('..', import.meta.url))] = process.argv.slice(2);
const pattern = 'prisma/migrations/*/migration.sql';

function git(...args) {
  const { status, stdout } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return status === 0 ? stdout : undefined;
}

/** Returns the landed migrations by path, each with the commit that contains its text. */
function findLanded() {
  const landed = new Map();
  const hasLastEdit = git('merge-base', '--is-ancestor', lastEdit, 'HEAD') !== undefined;
  const range = hasLastEdit ? `${lastEdit}..HEAD` : 'HEAD';
  const added = ['--diff-filter=A', '--no-renames', '--name-only', '--format=commit %H'];
  let commit;
  for (const line of git('log', '--topo-order', ...added, range, '--', pattern).split('\n')) {
    if (line.startsWith('commit ')) commit = line.slice('commit '.length);
    // The log starts with the latest commit, so the first commit that added a file comes last.
    else if (line) landed.set(line, commit);
  }
  if (hasLastEdit) {
    const paths = git('ls-tree', '-r', '--name-only', lastEdit, '--', 'prisma/migrations');
    for (const path of paths.split('\n')) {
      if (path.endsWith('/migration.sql')) landed.set(path, lastEdit);
    }
  }
  return landed;
}

const unix = (text) => text.replaceAll('\r\n', '\n');

function problem([path, commit]) {
  const file = join(root, path);
  if (!existsSync(file)) return `${path} was deleted.`;
  if (unix(readFileSync(file, 'utf8')) === unix(git('show', `${commit}:${path}`))) return undefined;
  return `${path} was edited: it differs from its text in ${commit.slice(0, 12)}.`;
}

if (git('rev-parse', 'HEAD') === undefined) {
  console.log('migrations: not compared, since there is no history');
} else {
  if (git('rev-parse', '--is-shallow-repository').trim() === 'true') {
    console.log('migrations: the history is shallow, so they are compared with its beginning');
  }
  const landed = [...findLanded()];
  const problems = landed.map(problem).filter((each) => each !== undefined);
  for (const each of problems) console.error(`${each} Restore it, and add a migration.`);
  if (problems.length > 0) process.exitCode = 1;
  else console.log(`migrations: ${landed.length} are as they landed`);
}
