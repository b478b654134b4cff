import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';

/** A received mail. */
export interface ReceivedMail {
  /** A snapshot of the session, because the server continues to use it. */
  readonly session: Pick<SMTPServerSession, 'secure' | 'user' | 'envelope'>;
  readonly source: Buffer;
  readonly parsed: ParsedMail;
}

/** An SMTP server on a free port that keeps received mails in memory. */
export class SmtpServer {
  readonly received: ReceivedMail[] = [];
  /** The number of connections so far. */
  connections = 0;
  /** The maximum number of concurrent connections so far. */
  maxConnections = 0;

  private constructor(private readonly server: SMTPServer) {}

  /**
   * @param options override the defaults: no TLS, no authentication, and the server accepts every mail
   * @param port the port of an earlier, stopped server. Default: a free port
   */
  static async start(options: SMTPServerOptions = {}, port = 0): Promise<SmtpServer> {
    const server: SMTPServer = new SMTPServer({
      authOptional: true,
      closeTimeout: 100,
      disableReverseLookup: true,
      logger: false,
      onConnect: (_session, done) => {
        smtp.connections += 1;
        smtp.maxConnections = Math.max(smtp.maxConnections, server.connections.size);
        done();
      },
      onData: (stream, session, done) => void smtp.receive(stream, session).then(() => done()),
      ...options,
    });
    // Ignores errors from clients that do not trust the certificate.
    server.on('error', () => undefined);
    const smtp: SmtpServer = new SmtpServer(server);
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return smtp;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  url(scheme = 'smtp', credentials = ''): string {
    return `${scheme}://${credentials}127.0.0.1:${this.port}`;
  }

  async receive(stream: AsyncIterable<Buffer>, session: SMTPServerSession): Promise<void> {
    const { secure, user } = session;
    const envelope = structuredClone(session.envelope);
    const source = await buffer(stream);
    const parsed = await simpleParser(source);
    this.received.push({ session: { secure, user, envelope }, source, parsed });
  }

  /** Destroys all connections, or only the one of this session. */
  cut(id?: string): void {
    for (const { session, _socket } of this.server.connections) {
      if (id === undefined || session.id === id) _socket.destroy();
    }
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(resolve));
  }
}

/** Creates an error that the server sends as its reply. */
export function reply(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}
