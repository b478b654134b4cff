/**
 * Writes the diagram of the folders of `src` into CONTRIBUTING.md, from the imports of their files. Leaves out an arrow
 * that a path of other arrows implies.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import config, { feature, floors, providers, spec } from '../.dependency-cruiser.js';

const { output } = await cruise(['src'], config.options, undefined, {
  tsConfig: extractTSConfig('tsconfig.json'),
});

const outside = new RegExp(`${spec}|${providers}|${feature}`);
const toFolder = (file) => file.split('/')[1].replace(/\.tsx?$/, '');
const imports = new Map(floors.flat().map((folder) => [folder, new Set()]));
for (const { source, dependencies } of output.modules) {
  const folder = toFolder(source);
  if (outside.test(source)) continue;
  for (const { resolved } of dependencies) imports.get(folder).add(toFolder(resolved));
  imports.get(folder).delete(folder);
}
// The index of the package exports from everywhere.
imports.delete('index');

const isReachable = (from, to) =>
  [...imports.get(from)].some((next) => next === to || isReachable(next, to));
const arrows = [...imports].flatMap(([from, all]) =>
  [...all]
    .filter((to) => ![...all].some((other) => other !== to && isReachable(other, to)))
    .sort()
    .map((to) => `  ${from} --> ${to}`),
);

const file = new URL('../CONTRIBUTING.md', import.meta.url);
const diagram = ['```mermaid', 'flowchart TD', ...arrows, '```'].join('\n');
const text = readFileSync(file, 'utf8');
writeFileSync(file, text.replace(/```mermaid\n[^]*?```/, diagram));
