/**
 * Starts a process like a container runtime: as process 1 of a new namespace, in a read-only file system, as a user
 * other than root, and without capabilities.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/**
 * Mounts the root folder with the local libraries, the local Node.js at its path in the image, and the tree. Then makes
 * the root folder read-only, and runs the process without root's privileges.
 */
const script = `
  set -eu
  mount -t tmpfs tmpfs "$ROOT"
  for folder in usr etc dev; do
    mkdir "$ROOT/$folder"
    mount --rbind "/$folder" "$ROOT/$folder"
    mount -o remount,bind,ro "$ROOT/$folder"
  done
  for folder in lib lib64; do ln -s "usr/$folder" "$ROOT/$folder"; done
  mkdir -p "$ROOT/proc" "$ROOT$(dirname "$PROGRAM")" "$ROOT$FOLDER"
  touch "$ROOT$PROGRAM"
  mount --bind "$NODE" "$ROOT$PROGRAM"
  mount --bind "$TREE$FOLDER" "$ROOT$FOLDER"
  mount -o remount,bind,ro "$ROOT$FOLDER"
  if [ "$SECRETS" ]; then
    mkdir -p "$ROOT$SECRETS_PATH"
    mount --bind "$SECRETS" "$ROOT$SECRETS_PATH"
  fi
  mount -t proc proc "$ROOT/proc"
  mount -o remount,ro "$ROOT"
  wd=$FOLDER root=$ROOT owner=$OWNER
  unset ROOT PROGRAM FOLDER NODE TREE OWNER SECRETS SECRETS_PATH
  cd "$root$wd"
  exec chroot "$root" /usr/bin/env --chdir="$wd" /usr/bin/setpriv --reuid="\${owner%:*}" --regid="\${owner#*:}" \\
    --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all -- "$@"`;

export class ContainedProcess {
  output = '';
  /** Standard output only. */
  stdout = '';
  exit;

  constructor(child) {
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => (this.output += chunk));
    }
    child.stdout.on('data', (chunk) => (this.stdout += chunk));
    this.exit = once(child, 'close').then(([code]) => code);
  }

  /**
   * @param image the process settings of the Dockerfile
   * @param tree the root folder of the image
   * @param mountPoint an empty folder
   * @param command the arguments after the entrypoint
   * @param secrets `folder` with files, and its `path` in the container
   */
  static start({ image, tree, mountPoint, command = image.command, env, input, secrets }) {
    const { folder, uid, gid, entrypoint, environment } = image;
    const args = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script, 'sh'];
    const child = spawn('unshare', [...args, ...entrypoint, ...command], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        ...environment,
        ...env,
        ROOT: mountPoint,
        PROGRAM: entrypoint[0],
        FOLDER: folder,
        NODE: process.execPath,
        TREE: tree,
        OWNER: `${uid}:${gid}`,
        SECRETS: secrets?.folder ?? '',
        SECRETS_PATH: secrets?.path ?? '',
      },
    });
    child.stdin.end(input);
    return new ContainedProcess(child);
  }

  /** The process id outside the container. */
  get pid() {
    const { pid } = this.child;
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
  }

  /** The fields of its status file in /proc. */
  get status() {
    const lines = readFileSync(`/proc/${this.pid}/status`, 'utf8').trim().split('\n');
    return Object.fromEntries(lines.map((line) => line.split(':\t').map((each) => each.trim())));
  }

  /** The native add-ons that the process has loaded. */
  get libraries() {
    const maps = readFileSync(`/proc/${this.pid}/maps`, 'utf8').matchAll(/ (\/\S+\.node)$/gm);
    return [...new Set([...maps].map(([, path]) => path))];
  }

  signal(name) {
    process.kill(this.pid, name);
  }
}
