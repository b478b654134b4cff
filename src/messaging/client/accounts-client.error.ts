import type { AccountsReply } from '../messages.js';

/** What is wrong with the input, in sentences for the person who entered it (SPEC 7.2). */
export interface FormErrorBody {
  /** What is wrong with all of it in `errors`, and with each field in `children`. */
  form: FieldErrors & { children: Record<string, FieldErrors> };
}

/** What is wrong with a field, and with what is inside it. */
export interface FieldErrors {
  /** Sentences; absent where there are none. */
  errors?: string[] | undefined;
  /** By the names of the fields inside. */
  children?: Record<string, FieldErrors> | undefined;
}

/** Every other failure: a stable code, and a sentence. */
export interface CodeErrorBody {
  /** The code, such as `invalid_token`. */
  error: string;
  /** The sentence, in the language of the caller. */
  error_description: string;
}

/** A call that failed: refused by the accounts, or never answered by them. */
export class AccountsClientError extends Error {
  override readonly name = 'AccountsClientError';
  /** The status the answer has over HTTP. Without an answer: 504 after the timeout, otherwise 503. */
  readonly status: number;
  /** The headers the answer has over HTTP, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body the answer has over HTTP. */
  readonly body: FormErrorBody | CodeErrorBody;

  constructor(reply: AccountsReply<FormErrorBody | CodeErrorBody>, options?: ErrorOptions) {
    super(sentenceOf(reply.body), options);
    this.status = reply.status;
    this.headers = reply.headers;
    this.body = reply.body;
  }

  /** The stable code, such as `invalid_token`; undefined where a form says what is wrong. */
  get code(): string | undefined {
    return 'error' in this.body ? this.body.error : undefined;
  }

  /** When a limit that was met starts afresh, in Unix seconds. */
  get rateLimitReset(): number | undefined {
    return numberIn(this.headers['x-rate-limit-reset']);
  }

  /** After how many seconds to try again. */
  get retryAfter(): number | undefined {
    return numberIn(this.headers['retry-after']);
  }

  /** What was no answer of the accounts, as if they had said so. */
  static unanswered(status: 503 | 504, sentence: string, cause: unknown): AccountsClientError {
    const error = status === 504 ? 'deadline_exceeded' : 'unavailable';
    const body = { error, error_description: sentence };
    return new AccountsClientError({ status, headers: {}, body }, { cause });
  }
}

function sentenceOf(body: FormErrorBody | CodeErrorBody): string {
  if ('error' in body) return body.error_description;
  const { errors = [], children = {} } = body.form ?? {};
  const fields = Object.entries(children).map(
    ([field, { errors = [] }]) => `${field}: ${errors.join(' ')}`,
  );
  return [...errors, ...fields].join(' ');
}

function numberIn(header: string | undefined): number | undefined {
  return header === undefined ? undefined : Number(header);
}
