import { isCommonPassword } from './common-passwords.js';

describe('common passwords', () => {
  it.each(['password', '123456', 'qwerty', '1qaz2wsx3edc4rfv', '123456789987654321'])(
    'hold %s',
    async (password) => {
      expect(await isCommonPassword(password)).toBe(true);
    },
  );

  it('are common in any letter case', async () => {
    expect(await isCommonPassword('PassWord')).toBe(true);
    expect(await isCommonPassword('1QAZ2wsx3EDC4rfv')).toBe(true);
  });

  it.each(['', 'correct horse battery staple 7', 'password ', 'xk3#Lm9!qPz2&vRt'])(
    'do not hold "%s"',
    async (password) => {
      expect(await isCommonPassword(password)).toBe(false);
    },
  );

  it('are complete passwords, not parts of one', async () => {
    expect(await isCommonPassword('my password is long')).toBe(false);
  });
});
