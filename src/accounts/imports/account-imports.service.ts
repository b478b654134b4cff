import { Injectable } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import { PasswordHasher } from '../../access/passwords/password-hasher.js';
import { toStoredHash } from '../../access/passwords/foreign-hashes.js';
import type { Change } from '../../changes/change.js';
import { ChangesService } from '../../changes/changes.service.js';
import { isDatabaseUnavailable } from '../../database/connection/database-failure.js';
import { newIdentifier } from '../../database/identifier.js';
import type { Violations } from '../../errors/form-error.js';
import { TranslatableError } from '../../errors/translatable.error.js';
import { ValidationFailedError } from '../../errors/validation-failed.error.js';
import type { ByHost, OperatorRequester } from '../../request/requester.js';
import { DtoValidator } from '../../validation/dto-validator.js';
import type { ExaminedInput } from '../../validation/examined-input.js';
import { readTime } from '../../validation/time-text.js';
import type { Input } from '../../validation/unvalidated.js';
import { clearedFields, fieldsSetBy } from '../account-fields.js';
import { AccountsRepository } from '../accounts.repository.js';
import { emailKeys } from '../emails/email-key.js';
import { AccountImportsRepository, type ImportedRow } from './account-imports.repository.js';
import { toReasons, type ImportResult, type ImportSummary } from './import-result.js';
import { ImportedAccountDto, importedMembers } from './imported-account.dto.js';

/** How many rows share a transaction. */
const batchSize = 250;

/** How many rows are validated before other work of the process runs. */
const rowsAtOnce = 25;

/** An account of another system, or the error of a row that could not be read. */
export type ImportInput = Input<ImportedAccountDto> | Error;

/** Options of an import. */
export interface ImportOptions {
  /** Whether to check the rows without creating accounts. Hooks do not run. Default: false */
  readonly dryRun?: boolean | undefined;
  /** Whether subscribers receive `account.created`, and `email.verified` for verified emails. Default: false */
  readonly events?: boolean | undefined;
  /** Receives the result of each row, in order, once it is stored. The import waits for it. Default: nothing */
  readonly report?: ((result: ImportResult) => unknown) | undefined;
}

interface Batch {
  readonly firstLine: number;
  readonly rows: readonly ImportInput[];
}

/** A row before its result is known: it is either valid, or rejected. */
interface ReadRow {
  readonly line: number;
  readonly externalId: string | null;
  readonly valid?: ImportedRow;
  readonly error?: unknown;
}

interface Run extends ImportOptions {
  readonly proof: ByHost | OperatorRequester;
  /** In a dry run, the mailboxes of the rows so far. A real import would find them in the database. */
  readonly seen: Set<string>;
}

@Injectable()
export class AccountImportsService {
  constructor(
    private readonly repository: AccountImportsRepository,
    private readonly accounts: AccountsRepository,
    private readonly validator: DtoValidator,
    private readonly hasher: PasswordHasher,
    private readonly changes: ChangesService,
  ) {}

  async import(
    rows: Iterable<ImportInput> | AsyncIterable<ImportInput>,
    proof: ByHost | OperatorRequester,
    options: ImportOptions = {},
  ): Promise<ImportSummary> {
    // Record the event first, because the import may be interrupted when the process ends.
    const members = options.dryRun ? ['dry_run'] : [];
    const record = { event: 'account.import', accountId: null, members, proof } as const;
    await this.changes.run(record, async () => true);
    const run: Run = { ...options, proof, seen: new Set() };
    const summary = { created: 0, existing: 0, rejected: 0 };
    let storing: Promise<void> = Promise.resolve();
    try {
      for await (const batch of inBatches(rows)) {
        // PostgreSQL stores a batch while this process reads the next one.
        const read = await this.readBatch(batch, run);
        await storing;
        storing = this.storeBatch(read, run, summary);
        storing.catch(() => undefined);
      }
    } finally {
      await storing;
    }
    return summary;
  }

  /** Reads a batch, and lets other work of the process run between the rows. */
  private async readBatch({ firstLine, rows }: Batch, run: Run): Promise<ReadRow[]> {
    const read: ReadRow[] = [];
    for (const [i, row] of rows.entries()) {
      if (i % rowsAtOnce === 0) await setImmediate();
      read.push(await this.read(firstLine + i, row, run));
    }
    return read;
  }

  /** Stores the valid rows, counts all of them, and reports them in order. */
  private async storeBatch(
    read: readonly ReadRow[],
    run: Run,
    summary: Record<ImportResult['status'], number>,
  ): Promise<void> {
    const stored = await this.store(read.filter(isValid), run);
    const results = new Map(stored.map((result) => [result.line, result]));
    for (const row of read) {
      const result = results.get(row.line) ?? rejected(row, row.error);
      summary[result.status]++;
      await run.report?.(result);
    }
  }

  private async read(line: number, row: ImportInput, { proof }: Run): Promise<ReadRow> {
    const externalId = readExternalId(row);
    if (row instanceof Error) return { line, externalId, error: row };
    try {
      const dto = await this.validator.validate(ImportedAccountDto, row, async (examined) => ({
        ...findUnknownMembers(row),
        ...this.findHashViolations(examined),
      }));
      const toTime = (text: string | null | undefined) => readTime(text ?? '') ?? null;
      const now = new Date();
      const account = {
        id: newIdentifier(),
        ...clearedFields,
        ...fieldsSetBy(dto),
        ...emailKeys(dto.email),
        passwordHash: toStoredHash(dto.password_hash),
        registeredById: proof.channel === 'code' ? (proof.applicationId ?? null) : null,
        createdAt: toTime(dto.created_at) ?? now,
        updatedAt: now,
        suspendedAt: toTime(dto.suspended_at),
      };
      return {
        line,
        externalId,
        valid: { account, emailVerifiedAt: toTime(dto.email_verified_at) },
      };
    } catch (error) {
      if (error instanceof ValidationFailedError || error instanceof TranslatableError) {
        return { line, externalId, error };
      }
      throw error;
    }
  }

  private findHashViolations(examined: ExaminedInput<ImportedAccountDto>): Violations {
    const hash = examined.getValid('password_hash');
    const problem = hash ? this.hasher.findForeignProblem(hash) : undefined;
    return problem ? { password_hash: problem } : {};
  }

  /** Stores the rows together or, if one of them fails, each in its own transaction. */
  private async store(rows: readonly ValidRow[], run: Run): Promise<ImportResult[]> {
    if (rows.length === 0) return [];
    try {
      return await this.storeTogether(rows, run);
    } catch (error) {
      if (rows.length > 1) {
        const results: ImportResult[] = [];
        for (const row of rows) results.push(...(await this.store([row], run)));
        return results;
      }
      if (isDatabaseUnavailable(error)) throw error;
      return rows.map((row) => rejected(row, error));
    }
  }

  private async storeTogether(rows: readonly ValidRow[], run: Run): Promise<ImportResult[]> {
    const taken = await this.findTaken(rows);
    const free = rows.filter((row) => !taken.has(row));
    if (run.dryRun) return rows.map((row) => toDryResult(row, taken.get(row), run.seen));
    const created = new Set(await this.create(free, run));
    // Another row of the batch or a concurrent request has taken the email.
    const lost = await this.findTaken(free.filter(({ valid }) => !created.has(valid.account.id)));
    return rows.map((row) => {
      const { id } = row.valid.account;
      if (created.has(id)) return toResult(row, 'created', id);
      const existing = taken.get(row) ?? lost.get(row);
      if (existing !== undefined) return toResult(row, 'existing', existing);
      // The account that had the email was deleted in the meantime.
      return rejected(row, ValidationFailedError.about({ email: 'email_taken' }));
    });
  }

  private async findTaken(rows: readonly ValidRow[]): Promise<Map<ValidRow, string>> {
    if (rows.length === 0) return new Map();
    const ids = await this.repository.findTaken(rows.map(({ valid }) => valid));
    return new Map(rows.flatMap((row, i) => (ids[i] === undefined ? [] : [[row, ids[i]]])));
  }

  /** Returns the ids of the created accounts. */
  private async create(rows: readonly ValidRow[], { proof, events = false }: Run) {
    if (rows.length === 0) return [];
    const create = async (change: Change) => {
      const valid = rows.map((row) => row.valid);
      const ids = await this.repository.insert(change, valid, { events });
      await this.accounts.callCreatedHooks(change, ids);
      return ids;
    };
    return (await this.changes.run({ accountId: null, locks: 'nothing', proof }, create))!;
  }
}

type ValidRow = ReadRow & Required<Pick<ReadRow, 'valid'>>;

function isValid(row: ReadRow): row is ValidRow {
  return row.valid !== undefined;
}

async function* inBatches(
  input: Iterable<ImportInput> | AsyncIterable<ImportInput>,
): AsyncGenerator<Batch> {
  let firstLine = 1;
  let rows: ImportInput[] = [];
  for await (const row of input) {
    rows.push(row);
    if (rows.length < batchSize) continue;
    yield { firstLine, rows };
    firstLine += rows.length;
    rows = [];
  }
  if (rows.length > 0) yield { firstLine, rows };
}

/** Finds misspelt members, whose values would otherwise be lost. */
function findUnknownMembers(row: object): Violations {
  const params = { choices: importedMembers.join(', ') };
  return Object.fromEntries(
    Object.keys(row)
      .filter((name) => !importedMembers.includes(name))
      .map((name) => [name, { code: 'not_a_choice', params } as const]),
  );
}

/** Returns the id, even of a rejected row, unless it is too long. */
function readExternalId(row: ImportInput): string | null {
  const { external_id: id }: { external_id?: unknown } = Object(row);
  const text = typeof id === 'string' || typeof id === 'number' ? String(id) : null;
  return text !== null && text.length <= 255 ? text : null;
}

function toResult(
  { line, externalId }: ReadRow,
  status: ImportResult['status'],
  id: string | null,
): ImportResult {
  return { line, status, id, external_id: externalId, reasons: [] };
}

function toDryResult(row: ValidRow, takenId: string | undefined, seen: Set<string>): ImportResult {
  const { mailboxKey } = row.valid.account;
  if (takenId !== undefined) return toResult(row, 'existing', takenId);
  if (seen.has(mailboxKey)) return toResult(row, 'existing', null);
  seen.add(mailboxKey);
  return toResult(row, 'created', null);
}

function rejected(row: ReadRow, error: unknown): ImportResult {
  return { ...toResult(row, 'rejected', null), reasons: toReasons(error) };
}
