import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Client } from 'pg';
import { ListeningConnection, type ListeningClient } from './listening-connection.js';
import { PrismaService } from './prisma.service.js';

const connectTimeoutMs = 3_000;
const firstRetryMs = 250;
const lastRetryMs = 5_000;

/** Who keeps something of the database in memory. */
export interface ChangeObserver {
  /** What belongs to this id, of an account or an application, has changed. */
  forget(id: string): void;
  /** Anything may have changed. */
  clear(): void;
}

/**
 * Hears what other nodes and programs change, over a connection of its own. It is opened when
 * somebody asks for the first time, and again after it was lost, so that it needs no timer, and
 * neither a start nor an end waits for it. Through an adapter of the host nothing can be heard.
 */
@Injectable()
export class ChangeListener implements OnApplicationShutdown {
  private readonly logger = new Logger(ChangeListener.name);
  private observer: ChangeObserver | undefined;
  private connection: ListeningConnection | undefined;
  private retryAt = 0;
  private retryMs = firstRetryMs;
  private isDeaf = false;
  private isOver = false;

  constructor(private readonly prisma: PrismaService) {}

  /** From now on this is told. */
  observe(observer: ChangeObserver): void {
    this.observer = observer;
  }

  /** Whether changes are told at the moment, be it later than the promise of `isCurrent`. */
  get isListening(): boolean {
    return this.connection?.isOpen ?? false;
  }

  /** Whether all that was committed until 200 ms ago has been told. */
  isCurrent(): boolean {
    if (!this.connection && !this.isOver && performance.now() >= this.retryAt) this.connect();
    return this.connection?.isCurrent() ?? false;
  }

  onApplicationShutdown(): void {
    this.isOver = true;
    this.connection?.end();
    this.connection = undefined;
  }

  private connect(): void {
    const { pool, schema, directUrl } = this.prisma;
    if (!pool) {
      this.isOver = true;
      return;
    }
    // Made as the pool makes its own, and not taken out of it: a pool waits for those at its end.
    const client = new Client(
      directUrl
        ? { connectionString: directUrl, connectionTimeoutMillis: connectTimeoutMs }
        : pool.options,
    );
    this.connection = new ListeningConnection(client as ListeningClient, pool, schema!, {
      opened: () => this.opened(),
      told: (id) => (id === '*' ? this.observer?.clear() : this.observer?.forget(id)),
      lost: (reason) => this.lost(reason),
    });
  }

  private opened(): void {
    this.retryMs = firstRetryMs;
    // Whatever was read before may have changed unheard.
    this.observer?.clear();
    if (this.isDeaf) this.logger.log('Changes of other nodes are heard again.');
    this.isDeaf = false;
  }

  private lost({ message }: Error): void {
    this.connection = undefined;
    this.retryAt = performance.now() + this.retryMs;
    this.retryMs = Math.min(2 * this.retryMs, lastRetryMs);
    this.observer?.clear();
    if (this.isDeaf) return;
    this.isDeaf = true;
    this.logger.warn(
      `The connection that hears changes of other nodes is lost: ${message}. Until it is back ` +
        'every token is looked up in the database.',
    );
  }
}
