import { SettingsError } from './settings.error.js';

/** Reads variables one by one and collects their errors. An empty variable counts as unset. */
export class EnvironmentReader {
  private readonly problems: string[] = [];

  constructor(private readonly env: NodeJS.ProcessEnv) {}

  problem(sentence: string): void {
    this.problems.push(sentence);
  }

  text(name: string): string | undefined {
    return this.env[name]?.trim() || undefined;
  }

  parsed<T>(name: string, parse: (text: string) => T): T | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    try {
      return parse(text);
    } catch (error) {
      this.problem(`${name} is not usable: ${(error as Error).message}.`);
      return undefined;
    }
  }

  integer(name: string, min: number, max: number): number | undefined {
    return this.parsed(name, (text) => {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
      if (value >= min && value <= max) return value;
      throw new Error(`it must be a whole number from ${min} to ${max}`);
    });
  }

  oneOf<const T extends readonly string[]>(name: string, values: T): T[number] | undefined {
    return this.parsed(name, (text) => {
      if (values.includes(text)) return text;
      throw new Error(`it must be one of ${values.join(', ')}`);
    });
  }

  /** @param path the pattern that the URL's path must match */
  url(name: string, protocols: readonly string[], path?: RegExp): string | undefined {
    return this.parsed(name, (text) => {
      const url = URL.canParse(text) ? new URL(text) : undefined;
      if (!url || !protocols.includes(url.protocol)) {
        throw new Error(`it must be an address that begins with ${protocols.join('// or ')}//`);
      }
      if (path && !path.test(url.pathname))
        throw new Error('its path must be the number of a database');
      return text;
    });
  }

  assertUsable(): void {
    if (this.problems.length > 0) throw new SettingsError(this.problems);
  }
}
