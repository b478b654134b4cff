import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A third-party application as a browser sees it: the page that users return to. */
export class ThirdParty {
  /** The parameters of each return, latest last. */
  readonly answers: URLSearchParams[] = [];
  private readonly server: Server;
  redirectUri = '';

  private constructor() {
    this.server = createServer(({ url = '' }, response) => {
      if (url.startsWith('/callback')) this.answers.push(new URLSearchParams(url.split('?')[1]));
      response.setHeader('Content-Type', 'text/html').end('<h1>Back at the application</h1>');
    });
  }

  static async start(): Promise<ThirdParty> {
    const application = new ThirdParty();
    application.server.listen(0, '127.0.0.1');
    await once(application.server, 'listening');
    const { port } = application.server.address() as AddressInfo;
    application.redirectUri = `http://127.0.0.1:${port}/callback`;
    return application;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
