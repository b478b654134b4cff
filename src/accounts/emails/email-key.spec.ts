import fc from 'fast-check';
import { emailKey, emailKeys, mailboxKey } from './email-key.js';

describe('email key', () => {
  it.each([
    ['letter case', 'Ada.Lovelace@Example.COM', 'ada.lovelace@example.com'],
    ['letter case beyond ASCII', 'ÉLODIE@EXAMPLE.COM', 'élodie@example.com'],
    ['letter case of other scripts', 'ИВАН@ПРИМЕР.РФ', 'иван@пример.рф'],
    ['accent composition', 'e\u0301lodie@example.com', 'élodie@example.com'],
    ['the order of accents', '\u1f80\u0301@example.com', '\u1f84@example.com'],
    ['accents on a letter that folding changes', '\u017f\u0301@example.com', 'ś@example.com'],
    ['the difference of ß and ss', 'straße@example.com', 'STRASSE@example.com'],
    ['surrounding white space', '\u00a0ada@example.com \n', 'ada@example.com'],
    ['the form of a small sigma', 'οδυσσεύς@example.com', 'οδυσσεύσ@example.com'],
  ])('ignores %s', (_, one, other) => {
    expect(emailKey(one)).toBe(emailKey(other));
  });

  it.each([
    ['an accent', 'elodie@example.com', 'élodie@example.com'],
    ['a dot', 'a.b@example.com', 'ab@example.com'],
    ['a tag', 'ada+tag@example.com', 'ada@example.com'],
    ['the width of letters', 'ａda@example.com', 'ada@example.com'],
    ['the dot of an i', 'kadın@example.com', 'kadin@example.com'],
    ['the dot of a capital I', 'İpek@example.com', 'ipek@example.com'],
    ['inner white space', 'ada @example.com', 'ada@example.com'],
  ])('distinguishes %s', (_, one, other) => {
    expect(emailKey(one)).not.toBe(emailKey(other));
  });

  it('folds the capital sharp s like the small one', () => {
    expect(emailKey('STRA\u1e9eE@example.com')).toBe(emailKey('stra\u00dfe@example.com'));
    expect(emailKey('\u1e9e@example.com')).toBe(emailKey('ss@example.com'));
  });

  it('does not fold the dotless small i', () => {
    expect(emailKey('KADıN@EXAMPLE.COM')).toBe('kadın@example.com');
    expect(emailKey('KADIN@EXAMPLE.COM')).toBe('kadin@example.com');
  });

  it('is lower-case and composed', () => {
    expect(emailKey('E\u0301LODIE@EXAMPLE.COM')).toBe('\u00e9lodie@example.com');
  });

  it('is idempotent, and the same for upper-case and decomposed input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (email) => {
        const key = emailKey(email);
        expect(emailKey(key)).toBe(key);
        // ı and i have the same capital.
        if (!email.includes('ı')) expect(emailKey(email.toUpperCase())).toBe(key);
        expect(emailKey(email.normalize('NFD'))).toBe(key);
      }),
    );
  });
});

describe('mailbox key', () => {
  it.each([
    ['Punycode in the domain', 'ada@münchen.example', 'ADA@xn--mnchen-3ya.EXAMPLE'],
    ['full-width letters in the domain', 'ada@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
    ['ligatures in the domain', 'ada@ﬁ.example', 'ada@fi.example'],
    ['the difference of ß and ss before the @', 'straße@example.com', 'STRASSE@example.com'],
    ['surrounding white space', '\u00a0ada@example.com \n', 'ada@example.com'],
    ['letter case if the domain has no ASCII form', 'Ada@xn--ABC', 'ada@xn--abc'],
  ])('ignores %s', (_, one, other) => {
    expect(mailboxKey(one)).toBe(mailboxKey(other));
  });

  it.each([
    ['ß and ss in the domain', 'ada@straße.example', 'ada@strasse.example'],
    ['final and medial sigma in the domain', 'ada@ὀδυσσεύς.example', 'ada@ὀδυσσεύσ.example'],
    ['full-width letters before the @', 'ａda@example.com', 'ada@example.com'],
    ['a domain that looks like a number', 'ada@example.1', 'ada@example.01'],
    ['a URL path after the domain', 'ada@example.com', 'ada@example.com/a.a'],
    ['a percent-encoded letter', 'ada@example.com', 'ada@ex%61mple.com'],
  ])('distinguishes %s', (_, one, other) => {
    expect(mailboxKey(one)).not.toBe(mailboxKey(other));
  });

  it('converts the domain to ASCII', () => {
    expect(mailboxKey('Jörg@MÜNCHEN.example')).toBe('jörg@xn--mnchen-3ya.example');
    expect(mailboxKey('ada@1.2')).toBe('ada@1.2');
    expect(mailboxKey('no address')).toBe('no address');
    expect(mailboxKey('a'.repeat(1021))).toBe('');
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.domain(), (local, domain) => {
        const key = mailboxKey(`${local}@${domain}`);
        expect(mailboxKey(key)).toBe(key);
      }),
    );
  });

  it('is paired with the key of earlier releases, unless that names another mailbox', () => {
    expect(emailKeys('Ada@MÜNCHEN.example')).toEqual({
      emailKey: 'ada@münchen.example',
      mailboxKey: 'ada@xn--mnchen-3ya.example',
    });
    const key = 'ada@xn--strae-oqa.example';
    expect(emailKeys('Ada@Straße.example')).toEqual({ emailKey: key, mailboxKey: key });
  });
});
