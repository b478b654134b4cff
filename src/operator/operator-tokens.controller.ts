import { Post } from '@nestjs/common';
import { bodyErrors } from '../http/api-endpoint.decorator.js';
import { JsonBody } from '../http/input/json-body.js';
import type { OperatorRequester } from '../request/requester.js';
import type { Unvalidated } from '../validation/unvalidated.js';
import { OperatorTokenDto, TokenDto } from './dto/token.dto.js';
import { OperatorEndpoint, OperatorRoutes } from './operator-endpoint.decorator.js';
import { CurrentOperator } from './operator.guard.js';
import { OperatorTokensService } from './operator-tokens.service.js';

const errors = [...bodyErrors, 'token_not_found'] as const;
const invalid = { token: 'required' } as const;

/** Tokens of any account. They are in bodies, because logs contain URLs. */
@OperatorRoutes('operator/tokens')
export abstract class OperatorTokensController {
  constructor(private readonly tokens: OperatorTokensService) {}

  @Post('show')
  @OperatorEndpoint({
    operationId: 'showToken',
    summary: 'Show the account and the application of a token',
    description: 'Access tokens and refresh tokens, also expired ones that are still stored.',
    success: { description: 'The token.', type: OperatorTokenDto },
    errors,
    invalid,
  })
  show(
    @JsonBody(TokenDto) body: Unvalidated<TokenDto>,
    @CurrentOperator() requester: OperatorRequester,
  ): Promise<OperatorTokenDto> {
    return this.tokens.show(body, requester);
  }

  @Post('revoke')
  @OperatorEndpoint({
    operationId: 'revokeAnyToken',
    summary: 'Revoke a token',
    description:
      'Nodes refuse an access token within 250 ms. A refresh token ends with every access token of its device.',
    success: { description: 'Revoked.' },
    errors,
    invalid,
  })
  revoke(
    @JsonBody(TokenDto) body: Unvalidated<TokenDto>,
    @CurrentOperator() requester: OperatorRequester,
  ): Promise<void> {
    return this.tokens.revoke(body, requester);
  }
}
