import { authenticatedAt } from '../../access/sessions/sessions.service.js';
import type { Session } from '../../database/records.js';
import { w3cDate } from '../../http/openapi/w3c-date.js';
import type { ListedSessionDto, SessionDto } from './dto/session.dto.js';

export function presentSession(session: Session): SessionDto {
  const { id, createdAt, expiresAt, amr } = session;
  return {
    id,
    created_at: w3cDate(createdAt),
    authenticated_at: w3cDate(authenticatedAt(session)),
    expires_at: w3cDate(expiresAt),
    authentication_methods: amr,
  };
}

export function presentListedSession(session: Session, current: Session): ListedSessionDto {
  const { lastSeenAt, userAgent, source } = session;
  return {
    ...presentSession(session),
    last_seen_at: w3cDate(lastSeenAt),
    user_agent: userAgent,
    source,
    current: session.id === current.id,
  };
}
