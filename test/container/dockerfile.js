/** Reads the Dockerfile, and runs its instructions in folders. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Returns the stages of a Dockerfile, each with its instructions in order, as lists of words. Every instruction must be
 * on one line, and values must not contain spaces.
 */
export function readStages(dockerfile) {
  const stages = [];
  for (const line of readFileSync(dockerfile, 'utf8').split('\n')) {
    const [, instruction, rest] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    if (!instruction) continue;
    const words = rest.split(' ');
    if (instruction === 'FROM') stages.push({ name: words[2], image: words[0], instructions: [] });
    else stages.at(-1).instructions.push({ instruction, rest, words });
  }
  return stages;
}

/** Returns the image's settings for processes. */
export function readConfiguration({ instructions }) {
  const last = (name) => instructions.findLast(({ instruction }) => instruction === name);
  const list = ({ rest }) => JSON.parse(rest.slice(rest.indexOf('[')));
  const [uid, gid] = last('USER').words[0].split(':').map(Number);
  return {
    folder: last('WORKDIR').words[0],
    environment: Object.fromEntries(last('ENV').words.map((each) => each.split('='))),
    uid,
    gid,
    entrypoint: list(last('ENTRYPOINT')),
    command: list(last('CMD')),
    health: list(last('HEALTHCHECK')),
  };
}

/**
 * Builds every stage in a separate folder below `root`, with local programs instead of those of its image.
 *
 * @returns the folder of the last stage
 */
export function build({ stages, context, root, env }) {
  stages.forEach((stage, index) => {
    stage.root = join(root, String(index));
    let folder = stage.root;
    mkdirSync(folder, { recursive: true });
    for (const { instruction, rest, words } of stage.instructions) {
      if (instruction === 'WORKDIR')
        mkdirSync((folder = join(stage.root, rest)), { recursive: true });
      if (instruction === 'COPY') copy({ words, context, folder, stages });
      if (instruction === 'RUN') {
        const { status } = spawnSync('sh', ['-c', rest], {
          cwd: folder,
          env,
          stdio: ['ignore', 'ignore', 'inherit'],
        });
        if (status !== 0) throw new Error(`RUN ${rest} ended with ${status}.`);
      }
    }
  });
  return stages.at(-1).root;
}

function copy({ words, context, folder, stages }) {
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const paths = words.filter((word) => !word.startsWith('--'));
  const target = join(folder, paths.at(-1));
  const sources = paths.slice(0, -1);
  if (!from) return sources.forEach((source) => copyContext(context, source, target));
  const { root } = stages.find(({ name }) => name === from);
  for (const source of sources) {
    const isIntoFolder = paths.at(-1).endsWith('/');
    const to = isIntoFolder ? join(target, basename(source)) : target;
    cpSync(join(root, source), to, { recursive: true });
  }
}

/** Copies the build context: the entries of `.dockerignore` with `!`, without those that it excludes again. */
function copyContext(context, source, target) {
  const lines = readFileSync(join(context, '.dockerignore'), 'utf8').split('\n');
  const kept = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const dropped = lines.filter((line) => /^[a-z]/.test(line));
  for (const name of source === '.' ? kept : [source]) {
    if (!kept.includes(name)) throw new Error(`.dockerignore leaves ${name} out.`);
    mkdirSync(dirname(join(target, name)), { recursive: true });
    cpSync(join(context, name), join(target, name), { recursive: true });
  }
  for (const name of dropped) rmSync(join(target, name), { recursive: true, force: true });
}

/** Returns the paths of the files below a folder, relative to it. */
export function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length));
}
