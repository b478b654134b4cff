import { PassThrough } from 'node:stream';
import { Output, shown } from './output.js';

describe('A list on the command line', () => {
  const print = (next: string | null, json: boolean) => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const output = new Output({ stdout, stderr } as never);
    output.printList({ accounts: [], next }, 'accounts', [], json, 100);
    return [stdout, stderr].map((stream) => stream.read()?.toString() ?? '');
  };

  it('says how to continue a search that has ended before its page was full', () => {
    expect(print('1-x', false)).toEqual([
      'No accounts.\n',
      'The search has more to examine. Continue with --before 1-x\n',
    ]);
  });

  it('says nothing more on the last page, or to programs', () => {
    expect(print(null, false)).toEqual(['No accounts.\n', '']);
    expect(print('1-x', true)).toEqual(['{"accounts":[],"next":"1-x"}\n', '']);
  });
});

describe('A value on the command line', () => {
  it.each([
    ['a\nb', 'a\\nb'],
    ['\u009b31m', '\\u009b31m'],
    ['\u202eabc\u2028', '\\u202eabc\\u2028'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
  ])('has no terminal or bidi control characters: %j', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });
});
