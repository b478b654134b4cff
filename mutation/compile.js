import { readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';

/** Compiles a single file in the current folder. tsc would read all files again. */
const [rule] = process.argv.slice(2);
const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, '.');
const { outputText } = ts.transpileModule(readFileSync(rule, 'utf8'), {
  fileName: rule,
  compilerOptions: { ...options, module: ts.ModuleKind.ESNext, sourceMap: false },
});
writeFileSync(`.build/${rule.replace(/ts$/, 'js')}`, outputText);
