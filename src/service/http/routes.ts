import type { OpenAPIObject } from '@nestjs/swagger';

interface Route {
  readonly form: RegExp;
  readonly methods: readonly string[];
}

/** Which methods the addresses of the interface support, as its own description says. */
export class Routes {
  private readonly routes: readonly Route[];

  constructor({ paths }: OpenAPIObject) {
    this.routes = Object.entries(paths).map(([path, item]) => {
      const methods = Object.keys(item).map((method) => method.toUpperCase());
      return {
        form: formOf(path),
        methods: methods.includes('GET') ? [...methods, 'HEAD'].sort() : methods.sort(),
      };
    });
  }

  /** The methods of the address with this path, or undefined when there is no such address. */
  methodsOf(path: string): readonly string[] | undefined {
    return this.routes.find(({ form }) => form.test(path))?.methods;
  }
}

/** What the paths of a route look like: any segment stands for a parameter. */
function formOf(path: string): RegExp {
  const literals = path.split(/\{\w+\}/).map((part) => part.replaceAll(/[^\w/]/g, '\\$&'));
  return new RegExp(`^${literals.join('[^/]+')}/?$`);
}
