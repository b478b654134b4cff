import { Brand } from '../../brand/brand.js';
import { Languages } from '../../language/languages.js';
import { renderPage } from '../shell/rendering/render.js';
import { SecondStepPage } from './second-step.page.js';

const supportUrl = 'mailto:help@example.com';

function show(...methods: ('totp' | 'passkey' | 'recovery_code')[]): string {
  const passkeys = methods.includes('passkey') ? '{}' : undefined;
  return renderPage(
    {
      language: new Languages().get('en')!,
      csrfToken: '',
      formId: '',
      brand: new Brand({ supportUrl }),
      signUp: true,
      mail: true,
      sections: ['account'],
      path: (path) => path,
    },
    <SecondStepPage form={{ values: {} }} email="ada@example.com" {...{ methods, passkeys }} />,
  );
}

it.each([
  ['a passkey', show('passkey', 'recovery_code')],
  ['a code', show('totp', 'recovery_code')],
  ['a recovery code', show('recovery_code')],
])('a second step by %s tells a user without a device and codes whom to ask', (_, html) => {
  const visible = html.replace(/<details class="ways">.*?<\/details>/s, '');
  const main = visible.slice(visible.indexOf('<main'), visible.indexOf('</main>'));
  expect(main).toContain('If you have lost your device and your recovery codes');
  expect(main).toContain(`href="${supportUrl}"`);
});

it('a second step offers other ways only if the account has some', () => {
  expect(show('totp', 'recovery_code')).toContain('Try another way');
  expect(show('totp')).not.toContain('Try another way');
});

it('a second step by passkey announces the prompt of the browser', () => {
  expect(show('passkey')).toContain('Your browser will ask for your fingerprint');
});
