import type axe from 'axe-core';
import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';

// Prefers the headless shell: windows would take half of the time of a test.
const executable = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
  .find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Whether a Chromium is on PATH. Warns if it is not, because tests are then skipped. */
export function chromiumAvailable(): boolean {
  if (!executable) console.warn('chromium is not on PATH: the tests in a browser are skipped');
  return executable !== undefined;
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: executable,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
}

/**
 * Returns the violations that axe finds on a page that can run scripts, by rule and element.
 *
 * @param tags the tags of the rules to check. Default: all rules
 */
export async function accessibilityFaults(page: Page, tags?: string[]): Promise<string[]> {
  // Uses the debugging protocol, because the page's security policy does not restrict it.
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axeSource);
  const options = JSON.stringify({ resultTypes: ['violations'], ...(tags && { runOnly: tags }) });
  const { violations } = (await page.evaluate(`axe.run(${options})`)) as axe.AxeResults;
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

/** The options of a virtual platform authenticator. */
export const platform = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;
