import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { ExpiredRowsRepository } from './expired-rows.repository.js';

const intervalMs = 5 * 60_000;
const batchSize = 500;

/**
 * Deletes expired rows, such as tokens, authorizations and sessions, periodically and in small
 * batches, so that the tables do not grow. Expired rows are refused anyway.
 */
@Injectable()
export class PurgeService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(PurgeService.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;
  private readonly tasks: (() => Promise<void>)[] = [];

  constructor(private readonly rows: ExpiredRowsRepository) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running = this.purge().catch((error: Error) =>
        this.logger.warn(`Expired rows were not deleted: ${error.message}`),
      );
    }, intervalMs).unref();
  }

  /** Has this done at each purge as well, on every node. */
  also(task: () => Promise<void>): void {
    this.tasks.push(task);
  }

  /** Deletes all expired rows, unless another node is doing so. */
  async purge(): Promise<void> {
    while (!this.stopped && (await this.rows.deleteBatch(batchSize)));
    for (const task of this.tasks) await task();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }
}
