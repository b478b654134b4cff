import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const service = readPackage(fileURLToPath(new URL('..', import.meta.url)));

/**
 * Lists the packages of files in CycloneDX 1.6. Scanners of images find packages by their package.json, which a bundle
 * does not contain. The list has neither a time nor a random number, so that equal bundles have equal lists.
 *
 * @param files paths; those outside of node_modules belong to this package
 */
export function createBillOfMaterials(files) {
  const folders = new Set(
    files.flatMap((file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file) ?? []),
  );
  const components = new Map(
    [...folders].map(readPackage).map((each) => [each.purl, { ...each, type: 'library' }]),
  );
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...service, type: 'application' } },
    components: [...components.keys()].sort().map((purl) => components.get(purl)),
  };
}

function readPackage(folder) {
  const path = join(folder, 'package.json');
  const { name, version, license, licenses } = JSON.parse(readFileSync(path, 'utf8'));
  // Old packages have a list of licenses, or none.
  const expression = license ?? licenses?.map(({ type }) => type).join(' OR ');
  const [base, group] = name.split('/').reverse();
  const purl = `pkg:npm/${group ? `${encodeURIComponent(group)}/` : ''}${base}@${version}`;
  return {
    'bom-ref': purl,
    ...(group && { group }),
    name: base,
    version,
    ...(expression && { licenses: [{ expression }] }),
    purl,
  };
}
