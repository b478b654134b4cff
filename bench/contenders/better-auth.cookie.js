import { createHmac } from 'node:crypto';

/** Returns a session cookie, signed like Better Auth's. */
export function createCookie(session, secret) {
  const signature = createHmac('sha256', secret).update(session).digest('base64');
  return `better-auth.session_token=${encodeURIComponent(`${session}.${signature}`)}`;
}
