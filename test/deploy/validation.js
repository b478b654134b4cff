import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/**
 * Validates Kubernetes objects: by their schemas, which accept unknown members, and by their types, which do not.
 *
 * @throws AssertionError naming the members
 */
export async function validateAll(objects) {
  for (const object of objects) {
    const models = await import(getModule(object));
    new models[object.kind](object).validate();
  }
  assert.deepEqual(checkTypes(objects), []);
}

const getModule = ({ apiVersion }) =>
  apiVersion.startsWith('monitoring.coreos.com')
    ? `@kubernetes-models/prometheus-operator/${apiVersion}`
    : `kubernetes-models/${apiVersion}`;

/** Returns the messages of the compiler about a program that consists of these objects. */
function checkTypes(objects) {
  const file = fileURLToPath(new URL('objects.ts', import.meta.url));
  const source = objects
    .map(
      (object, i) => `import type { I${object.kind} as Type${i} } from '${getModule(object)}';
        export const object${i}: Type${i} = ${JSON.stringify(object)};`,
    )
    .join('\n');
  const options = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (path) => path === file || fileExists(path);
  host.getSourceFile = (path, ...rest) =>
    path === file
      ? ts.createSourceFile(path, source, options.target)
      : getSourceFile(path, ...rest);
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
