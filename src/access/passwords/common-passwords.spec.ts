import { isCommonPassword } from './common-passwords.js';

describe('common passwords', () => {
  it.each(['password', '123456', 'qwerty', '1qaz2wsx3edc4rfv', '123456789987654321'])(
    'include %s',
    async (password) => {
      expect(await isCommonPassword(password)).toBe(true);
    },
  );

  it('match in any letter case', async () => {
    expect(await isCommonPassword('PassWord')).toBe(true);
    expect(await isCommonPassword('1QAZ2wsx3EDC4rfv')).toBe(true);
  });

  it.each(['', 'correct horse battery staple 7', 'password ', 'xk3#Lm9!qPz2&vRt'])(
    'do not include "%s"',
    async (password) => {
      expect(await isCommonPassword(password)).toBe(false);
    },
  );

  it('match only whole passwords', async () => {
    expect(await isCommonPassword('my password is long')).toBe(false);
  });
});
