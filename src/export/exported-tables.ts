/** A table with rows about an account, and its exported part. */
export interface ExportedTable {
  readonly table: string;
  /**
   * The SQL condition for rows of the account `$1` with the mail queues `$2`. The table has the alias `kept`, and other
   * tables are named in braces.
   */
  readonly where: string;
  /** The columns that order the rows. They are unique within an account. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** The omitted columns, with the reason. */
  readonly without: Readonly<Record<string, string>>;
  /** Additional members, as SQL expressions. */
  readonly computed?: Readonly<Record<string, string>>;
}

const list = (columns: string) => columns.trim().split(/\s+/);

const sealed = 'sealed with SECRET_KEY';
const digest = 'a hash of a secret';
const accountReason = 'the account of the export';

const eventRows = {
  where:
    'kept.account_id = ANY (array_append($2::text[], $1)) AND kept.subscription IN (SELECT name FROM {event_subscriptions})',
  key: ['subscription', 'sequence'],
  without: {
    account_id: accountReason,
    data: 'member names, and the sealed contents of mails; the kind of mail is exported',
  },
  computed: { mail: `kept.data->>'kind'` },
} as const;

/**
 * The tables of an export, by member, except for the account itself. A test compares them with the database, so that a
 * new column is either exported or omitted with a reason.
 */
export const exportedTables: Readonly<Record<string, ExportedTable>> = {
  verified_emails: {
    table: 'verified_emails',
    where: 'kept.account_id = $1',
    key: ['email'],
    columns: list('email verified_at replaced_at forget_at had_trusted_factor'),
    without: {
      account_id: accountReason,
      email_key: 'the email in its comparable form',
      mailbox_key: 'the email in its comparable form',
      replaced_by: 'an internal number, for reverting a change',
    },
  },
  suspensions: {
    table: 'suspensions',
    where: 'kept.account_id = $1',
    key: ['started_at'],
    columns: list('started_at ended_at'),
    without: { account_id: accountReason },
  },
  sign_ins: {
    table: 'account_sign_ins',
    where: 'kept.account_id = $1',
    key: ['account_id'],
    columns: list('signed_in_on'),
    without: { account_id: accountReason },
  },
  applications: {
    table: 'applications',
    where: 'kept.owner_id = $1',
    key: ['id'],
    columns: list(
      'id name redirect_uris post_logout_redirect_uris require_pkce client_credentials trusted api_version previous_secret_expires_at created_at updated_at',
    ),
    without: { owner_id: accountReason, client_secret_hash: digest, previous_secret_hash: digest },
  },
  client_secret_uses: {
    table: 'client_secret_uses',
    where: 'kept.application_id IN (SELECT id FROM {applications} WHERE owner_id = $1)',
    key: ['application_id', 'secret_hash'],
    columns: list('application_id used_on'),
    without: { secret_hash: digest },
  },
  application_uses: {
    table: 'application_uses',
    where: 'kept.application_id IN (SELECT id FROM {applications} WHERE owner_id = $1)',
    key: ['application_id'],
    columns: list('application_id used_on'),
    without: {},
  },
  tokens: {
    table: 'access_tokens',
    where: 'kept.account_id = $1',
    key: ['hash'],
    columns: list(
      'id name kind application_id authorization_id scope resource created_at expires_at',
    ),
    without: {
      hash: digest,
      account_id: accountReason,
      sealed,
      sealed_by: 'the fingerprint of a secret key',
    },
    computed: { used_on: '(SELECT used_on FROM {token_uses} WHERE hash = kept.hash)' },
  },
  grants: {
    table: 'grants',
    where: 'kept.account_id = $1 AND kept.application_id IN (SELECT id FROM {applications})',
    key: ['id'],
    columns: list('id application_id scope trusted_scope created_at'),
    without: { account_id: accountReason },
    computed: {
      application_name: '(SELECT name FROM {applications} WHERE id = kept.application_id)',
    },
  },
  authorizations: {
    table: 'authorizations',
    where: 'kept.grant_id IN (SELECT id FROM {grants} WHERE account_id = $1)',
    key: ['id'],
    columns: list(
      'grant_id session_id scope resource redirect_uri auth_time amr redeemed_at refreshed_at created_at expires_at',
    ),
    without: {
      id: 'the beginning of its refresh tokens',
      code_hash: digest,
      code_challenge: digest,
      nonce: 'a text of the client, for one ID token',
      sid: 'the name of the session in ID tokens',
      refresh_hash: digest,
      previous_refresh_hash: digest,
      sealed_refresh_token: sealed,
    },
  },
  sessions: {
    table: 'sessions',
    where: 'kept.account_id = $1',
    key: ['id'],
    columns: list('id user_agent source created_at confirmed_at amr last_seen_at expires_at'),
    without: {
      hash: digest,
      account_id: accountReason,
      account_revision: 'set only while the account is deleted',
    },
  },
  authenticator_apps: {
    table: 'authenticator_apps',
    where: 'kept.account_id = $1',
    key: ['account_id'],
    columns: list('created_at trusted_since'),
    without: {
      account_id: accountReason,
      id: 'the id in mail links',
      sealed,
      last_step: 'the time step of the last code',
    },
  },
  passkeys: {
    table: 'passkeys',
    where: 'kept.account_id = $1',
    key: ['id'],
    columns: list('id name created_at trusted_since last_used_at backup_eligible backed_up'),
    without: {
      account_id: accountReason,
      credential_id: 'the id on the device',
      public_key: 'the key that verifies its signatures',
      counter: 'a counter of signatures',
      transports: 'the transports that a browser uses',
      challenged_at: 'the time of a challenge',
    },
  },
  factor_removals: {
    table: 'factor_removals',
    where: 'kept.account_id = $1',
    key: ['account_id'],
    columns: list('requested_at due_at mailed_at'),
    without: {
      account_id: accountReason,
      operator: 'the operator who requested it',
      id: 'the id in mail links',
      mailed_to: 'digests of addresses that are exported',
    },
  },
  recovery_codes: {
    table: 'recovery_codes',
    where: 'kept.account_id = $1',
    key: ['hash'],
    columns: list('created_at'),
    without: { account_id: accountReason, hash: digest },
  },
  idempotency_keys: {
    table: 'idempotency_keys',
    where: 'kept.owner_id = $1',
    key: ['key'],
    columns: list('key account_id expires_at'),
    without: {
      owner_id: accountReason,
      claim: 'the name of an attempt',
      fingerprint: digest,
      answer: 'another account, whose owner exports it',
    },
  },
  mail_links: {
    table: 'email_tokens',
    where: 'kept.account_id = $1',
    key: ['hash'],
    columns: list('purpose created_at expires_at'),
    without: {
      hash: digest,
      account_id: accountReason,
      email_digest: 'a hash of the email address',
      credentials_generation: 'the number of password changes',
      code_request: digest,
      sealed,
    },
  },
  waiting_events: {
    table: 'event_deliveries',
    columns: list('subscription event_id type revision occurred_at'),
    ...eventRows,
    without: { ...eventRows.without, sequence: 'the order of all events' },
  },
  parked_events: {
    table: 'parked_events',
    columns: list('subscription event_id type revision occurred_at parked_at attempts'),
    ...eventRows,
    without: {
      ...eventRows.without,
      sequence: 'the order of all events',
      parking: 'the order in which events were parked',
      last_error: 'the response of a receiver, for operators',
    },
  },
  audit_events: {
    table: 'audit_events',
    where: 'kept.account_id = $1',
    key: ['at', 'id'],
    columns: list(`
      id at event result application_id actor_id client_id channel source device request_id
      members reason count last_at`),
    without: { account_id: accountReason, operator: 'the name of another person' },
  },
};
