/**
 * The layers of `src`, top first. A folder may import only from the layers below its own.
 */
export const floors = [
  ['service'],
  ['accounts.module', 'index'],
  ['accounts.module-definition'],
  ['operator-pages'],
  ['console', 'decorators', 'messaging', 'metrics', 'operator', 'testing'],
  ['oauth', 'export', 'sign-in'],
  ['email-flows'],
  ['accounts'],
  ['applications'],
  ['accounts.options'],
  ['accounts.defaults'],
  ['http'],
  ['validation'],
  ['factors'],
  ['access'],
  ['changes'],
  ['mail'],
  ['brand'],
  ['events'],
  ['audit'],
  ['limits'],
  ['principals'],
  ['request'],
  ['errors'],
  ['language', 'database', 'embedded-postgres'],
  ['tracing', 'options', 'package-version', 'browser-client'],
];

/** The layers within a folder; `*` stands for the files directly in it. */
const innerFloors = {
  console: [
    ['*'],
    ['account', 'activity', 'applications', 'consent', 'email', 'factors'],
    ['sign-in'],
    ['shell'],
  ],
  'operator-pages': [['*'], ['accounts', 'applications', 'audit', 'events', 'tokens'], ['shell']],
  http: [['*'], ['headers', 'input', 'urls'], ['versions'], ['openapi', 'tracing']],
  access: [
    ['authentication', 'credentials', 'sessions'],
    ['passwords'],
    ['rate-limits'],
    ['sealing'],
    ['*'],
  ],
  'sign-in': [['routes'], ['*']],
  database: [['purge'], ['*'], ['connection']],
};

export const spec = '[.]spec[.]tsx?$';

/** The providers of a folder belong to the module, which spreads them. */
export const providers = '[.]providers[.]ts$';

/** A feature of the module combines providers and controllers of several folders, with the pages above them. */
export const feature = '[.]feature[.]ts$';

/** Returns the rules of the layers in a folder: nothing imports from above or beside its own layer. */
function rulesFor(folder, layers) {
  const pathTo = (name) => {
    const inside = `^${folder}/`;
    if (name === '*') return `${inside}[^/]+$`;
    return `${inside}${name.replace('.', '[.]')}(?:/|[.]tsx?$)`;
  };
  return layers.flatMap((names, layer) =>
    names.map((name) => {
      // The module and the index of the package belong together.
      const beside = name === 'accounts.module' || name === 'index' ? [] : names;
      const unknown = [...layers.slice(0, layer).flat(), ...beside].filter((one) => one !== name);
      return {
        name: `${folder}/${name}`.replace('src/', ''),
        severity: 'error',
        comment: 'Imports point down the layers; see "Source tree" in CONTRIBUTING.md.',
        from: { path: pathTo(name), pathNot: [spec, providers, feature] },
        to: { path: unknown.length > 0 ? unknown.map(pathTo) : '^$' },
      };
    }),
  );
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      comment: 'Two files that import each other, even only types, are one file or need a third.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'providers',
      severity: 'error',
      comment: 'Only the module, features and other providers spread the providers of a folder.',
      from: {
        path: '^src/',
        pathNot: ['[.](?:module|module-definition|feature)[.]ts$', providers, spec],
      },
      to: { path: providers },
    },
    ...rulesFor('src', floors),
    ...Object.entries(innerFloors).flatMap(([name, layers]) => rulesFor(`src/${name}`, layers)),
  ],
  options: {
    includeOnly: '^src/',
    exclude: { path: '^src/database/generated/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js'] },
  },
};
