import { closeSync, openSync, writeSync } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ImportInput, ImportOptions } from '../../accounts/imports/account-imports.service.js';
import type { ImportResult, ImportSummary } from '../../accounts/imports/import-result.js';
import type { ExportAllOptions } from '../../export/account-export.service.js';
import type { Services } from './services.js';

/** The maximum size of a line in bytes, the same as for a request body. */
const maxLineBytes = 100_000;

/** The maximum number of rejected lines to print. The results file has all of them. */
const maxRejections = 1_000;

const newline = 10;

/** @returns the number of lines by status, and a sentence for each rejected line */
export async function importAccounts(
  { accounts, requester }: Services,
  input: AsyncIterable<Buffer>,
  { results, ...options }: ImportOptions & { readonly results?: string | undefined },
): Promise<ImportSummary & { readonly rejections: readonly string[] }> {
  const rejections: string[] = [];
  // Synchronous writes are fast, and a full disk stops the import at the row whose result it cannot hold.
  const file = results === undefined ? undefined : openSync(results, 'w');
  const report = (result: ImportResult) => {
    if (result.status === 'rejected' && rejections.length < maxRejections)
      rejections.push(explain(result));
    if (file !== undefined) writeSync(file, `${JSON.stringify(result)}\n`);
  };
  try {
    const summary = await accounts.import(readRows(input), requester, { ...options, report });
    return { ...summary, rejections };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Prints all accounts, one JSON object per line. */
export async function exportAccounts(
  { exports, requester }: Services,
  options: ExportAllOptions,
  output: Writable,
): Promise<void> {
  const toLines = async function* () {
    for await (const row of exports.exportAll(requester, options)) yield `${JSON.stringify(row)}\n`;
  };
  await pipeline(Readable.from(toLines(), { objectMode: false }), output, { end: false });
}

function explain({ line, reasons }: ImportResult): string {
  const sentences = reasons.map(({ member, message }) =>
    member === null ? message : `${member}: ${message}`,
  );
  return `line ${line}: ${sentences.join(' ')}`;
}

async function* readRows(input: AsyncIterable<Buffer>): AsyncGenerator<ImportInput> {
  for await (const line of readLines(input)) yield readRow(line);
}

function readRow(line: Buffer | undefined): ImportInput {
  if (!line) return new Error(`This line has more than ${maxLineBytes} bytes.`);
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line));
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as ImportInput;
  } catch {
    // Not UTF-8 or not JSON.
  }
  return new Error('This line is not a JSON object in UTF-8.');
}

/** Yields undefined for a line that is too long, which is not kept in memory. */
async function* readLines(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer | undefined> {
  let parts: Buffer[] = [];
  let bytes = 0;
  const add = (part: Buffer) => {
    bytes += part.length;
    if (bytes <= maxLineBytes) parts.push(part);
  };
  const endLine = () => {
    const line = bytes > maxLineBytes ? undefined : Buffer.concat(parts);
    parts = [];
    bytes = 0;
    return line;
  };
  for await (const chunk of input) {
    let start = 0;
    for (let end; (end = chunk.indexOf(newline, start)) >= 0; start = end + 1) {
      add(chunk.subarray(start, end));
      yield endLine();
    }
    add(chunk.subarray(start));
  }
  // The last line may lack a newline.
  if (bytes > 0) yield endLine();
}
