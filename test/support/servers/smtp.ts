import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';

/** A mail as the server received it. */
export interface ReceivedMail {
  /** As it was then: the server goes on with it. */
  readonly session: Pick<SMTPServerSession, 'secure' | 'user' | 'envelope'>;
  readonly source: Buffer;
  readonly parsed: ParsedMail;
}

/** An SMTP server on a port of its own, which keeps what it receives in memory. */
export class SmtpServer {
  readonly received: ReceivedMail[] = [];
  /** How many connections there have been. */
  connections = 0;
  /** The most there have been at the same time. */
  mostConnections = 0;

  private constructor(private readonly server: SMTPServer) {}

  /**
   * @param options how it differs from a server that receives every mail, without TLS and authentication
   * @param port that of a server before it, which was stopped. Default: a free one
   */
  static async start(options: SMTPServerOptions = {}, port = 0): Promise<SmtpServer> {
    const server: SMTPServer = new SMTPServer({
      authOptional: true,
      closeTimeout: 100,
      disableReverseLookup: true,
      logger: false,
      onConnect: (_session, done) => {
        smtp.connections += 1;
        smtp.mostConnections = Math.max(smtp.mostConnections, server.connections.size);
        done();
      },
      onData: (stream, session, done) => void smtp.receive(stream, session).then(() => done()),
      ...options,
    });
    // A client that does not trust the certificate ends the connection.
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

  /** Ends all connections without a word, or that of one session. */
  cut(id?: string): void {
    for (const { session, _socket } of this.server.connections) {
      if (id === undefined || session.id === id) _socket.destroy();
    }
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(resolve));
  }
}

/** An error with which the server replies. */
export function reply(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}
