import { createHash } from 'node:crypto';
import pg from 'pg';

const accountColumns = `a.id, a.name, a.email, a.language_code, a.created_at, a.updated_at,
  a.grouped_email_notification, a.email_frequency, a.desktop_frequency, a.push_frequency,
  a.trending_email_frequency, a.can_create_alert, a.can_read_teammembers,
  a.can_read_teamrequests, a.can_read_quotastats, a.subscribed_to_quota_exceeded`;

const read = {
  name: 'read',
  text: `SELECT ${accountColumns}, t.application_id, t.kind, t.scope, t.expires_at, p.api_version
    FROM access_tokens t
    JOIN accounts a ON a.id = t.account_id
    JOIN applications p ON p.id = t.application_id
    WHERE t.hash = $1`,
};

const update = {
  name: 'update',
  text: `UPDATE accounts a SET name = $2, updated_at = $3, revision = revision + 1
    WHERE id = $1 AND name <> $2 RETURNING ${accountColumns}`,
};

const create = {
  name: 'create',
  text: `INSERT INTO accounts AS a (id, name, email, email_key, language_code, password_hash,
      created_at, updated_at, registered_by_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8) RETURNING ${accountColumns}`,
};

/** Accesses the service's tables with prepared statements only. */
export class AccountStore {
  constructor(url) {
    this.pool = new pg.Pool({ connectionString: url });
  }

  /** Returns the account and the application of a bearer token, or undefined without a valid one. */
  async authenticate(authorization = '') {
    const token = authorization.slice('Bearer '.length);
    const row = await this.one(read, [createHash('sha256').update(token).digest()]);
    return row && (row.expires_at === null || row.expires_at > new Date()) ? row : undefined;
  }

  update(id, name) {
    return this.one(update, [id, name, new Date()]);
  }

  create({ id, name, email, languageCode, passwordHash, registeredById }) {
    return this.one(create, [
      id,
      name,
      email,
      email.toLowerCase(),
      languageCode,
      passwordHash,
      new Date(),
      registeredById,
    ]);
  }

  async one(statement, values) {
    const { rows } = await this.pool.query({ ...statement, values });
    return rows[0];
  }
}

/** Creates the same response body as the service. */
export function present(row) {
  return {
    account: {
      id: row.id,
      name: row.name,
      email: row.email,
      language_code: row.language_code,
      created_at: w3cDate(row.created_at),
      updated_at: w3cDate(row.updated_at),
      grouped_email_notification: row.grouped_email_notification,
      default_email_notification_frequency: row.email_frequency,
      default_desktop_notification_frequency: row.desktop_frequency,
      default_push_notification_frequency: row.push_frequency,
      default_trending_email_notification_frequency: row.trending_email_frequency,
      permissions: {
        create_alert: row.can_create_alert,
        read_teammembers: row.can_read_teammembers,
        read_teamrequests: row.can_read_teamrequests,
        read_quotastats: row.can_read_quotastats,
      },
      email_subscriptions: { quota_exceeded: row.subscribed_to_quota_exceeded },
    },
    _links: { self: { href: `/api/accounts/${row.id}` } },
  };
}

function w3cDate(date) {
  return date.toISOString().replace('Z', '+00:00');
}
