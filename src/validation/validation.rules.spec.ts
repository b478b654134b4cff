import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import fc from 'fast-check';
import {
  Exposed,
  IsName,
  IsOneOf,
  IsText,
  IsTextUpTo,
  IsTrueOrFalse,
  IsWholeNumber,
  MinCharacters,
  NoControlCharacters,
  NotBlank,
  NotNull,
  Required,
  Rule,
  TextRule,
} from './validation.rules.js';

/** The violation codes of a value under one rule. */
async function codes(
  rule: PropertyDecorator,
  value: unknown,
  groups?: string[],
): Promise<string[]> {
  class ExampleDto {
    value?: unknown;
    // class-validator does not know a class whose rules are all for other groups.
    @NotNull()
    other?: unknown;
  }
  rule(ExampleDto.prototype, 'value');
  const dto = new ExampleDto();
  if (value !== undefined) dto.value = value;
  const [error] = await validate(dto, { groups, always: true });
  return Object.values(error?.constraints ?? {});
}

const otherTypes = [undefined, null, 0, 1, true, false, {}, [], ['']];

describe('the rule', () => {
  describe('Required', () => {
    it.each([undefined, null])('refuses %s', async (value) => {
      expect(await codes(Required(), value)).toEqual(['required']);
    });
    it.each(['', 'x', 0, false, {}, []])('accepts %j', async (value) => {
      expect(await codes(Required(), value)).toEqual([]);
    });
  });

  describe('NotNull', () => {
    it('refuses null', async () => expect(await codes(NotNull(), null)).toEqual(['blank']));
    it.each([undefined, '', 0, false, {}])('accepts %j', async (value) => {
      expect(await codes(NotNull(), value)).toEqual([]);
    });
  });

  describe('NotBlank', () => {
    it('refuses an empty text', async () => expect(await codes(NotBlank(), '')).toEqual(['blank']));
    it.each([' ', 'x', ...otherTypes])('accepts %j', async (value) => {
      expect(await codes(NotBlank(), value)).toEqual([]);
    });
  });

  describe('IsText', () => {
    it.each([0, 1, true, false, {}, [], ['text']])('refuses %j', async (value) => {
      expect(await codes(IsText(), value)).toEqual(['not_text']);
    });
    it.each(['', 'x', '👩‍🚀', '\u0000', undefined, null])('accepts %j', async (value) => {
      expect(await codes(IsText(), value)).toEqual([]);
    });
    it.each(['\ud800', 'a\udc00b', '\udc00\ud800', 'x\ud83d'])(
      'refuses lone surrogates',
      async (value) => {
        expect(await codes(IsText(), value)).toEqual(['not_unicode']);
      },
    );
    it('accepts exactly the texts that UTF-8 can encode', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.string({ unit: fc.nat(0xffff).map((c) => String.fromCharCode(c)) }),
          async (text) => {
            const survives = Buffer.from(text, 'utf8').toString('utf8') === text;
            expect(await codes(IsText(), text)).toEqual(survives ? [] : ['not_unicode']);
          },
        ),
      );
    });
  });

  describe('IsName', () => {
    it.each([
      ['', 'blank'],
      ['a\nb', 'control_characters'],
      ['x'.repeat(256), 'too_long'],
      [5, 'not_text'],
    ])('refuses %j', async (value, code) => {
      expect(await codes(IsName(), value)).toEqual([code]);
    });
    it.each(['x', '李', 'x'.repeat(255), undefined, null])('accepts %j', async (value) => {
      expect(await codes(IsName(), value)).toEqual([]);
    });
    it.each([
      [' \u00a0Ada  King\n', 'Ada  King'],
      [' \t ', ''],
      ['\u202a\u202c', ''],
      ['\u200b\u2060\ufeff', ''],
      ['\u3164', ''],
      ['\u202aAda \u2068Lovelace\u2069\u202c', 'Ada Lovelace'],
      ['\u200f\u00a0Ada\u00a0\u200e', 'Ada'],
      [
        '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
        '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
      ],
      [5, 5],
      [null, null],
    ])('trims white space and invisible characters around %j', (value, taken) => {
      class ExampleDto {
        @IsName()
        value!: unknown;
      }
      const options = { excludeExtraneousValues: true };
      expect(plainToInstance(ExampleDto, { value }, options).value).toBe(taken);
    });
  });

  describe('IsTrueOrFalse', () => {
    it.each(['true', '', 0, 1, {}, [], [true], null, undefined])('refuses %j', async (value) => {
      expect(await codes(IsTrueOrFalse(), value)).toEqual(['not_boolean']);
    });
    it.each([true, false])('accepts %j', async (value) => {
      expect(await codes(IsTrueOrFalse(), value)).toEqual([]);
    });
  });

  describe('IsWholeNumber', () => {
    const rule = IsWholeNumber({ min: 0, max: 30 });
    it.each([0, 30, null, undefined])('accepts %j', async (value) => {
      expect(await codes(rule, value)).toEqual([]);
    });
    it.each([-1, 31, 1.5, NaN, Infinity, '7', true, [7]])('refuses %j', async (value) => {
      expect(await codes(rule, value)).toEqual(['number_out_of_range']);
    });
  });

  describe('IsOneOf', () => {
    const rule = IsOneOf(['daily', 'never']);
    it.each(['', 'Daily', ' daily', 'weekly', 0, true, {}, [], ['daily'], null, undefined])(
      'refuses %j',
      async (value) => {
        expect(await codes(rule, value)).toEqual(['not_a_choice']);
      },
    );
    it.each(['daily', 'never'])('accepts %j', async (value) => {
      expect(await codes(rule, value)).toEqual([]);
    });
  });

  describe('NoControlCharacters', () => {
    it.each(['\u0000', '\t', 'a\nb', '\r', '\u001f', '\u007f', '\u0080', '\u009f'])(
      'refuses %j',
      async (value) => {
        expect(await codes(NoControlCharacters(), value)).toEqual(['control_characters']);
      },
    );
    it.each(['', ' ', '\u00a0', '\u200d', '\u200f', 'é', '~', ...otherTypes])(
      'accepts %j',
      async (value) => {
        expect(await codes(NoControlCharacters(), value)).toEqual([]);
      },
    );
  });

  describe('MinCharacters', () => {
    it.each(['', 'a', 'ab', '👩👩'])('refuses shorter text: %s', async (value) => {
      expect(await codes(MinCharacters(3), value)).toEqual(['too_short']);
    });
    it.each(['abc', '👩👩👩', '   '])('accepts text of the minimum length: %s', async (value) => {
      expect(await codes(MinCharacters(3), value)).toEqual([]);
    });
    it.each(otherTypes)('ignores %j', async (value) => {
      expect(await codes(MinCharacters(3), value)).toEqual([]);
    });
    it('applies only to its groups', async () => {
      expect(await codes(MinCharacters(3, ['a']), 'x', ['a'])).toEqual(['too_short']);
      expect(await codes(MinCharacters(3, ['a']), 'x', ['b'])).toEqual([]);
      expect(await codes(MinCharacters(3), 'x', ['b'])).toEqual(['too_short']);
    });
  });

  describe('IsTextUpTo', () => {
    it.each(['abcd', '👩👩👩👩', '    '])('refuses longer text: %s', async (value) => {
      expect(await codes(IsTextUpTo(3), value)).toEqual(['too_long']);
    });
    it.each(['', 'abc', '👩👩👩', undefined, null])('accepts %j', async (value) => {
      expect(await codes(IsTextUpTo(3), value)).toEqual([]);
    });
    it.each([0, true, {}, [], ['']])('refuses %j', async (value) => {
      expect(await codes(IsTextUpTo(3), value)).toEqual(['not_text']);
    });

    /** The violation codes of a value, and the texts that were prepared. */
    async function read(value: unknown): Promise<[string[], string[]]> {
      const prepared: string[] = [];
      class ExampleDto {
        @IsTextUpTo(3, (text) => {
          prepared.push(text);
          return text.replaceAll('-', '') || null;
        })
        @NotBlank()
        @MinCharacters(100)
        @NoControlCharacters()
        value?: unknown;
      }
      const options = { excludeExtraneousValues: true };
      const [error] = await validate(plainToInstance(ExampleDto, { value }, options));
      return [Object.values(error?.constraints ?? {}), prepared];
    }

    it('checks the length of the prepared text', async () => {
      expect(await read('-abc--------')).toEqual([['too_short'], ['-abc--------']]);
      expect(await read('abcd')).toEqual([['too_short', 'too_long'], ['abcd']]);
      expect(await read('---')).toEqual([[], ['---']]);
    });

    it.each(['-'.repeat(13), '\0'.repeat(13), '\ud800'.repeat(13), '👩'.repeat(7)])(
      'skips other rules for text of more than four times as many code units: %j',
      async (value) => {
        expect(await read(value)).toEqual([['too_long'], []]);
      },
    );
  });

  it('passes its limit to the message', async () => {
    class ExampleDto {
      @MinCharacters(3)
      @IsTextUpTo(1)
      value = 'xx';
    }
    const [error] = await validate(new ExampleDto());
    expect(error?.contexts).toEqual({ too_short: { min: 3 }, too_long: { max: 1 } });
  });

  it('reports its code', async () => {
    const rule = Rule('phone_number_invalid', (value) => value === 1);
    expect(await codes(rule, 2)).toEqual(['phone_number_invalid']);
    expect(await codes(rule, 1)).toEqual([]);
  });

  it('may be asynchronous', async () => {
    const rule = TextRule('password_common', (text) => Promise.resolve(text !== 'common'));
    expect(await codes(rule, 'common')).toEqual(['password_common']);
    expect(await codes(rule, 'rare')).toEqual([]);
  });

  it('can read the other members', async () => {
    class ExampleDto {
      @TextRule('password_is_email', (text, args) => text !== (args?.object as ExampleDto).email)
      password = 'same';
      email = 'same';
    }
    const [error] = await validate(new ExampleDto());
    expect(error?.constraints).toEqual({ password_is_email: 'password_is_email' });
  });

  it('for text ignores values of other types', async () => {
    for (const value of otherTypes) {
      expect(
        await codes(
          TextRule('blank', () => false),
          value,
        ),
      ).toEqual([]);
    }
  });
});

describe('several combined rules', () => {
  it('run in order, and all violations are reported', async () => {
    const rules = Exposed(IsText(), MinCharacters(3), NoControlCharacters());
    expect(await codes(rules, '\n')).toEqual(['too_short', 'control_characters']);
    expect(await codes(rules, 1)).toEqual(['not_text']);
    expect(await codes(rules, 'abc')).toEqual([]);
  });

  it('expose their member to input', () => {
    class ExampleDto {
      @Exposed()
      exposed?: string;
      hidden?: string;
    }
    const input = { exposed: 'a', hidden: 'b' };
    const dto = plainToInstance(ExampleDto, input, { excludeExtraneousValues: true });
    expect(dto.exposed).toBe('a');
    expect(dto.hidden).toBeUndefined();
  });
});
