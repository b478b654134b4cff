import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('.', import.meta.resolve('#package.json'));
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const page = read('docs/troubleshooting.md');

/** The sentences in the first column of the tables, except for the last one, which is about requests. */
const sentences = [...page.split('\n## Requests\n')[0]!.matchAll(/^\| `([^`]+)` \|/gm)].map(
  ([, sentence]) => sentence!,
);

/** The sources, with concatenated literals joined and placeholders replaced by `…`. */
const sources = readdirSync(new URL('src/', root), { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.spec)\.tsx?$/.test(name) && !/generated|catalogues|mails/.test(name))
  .map((name) => withPlaceholders(read(`src/${name}`)));

function withPlaceholders(source: string): string {
  return source
    .replaceAll(/['"`]\s*\+\s*['"`]/g, '')
    .replaceAll(/\$\{[^{}]*\}/g, '…')
    .replaceAll("\\'", "'");
}

/** Matches a quoted sentence in a literal: `…` stands for text of one line. */
function pattern(sentence: string): RegExp {
  const parts = sentence.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`['"\`](?:[^'"\`\\n]*[ …])?${parts.join('[^\\n]*?')}`);
}

/** The sentences about settings that depend on each other, on production, or on the features of the module. */
const required = [
  'service/settings/settings.ts',
  'accounts.module.ts',
  'accounts.module-definition.ts',
  'email-flows/mail.feature.ts',
]
  .map((name) => withPlaceholders(read(`src/${name}`)))
  .flatMap((source) => [
    ...source.matchAll(/(?:problem|AccountsOptionsError)\(\s*(['`])((?:(?!\1).)+)\1/g),
  ])
  .map(([, , sentence]) => sentence!.replace(/: ….$/, ': …'));

describe('docs/troubleshooting.md', () => {
  it('quotes sentences with enough fixed text to find them', () => {
    expect(sentences.length).toBeGreaterThan(60);
    expect(new Set(sentences).size).toBe(sentences.length);
    expect(sentences.filter((each) => each.replaceAll(/[^a-z]/gi, '').length < 9)).toEqual([]);
  });

  it('quotes only sentences that occur in the sources', () => {
    const missing = sentences.filter((sentence) => {
      const quoted = pattern(sentence);
      return !sources.some((source) => quoted.test(source));
    });
    expect(missing).toEqual([]);
  });

  it('has a row for each rule about several settings or features', () => {
    expect(required.length).toBeGreaterThan(10);
    expect(required.filter((sentence) => !sentences.includes(sentence))).toEqual([]);
  });

  it('gives each refusal of a request the status it has in docs/errors.md', () => {
    const statuses = new Map(
      [...read('docs/errors.md').matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)].map(
        ([, code, status]) => [code, status],
      ),
    );
    const rows = [...page.matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)];
    expect(rows.length).toBeGreaterThan(10);
    for (const [, status, code] of rows) expect([code, statuses.get(code)]).toEqual([code, status]);
  });
});
