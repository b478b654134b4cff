import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { formEntries, formParameters, type FormParameters } from './form-body.js';

export function requestFormEntries(context: ExecutionContext): Iterable<[string, string]> {
  const { body, headers } = context.switchToHttp().getRequest<{
    body: unknown;
    headers: { 'content-type'?: string; 'content-encoding'?: string };
  }>();
  return formEntries(body, headers['content-type'], headers['content-encoding']);
}

export function requestForm(context: ExecutionContext): FormParameters {
  return formParameters(requestFormEntries(context));
}

export const FormBody = createParamDecorator((_: unknown, context: ExecutionContext) =>
  requestForm(context),
);
