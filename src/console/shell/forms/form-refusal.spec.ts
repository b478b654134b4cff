import {
  AccountNotFoundError,
  CredentialsWrongError,
  errorCodes,
  OverloadedError,
  RateLimitedError,
  type ErrorCode,
} from '../../../errors/error-registry.js';
import { ValidationFailedError } from '../../../errors/validation-failed.error.js';
import { Languages } from '../../../language/languages.js';
import { redirect, render } from '../browser/page-response.js';
import { chooseEntrySentence, formAction, toRefusal, type FormRefusal } from './form-refusal.js';

const languages = new Languages();
const english = languages.get('en')!;
const values = { email: 'ada@example.com' };
const refusal = (error: unknown) => toRefusal(error, values, english);

describe('the response to a rejected form', () => {
  it('shows violations next to their fields, and keeps the input', () => {
    const error = ValidationFailedError.about({ email: 'email_taken' });
    expect(refusal(error)).toEqual({
      form: {
        values,
        error: {
          children: {
            email: {
              errors: ['An account with this email address already exists.'],
              codes: ['email_taken'],
            },
          },
        },
      },
      status: 400,
      headers: {},
    });
  });

  it('tells the user what to do', () => {
    const range = { code: 'number_out_of_range', params: { min: 7, max: 366 } } as const;
    const error = ValidationFailedError.about({
      name: 'blank',
      email: 'required',
      new_password: { code: 'too_short', params: { min: 6 } },
      expires_in_days: range,
    });
    const { children } = refusal(error).form.error!;
    expect(Object.values(children).flatMap(({ errors }) => errors)).toEqual([
      'Fill in this field.',
      'Enter an email address.',
      'Use at least 6 characters.',
      'Enter a whole number from 7 to 366.',
    ]);
    expect(children.email!.codes).toEqual(['required']);
  });

  it('calls no entry a “value”', () => {
    const codes = Object.keys(errorCodes) as ErrorCode[];
    const sentences = codes.map((code) =>
      english.say(chooseEntrySentence(code, 'name'), errorCodes[code].example),
    );
    expect(sentences.filter((sentence) => /\bvalue\b/.test(sentence))).toEqual([
      // Only operator pages have dates. They replace this sentence.
      english.say('date_invalid'),
    ]);
  });

  it('shows violations of the whole form above the fields', () => {
    expect(refusal(new CredentialsWrongError())).toEqual({
      form: {
        values,
        error: {
          errors: ['The email address or password is incorrect.'],
          codes: ['credentials_wrong'],
          children: {},
        },
      },
      status: 400,
      headers: {},
    });
  });

  it('uses the language of the page', () => {
    const { form } = toRefusal(new CredentialsWrongError(), values, languages.get('de')!);
    expect(form.error!.errors).toEqual([languages.get('de')!.say('credentials_wrong')]);
  });

  it('has Retry-After if a rate limit is exceeded', () => {
    const policy = { name: 'sign-in', limit: 3, windowMs: 60_000 } as const;
    const resetAt = Date.now() + 30_000;
    const { status, headers, form } = refusal(
      new RateLimitedError({ policy, accepted: false, remaining: 0, resetAt }),
    );
    expect(status).toBe(429);
    expect(headers['X-Rate-Limit-Reset']).toBe(String(Math.ceil(resetAt / 1_000)));
    expect(Number(headers['Retry-After'])).toBeGreaterThanOrEqual(1);
    expect(form.error!.errors).toEqual([expect.stringMatching(/^Too many requests\./)]);
    expect(form.values).toBe(values);
  });

  it('has Retry-After if the service is overloaded', () => {
    const { status, headers, form } = refusal(new OverloadedError());
    expect(status).toBe(503);
    expect(headers).toEqual({ 'Retry-After': '1' });
    expect(form.error!.errors).toHaveLength(1);
  });

  it.each([new AccountNotFoundError(), new Error('an accident'), undefined])(
    'is not created for unrelated errors, which are rethrown: %s',
    (error) => {
      let thrown: unknown = 'nothing';
      try {
        refusal(error);
      } catch (caught) {
        thrown = caught;
      }
      expect(thrown).toBe(error);
    },
  );
});

describe('The action of a form', () => {
  const saved = redirect('/console/account');
  const policy = { name: 'accounts.update', limit: 3, windowMs: 60_000 } as const;
  const limited = () => new RateLimitedError({ policy, accepted: false, remaining: 0, resetAt: 0 });
  const shown: FormRefusal[] = [];
  const page = render({} as never);
  const showAgain = (refused: FormRefusal) => {
    shown.push(refused);
    return page;
  };
  beforeEach(() => shown.splice(0));

  it('runs after the form was counted, and returns the response', async () => {
    const steps: string[] = [];
    const count = async () => void steps.push('count');
    const response = await formAction({ count, language: english }, values, showAgain, async () => {
      steps.push('action');
      return saved;
    });
    expect([steps, response, shown]).toEqual([['count', 'action'], saved, []]);
  });

  it('does not run if the limit of the form is reached, and the form is shown again', async () => {
    const action = () => Promise.reject(new Error('the action ran'));
    const count = () => Promise.reject(limited());
    expect(await formAction({ count, language: english }, values, showAgain, action)).toBe(page);
    expect(shown).toMatchObject([{ status: 429, form: { values } }]);
  });

  it('shows the form again if it is refused', async () => {
    const action = () => Promise.reject(new CredentialsWrongError());
    expect(await formAction({ language: english }, values, showAgain, action)).toBe(page);
    expect(shown).toMatchObject([{ status: 400, form: { values } }]);
  });

  it('rethrows unrelated errors', async () => {
    const action = () => Promise.reject(new AccountNotFoundError());
    const response = formAction({ language: english }, values, showAgain, action);
    await expect(response).rejects.toThrow(AccountNotFoundError);
  });
});
