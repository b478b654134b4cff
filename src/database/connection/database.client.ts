import { Client, Connection, type ClientConfig } from 'pg';
import type { DatabaseHosts } from './database-hosts.js';

const cancelMs = 500;

/** Override the defaults of the server, database and role, because parsing depends on these settings. */
const sessionSettings = { TimeZone: 'UTC', DateStyle: 'ISO, MDY', client_encoding: 'UTF8' };

type Callback = (error: Error | undefined, result?: unknown) => void;

interface UndeclaredConnection extends Connection {
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
}

export interface DatabaseClientConfig extends ClientConfig {
  /** Only if the URL names several. */
  hosts?: DatabaseHosts | undefined;
}

/**
 * A connection with UTC, ISO dates and UTF-8, even through a pooler in transaction mode.
 *
 * The connection ends with its first statement that times out. Otherwise, Prisma would return it to the pool, and the
 * next request would wait behind that statement. The statement is cancelled, because a waiting statement does not
 * notice a closed connection: a commit waits for a synchronous standby until one is available.
 */
export class DatabaseClient extends Client {
  private readonly hosts: DatabaseHosts | undefined;
  // Members of node-postgres that its types lack.
  declare readonly processID: number | null;
  declare readonly secretKey: number | null;
  declare readonly connectionParameters: {
    readonly ssl: unknown;
    readonly sslnegotiation?: string;
  };

  constructor(config?: DatabaseClientConfig) {
    super(config);
    this.hosts = config?.hosts;
    // An error without a listener ends the process, and the pool listens only to idle connections.
    this.on('error', () => undefined);
  }

  getStartupConf(): Record<string, string> {
    const getStartupConf: () => object = Reflect.get(Client.prototype, 'getStartupConf');
    return { ...getStartupConf.call(this), ...sessionSettings };
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error | null, client: this) => void): void;
  override connect(callback?: (error: Error | null, client: this) => void): Promise<this> | void {
    const connected = this.hosts ? this.connectTo(this.hosts) : super.connect();
    if (!callback) return connected as Promise<this>;
    connected.then(
      () => callback(null, this),
      (error: Error) => callback(error, this),
    );
  }

  private async connectTo(hosts: DatabaseHosts): Promise<this> {
    Object.assign(this, await hosts.find());
    try {
      await super.connect();
      await hosts.assertFit(this);
      return this;
    } catch (error) {
      hosts.forget();
      void this.end();
      throw error;
    }
  }

  // The overloads return a promise, a query, or nothing with a callback.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- one type has to fit all of them
  override query(...args: unknown[]): any {
    const query = super.query.bind(this) as (...args: unknown[]) => unknown;
    const last = args.at(-1);
    if (typeof last !== 'function') {
      const result = query(...args);
      return result instanceof Promise
        ? result.catch((error: Error) => this.giveUp(error))
        : result;
    }
    const callback = last as Callback;
    return query(...args.slice(0, -1), (error: Error | undefined, result: unknown) => {
      if (!error) callback(undefined, result);
      else this.giveUp(error).catch(callback);
    });
  }

  /** @throws the error, after cancelling a statement that timed out */
  private async giveUp(error: Error): Promise<never> {
    if (error.message === 'Query read timeout') {
      // Cancel first, because a pooler forgets the statement of a connection that ends.
      await this.cancel();
      void this.end();
    }
    throw error;
  }

  /** https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS */
  private cancel(): Promise<void> {
    const { processID, secretKey, connectionParameters } = this;
    if (processID === null || secretKey === null) return Promise.resolve();
    const { ssl, sslnegotiation: sslNegotiation } = connectionParameters;
    const connection = new Connection({ ssl, sslNegotiation } as object) as UndeclaredConnection;
    const timeout = setTimeout(() => connection.stream.destroy(), cancelMs);
    return new Promise((resolve) => {
      connection.on('error', () => undefined);
      connection.once('connect', () => {
        if (!ssl) connection.cancel(processID, secretKey);
        else if (sslNegotiation !== 'direct') connection.requestSsl();
      });
      connection.once('sslconnect', () => connection.cancel(processID, secretKey));
      connection.once('end', () => {
        clearTimeout(timeout);
        resolve();
      });
      if (this.host.startsWith('/')) connection.connect(`${this.host}/.s.PGSQL.${this.port}`);
      else connection.connect(this.port, this.host);
    });
  }
}
