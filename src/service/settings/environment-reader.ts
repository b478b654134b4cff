import { readFileSync } from 'node:fs';
import { findMisspelt } from './misspelt-variables.js';
import { SettingsError } from './settings.error.js';

/** Reads variables one by one and collects their errors. An empty variable counts as unset. */
export class EnvironmentReader {
  private readonly problems: string[] = [];
  private readonly fromFiles = new Map<string, string>();
  private readonly names = new Set<string>();

  /**
   * @param secrets the variables whose value may come from a file, which the variable with the suffix `_FILE` names
   * @throws SettingsError naming every file that is unusable, or given in addition to the value
   */
  constructor(
    private readonly env: NodeJS.ProcessEnv,
    secrets: readonly string[],
  ) {
    for (const name of secrets) this.readFile(name);
    // Without its file, a secret would also be reported as missing.
    if (this.problems.length > 0) throw new SettingsError(this.problems);
  }

  problem(sentence: string): void {
    this.problems.push(sentence);
  }

  text(name: string): string | undefined {
    this.names.add(name);
    return this.fromFiles.get(name) ?? (this.env[name]?.trim() || undefined);
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

  private readFile(name: string): void {
    const variable = `${name}_FILE`;
    const path = this.text(variable);
    if (path === undefined) return;
    if (this.text(name) !== undefined) {
      this.problem(`${name} and ${variable} must not both be set.`);
      return;
    }
    try {
      const content = readFileSync(path, 'utf8').trim();
      if (content) this.fromFiles.set(name, content);
      else this.problem(`${variable} names an empty file.`);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      this.problem(`${variable} names a file that cannot be read (${code}).`);
    }
  }

  /** Warnings of variables that were not read, but resemble one that was. Call it after all settings are read. */
  warnings(): string[] {
    return findMisspelt(this.env, this.names).map(
      ([variable, setting]) => `${variable} is not a setting. Did you mean ${setting}?`,
    );
  }

  /** @throws SettingsError with all problems, and with the warnings, which may name their cause */
  assertUsable(): void {
    if (this.problems.length > 0) throw new SettingsError([...this.problems, ...this.warnings()]);
  }
}
