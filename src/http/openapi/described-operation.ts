/** The metadata key of `@ApiOperation()` in `@nestjs/swagger`. */
const metadata = 'swagger/apiOperation';

interface DescribedOperation {
  readonly operationId?: string;
}

/** The metadata of `@ApiOperation()` on a handler; undefined without the decorator. */
export function describedOperation(handler: object): DescribedOperation | undefined {
  return Reflect.getMetadata(metadata, handler) as DescribedOperation | undefined;
}

/** Prefixes the operation id of a handler, if it has one. */
export function prefixOperation(handler: object, prefix: string): void {
  const operation = describedOperation(handler);
  if (operation?.operationId === undefined) return;
  const operationId = prefix + operation.operationId;
  Reflect.defineMetadata(metadata, { ...operation, operationId }, handler);
}
