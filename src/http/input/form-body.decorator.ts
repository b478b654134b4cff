import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { formEntries, formParameters, type FormParameters } from './form-body.js';

/** The members of a request's form. @throws the errors of {@link formEntries} */
export function requestFormEntries(context: ExecutionContext): Iterable<[string, string]> {
  const { body, headers } = context.switchToHttp().getRequest<{
    body: unknown;
    headers: { 'content-type'?: string; 'content-encoding'?: string };
  }>();
  return formEntries(body, headers['content-type'], headers['content-encoding']);
}

/** A request's form. @throws the errors of {@link formEntries} and {@link formParameters} */
export function requestForm(context: ExecutionContext): FormParameters {
  return formParameters(requestFormEntries(context));
}

/** Injects the request's {@link FormParameters}. */
export const FormBody = createParamDecorator((_: unknown, context: ExecutionContext) =>
  requestForm(context),
);
