/** The names of all options: `true` for any value, nested names for an object, `[names]` for a list of objects. */
export type OptionNames<Options> = {
  readonly [Name in keyof Options]-?: ValueNames<Exclude<Options[Name], string | undefined>>;
};

type ValueNames<Value> =
  | true
  | (Value extends readonly (infer Item)[] ? readonly [OptionNames<Item>] : OptionNames<Value>);

interface AnyNames {
  readonly [name: string]: true | AnyNames | readonly [AnyNames];
}

/**
 * Includes nested names like `database.shema`: a misspelt option would silently keep its default. Skips class instances
 * inside `options`, because they may have other members.
 */
export function unknownOptions(options: object, names: object, path = ''): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    const option = toOptionPath(path, name);
    if (!Object.hasOwn(names, name)) return [option];
    const nested: AnyNames[string] = Reflect.get(names, name);
    if (nested === true) return [];
    if (Array.isArray(nested)) {
      return [value]
        .flat()
        .flatMap((item, index) =>
          isPlain(item) ? unknownOptions(item, nested[0], `${option}[${index}]`) : [],
        );
    }
    return isPlain(value) ? unknownOptions(value, nested, option) : [];
  });
}

export function assertKnownOptions<Options extends object>(
  options: Options,
  names: OptionNames<Options>,
  subject: string,
): void {
  if (typeof options !== 'object' || (options as object | null) === null) {
    throw new TypeError(`${subject} requires an object with options.`);
  }
  const unknown = unknownOptions(options, names);
  if (unknown.length > 0) throw new TypeError(`${subject} has no option ${unknown.join(', ')}.`);
}

/** Returns the path of a member, such as `database.shema` or `rateLimits["sign-in"]`. */
export function toOptionPath(path: string, name: string): string {
  return path + (/^\w+$/.test(name) ? `${path && '.'}${name}` : `[${JSON.stringify(name)}]`);
}

/** Whether a value can hold options: a plain object, or an instance of a class that has members. */
export function holdsOptions(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return isPlain(value) || Object.keys(value).length > 0;
}

export function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: object | null = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
