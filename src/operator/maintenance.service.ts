import { Injectable } from '@nestjs/common';
import { SigningKeysService } from '../oauth/openid/signing-keys.service.js';
import { ResealService, type ResealResult } from '../access/sealing/reseal.service.js';
import { ChangesService, type ChangeRecord } from '../changes/changes.service.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { isIdentifier } from '../database/identifier.js';
import { presentNames } from '../validation/present-members.js';
import { AccountsService } from '../accounts/accounts.service.js';
import type { Transaction } from '../database/records.js';
import { toQueue } from '../email-flows/mails/mail-request.js';
import { AccountNotFoundError, InvalidRequestError } from '../errors/error-registry.js';
import { isSubscriptionName, SubscriptionInUseError } from '../events/account-event.subscriber.js';
import {
  EventSubscriptionsRepository,
  type SubscriptionState,
} from '../events/event-subscriptions.repository.js';
import { EventsService } from '../events/events.service.js';
import { QueuedEventsRepository, type QueuePosition } from '../events/queued-events.repository.js';
import type { OperatorRequester } from '../request/requester.js';
import { DtoValidator } from '../validation/dto-validator.js';
import type { Input } from '../validation/unvalidated.js';
import { defaultLimit } from './dto/operator.rules.js';
import {
  QueuedEventQueryDto,
  queuedEventQuery,
  type QueuedEventListDto,
} from './dto/queued-event.dto.js';

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
    private readonly queue: QueuedEventsRepository,
    private readonly accounts: AccountsService,
    private readonly validator: DtoValidator,
    private readonly resealing: ResealService,
    private readonly signingKeys: SigningKeysService,
    private readonly changes: ChangesService,
    private readonly audit: AuditTrail,
  ) {}

  /** Returns the state of each subscription, with its waiting and parked events. */
  subscriptions(): Promise<SubscriptionState[]> {
    return this.eventSubscriptions.list();
  }

  /**
   * Lists the waiting and parked events of a subscription in pages, by account and in the order of delivery. `after` is
   * `next` of the previous page.
   *
   * @param requester the operator, for the audit trail. Default: the read is not audited
   * @returns undefined if the subscription does not exist
   * @throws ValidationFailedError, InvalidRequestError for another text than a position in `after`
   */
  async queuedEvents(
    subscription: string,
    query: Input<QueuedEventQueryDto> = {},
    requester?: OperatorRequester,
  ): Promise<QueuedEventListDto | undefined> {
    const known = Object.keys(queuedEventQuery);
    const dto = await this.validator.validateKnown(QueuedEventQueryDto, query, known);
    const after = dto.after === undefined ? undefined : readQueuePosition(dto.after);
    if (dto.after !== undefined && !after) throw new InvalidRequestError('after');
    if (!(await this.exists(subscription))) return undefined;
    const { state, account, limit = defaultLimit } = dto;
    const queues = account === undefined ? undefined : await this.queuesFor(account);
    const search = { subscription, queues, state, after, limit: limit + 1 };
    const found = await this.queue.list(search);
    const events = found.slice(0, limit);
    if (requester) {
      const accountId = account !== undefined && isIdentifier(account) ? account : null;
      const members = [subscription, ...presentNames(dto).sort()];
      await this.audit.record({ event: 'event.read', accountId, members, requester });
    }
    const last = found.length > limit ? events.at(-1) : undefined;
    return { events, next: last ? `${last.sequence}-${last.account_id}` : null };
  }

  /**
   * Delivers a parked event again, or attempts a waiting one now, after those of its account before it. `sequence` is
   * that of {@link queuedEvents}.
   *
   * @returns whether the subscription has such an event
   */
  retryEvent(
    subscription: string,
    sequence: number,
    requester: OperatorRequester,
  ): Promise<boolean> {
    return this.changeQueued('event.retry', subscription, sequence, requester, (models) =>
      this.queue.retry(subscription, sequence, models),
    );
  }

  /**
   * Deletes a parked or waiting event. A node that has already read it may still deliver it.
   *
   * @returns whether the subscription had such an event
   */
  discardEvent(
    subscription: string,
    sequence: number,
    requester: OperatorRequester,
  ): Promise<boolean> {
    return this.changeQueued('event.discard', subscription, sequence, requester, (models) =>
      this.queue.discard(subscription, sequence, models),
    );
  }

  /**
   * Redelivers the parked events of a subscription, and ends the pauses of the waiting ones. Very large numbers are
   * completed in the background. Returns the number of parked events and of pauses, at most a million each; undefined if
   * the subscription does not exist.
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
    if (count !== undefined) await this.events.retry(subscription, count);
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
        if (await this.eventSubscriptions.isInternalAndRunning(subscription, models)) {
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
   * @returns the id of this key, or of one that already waits, and when it begins to sign
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

  private async changeQueued(
    event: 'event.retry' | 'event.discard',
    subscription: string,
    sequence: number,
    requester: OperatorRequester,
    change: (models: Transaction) => Promise<boolean>,
  ): Promise<boolean> {
    if (!(await this.exists(subscription))) return false;
    const queued = await this.queue.find(subscription, sequence);
    if (!queued) return false;
    const changed = record(event, requester, subscription, queued.event_id);
    return (await this.changes.run(changed, ({ models }) => change(models))) === true;
  }

  private async exists(subscription: string): Promise<boolean> {
    return isSubscriptionName(subscription) && this.eventSubscriptions.exists(subscription);
  }

  /** Returns the queues of an account and of mails to its address. */
  private async queuesFor(accountId: string): Promise<string[]> {
    try {
      const { id, email } = await this.accounts.get(accountId);
      return [id, toQueue(email)];
    } catch (error) {
      // The events of a deleted account may still wait.
      if (error instanceof AccountNotFoundError) return [accountId];
      throw error;
    }
  }
}

/** Parses a position of {@link MaintenanceService.queuedEvents}; returns undefined for other text. */
function readQueuePosition(text: string): QueuePosition | undefined {
  const [, sequence, account_id = ''] = /^(\d{1,15})-(.+)$/.exec(text) ?? [];
  return sequence === undefined ? undefined : { sequence: Number(sequence), account_id };
}

function record(
  event: 'event.retry' | 'event.discard' | 'event.drop' | 'key.reseal',
  proof: OperatorRequester,
  ...members: string[]
): ChangeRecord {
  return { event, accountId: null, members, proof };
}
