import { Injectable } from '@nestjs/common';
import { SigningKeysService } from '../oauth/openid/signing-keys.service.js';
import { ResealService, type ResealResult } from '../access/sealing/reseal.service.js';
import { ChangesService, type ChangeRecord } from '../changes/changes.service.js';
import { SubscriptionInUseError } from '../events/account-event.subscriber.js';
import {
  EventSubscriptionsRepository,
  type SubscriptionState,
} from '../events/event-subscriptions.repository.js';
import { EventsService } from '../events/events.service.js';
import type { OperatorRequester } from '../request/requester.js';

/** The next key that signs ID tokens. */
export interface NextSigningKey {
  /** The key id in the header of its tokens (RFC 7638). */
  readonly id: string;
  /** When it begins to sign, in ISO 8601. */
  readonly signs_from: string;
}

/** Operator actions on the service itself, recorded in the audit trail. */
@Injectable()
export class MaintenanceService {
  constructor(
    private readonly events: EventsService,
    private readonly eventSubscriptions: EventSubscriptionsRepository,
    private readonly resealing: ResealService,
    private readonly signingKeys: SigningKeysService,
    private readonly changes: ChangesService,
  ) {}

  /** Returns the state of each subscription, with its waiting and parked events. */
  subscriptions(): Promise<SubscriptionState[]> {
    return this.eventSubscriptions.list();
  }

  /**
   * Redelivers the parked events of a subscription. Very large numbers are completed in the background. Returns their
   * number, at most a million; undefined if the subscription does not exist.
   */
  async retryEvents(
    subscription: string,
    requester: OperatorRequester,
  ): Promise<number | undefined> {
    let count: number | undefined;
    await this.changes.run(record('event.retry', requester, subscription), async ({ models }) => {
      count = await this.events.requestRetry(subscription, models);
      return count !== undefined;
    });
    if (count !== undefined) await this.events.retry(subscription);
    return count;
  }

  /**
   * Deletes a subscription with its events. Returns whether it existed. A subscriber of the host that still runs stops
   * within half a minute, and its next start creates the subscription again.
   *
   * @throws SubscriptionInUseError for this package's own subscription while its subscriber still runs
   */
  async dropSubscription(subscription: string, requester: OperatorRequester): Promise<boolean> {
    const isDropped = await this.changes.run(
      record('event.drop', requester, subscription),
      async ({ models }) => {
        if (await this.eventSubscriptions.isInternalAndRunning(subscription)) {
          throw new SubscriptionInUseError(subscription);
        }
        return this.eventSubscriptions.delete(subscription, models);
      },
    );
    if (isDropped) await this.eventSubscriptions.deleteEvents(subscription);
    return isDropped === true;
  }

  /**
   * Creates the next key that signs ID tokens. It signs from a day later, so that clients have read it by then.
   *
   * @returns its id, and when it begins to sign; of the one that already waits, if there is one
   */
  async rotateSigningKey(requester: OperatorRequester): Promise<NextSigningKey> {
    const { id, activeAt } = await this.signingKeys.rotate(requester);
    return { id, signs_from: activeAt.toISOString() };
  }

  /** Reseals values of older secret keys with the first one. */
  async reseal(requester: OperatorRequester): Promise<ResealResult> {
    // Record the event first, because resealing may be interrupted when the process ends.
    await this.changes.run(record('key.reseal', requester), async () => true);
    return this.resealing.reseal();
  }
}

function record(
  event: 'event.retry' | 'event.drop' | 'key.reseal',
  proof: OperatorRequester,
  ...members: string[]
): ChangeRecord {
  return { event, accountId: null, members, proof };
}
