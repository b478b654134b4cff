import { Get, Post } from '@nestjs/common';
import { render } from '../../console/shell/browser/page-response.js';
import type { FormState } from '../../console/shell/rendering/use-page.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { OperatorTokensService } from '../../operator/operator-tokens.service.js';
import { CurrentOperator } from '../../operator/operator.guard.js';
import type { OperatorRequester } from '../../request/requester.js';
import { goTo } from '../shell/operator-page-response.js';
import { OperatorPages } from '../shell/operator-pages.decorator.js';
import { OperatorReasons } from '../shell/operator-reasons.js';
import { ReadsOnly } from '../shell/operator-visitor.js';
import { runOrShowAgain } from '../shell/page-forms.js';
import { TokenPage, TokensPage } from './tokens.page.js';

/** The pages that look up and revoke a token. It is only in forms, because logs and histories contain URLs. */
@OperatorPages('tokens')
export abstract class TokenPagesController {
  constructor(
    private readonly tokens: OperatorTokensService,
    private readonly reasons: OperatorReasons,
  ) {}

  @Get()
  page(@ReadsOnly() readsOnly: boolean) {
    return render(<TokensPage form={{ values: {} }} readsOnly={readsOnly} />);
  }

  @Post()
  show(@FormBody() form: FormParameters, @CurrentOperator() requester: OperatorRequester) {
    return runOrShowAgain(
      form,
      (refused) => <TokensPage form={refused} readsOnly={false} />,
      async () => render(await this.tokenPage(form, { values: {} }, requester)),
    );
  }

  /** An operator whose session has ended returns to the page of the form. */
  @Get('revoke')
  start() {
    return goTo('/tokens');
  }

  @Post('revoke')
  revoke(@FormBody() form: FormParameters, @CurrentOperator() caller: OperatorRequester) {
    return runOrShowAgain(
      form,
      (refused) => this.tokenPage(form, refused),
      async () => {
        const requester = await this.reasons.read(form, caller);
        const { token = '' } = form;
        await this.tokens.revoke({ token }, requester);
        return goTo('/tokens', 'revoke.done');
      },
    );
  }

  /** @throws ValidationFailedError about `token`, TokenNotFoundError */
  private async tokenPage(
    { token = '' }: FormParameters,
    form: FormState,
    requester?: OperatorRequester,
  ) {
    const shown = await this.tokens.show({ token }, requester);
    return <TokenPage {...{ shown, token, form }} />;
  }
}
