interface RoutedRequest {
  /** On Express. */
  readonly route?: { readonly path?: unknown };
  /** On Fastify. */
  readonly routeOptions?: { readonly url?: unknown };
}

export function routePattern(request: object): string | undefined {
  const { route, routeOptions } = request as RoutedRequest;
  const pattern = route?.path ?? routeOptions?.url;
  return typeof pattern === 'string' ? pattern : undefined;
}
