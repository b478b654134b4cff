import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);

/**
 * Compiles each source that is newer than its output into .build, one file at a time. Removes outputs without a source.
 * Does not check types: tsc does, which must read all files for that.
 */
export default function compileTests() {
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const compilerOptions = { ...options, module: ts.ModuleKind.ESNext, declaration: false };
  const outputs = new Map(
    fileNames
      .filter((source) => !source.endsWith('.d.ts'))
      .map((source) => [toOutput(relative(root, source)), source]),
  );
  for (const [output, source] of outputs) {
    const { mtime } = statSync(source);
    if (mtime <= (statSync(output, { throwIfNoEntry: false })?.mtime ?? 0)) continue;
    const code = readFileSync(source, 'utf8');
    const fileName = relative(dirname(output), source);
    const { outputText, sourceMapText } = ts.transpileModule(code, { fileName, compilerOptions });
    mkdirSync(dirname(output), { recursive: true });
    writeFileSync(output, outputText);
    writeFileSync(`${output}.map`, sourceMapText);
    // Uses the source's time, so that a source saved during the compilation counts as newer.
    utimesSync(output, mtime, mtime);
  }
  for (const folder of ['src', 'test']) {
    const outputFolder = join(root, '.build', folder);
    for (const name of readdirSync(outputFolder, { recursive: true, encoding: 'utf8' })) {
      const output = join(outputFolder, name);
      if (name.endsWith('.js') && !outputs.has(output)) rmSync(output);
    }
  }
}

const toOutput = (source) => join(root, '.build', source.replace(/\.tsx?$/, '.js'));
