import { emailKeys } from './email-key.js';

/**
 * The setter of an email. `owner` and `delegate` are as in `Updater`. `adoption` makes the pending email the owner's.
 * `proof` sets an address that the owner has proved, and clears any pending one.
 */
export type EmailSetter = 'owner' | 'delegate' | 'adoption' | 'proof';

/** The keys of an email, as the parameters `$1` and `$2` of {@link hasEmail} and {@link showsEmail}. */
export function toKeys(email: string): [mailboxKey: string, emailKey: string] {
  const keys = emailKeys(email);
  return [keys.mailboxKey, keys.emailKey];
}

/** SQL condition for accounts whose owner has an email, by either unique index. */
export const hasEmail = 'mailbox_key = $1 OR email_key = $2';

export const showsEmail =
  'COALESCE(pending_mailbox_key, mailbox_key) = $1 OR COALESCE(pending_email_key, email_key) = $2';

/**
 * Returns the columns that an email sets, in SQL. Sending back the email that the API shows sets nothing. An unchanged
 * email keeps its keys, because its mailbox key may belong to an older account.
 */
export function emailColumns(
  setter: EmailSetter,
  { email, mailbox, key }: Record<'email' | 'mailbox' | 'key', string>,
  byToken: boolean,
): Record<string, string> {
  const set = (condition: string, column: string, value: string, otherwise = column) => ({
    [column]: `CASE WHEN ${condition} THEN ${value} ELSE ${otherwise} END`,
  });
  const owned = (condition: string) => {
    const changes = `${condition} AND email <> ${email}`;
    return {
      ...set(changes, 'email', email),
      ...set(changes, 'mailbox_key', mailbox),
      ...set(changes, 'email_key', key),
      ...(setter === 'owner'
        ? set(changes, 'email_by_token', `${byToken}`)
        : set(condition, 'email_by_token', 'false')),
    };
  };
  const pending = (
    condition: string,
    [address, itsMailbox, itsKey] = ['pending_email', 'pending_mailbox_key', 'pending_email_key'],
  ) => ({
    ...set(condition, 'pending_email', address, 'NULL'),
    ...set(condition, 'pending_mailbox_key', itsMailbox, 'NULL'),
    ...set(condition, 'pending_email_key', itsKey, 'NULL'),
  });
  const isPending = `pending_email IS NOT DISTINCT FROM ${email}`;
  const keptMailbox = `CASE WHEN ${isPending} THEN pending_mailbox_key ELSE ${mailbox} END`;
  switch (setter) {
    case 'delegate':
      return pending(`email <> ${email}`, [email, keptMailbox, key]);
    case 'owner':
      return { ...owned(`NOT ${isPending}`), ...pending(isPending) };
    case 'adoption':
      return { ...owned(isPending), ...pending(`NOT ${isPending}`) };
    case 'proof':
      return { ...owned('true'), ...pending('false') };
  }
}
