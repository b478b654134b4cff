/**
 * Starts NATS, the account service and the tasks service, which stop together. In production, your process manager does
 * this. npm start adds the commands of the packages to the PATH.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const { NATS_URL, ACCOUNTS_PORT = '3001', LOG_LEVEL = 'warn' } = process.env;
const services = [];
let nats;
let ending = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(0));

const natsUrl = NATS_URL ?? (await startNats());
const accounts = start('nest-accounts', ['start'], {
  PORT: ACCOUNTS_PORT,
  MESSAGES_URL: natsUrl,
  LOG_LEVEL,
});
await printed(accounts.stdout, /^Messages/m);
start('node', ['dist/main.js'], { NATS_URL: natsUrl });

function start(command, args, env) {
  const service = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  service.stdout.pipe(process.stdout);
  service.once('exit', () => end(1));
  services.push(service);
  return service;
}

/** Starts NATS on a free port, protected from Ctrl-C, so that the services can finish their messages. */
async function startNats() {
  const args = ['--addr', '127.0.0.1', '--port', '-1'];
  nats = spawn('nats-server', args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  nats.once('error', () => {
    console.error('There is no nats-server on the PATH. Install it, or set NATS_URL to one.');
    process.exit(1);
  });
  const [, address] = await printed(nats.stderr, /client connections on (\S+)/);
  return `nats://${address}`;
}

/** Waits until the output of the stream matches the pattern. */
async function printed(stream, pattern) {
  let output = '';
  while (!pattern.test(output)) output += (await once(stream, 'data'))[0];
  return pattern.exec(output);
}

/** Stops the services first, because they still need NATS. */
async function end(code) {
  if (ending) return;
  ending = true;
  const running = services.filter(({ exitCode, signalCode }) => exitCode === null && !signalCode);
  for (const service of running) service.kill('SIGTERM');
  await Promise.all(running.map((service) => once(service, 'exit')));
  nats?.kill();
  process.exit(code);
}
