/** The headers of an Express or Fastify request, by lower-case name. */
export interface IncomingHeaders {
  readonly headers: Readonly<Record<string, string | undefined>>;
}
