import type { AccountsReply } from '../accounts-message.js';

/** The violations of the input, as sentences for the user (SPEC 7.2). */
export interface FormErrorBody {
  /** The violations of the whole request are in `errors`, those of each field in `children`. */
  form: FieldErrors & { children: Record<string, FieldErrors> };
}

/** Violations. Members are absent if there are none. */
export interface FieldErrors {
  /** Sentences for the user. */
  errors?: string[] | undefined;
  /** The stable codes of the sentences, in the same order. */
  codes?: string[] | undefined;
}

/** Any other failure: a stable code and a sentence. */
export interface CodeErrorBody {
  /** The code, such as `invalid_token`. */
  error: string;
  /** The sentence, in the language of the caller. */
  error_description: string;
}

/** A failed call: it could not be sent, or the account service refused it or did not respond. */
export class AccountsClientError extends Error {
  override readonly name = 'AccountsClientError';
  /**
   * The HTTP status of the response. Without a response: 413 if the call is too long to send, 400 if it is not JSON or
   * its caller has an unknown member, 504 after the timeout, otherwise 503.
   */
  readonly status: number;
  /** The HTTP headers of the response, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The HTTP body of the response. */
  readonly body: FormErrorBody | CodeErrorBody;

  constructor(reply: AccountsReply<FormErrorBody | CodeErrorBody>, options?: ErrorOptions) {
    super(readSentence(reply.body), options);
    this.status = reply.status;
    this.headers = reply.headers;
    this.body = reply.body;
  }

  /** The stable code, such as `invalid_token`; undefined for form errors. */
  get code(): string | undefined {
    return 'error' in this.body ? this.body.error : undefined;
  }

  /** When the window of an exhausted limit ends, in Unix seconds. */
  get rateLimitReset(): number | undefined {
    return numberIn(this.headers['x-rate-limit-reset']);
  }

  /** How long to wait before a retry, in seconds. */
  get retryAfter(): number | undefined {
    return numberIn(this.headers['retry-after']);
  }

  /** Creates an error for a call without a response, in the shape of the service's own errors. */
  static unanswered(
    status: keyof typeof codes,
    sentence: string,
    cause?: unknown,
  ): AccountsClientError {
    const code = codes[status];
    const form = { errors: [sentence], codes: [code], children: {} };
    const body = status === 400 ? { form } : { error: code, error_description: sentence };
    return new AccountsClientError({ status, headers: {}, body }, { cause });
  }
}

const codes = {
  400: 'bad_request',
  413: 'payload_too_large',
  503: 'unavailable',
  504: 'deadline_exceeded',
} as const;

function readSentence(body: FormErrorBody | CodeErrorBody): string {
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
