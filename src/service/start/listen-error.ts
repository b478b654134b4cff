import { StartError } from './start.error.js';

/**
 * The reason why a server cannot listen, as a sentence that names the settings.
 *
 * @param prefix the prefix of the settings' names before `HOST` and `PORT`
 */
export function listenError(
  error: NodeJS.ErrnoException,
  { host, port }: { readonly host: string; readonly port: number },
  prefix = '',
): StartError {
  const { code = '', message } = error;
  const [HOST, PORT] = [`${prefix}HOST`, `${prefix}PORT`];
  const noAddress = `${host} is not an address of this machine: set ${HOST} to one that is, or to 0.0.0.0 for all of them.`;
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken: set ${PORT} to another one.`,
    EACCES: `Port ${port} cannot be opened by this user: set ${PORT} to 1024 or higher.`,
    EADDRNOTAVAIL: noAddress,
    ENOTFOUND: noAddress,
    EAI_AGAIN: noAddress,
  };
  const sentence =
    sentences[code] ?? `The service cannot listen on ${HOST} and ${PORT}: ${code || message}.`;
  return new StartError(sentence, { cause: error });
}
