import {
  createParamDecorator,
  Inject,
  Injectable,
  mixin,
  type ExecutionContext,
  type PipeTransform,
  type Type,
} from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { DtoValidator } from './dto-validator.js';
import { jsonBody } from './json-body.js';

/**
 * What a handler receives from {@link JsonBody}. The alias keeps the DTO's class out of the
 * parameter's metadata, where a host's own global ValidationPipe would find it and judge by it.
 */
export type Validated<T> = T;

/** The request's JSON object, validated as `dto` (SPEC 9.3). */
export function JsonBody<T extends object>(dto: Type<T>): ParameterDecorator {
  const parameter = body(undefined, validationPipe(dto));
  return (target, property, index) => {
    parameter(target, property, index);
    const descriptor = Object.getOwnPropertyDescriptor(target, property!)!;
    ApiBody({ type: dto })(target, property!, descriptor);
  };
}

const changeKey = Symbol('body change');

interface IncomingBody {
  readonly body: unknown;
  readonly headers: { readonly 'content-type'?: string };
  [changeKey]?: (body: object) => object;
}

/** Lets an older version's body be changed once it is parsed, before it is validated. */
export function rememberBodyChange(request: object, change: (body: object) => object): void {
  (request as IncomingBody)[changeKey] = change;
}

const body = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<IncomingBody>();
  const parsed = jsonBody(request.body, request.headers['content-type']);
  return request[changeKey]?.(parsed) ?? parsed;
});

function validationPipe<T extends object>(dto: Type<T>): Type<PipeTransform<object, Promise<T>>> {
  @Injectable()
  class ValidationPipe implements PipeTransform<object, Promise<T>> {
    constructor(@Inject(DtoValidator) private readonly validator: DtoValidator) {}

    transform(input: object): Promise<T> {
      return this.validator.validate(dto, input);
    }
  }
  return mixin(ValidationPipe);
}
