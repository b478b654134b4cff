import { existsSync } from 'node:fs';
import type { Demo } from './demo-seed.js';
import { mailFolder, shownPath } from '../settings/data-folder.js';
import { shownAddresses, shownServers } from '../settings/server-addresses.js';
import type { Settings } from '../settings/settings.js';

const isCheckout = existsSync(new URL('package-lock.json', import.meta.resolve('#package.json')));

/** The shell command of the CLI: in an installed package, a checkout, or a container, which has no npm. */
const commandLine = import.meta.url.includes('/node_modules/')
  ? 'npx nest-accounts'
  : isCheckout
    ? 'npm run --silent cli --'
    : `${process.execPath} dist/bundle/cli.js`;

/** Prints the URLs of the service, and at the first start a first call. In production, prints to standard error. */
export function printWelcome(settings: Settings, demo: Demo | undefined): void {
  const { publicUrl, basePath, messages, eventsServers, httpAdapter } = settings;
  const hasHttp = httpAdapter !== 'none';
  const baseUrl = basePath ? `${publicUrl}/${basePath}` : publicUrl;
  const lines = hasHttp
    ? [`Accounts  ${baseUrl}`, `Console   ${publicUrl}/console`, `Docs      ${publicUrl}/docs`]
    : [];
  if (hasHttp) lines.push(...mailLines(settings));
  if (messages) lines.push(`Messages  ${shownAddresses(messages).join(', ')}`);
  if (eventsServers) lines.push(`Events    ${shownServers(eventsServers).join(', ')}`);
  if (demo) {
    lines.push(
      `Demo      ${demo.email}, password ${demo.password}`,
      `Client    ${demo.clientId}, the client id of the demo application`,
    );
    if (demo.isRedirectRefused) {
      lines.push('OAuth     not from Swagger UI: PUBLIC_URL would need https, or localhost');
    }
    const call = `curl -H 'Authorization: Bearer ${demo.accessToken}' ${baseUrl}/accounts/me`;
    if (hasHttp) lines.push('', 'Try it:', '', call);
    else lines.push(`Token     ${demo.accessToken}`);
  } else {
    lines.push(
      '',
      `For an access token, create an application ${hasHttp ? 'in the console, or ' : ''}on the command line:`,
      `${commandLine} application create --owner <email> --name <name>`,
    );
    if (hasHttp && !settings.production && !settings.mail?.url) {
      lines.push(
        '',
        'The password of the demo account was printed at the first start. For a new one, enter demo@example.com at',
        `${publicUrl}/console/forgot-password: the mail is printed here.`,
      );
    }
  }
  const text = `\n${lines.join('\n')}\n`;
  // In production, standard output is a log of JSON lines.
  if (settings.production) console.error(text);
  else console.log(text);
}

/** The URL of the mail gallery, and the folder of mails if there is no mail server. */
function mailLines({ production, mail, publicUrl, dataDir }: Settings): string[] {
  if (production || !mail) return [];
  const gallery = `Mails     ${publicUrl}/console/mails`;
  if (mail.url) return [gallery];
  const folder = shownPath(mailFolder(dataDir));
  return [gallery, `          Mails are files in ${folder}, and their links are printed here`];
}
