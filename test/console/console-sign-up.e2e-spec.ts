import { PageClient, type PageAnswer } from '../support/clients/page-client.js';
import { errorsAbove, errorsBeside, readValue } from '../support/clients/page-reader.js';
import { isSignedIn } from '../support/clients/person.js';
import { describeService, newEmail, password } from '../support/hosts/service.js';

describeService('Signing up in the console', (service) => {
  let browser: PageClient;
  beforeEach(() => {
    browser = new PageClient(service().url);
  });

  async function signUp(fields: Record<string, string> = {}, query = ''): Promise<PageAnswer> {
    await browser.open(`/console/sign-up${query}`);
    return browser.submit('/console/sign-up', {
      name: 'Ada Lovelace',
      email: newEmail(),
      password,
      language_code: 'en',
      ...fields,
    });
  }

  it('creates an account and signs it in', async () => {
    const email = newEmail();
    const { status, location } = await signUp({ email, name: ' Ada ', language_code: 'de' });
    expect([status, location]).toEqual([303, '/console/account']);
    const { html } = await browser.open('/console/account');
    expect(readValue(html, 'email')).toBe(email);
    expect(readValue(html, 'name')).toBe('Ada');
    expect(readValue(html, 'language_code')).toBe('de');
    expect(html).toContain('<html lang="de"');
  });

  it('preselects the browser’s language', async () => {
    const { html } = await browser.open('/console/sign-up', { 'Accept-Language': 'fr-CA, en' });
    expect(readValue(html, 'language_code')).toBe('fr');
  });

  it('shows all errors together and keeps all input except the password', async () => {
    const typed = { name: '  ', email: '<no>"address', password: 'short', language_code: 'de' };
    const { status, html } = await signUp(typed);
    expect(status).toBe(400);
    expect(errorsBeside(html, 'sign-up-name')).toEqual(['Fill in this field.']);
    expect(errorsBeside(html, 'sign-up-email')).toEqual([
      'Enter an email address like name@example.com.',
    ]);
    expect(errorsBeside(html, 'sign-up-password')).toHaveLength(2);
    expect(errorsAbove(html)).toHaveLength(4);
    expect(html).toContain('<title>Error: ');
    for (const name of ['name', 'email', 'language_code'] as const) {
      expect(readValue(html, name)).toBe(typed[name]);
    }
    expect(html).not.toContain('short"');
    expect(readValue(html, 'password')).toBe('');
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('treats missing fields as empty', async () => {
    await browser.open('/console/sign-up');
    const { status, html } = await browser.submit('/console/sign-up');
    expect(status).toBe(400);
    expect(errorsAbove(html).length).toBeGreaterThanOrEqual(4);
  });

  it('reports a taken email next to its field, in any letter case', async () => {
    const { account } = await service().newCaller();
    const { status, html } = await signUp({ email: account.email.toUpperCase() });
    expect(status).toBe(400);
    expect(errorsBeside(html, 'sign-up-email')).toEqual([
      'An account with this email address already exists.',
    ]);
  });

  it('creates only one account when two forms race for an email', async () => {
    const email = newEmail();
    const browsers = [1, 2].map(() => new PageClient(service().url));
    await Promise.all(browsers.map((each) => each.open('/console/sign-up')));
    const fields = { name: 'Ada', email, password, language_code: 'en' };
    const answers = await Promise.all(
      browsers.map((each) => each.submit('/console/sign-up', fields)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400]);
  });

  it('keeps the return address through errors and links between the forms', async () => {
    const page = '/console/applications/new?a=1&b=2';
    const going = service().path(page);
    const query = `?${new URLSearchParams({ return_to: going })}`;
    const { html } = await signUp({ name: '' }, query);
    expect(readValue(html, 'return_to')).toBe(going);
    expect(html).toContain(`href="${service().path(`/console/sign-in${query}`)}"`);
    const { html: signIn } = await browser.open(`/console/sign-in${query}`);
    expect(signIn).toContain(`href="${service().path(`/console/sign-up${query}`)}"`);
    expect((await signUp({}, query)).location).toBe(page);
  });

  it('redirects signed-in users to the requested page', async () => {
    await signUp();
    const { status, location } = await browser.open(
      `/console/sign-up?return_to=${service().path('/console/account')}`,
    );
    expect([status, location]).toEqual([303, '/console/account']);
  });
});

describeService(
  'Signing up while it is disabled',
  (service) => {
    it('is neither offered nor possible', async () => {
      const browser = new PageClient(service().url);
      const { status, html } = await browser.open('/console/sign-up');
      expect(status).toBe(404);
      expect(html).toContain('Page not found');
      const { html: signIn } = await browser.open('/console/sign-in');
      expect(signIn).not.toContain('/console/sign-up');
      const fields = { name: 'Ada', email: newEmail(), password, language_code: 'en' };
      const posted = await browser.post('/console/sign-up', {
        ...fields,
        csrf_token: browser.csrfToken,
      });
      expect(posted.status).toBe(404);
      expect(await service().prisma.account.count()).toBe(0);
    });
  },
  { signUp: false },
);
