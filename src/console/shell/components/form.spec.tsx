import type { VNode } from 'preact';
import { errorsAbove, errorsBeside } from '../../../../test/support/clients/page-reader.js';
import { Brand } from '../../../brand/brand.js';
import type { FormErrorBody } from '../../../errors/form-error.js';
import { ValidationFailedError } from '../../../errors/validation-failed.error.js';
import { Languages } from '../../../language/languages.js';
import { SignInPage } from '../../sign-in/sign-in.page.js';
import { SignUpPage } from '../../sign-in/sign-up.page.js';
import { toRefusal } from '../forms/form-refusal.js';
import { renderPage } from '../rendering/render.js';

const english = new Languages().get('en')!;

function show(page: VNode): string {
  const brand = new Brand();
  const options = {
    signUp: true,
    mail: true,
    passwordPolicy: 'standard',
    sections: ['account'],
  } as const;
  const context = { language: english, csrfToken: '', formId: '', brand, ...options };
  return renderPage({ ...context, path: (path) => path }, page);
}

const values = { name: 'Ada', email: 'ada' };
const refuse = (violations: Parameters<typeof ValidationFailedError.about>[0]) =>
  toRefusal(ValidationFailedError.about(violations), values, english).form;

/** Returns the tags of the elements that ask for the focus, in document order. */
const findFocused = (html: string) => html.match(/<[^>]* autofocus[^>]*>/g) ?? [];

describe('A refused form', () => {
  it('with one wrong field shows the error only next to it, and focuses it', () => {
    const html = show(<SignUpPage form={refuse({ email: 'blank' })} />);
    expect(html).not.toContain('class="errors"');
    expect(errorsBeside(html, 'sign-up-email')).toEqual(['Enter an email address.']);
    expect(html.match(/Enter an email address\./g)).toHaveLength(1);
    expect(findFocused(html)).toEqual([expect.stringMatching(/^<input id="sign-up-email"/)]);
    expect(html).toContain('<title>Error: ');
  });

  it('with several wrong fields links to each of them, and focuses the list', () => {
    const html = show(<SignUpPage form={refuse({ name: 'blank', email: 'blank' })} />);
    expect(errorsAbove(html)).toEqual([
      'Name: Fill in this field.',
      'Email address: Enter an email address.',
    ]);
    expect(html).toContain('<a href="#sign-up-email">');
    expect(html).toContain('<h2>Check your entries</h2>');
    expect(findFocused(html)).toEqual([expect.stringMatching(/^<div class="errors"/)]);
  });

  it('with an error of the whole form shows this sentence without a heading', () => {
    const error: FormErrorBody = {
      errors: ['The email address or password is incorrect.'],
      codes: ['credentials_wrong'],
      children: {},
    };
    const html = show(<SignInPage form={{ values, error }} />);
    expect(errorsAbove(html)).toEqual(error.errors);
    expect(html).not.toContain('Check your entries');
    expect(findFocused(html)).toEqual([expect.stringMatching(/^<div class="errors"/)]);
  });

  it('describes a field by its hint and then its errors', () => {
    const violation = { code: 'too_short', params: { min: 6 } } as const;
    const html = show(<SignUpPage form={refuse({ password: violation })} />);
    expect(html).toContain('aria-describedby="sign-up-password-hint sign-up-password-errors"');
    expect(errorsBeside(html, 'sign-up-password')).toEqual(['Use at least 6 characters.']);
  });
});

describe('The sign-in page', () => {
  it('focuses the password if it knows the email', () => {
    const html = show(<SignInPage form={{ values: { email: 'ada@example.com' } }} />);
    expect(findFocused(html)).toEqual([expect.stringMatching(/^<input id="sign-in-password"/)]);
  });

  it('focuses the email otherwise', () => {
    const html = show(<SignInPage form={{ values: {} }} />);
    expect(findFocused(html)).toEqual([expect.stringMatching(/^<input id="sign-in-email"/)]);
  });
});
