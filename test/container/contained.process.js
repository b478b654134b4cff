/**
 * A process as a container runtime starts it: process 1 of its own namespace, in a file system of its own that it
 * cannot write, as another user than root, without any capability.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/**
 * Mounts the root: the libraries of this machine, its Node.js where the image has it, and the tree. Then it becomes
 * read-only, the process forks into its namespace, and gives up everything that root may do.
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
  mount -t proc proc "$ROOT/proc"
  mount -o remount,ro "$ROOT"
  wd=$FOLDER root=$ROOT owner=$OWNER
  unset ROOT PROGRAM FOLDER NODE TREE OWNER
  cd "$root$wd"
  exec chroot "$root" /usr/bin/env --chdir="$wd" /usr/bin/setpriv --reuid="\${owner%:*}" --regid="\${owner#*:}" \\
    --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all -- "$@"`;

export class ContainedProcess {
  output = '';
  /** Standard output alone. */
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
   */
  static start({ image, tree, mountPoint, command = image.command, env, input }) {
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
      },
    });
    child.stdin.end(input);
    return new ContainedProcess(child);
  }

  /** Its process id outside the container. */
  get pid() {
    const { pid } = this.child;
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
  }

  /** Its status in /proc. */
  get status() {
    const lines = readFileSync(`/proc/${this.pid}/status`, 'utf8').trim().split('\n');
    return Object.fromEntries(lines.map((line) => line.split(':\t').map((each) => each.trim())));
  }

  /** The files mapped into its memory, such as libraries. */
  get libraries() {
    const maps = readFileSync(`/proc/${this.pid}/maps`, 'utf8').matchAll(/ (\/\S+\.node)$/gm);
    return [...new Set([...maps].map(([, path]) => path))];
  }

  signal(name) {
    process.kill(this.pid, name);
  }
}
