const mark = Symbol.for('nest-accounts:error');

/**
 * An error that `instanceof` recognises across copies of this package. An application that is bundled or tested as
 * CommonJS may load `nest-accounts/decorators` as CommonJS and the rest of the package as ES modules.
 */
export abstract class SharedError extends Error {
  static override [Symbol.hasInstance](this: { readonly name: string }, value: unknown): boolean {
    const isInstanceOf = (type: unknown) =>
      Function.prototype[Symbol.hasInstance].call(type, value) as boolean;
    const isOfCopy = typeof value === 'object' && value !== null && mark in value;
    if (!isOfCopy || isInstanceOf(SharedError)) return isInstanceOf(this);
    return listClasses(value).some(({ name }) => name === this.name);
  }
}

Object.defineProperty(SharedError.prototype, mark, { value: true });

function listClasses(value: object): { readonly name: string }[] {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype ? [prototype.constructor, ...listClasses(prototype)] : [];
}
