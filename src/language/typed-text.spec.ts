import { typedText } from './typed-text.js';

describe('a typed number or code', () => {
  it.each([
    ['+1 (202) 358-00.01', '+12023580001'],
    [
      '\uff0b\uff18\uff11 \uff13\uff0d\uff11\uff12\uff13\uff14\uff0d\uff15\uff16\uff17\uff18',
      '+81312345678',
    ],
    ['03\u30fc1234\u30fc5678', '0312345678'],
    ['03\uff701234\u221256~7\uff5e8\u301c9', '031234567' + '89'],
    ['12\u00ad3\u200b4\ufeff5\u20606', '123456'],
    ['\u202a\u200e+1 202\u202c', '+1202'],
    ['\u207a12 \ufe6234 \u208a5', '+12+34+5'],
    ['\u0661\u0662\u0663', '123'],
    ['+\u096f\u0967', '+91'],
    ['\ud835\udfd8\ud835\udfe9', '07'],
    ['abcd-EFGH', 'abcdEFGH'],
    ['\uff21\uff22\uff43', 'ABc'],
    ['\u00a012\u300034\u2009', '1234'],
    ['12\n34', '12\n34'],
    ['\u2460\u2167', '\u2460\u2167'],
    ['', ''],
  ])('%j is read as %j', (text, read) => {
    expect(typedText(text)).toBe(read);
  });
});
