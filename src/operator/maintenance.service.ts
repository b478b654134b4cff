import { Injectable } from '@nestjs/common';
import { ResealService, type ResealResult } from '../access/tokens/reseal.service.js';
import { AuditTrail } from '../audit/audit-trail.js';
import type { SubscriptionState } from '../events/event-subscriptions.repository.js';
import { EventsService } from '../events/events.service.js';
import type { OperatorRequester } from './operator.service.js';

/** The actions of operators on the service itself, each in the audit trail. */
@Injectable()
export class MaintenanceService {
  constructor(
    private readonly events: EventsService,
    private readonly resealing: ResealService,
    private readonly audit: AuditTrail,
  ) {}

  /** The state of each subscription, with its waiting and parked events. */
  subscriptions(): Promise<SubscriptionState[]> {
    return this.events.list();
  }

  /** Delivers the parked events of a subscription again. Returns their number, undefined where there is no such subscription. */
  async retryEvents(
    subscription: string,
    requester: OperatorRequester,
  ): Promise<number | undefined> {
    const retried = await this.events.retry(subscription);
    if (retried !== undefined) await this.record('event.retry', requester, subscription);
    return retried;
  }

  /**
   * Deletes a subscription with its events. Returns whether it existed.
   *
   * @throws SubscriptionInUseError for the one of this package whose subscriber still runs
   */
  async dropSubscription(subscription: string, requester: OperatorRequester): Promise<boolean> {
    const isDropped = await this.events.drop(subscription);
    if (isDropped) await this.record('event.drop', requester, subscription);
    return isDropped;
  }

  /** Seals with the first secret key what older ones have sealed. */
  async reseal(requester: OperatorRequester): Promise<ResealResult> {
    const result = await this.resealing.reseal();
    await this.record('key.reseal', requester);
    return result;
  }

  private record(
    event: 'event.retry' | 'event.drop' | 'key.reseal',
    requester: OperatorRequester,
    ...members: string[]
  ): Promise<void> {
    return this.audit.record({ event, accountId: null, members, requester });
  }
}
