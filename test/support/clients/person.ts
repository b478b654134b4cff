import { PageClient } from './page-client.js';
import { password, type Caller, type NewCaller, type TestService } from '../hosts/service.js';

/** A user with an account, an application and a signed-in browser. */
export interface Person extends Caller {
  readonly browser: PageClient;
}

export async function newPerson(
  service: TestService,
  fields: NewCaller = {},
  headers: Record<string, string> = {},
): Promise<Person> {
  const caller = await service.newCaller(fields);
  return { ...caller, browser: await signedIn(service, caller, headers) };
}

/** Signs the user in with another browser. */
export async function signedIn(
  service: TestService,
  { account }: Caller,
  headers: Record<string, string> = {},
): Promise<PageClient> {
  const browser = new PageClient(service.url, headers);
  const { status } = await browser.signIn(account.email, password);
  if (status !== 303) throw new Error(`The sign-in was answered with ${status}.`);
  return browser;
}

/** Moves the sign-ins of an account back, as if time had passed, with no confirmation since. */
export async function ageSessions(
  service: Pick<TestService, 'prisma'>,
  accountId: string,
  minutes = 10,
): Promise<void> {
  const createdAt = new Date(Date.now() - minutes * 60_000);
  const data = { createdAt, confirmedAt: null };
  await service.prisma.session.updateMany({ where: { accountId }, data });
}

/** Whether a browser can open the account pages. */
export async function isSignedIn(browser: PageClient): Promise<boolean> {
  return (await browser.open('/console/account')).status === 200;
}
