/** Where `@ApiOperation()` of `@nestjs/swagger` keeps its description. */
const metadata = 'swagger/apiOperation';

interface DescribedOperation {
  readonly operationId?: string;
}

/** What `@ApiOperation()` says of a handler; undefined without it. */
export function describedOperation(handler: object): DescribedOperation | undefined {
  return Reflect.getMetadata(metadata, handler) as DescribedOperation | undefined;
}

/** Puts a prefix before the id of a handler's operation, if it has one. */
export function prefixOperation(handler: object, prefix: string): void {
  const operation = describedOperation(handler);
  if (operation?.operationId === undefined) return;
  const operationId = prefix + operation.operationId;
  Reflect.defineMetadata(metadata, { ...operation, operationId }, handler);
}
