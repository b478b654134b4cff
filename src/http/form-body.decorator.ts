import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { formBody, type FormParameters } from './form-body.js';

/** The form a request carries. @throws what {@link formBody} does */
export function requestForm(context: ExecutionContext): FormParameters {
  const { body, headers } = context.switchToHttp().getRequest<{
    body: unknown;
    headers: { 'content-type'?: string; 'content-encoding'?: string };
  }>();
  return formBody(body, headers['content-type'], headers['content-encoding']);
}

/** Injects the request's {@link FormParameters}. */
export const FormBody = createParamDecorator((_: unknown, context: ExecutionContext) =>
  requestForm(context),
);
