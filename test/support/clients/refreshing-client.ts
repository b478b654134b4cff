import { setTimeout as delay } from 'node:timers/promises';
import type { TestService } from '../hosts/service.js';
import { refresh, type TestClient } from './oauth.js';

/** A client that refreshes its token until it is stopped. */
export class RefreshingClient {
  /** The response statuses. 0 means that a repeated request returned a different token. */
  readonly statuses: number[] = [];
  private readonly work: Promise<void>;
  private stopped = false;

  constructor(
    private readonly service: Pick<TestService, 'url'>,
    private readonly client: TestClient,
    private token: string,
  ) {
    this.work = this.repeat();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.work;
  }

  /** Presents each token twice, as if the first response was lost. The node then opens the sealed successor. */
  private async repeat(): Promise<void> {
    const service = this.service as TestService;
    while (!this.stopped) {
      const first = await refresh(service, this.client, this.token);
      const second = await refresh(service, this.client, this.token);
      this.statuses.push(first.status, second.status);
      const [one, other] = [first, second].map(({ body }) => body.refresh_token as string);
      if (one && other && one !== other) this.statuses.push(0);
      this.token = one ?? other ?? this.token;
      await delay(20);
    }
  }
}
