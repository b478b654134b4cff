import type { ErrorCode } from '../../language/catalogues/index.js';
import { violationsIn } from '../../errors/form-error.js';
import { TranslatableError } from '../../errors/translatable.error.js';
import { ValidationFailedError } from '../../errors/validation-failed.error.js';
import { english } from '../../language/english.js';

/** Why a row was rejected. */
export interface RejectionReason {
  /** The member of the row. Null if the reason concerns the whole row. */
  readonly member: string | null;
  /** The code of the error. Null for an error of a hook, and for a line that could not be read. */
  readonly code: ErrorCode | null;
  /** A sentence in English. */
  readonly message: string;
}

/** The result of an imported row. */
export interface ImportResult {
  /** The position of the row, from 1. In a file, the line. */
  readonly line: number;
  /**
   * `existing`: an account already has this email, and was not changed. It may belong to another
   * person, who registered the email without proving it.
   */
  readonly status: 'created' | 'existing' | 'rejected';
  /** The id of the new account, or of the existing one. Null for a rejected row, and for a new email in a dry run. */
  readonly id: string | null;
  /** The `external_id` of the row, as text; null without one. */
  readonly external_id: string | null;
  /** Why the row was rejected; empty for other rows. */
  readonly reasons: readonly RejectionReason[];
}

/** The number of rows by status. */
export type ImportSummary = Readonly<Record<ImportResult['status'], number>>;

export function toReasons(error: unknown): RejectionReason[] {
  if (error instanceof ValidationFailedError) {
    return error.errors.flatMap((each) =>
      violationsIn(each).map(({ code, params }) => ({
        member: each.property,
        code,
        message: english.say(code, params),
      })),
    );
  }
  if (error instanceof TranslatableError) {
    const { code, params } = error;
    return [{ member: null, code, message: english.say(code, params) }];
  }
  return [{ member: null, code: null, message: (error as Error).message }];
}
