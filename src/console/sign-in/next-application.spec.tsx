import type { VNode } from 'preact';
import { Brand } from '../../brand/brand.js';
import { Languages } from '../../language/languages.js';
import { CheckMailPage } from '../email/check-mail.page.js';
import { PasskeyOfferPage } from '../factors/passkey-offer.page.js';
import { renderPage } from '../shell/rendering/render.js';
import { SecondStepPage } from './second-step.page.js';
import { SignInPage } from './sign-in.page.js';
import { SignUpPage } from './sign-up.page.js';

const email = 'ada@example.com';
const form = { values: {} };

function show(page: VNode, application?: string): string {
  const context = {
    language: new Languages().get('en')!,
    csrfToken: '',
    formId: '',
    brand: new Brand(),
    signUp: true,
    mail: true,
    passwordPolicy: 'standard',
    sections: ['account'],
    application,
  } as const;
  return renderPage({ ...context, path: (path) => path }, page);
}

it.each([
  ['sign-in', <SignInPage form={form} />],
  ['sign-up', <SignUpPage form={form} />],
  [
    'check-mail',
    <CheckMailPage purpose="sign_up" email={email} to="" form={form} canRepeat waitSeconds={60} />,
  ],
  ['second-step', <SecondStepPage form={form} email={email} methods={['totp']} />],
  ['passkey-offer', <PasskeyOfferPage form={form} options="{}" name="Phone" next="/" />],
])('the %s page names the application that the user continues to', (_, page) => {
  expect(show(page, 'Notes')).toContain('Continue to Notes');
  expect(show(page)).not.toContain('Continue to');
});
