/**
 * Writes the entries that tests of CommonJS load into dist/commonjs: Jest cannot `require` ES modules before Node 24.9.
 * They contain the packages that are ES modules only. Their types are those of the ES modules.
 */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'rolldown';

const entries = ['decorators', 'testing'];

const bundled = /^(?:intl-messageformat|@formatjs\/.+|@nestjs\/passport)$/;

/** Loaded for a mail alone, which no test with these entries writes. */
const mail = /\/language\/mails\/(?!index|en)\w+\.js$/;
const withoutMails = {
  name: 'without-mails',
  resolveId: {
    filter: { id: /^\.\/\w+\.js$/ },
    handler: (id, importer) => {
      const path = join(dirname(importer), id);
      return mail.test(path)
        ? { id: '../language/mails' + id.slice(1), external: true }
        : undefined;
    },
  },
};

await build({
  input: Object.fromEntries(entries.map((name) => [name, `dist/${name}/index.js`])),
  platform: 'node',
  external: (id, importer) => importer !== undefined && /^[^./]/.test(id) && !bundled.test(id),
  plugins: [withoutMails],
  output: {
    dir: 'dist/commonjs',
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: 'shared.cjs',
    comments: { legal: true, annotation: false, jsdoc: false },
  },
  logLevel: 'warn',
});
for (const name of entries) {
  writeFileSync(`dist/commonjs/${name}.d.cts`, `export * from '../${name}/index.js';\n`);
}
