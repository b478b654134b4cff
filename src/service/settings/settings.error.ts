import { StartError } from '../start/start.error.js';

/** Invalid settings. The message names the variables and never repeats their values. */
export class SettingsError extends StartError {
  constructor(readonly problems: readonly string[]) {
    super(
      `The service cannot start with these settings:\n${problems.map((p) => `- ${p}`).join('\n')}`,
    );
  }
}
