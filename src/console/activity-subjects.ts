import { auditEvents, type AuditEventName } from '../audit/audit-event.js';

/** The subjects by which users filter their events. */
export const activitySubjects = ['sessions', 'applications', 'account'] as const;

export type ActivitySubject = (typeof activitySubjects)[number];

const subjects: readonly (readonly [pattern: RegExp, subject: ActivitySubject])[] = [
  [/^session\.|\.(?:authenticate|use)$/, 'sessions'],
  [/^(?:application|secret|token|grant)\./, 'applications'],
];

function subjectOf(event: AuditEventName): ActivitySubject {
  if (event === 'client.authenticate') return 'applications';
  return subjects.find(([pattern]) => pattern.test(event))?.[1] ?? 'account';
}

/** The subject that a query names; undefined for all of them. */
export function activitySubject(asked: unknown): ActivitySubject | undefined {
  return activitySubjects.find((subject) => subject === asked);
}

/** The kinds of events of a subject; undefined for all of them. */
export function eventsAbout(subject: ActivitySubject | undefined): AuditEventName[] | undefined {
  return subject && auditEvents.filter((event) => subjectOf(event) === subject);
}
