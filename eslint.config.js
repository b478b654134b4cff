import tseslint from 'typescript-eslint';
import english from './scripts/eslint-english.js';

const assignedFunction = {
  selector: "AssignmentExpression[left.type='MemberExpression'][right.type=/Function/]",
  message:
    'V8 allocates this function in the old generation, where it keeps all that it refers to. Assign a constant.',
};
const environment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Only service/settings/ may read the environment.',
};

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
    files: ['**/*.{ts,tsx,js}'],
    plugins: { english },
    rules: { 'english/plain-english': 'error' },
  },
  {
    files: ['test/**/*.ts', '**/*.spec.ts'],
    // Tests read responses without declaring their types.
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['**/*.spec.ts'],
    rules: { 'no-restricted-syntax': ['error', assignedFunction, environment] },
  },
  {
    // The second file passes PATH to the programs that it starts.
    files: ['src/service/settings/settings.ts', 'src/embedded-postgres/postgres-binaries.ts'],
    rules: { 'no-restricted-syntax': ['error', assignedFunction] },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    // The second file normalizes text whose length the first one has limited.
    ignores: ['src/language/raw-text.ts', 'src/accounts/emails/email-key.ts', '**/*.spec.ts'],
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
