export { consoleFeature, oauthFeature } from './console.feature.js';
export { FileTransport, type MailFile } from '../mail/file.transport.js';
export { MailRejectedError } from '../mail/mail.transport.js';
export { mailFeature } from './mail.feature.js';
export { EmailVerificationService } from '../recovery/email-verification.service.js';
export { PasswordResetDto } from '../recovery/dto/password-reset.dto.js';
export { PasswordResetService, type ResetSubject } from '../recovery/password-reset.service.js';
