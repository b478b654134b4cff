import type { OpenAPIObject } from '@nestjs/swagger';

interface Route {
  readonly form: RegExp;
  readonly methods: readonly string[];
}

/** The methods that the URLs of the API support, from its OpenAPI document. */
export class Routes {
  private routes: readonly Route[] | undefined;

  /** @param describe creates the document when a URL is first looked up */
  constructor(private readonly describe: () => Pick<OpenAPIObject, 'paths'>) {}

  listMethods(path: string): readonly string[] | undefined {
    this.routes ??= listRoutes(this.describe());
    return this.routes.find(({ form }) => form.test(path))?.methods;
  }
}

function listRoutes({ paths }: Pick<OpenAPIObject, 'paths'>): Route[] {
  return Object.entries(paths).map(([path, item]) => {
    const methods = Object.keys(item).map((method) => method.toUpperCase());
    return {
      form: getForm(path),
      methods: methods.includes('GET') ? [...methods, 'HEAD'].sort() : methods.sort(),
    };
  });
}

/** A pattern for the paths of a route. A parameter matches any segment. */
function getForm(path: string): RegExp {
  const literals = path.split(/\{\w+\}/).map((part) => part.replaceAll(/[^\w/]/g, '\\$&'));
  return new RegExp(`^${literals.join('[^/]+')}/?$`);
}
