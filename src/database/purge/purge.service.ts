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
  private running: Promise<void> | undefined;
  private stopped = false;
  private readonly tasks: (() => Promise<void>)[] = [];

  constructor(private readonly rows: ExpiredRowsRepository) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running ??= this.purge()
        .catch((error: Error) =>
          this.logger.warn(`Expired rows were not deleted: ${error.message}`),
        )
        .finally(() => (this.running = undefined));
    }, intervalMs).unref();
  }

  /** Has this done at each purge as well, on every node. */
  also(task: () => Promise<void>): void {
    this.tasks.push(task);
  }

  /** Deletes all expired rows, unless another node is doing so. @throws once everything else is done */
  async purge(): Promise<void> {
    const failures: Error[] = [];
    for (const work of [() => this.deleteExpired(), ...this.tasks]) {
      if (this.stopped) break;
      await work().catch((error: Error) => failures.push(error));
    }
    if (failures.length === 0) return;
    throw new AggregateError(failures, failures.map(({ message }) => message).join('; '));
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  private async deleteExpired(): Promise<void> {
    while (!this.stopped && (await this.rows.deleteBatch(batchSize)));
  }
}
