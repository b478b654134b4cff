import {
  applyDecorators,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { catchError, of, type Observable } from 'rxjs';
import { LinkInvalidError } from '../../../errors/error-registry.js';
import { ButtonLink, Buttons, Card, Content } from '../components/content.js';
import { usePage } from '../rendering/use-page.js';
import { OpenToAll } from './page.guard.js';
import { render, type PageResponse } from './page-response.js';
import { withReturnTo } from './return-to.js';

/**
 * Declares a page that a mail link opens, or its form. It is open to every visitor. If the link is invalid, an error
 * page replaces it.
 *
 * @param again the page where a new link can be requested
 */
export function MailLink(again: string): MethodDecorator {
  return applyDecorators(OpenToAll(), UseInterceptors(new InvalidLinkInterceptor(again)));
}

class InvalidLinkInterceptor implements NestInterceptor {
  constructor(private readonly again: string) {}

  intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { again } = this;
    return next
      .handle()
      .pipe(catchError((error: unknown) => of(showInvalidLink(error, { again }))));
  }
}

/** @throws the error itself if it is not about the link */
export function showInvalidLink(error: unknown, props: InvalidLinkPageProps): PageResponse {
  if (!(error instanceof LinkInvalidError)) throw error;
  return render(<InvalidLinkPage {...props} />, { status: 404 });
}

interface InvalidLinkPageProps {
  /** The page where a new link can be requested, if mails are sent. */
  again: string;
  /** The page that the user continues to. */
  returnTo?: string | undefined;
}

export function InvalidLinkPage({ again, returnTo }: InvalidLinkPageProps) {
  const { account, mail, t } = usePage();
  const signIn = withReturnTo('/console/sign-in', returnTo);
  return (
    <Content title={t('link.invalid')} narrow>
      <Card lead={t('link_invalid')}>
        <Buttons>
          {/* A used link has already served its purpose. */}
          {!account && <ButtonLink path={signIn} label={t('sign_up.sign_in')} look="primary" />}
          <ButtonLink
            path={mail ? withReturnTo(again, returnTo) : signIn}
            label={t('link.again')}
          />
        </Buttons>
      </Card>
    </Content>
  );
}
