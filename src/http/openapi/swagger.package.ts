import { createRequire } from 'node:module';

type Swagger = typeof import('@nestjs/swagger');

const require = createRequire(import.meta.url);

/** Stands in for the package: a decorator describes nothing. */
const nothing = new Proxy({} as Swagger, {
  get: (_, name) => (name === 'getSchemaPath' ? () => '' : () => () => undefined),
});

function isInstalled(): boolean {
  try {
    require.resolve('@nestjs/swagger');
    return true;
  } catch {
    return false;
  }
}

/** `@nestjs/swagger`. Loaded with `require`, because a CommonJS host cannot load a module with top-level `await`. */
export const swagger: Swagger = isInstalled() ? require('@nestjs/swagger') : nothing;
