import { presentFormError } from '../../dist/errors/form-error.js';
import { Languages } from '../../dist/language/languages.js';
import { median } from '../figures.js';

/** A form with several typical errors. One of them requires plural forms. */
const form = {
  children: {
    name: { errors: [{ code: 'blank' }] },
    email: { errors: [{ code: 'email_invalid' }] },
    password: { errors: [{ code: 'too_short', params: { min: 6 } }] },
    language_code: { errors: [{ code: 'language_unknown' }] },
  },
};

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
        JSON.stringify(presentFormError(form, language));
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
