/**
 * Writes the entries for CommonJS tests into dist/commonjs, because Jest cannot `require` ES modules before Node.js
 * 24.9. The entries contain the packages that exist only as ES modules. Their types are those of the ES modules.
 */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'rolldown';

const entries = ['decorators', 'testing'];

const bundled = /^(?:intl-messageformat|@formatjs\/.+|@nestjs\/passport)$/;

/** Loaded only to write a mail, which no test does with these entries. */
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
