import { createHmac } from 'node:crypto';

/** The cookie of a session, signed as Better Auth signs it. */
export function cookieOf(session, secret) {
  const signature = createHmac('sha256', secret).update(session).digest('base64');
  return `better-auth.session_token=${encodeURIComponent(`${session}.${signature}`)}`;
}
