import fc from 'fast-check';
import type { PasswordPolicy } from '../../access/passwords/password-policy.js';
import { violationsIn } from '../../errors/form-error.js';
import { DtoValidator } from '../../validation/dto-validator.js';
import { ValidationFailedError } from '../../errors/validation-failed.error.js';
import { languageCodes } from '../../language/language-codes.js';
import { CreateAccountDto } from './create-account.dto.js';
import { UpdateAccountDto } from './update-account.dto.js';

const minimal = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  password: 'analytical engine 1843',
  language_code: 'en',
};

/** The error codes of each field when creating an account. */
async function wrong(
  changes: Record<string, unknown>,
  policy: PasswordPolicy = 'standard',
): Promise<Record<string, string[]>> {
  return violations(
    new DtoValidator(policy).validate(CreateAccountDto, { ...minimal, ...changes }),
  );
}

/** The error codes of each field when changing an account. */
async function wrongChange(
  changes: Record<string, unknown>,
  policy: PasswordPolicy = 'standard',
): Promise<Record<string, string[]>> {
  return violations(new DtoValidator(policy).validate(UpdateAccountDto, changes));
}

async function violations(validation: Promise<object>): Promise<Record<string, string[]>> {
  try {
    await validation;
    return {};
  } catch (error) {
    expect(error).toBeInstanceOf(ValidationFailedError);
    return Object.fromEntries(
      (error as ValidationFailedError).errors.map((found) => [
        found.property,
        violationsIn(found).map(({ code }) => code),
      ]),
    );
  }
}

const created = (changes: Record<string, unknown>) =>
  new DtoValidator('standard').validate(CreateAccountDto, { ...minimal, ...changes });

/** Adds a short, printable name to each case. */
const named = (cases: [value: unknown, codes?: string[]][]) =>
  cases.map(([value, codes = []]) => [JSON.stringify(value)?.slice(0, 40), value, codes] as const);

describe('a password under the standard policy', () => {
  it.each(
    named([
      ['abcde1'],
      ['1bcdef'],
      ['пароль1'],
      ['密码密码密١'],
      ['a 1 🚀 x'],
      [' a1   '],
      ['1\u0000\tabc'],
      ['x'.repeat(1_023) + '1'],
      ['abcde①'],
      ['①②③④⑤Ⅳ'],
      ['1ﬁﬂ㎏'],
    ]),
  )('may be %s', async (_, password) => {
    expect(await wrong({ password })).toEqual({});
  });

  it.each(
    named([
      ['abcd1', ['too_short']],
      ['👩👩👩a1', ['too_short']],
      ['x'.repeat(1_024) + '1', ['too_long']],
      ['abcdef', ['password_digit_missing']],
      ['123456', ['password_letter_missing']],
      ['!?$%&/', ['password_letter_missing', 'password_digit_missing']],
      ['a', ['too_short', 'password_digit_missing']],
      ['abcdeⅣ', ['password_digit_missing']],
      ['', ['blank']],
      [null, ['required']],
      [undefined, ['required']],
      [123456, ['not_text']],
      ['abcde1\ud800', ['not_unicode']],
      ['e\u0301e\u0301e\u0301e\u03011', ['too_short']],
      ['\ufdfa'.repeat(60) + '1', ['too_long']],
    ]),
  )('cannot be %s', async (_, password, codes) => {
    const { password: found = [], ...rest } = await wrong({ password });
    expect([...found].sort()).toEqual([...codes].sort());
    expect(rest).toEqual({});
  });

  it('may be a common password or the email address', async () => {
    expect(await wrong({ password: '1qaz2wsx3edc4rfv' })).toEqual({});
    expect(await wrong({ password: 'ada1@example.com', email: 'ada1@example.com' })).toEqual({});
  });

  it('is measured in characters, not UTF-16 code units', async () => {
    expect(await wrong({ password: `${'🚀'.repeat(1_022)}a1` })).toEqual({});
    expect(await wrong({ password: `${'🚀'.repeat(1_023)}a1` })).toEqual({
      password: ['too_long'],
    });
  });
});

describe('a password under the length policy', () => {
  it.each(['abcdef', '123456', '      ', '👩👩👩👩👩👩', 'password'])(
    'may be "%s"',
    async (password) => {
      expect(await wrong({ password }, 'length')).toEqual({});
    },
  );

  it.each(
    named([
      ['abcd1', ['too_short']],
      ['', ['blank']],
      ['x'.repeat(1_025), ['too_long']],
    ]),
  )('cannot be %s', async (_, password, codes) => {
    expect(await wrong({ password }, 'length')).toEqual({ password: codes });
  });
});

describe('a password under the strict policy', () => {
  it.each(
    named([['fifteen letters'], ['🚀'.repeat(15)], ['999999999999998'], ['x'.repeat(1_024)]]),
  )('may be %s', async (_, password) => {
    expect(await wrong({ password }, 'strict')).toEqual({});
  });

  it.each(
    named([
      ['fourteen chars', ['too_short']],
      ['', ['blank']],
      ['x'.repeat(1_025), ['too_long']],
      ['1qaz2wsx3edc4rfv', ['password_common']],
      ['1QAZ2WSX3EDC4RFV', ['password_common']],
    ]),
  )('cannot be %s', async (_, password, codes) => {
    expect(await wrong({ password }, 'strict')).toEqual({ password: codes });
  });

  it('is rejected with the minimum length of the strict policy', async () => {
    const input = { ...minimal, password: 'abcd' };
    await expect(
      new DtoValidator('strict').validate(CreateAccountDto, input),
    ).rejects.toMatchObject({
      errors: [{ property: 'password', contexts: { too_short: { min: 15 } } }],
    });
  });

  it.each(['ada.lovelace@example.com', 'ADA.lovelace@EXAMPLE.com'])(
    'cannot be the email address: %s',
    async (password) => {
      expect(await wrong({ password, email: 'Ada.Lovelace@example.com' }, 'strict')).toEqual({
        password: ['password_is_email'],
      });
      expect(await wrong({ password, email: 'other@example.com' }, 'strict')).toEqual({});
      expect(
        await wrongChange(
          { old_password: 'x', new_password: password, email: 'ada.lovelace@example.com' },
          'strict',
        ),
      ).toEqual({ new_password: ['password_is_email'] });
    },
  );

  it('is validated even if the email address is invalid or missing', async () => {
    for (const email of [undefined, null, 5, 'x']) {
      expect(
        Object.keys(await wrong({ password: '1qaz2wsx3edc4rfv', email }, 'strict')).sort(),
      ).toEqual(['email', 'password']);
    }
  });
});

describe('an email address', () => {
  it.each([
    'a@b.c',
    'ada.lovelace+tag@example.com',
    "!#$%&'*+/=?^_`{|}~-@example.com",
    'élodie@bücher.example',
    '用户@例子.广告',
    'उदाहरण@उदाहरण.परीक्षा',
    'ada@a-b.c-d.example',
    'ada@7.7',
  ])('may be %s', async (email) => {
    expect(await wrong({ email })).toEqual({});
  });

  it.each([
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@@example.com',
    'ada@b@example.com',
    '.ada@example.com',
    'ada.@example.com',
    'a..b@example.com',
    'ada@example..com',
    'ada@.example.com',
    'ada@example.com.',
    'ada@-example.com',
    'ada@example-.com',
    'ada@exa_mple.com',
    'ada lovelace@example.com',
    '"ada"@example.com',
    'a,b@example.com',
    'a(b)@example.com',
    'ada@[203.0.113.7]',
    'ada\u0000@example.com',
    'ada\u00a0b@example.com',
    'ada\u200b@example.com',
  ])('cannot be %j', async (email) => {
    expect(await wrong({ email })).toEqual({ email: ['email_invalid'] });
  });

  it.each(
    named([
      ['', ['blank']],
      [' \t\u00a0', ['blank']],
      ['x', ['email_invalid']],
      ['xx', ['email_invalid']],
      [`${'a'.repeat(244)}@example.com`, ['too_long']],
      ['x'.repeat(600), ['too_long']],
      ['🚀'.repeat(255), ['email_invalid']],
      [5, ['not_text']],
    ]),
  )('is rejected for its length, format or type: %s', async (_, email, codes) => {
    expect(await wrong({ email })).toEqual({ email: codes });
  });

  it.each([' ada@example.com', 'ada@example.com \r\n', '\u00a0\t ada@example.com\u3000'])(
    'is trimmed: %j',
    async (email) => {
      expect((await created({ email })).email).toBe('ada@example.com');
    },
  );

  it('is rejected with an example of a valid address', async () => {
    await expect(created({ email: 'a' })).rejects.toMatchObject({
      errors: [{ property: 'email', contexts: { email_invalid: { example: 'name@example.com' } } }],
    });
  });

  it('may have 255 characters plus surrounding white space', async () => {
    expect(await wrong({ email: ` ${'a'.repeat(243)}@example.com ` })).toEqual({});
    expect(await wrong({ email: `${'a'.repeat(243)}@example.com` })).toEqual({});
    expect(await wrong({ email: `${'🚀'.repeat(243)}@example.com` })).toEqual({});
  });

  it('is validated in linear time', async () => {
    for (const part of ['a', 'a.', 'a-', '@', 'é', '@a', 'a@a.']) {
      expect(await wrong({ email: part.repeat(50_000) })).toEqual({ email: ['too_long'] });
    }
  });

  it('is accepted in every common form', async () => {
    await fc.assert(
      fc.asyncProperty(fc.emailAddress(), async (email) => {
        expect(await wrong({ email })).toEqual({});
      }),
    );
  });
});

describe('a name', () => {
  it('is trimmed before it is validated', async () => {
    expect((await created({ name: ' \u00a0Ada  King\n' })).name).toBe('Ada  King');
    expect((await created({ name: ` ${'x'.repeat(255)} ` })).name).toBe('x'.repeat(255));
    expect(await wrong({ name: ' \t ' })).toEqual({ name: ['blank'] });
  });

  it.each(
    named([
      ['x'.repeat(256), ['too_long']],
      ['a\nb', ['control_characters']],
      [5, ['not_text']],
      [null, ['required']],
    ]),
  )('cannot be %s', async (_, name, codes) => {
    expect(await wrong({ name })).toEqual({ name: codes });
  });
});

describe('a language code', () => {
  it.each(languageCodes)('may be %s', async (language_code) => {
    expect(await wrong({ language_code })).toEqual({});
  });

  it.each(
    named([
      ['xx', ['language_unknown']],
      ['en-GB', ['language_unknown']],
      ['he', ['language_unknown']],
      ['', ['blank']],
      [5, ['not_text']],
    ]),
  )('cannot be %s', async (_, language_code, codes) => {
    expect(await wrong({ language_code })).toEqual({ language_code: codes });
  });
});

describe('a language code in another letter case', () => {
  it.each([
    ['EN', 'en'],
    ['Fr', 'fr'],
    ['iW', 'iw'],
  ])('is normalized: %s', async (language_code, code) => {
    expect((await created({ language_code })).language_code).toBe(code);
  });
});

describe('a phone', () => {
  it.each(named([['(202) 358-0001'], ['1'], ['٣'], ['1'.repeat(64)], [null], [undefined]]))(
    'may be %s',
    async (_, phone) => {
      expect(await wrong({ phone })).toEqual({});
    },
  );

  it.each(
    named([
      ['call me', ['phone_digit_missing']],
      ['Ⅳ', ['phone_digit_missing']],
      ['1'.repeat(65), ['too_long']],
      ['1\n2', ['control_characters']],
      [1, ['not_text']],
    ]),
  )('cannot be %s', async (_, phone, codes) => {
    expect(await wrong({ phone })).toEqual({ phone: codes });
  });
});

describe.each(['phone', 'client'] as const)('a blank %s', (member) => {
  it.each(['', ' ', '\t\n', '\u00a0', '\u200b', '\u202a \u202c', '\u2800\u3164'])(
    'becomes null: %j',
    async (blank) => {
      expect(await created({ [member]: blank })).toMatchObject({ [member]: null });
    },
  );
});

describe.each(['name', 'phone', 'client'] as const)('a %s', (member) => {
  it('loses the bidi controls that contact books add', async () => {
    const pasted = '\u202a\u200e+1 202\u2066\u2069 358\u200f\u202c';
    expect(await created({ [member]: pasted })).toMatchObject({ [member]: '+1 202 358' });
    const long = '\u202a' + '1'.repeat(64) + '\u202c';
    expect(await created({ [member]: long })).toMatchObject({ [member]: '1'.repeat(64) });
  });
});

describe('a client', () => {
  it.each(named([[''], ['x'.repeat(255)], [null], [undefined]]))('may be %s', async (_, client) => {
    expect(await wrong({ client })).toEqual({});
  });

  it.each(
    named([
      ['x'.repeat(256), ['too_long']],
      ['\u0000', ['control_characters']],
      [{}, ['not_text']],
    ]),
  )('cannot be %s', async (_, client, codes) => {
    expect(await wrong({ client })).toEqual({ client: codes });
  });
});

describe('a phone for notifications', () => {
  it.each([
    ['+12023580001', '+12023580001'],
    ['+1 (202) 358-00.01', '+12023580001'],
    ['123456', '123456'],
    ['123456789012345', '123456789012345'],
    [12023580001, '12023580001'],
    [123456, '123456'],
    ['١٢٣٤٥٦٧٨٩٠', '1234567890'],
    ['+९१ ०१२३४५', '+91012345'],
    ['１２３-４５６', '123456'],
    ['𝟘𝟙𝟚𝟗𝟬𝟿', '012909'],
    ['\u202a+1 202 358\u202c', '+1202358'],
    ['\uff0b\uff18\uff11 \uff13\uff0d\uff11\uff12\uff13\uff14', '+8131234'],
    ['03\u30fc1234', '031234'],
    [' '.repeat(100) + '123456', '123456'],
  ])('is normalized from %j to %s', async (number, kept) => {
    const dto = await created({ default_notification_phone: { number } });
    expect(dto.default_notification_phone?.number).toBe(kept);
  });

  it.each(
    named([
      ['12345', ['phone_number_invalid']],
      ['1234567890123456', ['phone_number_invalid']],
      ['', ['phone_number_invalid']],
      ['+', ['phone_number_invalid']],
      ['()', ['phone_number_invalid']],
      ['١٢٣٤٥', ['phone_number_invalid']],
      ['٣'.repeat(16), ['phone_number_invalid']],
      [0, ['phone_number_invalid']],
      [12345, ['phone_number_invalid']],
      [1e21, ['phone_number_invalid']],
      ['++123456', ['phone_character_invalid']],
      ['123+456', ['phone_character_invalid']],
      ['call 123456', ['phone_character_invalid']],
      ['no', ['phone_character_invalid']],
      ['123456 ext. 7', ['phone_character_invalid']],
      ['①②③④⑤⑥', ['phone_character_invalid']],
      ['ⅠⅡⅢⅣⅤⅥ', ['phone_character_invalid']],
      ['123\n456', ['control_characters']],
      ['123\t456', ['control_characters']],
      ['123456\ud800', ['not_unicode']],
      ['1'.repeat(65), ['too_long']],
      [' '.repeat(300) + '123456', ['too_long']],
      [-123456, ['not_text']],
      [123456.5, ['not_text']],
      [true, ['not_text']],
      [{}, ['not_text']],
      [['123456'], ['not_text']],
    ]),
  )('is rejected if the number is %s', async (_, number, codes) => {
    expect(await wrong({ default_notification_phone: { number } })).toEqual({
      default_notification_phone: codes,
    });
  });

  it.each([undefined, null])('requires a number, not %j', async (number) => {
    expect(await wrong({ default_notification_phone: { number } })).toEqual({
      default_notification_phone: ['required'],
    });
  });

  it.each([5, 'x', '', true, [], [{ number: '123456' }]])(
    'must be an object, not %j',
    async (value) => {
      expect(await wrong({ default_notification_phone: value })).toEqual({
        default_notification_phone: ['not_an_object'],
      });
    },
  );

  it.each([undefined, null])('may be %j', async (value) => {
    expect(await wrong({ default_notification_phone: value })).toEqual({});
  });
});

describe('a change of the password', () => {
  it('requires the old and the new password', async () => {
    expect(await wrongChange({ new_password: 'abcde1' })).toEqual({
      old_password: ['old_password_required'],
    });
    expect(await wrongChange({ old_password: 'x' })).toEqual({
      new_password: ['new_password_required'],
    });
    expect(await wrongChange({ password: 'abcde1' })).toEqual({
      password: ['old_password_required'],
      old_password: ['old_password_required'],
      new_password: ['new_password_required'],
    });
    expect(await wrongChange({ old_password: 'x', new_password: 'abcde1' })).toEqual({});
    expect(await wrongChange({})).toEqual({});
  });

  it('cannot clear either password', async () => {
    expect(await wrongChange({ old_password: null, new_password: null })).toEqual({
      old_password: ['blank'],
      new_password: ['blank'],
    });
  });

  it('applies the password rules only to the new password', async () => {
    expect(await wrongChange({ old_password: '1', new_password: '1' })).toEqual({
      new_password: expect.arrayContaining(['too_short', 'password_letter_missing']),
    });
    expect(await wrongChange({ old_password: 5, new_password: 'abcde1' })).toEqual({
      old_password: ['not_text'],
    });
  });
});

describe('a change of an account', () => {
  it('may clear optional members', async () => {
    expect(await wrongChange({ phone: null, default_notification_phone: null })).toEqual({});
  });

  it('cannot clear required members', async () => {
    expect(await wrongChange({ name: null, email: null, language_code: null })).toEqual({
      name: ['blank'],
      email: ['blank'],
      language_code: ['blank'],
    });
  });

  it('validates its members by the same rules as creation', async () => {
    expect(await wrongChange({ name: '', email: 'x', language_code: 'xx', phone: 'x' })).toEqual({
      name: ['blank'],
      email: ['email_invalid'],
      language_code: ['language_unknown'],
      phone: ['phone_digit_missing'],
    });
  });
});
