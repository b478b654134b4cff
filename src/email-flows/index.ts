export { mailFeature } from './mail.feature.js';
export { FileTransport, type MailFile } from '../mail/file.transport.js';
export { MailRejectedError } from '../mail/mail.transport.js';
export { ConfirmedSignUpService, type SignUpProof } from './confirmed-sign-up.service.js';
export { EmailAdoptionService } from './email-adoption.service.js';
export {
  EmailRestorationService,
  type RestorationSubject,
  type ShownFactor,
  type Undone,
} from './email-restoration.service.js';
export { FactorRemovalsService } from './factor-removals.service.js';
export { type LinkSubject, LinkSubjectsService } from './link-subjects.service.js';
export type { Destination, MailOrigin } from './mails/mail-request.js';
export type { RelyingParty } from '../factors/webauthn.js';
export { EmailVerificationService } from './email-verification.service.js';
export { PasswordResetDto } from './dto/password-reset.dto.js';
export { PasswordResetService, type ResetSubject } from './password-reset.service.js';
