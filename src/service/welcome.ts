import type { Demo } from './demo-seed.js';
import { shownAddresses } from './message-addresses.js';
import type { Settings } from './settings.js';

/** Says where everything is; at the first start also how to make the first call. */
export function printWelcome(settings: Settings, demo: Demo | undefined): void {
  const { publicUrl, basePath, messages, httpAdapter } = settings;
  const hasHttp = httpAdapter !== 'none';
  const baseUrl = basePath ? `${publicUrl}/${basePath}` : publicUrl;
  const lines = hasHttp
    ? [`Accounts  ${baseUrl}`, `Console   ${publicUrl}/console`, `Docs      ${publicUrl}/docs`]
    : [];
  if (messages) lines.push(`Messages  ${shownAddresses(messages).join(', ')}`);
  if (demo) {
    lines.push(`Demo      ${demo.email}, password ${demo.password}`);
    lines.push(
      ...(hasHttp
        ? [
            '',
            'Try it:',
            '',
            `curl -H 'Authorization: Bearer ${demo.accessToken}' ${baseUrl}/accounts/me`,
          ]
        : [`Token     ${demo.accessToken}`]),
    );
  } else {
    lines.push(
      '',
      `For an access token, create an application ${hasHttp ? 'in the console, or ' : ''}on the command line:`,
      'npm run --silent cli -- application create --owner <email> --name <name>',
    );
  }
  console.log(`\n${lines.join('\n')}\n`);
}
