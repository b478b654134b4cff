/** Writes docs/errors.md from the built error registry. */
import { writeFileSync } from 'node:fs';
import { exampleErrorBody } from '../dist/errors/error-body.js';
import { errorCodes } from '../dist/errors/error-registry.js';
import { errorsDocument } from './errors-document.js';

writeFileSync(
  new URL('../docs/errors.md', import.meta.url),
  errorsDocument(errorCodes, exampleErrorBody),
);
