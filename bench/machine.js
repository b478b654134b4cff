import { readFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os';

const readVersion = (file) => JSON.parse(readFileSync(new URL(file, import.meta.url))).version;

/** Describes the hardware and software of a measurement. */
export function describeMachine(postgres) {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGB: Math.round(totalmem() / 1e9),
    platform: `${platform()} ${arch()}`,
    node: process.versions.node,
    postgres,
    nestAccounts: readVersion('../package.json'),
    betterAuth: readVersion('./node_modules/better-auth/package.json'),
    autocannon: readVersion('./node_modules/autocannon/package.json'),
  };
}
