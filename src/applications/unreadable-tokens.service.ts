import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import { TokenSeal } from '../access/sealing/token-seal.js';
import { maxCounted, OwnTokensRepository } from './own-tokens.repository.js';

/** Warns at startup about own tokens that no secret key opens, because a key was removed too early or by mistake. */
@Injectable()
export class UnreadableTokensService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(UnreadableTokensService.name);
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly tokens: OwnTokensRepository,
    private readonly seal: TokenSeal,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.warn().catch((error: Error) =>
      this.logger.warn(`Access tokens that cannot be shown were not counted: ${error.message}`),
    );
  }

  private async warn(): Promise<void> {
    const { unreadable, unrecorded } = await this.tokens.countUnreadable(this.seal.fingerprints);
    if (unreadable > 0) {
      this.logger.warn(
        `${describeCount(unreadable)} of applications cannot be shown, because the key they were sealed with is not among the secret keys (SECRET_KEY). They work all the same: put the key back behind the present one, or regenerate them.`,
      );
    }
    if (unrecorded > 0) {
      this.logger.log(
        `${describeCount(unrecorded)} of applications do not record their secret key yet; "key reseal" records it.`,
      );
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.running;
  }
}

function describeCount(count: number): string {
  if (count === 1) return '1 access token';
  return `${count < maxCounted ? count : `At least ${maxCounted}`} access tokens`;
}
