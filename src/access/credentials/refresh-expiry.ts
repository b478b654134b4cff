import type { PrismaService } from '../../database/prisma.service.js';
import type { Authorization, Grant } from '../../database/records.js';

/** The longest remaining lifetime of a refresh token at the start of a suspension. */
const longestRest = "INTERVAL '31 days'";

/** Returns when a refresh token expires. Suspensions of its account and of the application's owner do not count. */
export async function refreshExpiry(
  prisma: PrismaService,
  { expiresAt, refreshedAt, grant }: Authorization & { readonly grant: Grant },
): Promise<Date> {
  if (expiresAt.getTime() > Date.now()) return expiresAt;
  const application = await prisma.application.findUnique({ where: { id: grant.applicationId } });
  const ended = await prisma.suspension.findMany({
    where: { accountId: { in: [grant.accountId, ...(application ? [application.ownerId] : [])] } },
    orderBy: [{ startedAt: 'asc' }, { endedAt: 'asc' }],
  });
  let expiry = expiresAt.getTime();
  let counted = (refreshedAt ?? expiresAt).getTime();
  for (const { startedAt, endedAt } of ended) {
    const [start, end] = [startedAt.getTime(), endedAt.getTime()];
    if (start > expiry) break;
    expiry += Math.max(0, end - Math.max(start, counted));
    counted = Math.max(end, counted);
  }
  return new Date(expiry);
}

/** Returns an SQL condition: the authorization `deleted` has a refresh token whose expiry a suspension may extend. */
export async function isSuspended(prisma: PrismaService): Promise<string> {
  const [grants, applications, accounts, suspensions] = await Promise.all(
    ['grants', 'applications', 'accounts', 'suspensions'].map((name) => prisma.table(name)),
  );
  // The subquery returns a result, because PostgreSQL could otherwise join the whole tables.
  return `deleted.refresh_hash IS NOT NULL AND (
    SELECT true FROM ${grants} AS granted
      JOIN ${applications} AS client ON client.id = granted.application_id
      JOIN ${accounts} AS user_or_owner ON user_or_owner.id IN (granted.account_id, client.owner_id)
    WHERE granted.id = deleted.grant_id AND (user_or_owner.suspended_at IS NOT NULL OR (
      SELECT max(ended_at) FROM ${suspensions} WHERE account_id = user_or_owner.id
    ) > now() - ${longestRest})
    LIMIT 1
  ) IS NOT NULL`;
}
