import { Get, Param, Post, Query } from '@nestjs/common';
import { render } from '../../console/shell/browser/page-response.js';
import type { FormState } from '../../console/shell/rendering/use-page.js';
import { NotFoundError } from '../../errors/error-registry.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import type { ApplicationQueryDto } from '../../operator/dto/account-query.dto.js';
import { CurrentOperator } from '../../operator/operator.guard.js';
import { OperatorService } from '../../operator/operator.service.js';
import type { OperatorRequester } from '../../request/requester.js';
import type { Unvalidated } from '../../validation/unvalidated.js';
import { AsksForConfirmation } from '../shell/operator-page.guard.js';
import { OperatorPages } from '../shell/operator-pages.decorator.js';
import { ReadsOnly } from '../shell/operator-visitor.js';
import { runOrShowAgain, search } from '../shell/page-forms.js';
import { ApplicationActions, isApplicationAction } from './application-actions.js';
import { ApplicationActionPage, ApplicationsPage } from './applications.page.js';

/** The pages about applications of all accounts. */
@OperatorPages('applications')
export abstract class ApplicationPagesController {
  constructor(
    private readonly operator: OperatorService,
    private readonly actions: ApplicationActions,
  ) {}

  @Get()
  find(
    @Query() query: Unvalidated<ApplicationQueryDto>,
    @ReadsOnly() readsOnly: boolean,
    @CurrentOperator() requester: OperatorRequester,
  ) {
    return search(
      query,
      (conditions) => this.operator.applications(conditions, requester),
      (form, found) => <ApplicationsPage {...{ form, found, readsOnly }} />,
    );
  }

  @Get(':id/:action')
  @AsksForConfirmation()
  async ask(
    @Param('id') id: string,
    @Param('action') action: string,
    @CurrentOperator() requester: OperatorRequester,
  ) {
    return render(await this.actionPage(action, id, { values: {} }, requester));
  }

  @Post(':id/:action')
  run(
    @Param('id') id: string,
    @Param('action') action: string,
    @FormBody() form: FormParameters,
    @CurrentOperator() requester: OperatorRequester,
  ) {
    if (!isApplicationAction(action)) throw new NotFoundError();
    return runOrShowAgain(
      form,
      (refused) => this.actionPage(action, id, refused),
      () => this.actions.run(action, id, form, requester),
    );
  }

  /** @throws NotFoundError for an unknown action, ApplicationNotFoundError */
  private async actionPage(
    action: string,
    id: string,
    form: FormState,
    requester?: OperatorRequester,
  ) {
    if (!isApplicationAction(action)) throw new NotFoundError();
    const application = await this.operator.application(id, requester);
    return <ApplicationActionPage {...{ action, application, form }} />;
  }
}
