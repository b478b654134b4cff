export { AccountQueryDto, ApplicationQueryDto, PageQueryDto } from './dto/account-query.dto.js';
export { AuditEventDto, AuditEventListDto, AuditQueryDto } from './dto/audit.dto.js';
export {
  AccountCountsDto,
  AccountListDto,
  ListedAccountDto,
  OperatorAccountDto,
  OperatorMailDto,
  OperatorStatusDto,
} from './dto/operator-account.dto.js';
export {
  OperatorApplicationDto,
  OperatorApplicationListDto,
  OperatorSessionDto,
  OperatorSessionListDto,
} from './dto/operator-lists.dto.js';
export { QueuedEventDto, QueuedEventListDto, QueuedEventQueryDto } from './dto/queued-event.dto.js';
export { RestorationDto, SignOutDto, SuspensionDto } from './dto/reason.dto.js';
export { OperatorTokenDto, TokenDto } from './dto/token.dto.js';
export { TrustDto } from './dto/trust.dto.js';
export { type NextSigningKey } from './maintenance.service.js';
export { InvalidRequestError } from '../errors/error-registry.js';
export { SubscriptionInUseError } from '../events/account-event.subscriber.js';
export { type QueuedEvent, type QueueState } from '../events/queued-events.repository.js';
export { type ResealResult, type SealedCounts } from '../access/sealing/reseal.service.js';
export { MaintenanceService } from './maintenance.service.js';
export { operatorFeature, type OperatorFeatureOptions } from './operator.feature.js';
export { type OperatorGuard, type OperatorName } from './operator.guard.js';
export { OperatorTokensService } from './operator-tokens.service.js';
export { OperatorService } from './operator.service.js';
export { type OperatorRequester } from '../request/requester.js';
export {
  SignOutsService,
  type FailedSignOut,
  type SignOutOptions,
  type SignOutProgress,
  type SignOutResult,
} from './sign-outs.service.js';
export type { CredentialCounts, UserCount } from './operator.repository.js';
