import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { FailedPasswords } from '../../access/passwords/failed-passwords.js';
import { TokenSeal } from '../../access/sealing/token-seal.js';
import type { LinkPurpose } from '../../accounts/sign-in/owner-proofs.js';
import type { Bytes } from '../../database/records.js';
import { assertFilled } from '../../errors/assert-filled.js';
import { LinkInvalidError } from '../../errors/error-registry.js';
import { ValidationFailedError } from '../../errors/validation-failed.error.js';
import { typedCode } from '../../language/typed-text.js';
import { hashToken, toTokenId } from '../../principals/access-token.js';
import type { Requester } from '../../request/requester.js';
import { LinkSubjectsService } from '../link-subjects.service.js';
import { EmailCodeAttemptsRepository } from './email-code-attempts.repository.js';
import { EmailTokensRepository } from './email-tokens.repository.js';
import { EmailTokensService } from './email-tokens.service.js';

/** How long a code works after its mail was sent, in milliseconds. */
export const codeLifetimeMs = 10 * 60_000;

/** How long a browser remembers its request for a mail, which may be sent late, in milliseconds. */
export const codeRequestMs = 24 * 60 * 60_000;

const maxAttempts = 5;

/** The purposes of the mails that a form can request. Its codes are valid only for the same form. */
const purposes = {
  sign_up: ['sign-up'],
  reset: ['password-reset', 'first-proof'],
  verification: ['verification'],
} as const satisfies Record<string, readonly LinkPurpose[]>;

/** A form that requests a mail with a code. */
export type CodeForm = keyof typeof purposes;

/** The token of a link, or the code in the same mail. */
export interface MailProof {
  /** The token of the link. */
  readonly token?: string | undefined;
  /** The code, instead of the token. */
  readonly code?: string | null | undefined;
}

/** A token that stands for the link in the mail of a code. */
interface LinkOfCode {
  readonly token: string;
  readonly purpose: LinkPurpose;
}

/** A browser, with the id of the last mail that it requested. */
interface RequestingBrowser {
  readonly codeRequest?: string | undefined;
  readonly requester: Requester;
}

/**
 * Codes in mails, to type where the mail was requested. A code is derived from the id of the request, which only that
 * browser has, sealed in a cookie.
 */
@Injectable()
export class EmailCodesService {
  constructor(
    private readonly seal: TokenSeal,
    private readonly tokens: EmailTokensService,
    private readonly repository: EmailTokensRepository,
    private readonly attempts: EmailCodeAttemptsRepository,
    private readonly failedPasswords: FailedPasswords,
    private readonly subjects: LinkSubjectsService,
  ) {}

  /** Returns the code of a mail, with its lifetime. A mail that is sent again has the same code. */
  getCode(codeRequest: string | undefined): { code?: string; codeMinutes?: number } {
    if (codeRequest === undefined) return {};
    return { code: this.seal.deriveCodes(codeRequest)[0], codeMinutes: codeLifetimeMs / 60_000 };
  }

  /** Returns the token of a link, or one that stands for it if a code is given. @throws the errors of {@link exchange} */
  async resolve(
    { token = '', code }: MailProof,
    form: CodeForm,
    browser: RequestingBrowser,
  ): Promise<string> {
    return typeof code === 'string' ? (await this.exchange(code, form, browser)).token : token;
  }

  /**
   * Returns a token that stands for the link in the mail of a code, and its purpose. A code that another form requested
   * is wrong. An attempt counts whether or not a mail was sent, and a wrong code is compared with nothing stored, so the
   * response does not reveal whether an account exists.
   *
   * @throws ValidationFailedError about `code`; LinkInvalidError for a right code whose link has been used;
   *   RateLimitedError
   */
  async exchange(
    code: string,
    form: CodeForm,
    { codeRequest, requester }: RequestingBrowser,
  ): Promise<LinkOfCode> {
    assertFilled({ code: code.trim() });
    const given = { code: typedCode(code), form };
    const link = codeRequest === undefined ? null : await this.find(codeRequest, given, requester);
    if (!link) throw ValidationFailedError.about({ code: 'mail_code_wrong' });
    return link;
  }

  private async find(
    codeRequest: string,
    { code, form }: { code: string; form: CodeForm },
    { source = '' }: Requester,
  ): Promise<LinkOfCode | null> {
    const request = hashToken(codeRequest);
    const attempt = { subject: `mail ${toTokenId(codeRequest)}`, source };
    const isRight = await this.failedPasswords.isRightFactor(attempt, async () => {
      const limits = { max: maxAttempts, keptMs: codeRequestMs };
      return (await this.attempts.count(request, limits)) && this.isCode(codeRequest, code);
    });
    return isRight ? this.findLink(request, form) : null;
  }

  private async findLink(request: Bytes, form: CodeForm): Promise<LinkOfCode | null> {
    const found = await this.repository.findByCode(request);
    if (!found) throw new LinkInvalidError();
    const purpose = purposes[form].find((each) => each === found.purpose);
    if (!purpose || found.createdAt.getTime() <= Date.now() - codeLifetimeMs) return null;
    const token = this.tokens.createStandIn(found.hash);
    await this.subjects.find(token);
    return { token, purpose };
  }

  private isCode(codeRequest: string, code: string): boolean {
    const given = Buffer.from(code);
    const codes = this.seal.deriveCodes(codeRequest).map((each) => Buffer.from(each));
    return codes.some((each) => each.length === given.length && timingSafeEqual(each, given));
  }
}
