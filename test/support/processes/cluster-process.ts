/**
 * A process that uses an embedded cluster until its standard input closes, which happens even if its parent is killed:
 * `node cluster-process.js <folder> [<JSON options>]`. Prints the URL.
 */
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { EmbeddedPostgres } from '../../../src/embedded-postgres/embedded-postgres.js';

export interface ClusterProcessOptions {
  settings?: Record<string, string>;
  /** Whether to delete the folder at the end. */
  temporary?: boolean;
}

const [folder = '', json = '{}'] = process.argv.slice(2);
const { settings, temporary } = JSON.parse(json) as ClusterProcessOptions;

const cluster = await EmbeddedPostgres.start(folder, { settings });
console.log(cluster.url);
process.stdin.resume();
await once(process.stdin, 'end');
await cluster.stop();
if (temporary) await rm(folder, { recursive: true, force: true });
