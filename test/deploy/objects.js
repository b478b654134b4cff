/** Renders the chart and the kustomize base into Kubernetes objects. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const chart = `${root}deploy/helm/nest-accounts`;

/** Whether a program is on the PATH. */
export const has = (program, ...args) => spawnSync(program, args).status === 0;

/** Runs a program, and returns its standard output. */
export function run(program, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
    ...options,
  });
  assert.equal(status, 0, stderr || String(error));
  return stdout;
}

/** Parses YAML as Kubernetes does: with the numbers and booleans of YAML 1.1. */
export function parseObjects(text) {
  return parseAllDocuments(text, { version: '1.1' })
    .map((document) => {
      assert.deepEqual(document.errors, []);
      return document.toJS();
    })
    .filter((object) => object !== null);
}

/**
 * Renders the chart for each release `{ name, values }`, with the real template engine of Go.
 *
 * @returns for each release `{ values, objects, notes, error }`
 */
export function renderChart(releases) {
  // Debian's packages, without modules from the network.
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode' };
  const program = fileURLToPath(new URL('render.go', import.meta.url));
  const input = JSON.stringify(releases);
  const results = JSON.parse(run('go', ['run', program, chart], { env, input }));
  return results.map(({ values, texts = {}, error }) => {
    const { 'NOTES.txt': notes, ...templates } = texts;
    return { values, notes, error, objects: Object.values(templates).flatMap(parseObjects) };
  });
}

/** Renders a folder with kustomize. */
export const renderFolder = (folder) => parseObjects(run('kubectl', ['kustomize', folder]));

/** Returns the only object of a kind, optionally with the end of its name. */
export function find(objects, kind, suffix = '') {
  const found = objects.filter(
    (object) => object.kind === kind && object.metadata.name.endsWith(suffix),
  );
  assert.equal(found.length, 1, `${found.length} objects of the kind ${kind} ${suffix}`);
  return found[0];
}
