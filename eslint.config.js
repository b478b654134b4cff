import tseslint from 'typescript-eslint';

/** The folders and files of `src` in layers, from top to bottom. A folder imports only from lower layers. */
export const floors = [
  ['service'],
  ['accounts.module', 'index'],
  ['console', 'decorators', 'messaging', 'metrics', 'operator', 'testing'],
  ['oauth', 'export'],
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
  ['events'],
  ['audit'],
  ['limits'],
  ['principals'],
  ['request'],
  ['errors'],
  ['language', 'database', 'embedded-postgres'],
  ['tracing', 'options'],
];

/** The layers within a folder; `*` stands for its own files. */
const innerFloors = {
  console: [
    ['*'],
    ['account', 'activity', 'applications', 'consent', 'email', 'factors'],
    ['sign-in'],
    ['shell'],
  ],
  http: [['*'], ['headers', 'input', 'urls'], ['versions'], ['openapi', 'tracing']],
  access: [
    ['authentication', 'credentials', 'sessions'],
    ['passwords'],
    ['rate-limits'],
    ['tokens'],
    ['*'],
  ],
  database: [['purge'], ['*'], ['connection']],
};

/** Returns the folders that this one must not import from: those above it and in its layer. */
function unknownTo(room, floors) {
  const floor = floors.findIndex((rooms) => rooms.includes(room));
  // The module and the exports of the package belong together.
  const beside = room === 'accounts.module' || room === 'index' ? [] : floors[floor];
  return [...floors.slice(0, floor).flat(), ...beside].filter((other) => other !== room);
}

const unknownRooms = (room) =>
  unknownTo(room, floors).map((other) => `^(?:\\.\\.?/)+${other}(?:\\.js$|/)`);

const unknownInnerRooms = (room, floors) =>
  unknownTo(room, floors).map((other) => (other === '*' ? '^\\.\\./[^/]+$' : `^\\.\\.?/${other}/`));

const doesNotKnow = (room, files, patterns) => ({
  files,
  ignores: ['**/*.spec.ts'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: patterns.map((regex) => ({
          regex,
          message: `${room} must not import from here; see "Source tree" in CONTRIBUTING.md.`,
        })),
      },
    ],
  },
});

/** The import rules of every folder. Tests may import everything. */
const arrows = floors.flat().flatMap((room) => {
  const inner = innerFloors[room];
  const files = [`src/${room}.ts`, `src/${room}/**/*.{ts,tsx}`];
  if (!inner) return [doesNotKnow(room, files, unknownRooms(room))];
  return inner
    .flat()
    .map((name) =>
      doesNotKnow(
        name === '*' ? room : `${room}/${name}`,
        [name === '*' ? `src/${room}/*.ts` : `src/${room}/${name}/**/*.ts`],
        [...unknownRooms(room), ...unknownInnerRooms(name, inner)],
      ),
    );
});

const outsideOf = (allowed, selector, message) => ({
  files: ['src/**/*.{ts,tsx}'],
  ignores: ['**/*.spec.ts', ...allowed],
  rules: {
    'no-restricted-syntax': ['error', ...selector.map((each) => ({ selector: each, message }))],
  },
});

export default tseslint.config(
  {
    ignores: [
      'dist',
      '.build',
      '.nest-11',
      '.upgrade',
      'mutation/.sandbox',
      'src/database/generated',
      'test/package',
      'test/clients',
    ],
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // A dynamic module is an empty class, and a handler that only redirects is an empty function.
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      eqeqeq: 'error',
    },
  },
  {
    files: ['test/**/*.ts', '**/*.spec.ts'],
    // Tests read responses without declaring their types.
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  },
  ...arrows,
  outsideOf(
    // The second file passes PATH to the programs that it starts.
    ['src/service/settings/settings.ts', 'src/embedded-postgres/postgres-binaries.ts'],
    ["MemberExpression[object.name='process'][property.name='env']"],
    'Only service/settings/ may read the environment.',
  ),
  {
    files: ['src/**/*.{ts,tsx}'],
    // The second file normalizes text whose length the first one has limited.
    ignores: ['src/language/raw-text.ts', 'src/accounts/email-key.ts', '**/*.spec.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { property: 'normalize', message: 'Use normalized() of language/raw-text.ts.' },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/database/**', 'src/**/*.repository.ts', '**/*.spec.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '@prisma/|database/generated',
              message: 'Only database/ and repositories may use Prisma.',
            },
          ],
        },
      ],
    },
  },
);
