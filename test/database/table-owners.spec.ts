import { existsSync, readdirSync, readFileSync } from 'node:fs';

const root = new URL('.', import.meta.resolve('#package.json'));
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

interface Model {
  /** Its name in the Prisma client. */
  readonly name: string;
  readonly table: string;
  /** The source folder that inserts, updates and deletes its rows. */
  readonly owner: string | undefined;
  /** The related models, by field name. */
  readonly relations: ReadonlyMap<string, string>;
}

const decapitalized = (name: string) => name[0]!.toLowerCase() + name.slice(1);

const models = [
  ...read('prisma/schema.prisma').matchAll(/((?:^\/\/\/.*\n)*)^model (\w+) \{\n([^}]*)^\}/gm),
].map(([, comment, name, body]): Model => {
  const fields = [...body!.matchAll(/^ {2}(\w+) +([A-Z]\w+)/gm)];
  return {
    name: decapitalized(name!),
    table: /@@map\("(\w+)"\)/.exec(body!)![1]!,
    owner: /^\/\/\/ Written by: (\S+)$/m.exec(comment!)?.[1],
    relations: new Map(fields.map(([, field, type]) => [field!, decapitalized(type!)])),
  };
});

const modelsByName = new Map(models.map((model) => [model.name, model]));

/** Ignored: tests, the generated client, migrations, and locks, which leave a row unchanged. */
const notRooms =
  /\.spec\.|^database\/generated\/|^database\/migrations\.ts$|^changes\/account-lock\.ts$/;

/** The sources that use PostgreSQL, with their paths in `src`. */
const sources = readdirSync(new URL('src/', root), { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.tsx?$/.test(name) && !notRooms.test(name))
  .map((path) => ({ path, source: read(`src/${path}`) }))
  .filter(({ source }) => /prisma|transaction|\bmodels\b/i.test(source));

const writes = 'create|update|upsert|delete|connect|set\\b|disconnect';
const modelWrite = new RegExp(
  `\\.(${models.map(({ name }) => name).join('|')})\\s*\\.(?:${writes})`,
  'g',
);
const relationNames = models.flatMap(({ relations }) => [...relations.keys()]);
const relationWrite = new RegExp(`\\b(${relationNames.join('|')}): \\{\\s*(?:${writes})\\w*:`, 'g');
/** Subclasses of `LastUseRepository` name the table that it writes. */
const writeInSql =
  /\b(?:INSERT INTO|UPDATE|DELETE FROM|MERGE INTO|TRUNCATE|extends LastUseRepository) |\bdeleteRows\(/;

/** The models whose rows a source writes: through Prisma, through a relation, in SQL. */
function writtenBy(source: string): Set<Model> {
  const names = [...source.matchAll(modelWrite)].map(([, name]) => name!);
  const related = [...source.matchAll(relationWrite)].flatMap(([, field]) =>
    models.flatMap(({ relations }) => relations.get(field!) ?? []),
  );
  const inSql = models.filter(
    ({ table }) => writeInSql.test(source) && new RegExp(`['".]${table}\\b['"\`]`).test(source),
  );
  return new Set([
    ...[...names, ...related].flatMap((name) => modelsByName.get(name) ?? []),
    ...inSql,
  ]);
}

describe('Each table', () => {
  it.each(models.map(({ name, owner }) => [name, owner]))(
    'of %s names the source folder that writes it: %s',
    (_, owner) => {
      expect(owner).toBeDefined();
      expect(existsSync(new URL(`src/${owner}`, root))).toBe(true);
    },
  );

  it('is written by its owner only', () => {
    const foreign: string[] = [];
    const unwritten = new Set(models);
    for (const { path, source } of sources) {
      for (const model of writtenBy(source)) {
        if (path.startsWith(`${model.owner}/`)) unwritten.delete(model);
        else foreign.push(`${path} writes ${model.table} of ${model.owner}`);
      }
    }
    expect(foreign).toEqual([]);
    expect([...unwritten].map(({ table }) => table)).toEqual([]);
  });

  it.each([
    ['through Prisma', 'await transaction.session.deleteMany({ where });'],
    ['over two lines', 'await this.prisma.session\n  .createManyAndReturn({ data })'],
    ['through a relation', 'account.update({ where, data: { sessions: { deleteMany: {} } } })'],
    ['in SQL', "`DELETE FROM ${await prisma.table('sessions')} WHERE id = $1`"],
    ['by the purge', "deleteRows(this.prisma, transaction, 'sessions', expired)"],
  ])('is recognised as written %s', (_, source) => {
    expect([...writtenBy(source)].map(({ table }) => table)).toContain('sessions');
  });

  it.each([
    ['through Prisma', 'this.prisma.session.findMany({ where, include: { account: true } })'],
    ['in SQL', "`SELECT FROM ${await prisma.table('sessions')} FOR NO KEY UPDATE`"],
  ])('is not recognised as written when it is read %s', (_, source) => {
    expect([...writtenBy(source)]).toEqual([]);
  });
});
