import { readFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os';

const versionOf = (file) => JSON.parse(readFileSync(new URL(file, import.meta.url))).version;

/** Describes the hardware and software of a measurement. */
export function describeMachine(postgres) {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGB: Math.round(totalmem() / 1e9),
    platform: `${platform()} ${arch()}`,
    node: process.versions.node,
    postgres,
    nestAccounts: versionOf('../package.json'),
    betterAuth: versionOf('./node_modules/better-auth/package.json'),
    autocannon: versionOf('./node_modules/autocannon/package.json'),
  };
}
