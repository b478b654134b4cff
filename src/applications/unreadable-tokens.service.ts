import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { TokenSeal } from '../access/tokens/token-seal.js';
import { OwnTokensRepository } from './own-tokens.repository.js';

const batchSize = 500;

/**
 * Counts in the background at the start the tokens that no secret key opens, and warns: a key was
 * removed too early, or the setting was changed by mistake. The tokens work, but cannot be shown.
 */
@Injectable()
export class UnreadableTokensService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(UnreadableTokensService.name);
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly tokens: OwnTokensRepository,
    private readonly seal: TokenSeal,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.warn().catch((error: Error) =>
      this.logger.warn(`Access tokens that cannot be shown were not counted: ${error.message}`),
    );
  }

  /** How many there are. */
  async count(): Promise<number> {
    let unreadable = 0;
    for await (const batch of this.tokens.sealedInBatches(batchSize)) {
      if (this.stopped) break;
      unreadable += batch.filter(
        ({ sealed, applicationId }) => this.seal.open(sealed, applicationId) === undefined,
      ).length;
    }
    return unreadable;
  }

  private async warn(): Promise<void> {
    const unreadable = await this.count();
    if (unreadable === 0) return;
    this.logger.warn(
      `${unreadable} access ${unreadable === 1 ? 'token' : 'tokens'} of applications cannot be shown, because the key they were sealed with is not among the secret keys (SECRET_KEY). They work all the same: put the key back behind the present one, or regenerate them.`,
    );
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.running;
  }
}
