import { presentErrors } from '../../dist/errors/form-error.js';
import { Languages } from '../../dist/language/languages.js';
import { median } from '../figures.js';

/** A form with several typical errors. One of them requires plural forms. */
const errors = [
  { property: 'name', constraints: { rule: 'blank' } },
  {
    property: 'email',
    constraints: { rule: 'email_invalid' },
    contexts: { rule: { example: 'ada@example.com' } },
  },
  {
    property: 'password',
    constraints: { rule: 'too_short' },
    contexts: { rule: { min: 6 } },
  },
  { property: 'language_code', constraints: { rule: 'language_unknown' } },
];

/** Returns an `Accept-Language` header like those of browsers, with alternatives to the language. */
const headerFor = (tag) => `${tag},${tag}-XX;q=0.9,en-GB;q=0.8,en;q=0.7`;

/** Measures language negotiation and the text of a validation error, without HTTP. */
export const languages = {
  title: 'A validation error in each language',
  measure({ rounds, log }) {
    const spoken = new Languages();
    const all = [...spoken.all()];
    const amount = 20_000;
    const microseconds = (tag, seen) => {
      const header = headerFor(tag);
      const began = performance.now();
      for (let i = 0; i < amount; i++) {
        const language = spoken.choose(seen ? header : `${header},x-${i}`, undefined);
        JSON.stringify(presentErrors(errors, language));
      }
      return ((performance.now() - began) * 1_000) / amount;
    };
    const measured = (seen) => {
      log(seen ? 'headers that came before' : 'a new header each time');
      for (const { tag } of all) microseconds(tag, seen);
      const turns = Array.from({ length: rounds }, () =>
        all.map(({ tag }) => microseconds(tag, seen)),
      );
      const each = all.map(({ code }, i) => ({ code, us: median(turns.map((turn) => turn[i])) }));
      const english = each.find(({ code }) => code === 'en').us;
      const [slowest] = [...each].sort((a, b) => b.us - a.us);
      return { english, median: median(each.map(({ us }) => us)), slowest };
    };
    return { known: measured(true), unknown: measured(false) };
  },
};
