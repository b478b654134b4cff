import fc from 'fast-check';
import { emailKey, emailKeys, mailboxKey } from './email-key.js';

describe('email key', () => {
  it.each([
    ['letter case', 'Ada.Lovelace@Example.COM', 'ada.lovelace@example.com'],
    ['letter case beyond ASCII', 'ÉLODIE@EXAMPLE.COM', 'élodie@example.com'],
    ['letter case of other scripts', 'ИВАН@ПРИМЕР.РФ', 'иван@пример.рф'],
    ['how an accent is composed', 'e\u0301lodie@example.com', 'élodie@example.com'],
    ['the order of accents', '\u1f80\u0301@example.com', '\u1f84@example.com'],
    ['accents on a letter that folding changes', '\u017f\u0301@example.com', 'ś@example.com'],
    ['sharp s and ss', 'straße@example.com', 'STRASSE@example.com'],
    ['white space around it', '\u00a0ada@example.com \n', 'ada@example.com'],
    ['the two small sigmas', 'οδυσσεύς@example.com', 'οδυσσεύσ@example.com'],
  ])('disregards %s', (_, one, other) => {
    expect(emailKey(one)).toBe(emailKey(other));
  });

  it.each([
    ['an accent', 'elodie@example.com', 'élodie@example.com'],
    ['a dot', 'a.b@example.com', 'ab@example.com'],
    ['a tag', 'ada+tag@example.com', 'ada@example.com'],
    ['the width of letters', 'ａda@example.com', 'ada@example.com'],
    ['the dot of an i', 'kadın@example.com', 'kadin@example.com'],
    ['the dot of a capital I', 'İpek@example.com', 'ipek@example.com'],
    ['white space within', 'ada @example.com', 'ada@example.com'],
  ])('regards %s', (_, one, other) => {
    expect(emailKey(one)).not.toBe(emailKey(other));
  });

  it('folds the capital sharp s like the small one', () => {
    expect(emailKey('STRA\u1e9eE@example.com')).toBe(emailKey('stra\u00dfe@example.com'));
    expect(emailKey('\u1e9e@example.com')).toBe(emailKey('ss@example.com'));
  });

  it('leaves the small i without a dot as it is, which is not folded', () => {
    expect(emailKey('KADıN@EXAMPLE.COM')).toBe('kadın@example.com');
    expect(emailKey('KADIN@EXAMPLE.COM')).toBe('kadin@example.com');
  });

  it('is small letters, composed', () => {
    expect(emailKey('E\u0301LODIE@EXAMPLE.COM')).toBe('\u00e9lodie@example.com');
  });

  it('is the key of itself, its capitals and its decomposed form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (email) => {
        const key = emailKey(email);
        expect(emailKey(key)).toBe(key);
        // The capital of ı is that of i, too.
        if (!email.includes('ı')) expect(emailKey(email.toUpperCase())).toBe(key);
        expect(emailKey(email.normalize('NFD'))).toBe(key);
      }),
    );
  });
});

describe('mailbox key', () => {
  it.each([
    ['the domain in Punycode', 'ada@münchen.example', 'ADA@xn--mnchen-3ya.EXAMPLE'],
    ['full-width letters of the domain', 'ada@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
    ['ligatures of the domain', 'ada@ﬁ.example', 'ada@fi.example'],
    ['sharp s before the @', 'straße@example.com', 'STRASSE@example.com'],
    ['white space around it', '\u00a0ada@example.com \n', 'ada@example.com'],
    ['letter case where the domain has no form in ASCII', 'Ada@xn--ABC', 'ada@xn--abc'],
  ])('disregards %s', (_, one, other) => {
    expect(mailboxKey(one)).toBe(mailboxKey(other));
  });

  it.each([
    ['sharp s of the domain', 'ada@straße.example', 'ada@strasse.example'],
    ['final sigma of the domain', 'ada@ὀδυσσεύς.example', 'ada@ὀδυσσεύσ.example'],
    ['full-width letters before the @', 'ａda@example.com', 'ada@example.com'],
    ['a domain that looks like a number', 'ada@example.1', 'ada@example.01'],
    ['a part of a URL behind the domain', 'ada@example.com', 'ada@example.com/a.a'],
    ['an escaped letter', 'ada@example.com', 'ada@ex%61mple.com'],
  ])('regards %s', (_, one, other) => {
    expect(mailboxKey(one)).not.toBe(mailboxKey(other));
  });

  it('is the domain in ASCII', () => {
    expect(mailboxKey('Jörg@MÜNCHEN.example')).toBe('jörg@xn--mnchen-3ya.example');
    expect(mailboxKey('ada@1.2')).toBe('ada@1.2');
    expect(mailboxKey('no address')).toBe('no address');
    expect(mailboxKey('a'.repeat(1021))).toBe('');
  });

  it('is the key of itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.domain(), (local, domain) => {
        const key = mailboxKey(`${local}@${domain}`);
        expect(mailboxKey(key)).toBe(key);
      }),
    );
  });

  it('stands with the key of an earlier release, unless that names another mailbox', () => {
    expect(emailKeys('Ada@MÜNCHEN.example')).toEqual({
      emailKey: 'ada@münchen.example',
      mailboxKey: 'ada@xn--mnchen-3ya.example',
    });
    const key = 'ada@xn--strae-oqa.example';
    expect(emailKeys('Ada@Straße.example')).toEqual({ emailKey: key, mailboxKey: key });
  });
});
