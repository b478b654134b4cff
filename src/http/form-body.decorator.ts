import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { formBody } from './form-body.js';

/** Injects the request's {@link FormParameters}. */
export const FormBody = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { body, headers } = context.switchToHttp().getRequest<{
    body: unknown;
    headers: { 'content-type'?: string; 'content-encoding'?: string };
  }>();
  return formBody(body, headers['content-type'], headers['content-encoding']);
});
