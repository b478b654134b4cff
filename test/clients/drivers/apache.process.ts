import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const program = '/usr/sbin/apache2';
const modules = '/usr/lib/apache2/modules';

/** Whether Debian's Apache has mod_auth_openidc. Warns if not, because its test is then skipped. */
export function apacheAvailable(): boolean {
  const isThere = existsSync(program) && existsSync(`${modules}/mod_auth_openidc.so`);
  if (!isThere) console.warn('apache2 has no mod_auth_openidc: its test is skipped');
  return isThere;
}

/** Starts Apache on a port, with these directives. Returns a function that stops it. */
export async function startApache(port: number, directives: string): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'nest-accounts-apache-'));
  // Its processes run as another user if this one is root.
  await chmod(folder, 0o755);
  const configuration = join(folder, 'httpd.conf');
  const names = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'dir', 'auth_openidc'];
  await writeFile(join(folder, 'index.html'), 'It works!');
  await writeFile(
    configuration,
    `ServerRoot ${folder}
    DocumentRoot ${folder}
    DefaultRuntimeDir ${folder}
    PidFile ${folder}/pid
    ErrorLog ${folder}/error.log
    ServerName 127.0.0.1
    Listen 127.0.0.1:${port}
    ${names.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`).join('\n')}
    User www-data
    Group www-data
    DirectoryIndex index.html
    ${directives}`,
  );
  const child = spawn(program, ['-DFOREGROUND', '-f', configuration], { stdio: 'inherit' });
  const stop = async () => {
    if (child.kill()) await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  };
  while (
    !(await fetch(`http://127.0.0.1:${port}`, { redirect: 'manual' }).catch(() => undefined))
  ) {
    if (child.exitCode !== null) {
      const log = await readFile(`${folder}/error.log`, 'utf8').catch(() => '');
      await stop();
      throw new Error(`Apache does not start:\n${log}`);
    }
    await delay(50);
  }
  return stop;
}
