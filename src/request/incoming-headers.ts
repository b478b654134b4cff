/** The headers of a request on Express and Fastify alike, by their names in lower case. */
export interface IncomingHeaders {
  readonly headers: Readonly<Record<string, string | undefined>>;
}
