import { Get, Param, Post, Query } from '@nestjs/common';
import { render } from '../../console/shell/browser/page-response.js';
import { NotFoundError } from '../../errors/error-registry.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import type { QueuedEventQueryDto } from '../../operator/dto/queued-event.dto.js';
import { MaintenanceService } from '../../operator/maintenance.service.js';
import { CurrentOperator } from '../../operator/operator.guard.js';
import { requireFound, readSequence } from '../../operator/operator-subscriptions.controller.js';
import type { OperatorRequester } from '../../request/requester.js';
import type { Unvalidated } from '../../validation/unvalidated.js';
import { goTo } from '../shell/operator-page-response.js';
import { AsksForConfirmation } from '../shell/operator-page.guard.js';
import { OperatorPages } from '../shell/operator-pages.decorator.js';
import { OperatorReasons } from '../shell/operator-reasons.js';
import { ReadsOnly } from '../shell/operator-visitor.js';
import { runOrShowAgain, search } from '../shell/page-forms.js';
import { EventActionPage, EventsPage, SubscriptionsPage } from './subscriptions.page.js';

const eventActions = ['retry', 'discard'] as const;
type EventAction = (typeof eventActions)[number];

/** The pages about event subscriptions, their waiting and their parked events. */
@OperatorPages('subscriptions')
export abstract class SubscriptionPagesController {
  constructor(
    private readonly maintenance: MaintenanceService,
    private readonly reasons: OperatorReasons,
  ) {}

  @Get()
  async list() {
    const subscriptions = await this.maintenance.subscriptions();
    return render(<SubscriptionsPage subscriptions={subscriptions} />);
  }

  @Get(':name')
  async events(
    @Param('name') name: string,
    @Query() query: Unvalidated<QueuedEventQueryDto>,
    @ReadsOnly() readsOnly: boolean,
    @CurrentOperator() caller: OperatorRequester,
  ) {
    await this.assertExists(name);
    return search(
      query,
      async (conditions) =>
        requireFound(await this.maintenance.queuedEvents(name, conditions, caller)),
      (form, events) => <EventsPage {...{ name, form, readsOnly }} found={events} />,
    );
  }

  @Get(':name/retry')
  @AsksForConfirmation()
  async askRetry(@Param('name') name: string) {
    await this.assertExists(name);
    return render(<EventActionPage action="retry-all" name={name} form={{ values: {} }} />);
  }

  @Post(':name/retry')
  retryAll(
    @Param('name') name: string,
    @FormBody() form: FormParameters,
    @CurrentOperator() caller: OperatorRequester,
  ) {
    return runOrShowAgain(
      form,
      (refused) => <EventActionPage action="retry-all" name={name} form={refused} />,
      async () => {
        const requester = await this.reasons.read(form, caller);
        requireFound(await this.maintenance.retryEvents(name, requester));
        return goTo(`/subscriptions/${name}`, 'retry-all.done');
      },
    );
  }

  @Get(':name/events/:sequence/:action')
  @AsksForConfirmation()
  async ask(
    @Param('name') name: string,
    @Param('sequence') sequence: string,
    @Param('action') action: string,
  ) {
    await this.assertExists(name);
    readSequence(sequence);
    return render(
      <EventActionPage {...{ action: readAction(action), name, sequence }} form={{ values: {} }} />,
    );
  }

  @Post(':name/events/:sequence/:action')
  run(
    @Param('name') name: string,
    @Param('sequence') sequence: string,
    @Param('action') actionName: string,
    @FormBody() form: FormParameters,
    @CurrentOperator() caller: OperatorRequester,
  ) {
    const action = readAction(actionName);
    const number = readSequence(sequence);
    return runOrShowAgain(
      form,
      (refused) => <EventActionPage {...{ action, name, sequence }} form={refused} />,
      async () => {
        const requester = await this.reasons.read(form, caller);
        requireFound(await this.maintenance[`${action}Event`](name, number, requester));
        return goTo(`/subscriptions/${name}`, `${action}.done`);
      },
    );
  }

  /** @throws NotFoundError */
  private async assertExists(name: string): Promise<void> {
    requireFound(await this.maintenance.queuedEvents(name, { limit: 1 }));
  }
}

/** @throws NotFoundError for an unknown action */
function readAction(name: string): EventAction {
  const action = eventActions.find((each) => each === name);
  if (!action) throw new NotFoundError();
  return action;
}
