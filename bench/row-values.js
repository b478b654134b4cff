/**
 * SQL for values like those of the service: digests, sealed tokens and typical texts. `i` is the number of the row.
 */
export const sum = `sha256((random()::text || i)::bytea)`;
export const sealed = `(${sum} || ${sum} || ${sum} || ${sum})`;
export const userAgent = `'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'`;

/** The columns of a new credential. */
export const passkeyColumns = {
  credential_id: `encode(sha256(i::text::bytea), 'base64')`,
  public_key: `decode(repeat(md5(i::text), 5), 'hex')`,
  counter: '0',
  transports: `'{hybrid,internal}'`,
  backup_eligible: 'true',
  backed_up: 'true',
};
