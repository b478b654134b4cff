import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../processes/service-process.js';
import { until } from '../until.js';

/** Whether OpenSMTPD can start. Warns if it cannot, because tests are then skipped. */
export function opensmtpdAvailable(): boolean {
  const version = spawnSync('smtpd', ['-h'], { encoding: 'utf8' }).stderr ?? '';
  const isRoot = process.getuid?.() === 0;
  if (isRoot && version.includes('OpenSMTPD')) return true;
  console.warn(
    'OpenSMTPD is not on PATH, or cannot start without root: the tests against it are skipped',
  );
  return false;
}

/**
 * Debian's `smtpd`, which relays all mails to another server. It has no TLS, because its version 6.8 fails with
 * OpenSSL 3.
 */
export class Opensmtpd {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly url: string,
  ) {}

  /** @param port the port of the local server to relay to */
  static async before(port: number): Promise<Opensmtpd> {
    const folder = await mkdtemp(join(tmpdir(), 'opensmtpd-'));
    const config = join(folder, 'smtpd.conf');
    const listenPort = await freePort();
    await writeFile(
      config,
      `listen on 127.0.0.1 port ${listenPort} hostname mail.example
action "forward" relay host "smtp://127.0.0.1:${port}"
match from any for domain "nowhere.example" reject
match from any for any action "forward"
`,
    );
    const child = spawn('smtpd', ['-d', '-f', config], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const server = new Opensmtpd(child, folder, `smtp://127.0.0.1:${listenPort}`);
    process.once('exit', server.kill);
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`smtpd did not start: ${output}`);
      return accepts(listenPort);
    });
    return server;
  }

  async stop(): Promise<void> {
    process.off('exit', this.kill);
    const ended = this.child.exitCode === null && once(this.child, 'exit');
    this.kill();
    await ended;
    await rm(this.folder, { recursive: true });
  }

  // Unlike SIGKILL, SIGTERM also ends the child processes.
  private readonly kill = () => this.child.kill('SIGTERM');
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const opened = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return opened;
}
