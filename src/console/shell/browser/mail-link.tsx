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
import { render } from './page-response.js';

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
    return next.handle().pipe(
      catchError((error: unknown) => {
        if (!(error instanceof LinkInvalidError)) throw error;
        return of(render(<InvalidLinkPage again={this.again} />, { status: 404 }));
      }),
    );
  }
}

/** @param again the page where a new link can be requested, if mails are sent */
export function InvalidLinkPage({ again }: { again: string }) {
  const { account, mail, t } = usePage();
  return (
    <Content title={t('link.invalid')} narrow>
      <Card lead={t('link_invalid')}>
        <Buttons>
          {/* A used link has already served its purpose. */}
          {!account && (
            <ButtonLink path="/console/sign-in" label={t('sign_up.sign_in')} look="primary" />
          )}
          <ButtonLink path={mail ? again : '/console/sign-in'} label={t('link.again')} />
        </Buttons>
      </Card>
    </Content>
  );
}
