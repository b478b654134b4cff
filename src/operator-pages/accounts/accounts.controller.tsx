import { Get, Param, Post, Query } from '@nestjs/common';
import { permissions } from '../../accounts/account-settings.js';
import { render } from '../../console/shell/browser/page-response.js';
import type { FormState } from '../../console/shell/rendering/use-page.js';
import { NotFoundError } from '../../errors/error-registry.js';
import { FactorsService } from '../../factors/factors.service.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { CurrentOperator } from '../../operator/operator.guard.js';
import { OperatorService } from '../../operator/operator.service.js';
import type { OperatorRequester } from '../../request/requester.js';
import type { Unvalidated } from '../../validation/unvalidated.js';
import type { AccountQueryDto } from '../../operator/dto/account-query.dto.js';
import { AsksForConfirmation } from '../shell/operator-page.guard.js';
import { OperatorPages } from '../shell/operator-pages.decorator.js';
import { ReadsOnly } from '../shell/operator-visitor.js';
import { runOrShowAgain, search } from '../shell/page-forms.js';
import { AccountActions, isAccountAction } from './account-actions.js';
import { AccountActionPage, AccountPage } from './account.page.js';
import { AccountsPage } from './accounts.page.js';
import { SessionsPage } from './sessions.page.js';

/** The pages about accounts. Each form runs an action of {@link OperatorService}, as the JSON routes do. */
@OperatorPages('accounts')
export abstract class AccountPagesController {
  constructor(
    private readonly operator: OperatorService,
    private readonly factors: FactorsService,
    private readonly actions: AccountActions,
  ) {}

  @Get()
  find(
    @Query() query: Unvalidated<AccountQueryDto>,
    @CurrentOperator() requester: OperatorRequester,
  ) {
    return search(
      query,
      (conditions) => this.operator.find(conditions, requester),
      (form, found) => <AccountsPage form={form} found={found} />,
    );
  }

  @Get(':id')
  async show(
    @Param('id') id: string,
    @ReadsOnly() readsOnly: boolean,
    @CurrentOperator() requester: OperatorRequester,
  ) {
    const shown = await this.operator.show(id, requester);
    const factors = await this.factors.status(shown.account.id);
    return render(<AccountPage {...{ shown, factors, readsOnly }} />);
  }

  @Get(':id/sessions')
  async sessions(
    @Param('id') id: string,
    @ReadsOnly() readsOnly: boolean,
    @CurrentOperator() requester: OperatorRequester,
  ) {
    const { account } = await this.operator.show(id);
    const { sessions } = await this.operator.sessions(id, requester);
    return render(<SessionsPage {...{ account, sessions, readsOnly }} />);
  }

  @Get(':id/:action')
  @AsksForConfirmation()
  async ask(
    @Param('id') id: string,
    @Param('action') action: string,
    @CurrentOperator() requester: OperatorRequester,
  ) {
    const { account } = await this.operator.show(id, requester);
    const values = permissions.map((name) => [name, String(account.permissions[name])]);
    return render(await this.actionPage(action, id, { values: Object.fromEntries(values) }));
  }

  @Post(':id/:action')
  run(
    @Param('id') id: string,
    @Param('action') action: string,
    @FormBody() form: FormParameters,
    @CurrentOperator() requester: OperatorRequester,
  ) {
    if (!isAccountAction(action)) throw new NotFoundError();
    return runOrShowAgain(
      form,
      (refused) => this.actionPage(action, id, refused),
      () => this.actions.run(action, id, form, requester),
    );
  }

  /** @throws NotFoundError for an unknown action, AccountNotFoundError */
  private async actionPage(action: string, id: string, form: FormState) {
    if (!isAccountAction(action)) throw new NotFoundError();
    const shown = await this.operator.show(id);
    const affected = action === 'suspend' ? await this.operator.affectedUsers(id) : undefined;
    return <AccountActionPage {...{ action, shown, affected, form }} />;
  }
}
