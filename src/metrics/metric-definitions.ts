import {
  maxCounted,
  maxWaiting,
  type SubscriptionBacklog,
} from '../events/event-subscriptions.repository.js';
import { packageVersion } from '../package-version.js';
import type { MetricSources } from './metric-sources.js';

/** One value, or one value per label value of the metric. */
type MetricValues = number | Iterable<readonly [labels: string | readonly string[], value: number]>;

/** A metric. It is a counter if its name ends with `_total`, otherwise a gauge. */
interface MetricDefinition {
  readonly help: string;
  readonly label?: string | readonly string[];
  /** Called at each scrape. */
  read(): MetricValues | Promise<MetricValues>;
}

/** The attempt counts if no feature verifies second factors. */
const noAttempts = { right: 0, wrong: 0, refused: 0 };

const everywhere = 'Read from the database, so all nodes report the same value.';

type MetricDefinitions = Readonly<Record<string, MetricDefinition>>;

/** Returns the metrics by name, without those that have no source. */
export function metricDefinitions(sources: MetricSources): MetricDefinitions {
  const version = packageVersion();
  return {
    accounts_build_info: {
      help: 'The version of nest-accounts. The value is 1.',
      label: 'version',
      read: () => [[version, 1]],
    },
    // Comes before the metrics that read the database, so that a scrape does not count itself.
    ...poolMetrics(sources),
    ...databaseMetrics(sources),
    ...principalMetrics(sources),
    ...passwordMetrics(sources),
    ...refusalMetrics(sources),
    ...usageMetrics(sources),
    ...eventMetrics(sources),
  };
}

function poolMetrics({ prisma: { pool, ownPool } }: MetricSources): MetricDefinitions {
  return {
    ...(pool && {
      accounts_database_connections: {
        help: 'Open connections in the pool of this node.',
        read: () => pool.totalCount,
      },
      accounts_database_connections_idle: {
        help: 'Idle connections in the pool.',
        read: () => pool.idleCount,
      },
      accounts_database_connections_max: {
        help: 'Maximum number of connections in the pool.',
        read: () => pool.options.max,
      },
      accounts_database_waiting: {
        help: 'Requests currently waiting for a connection.',
        read: () => pool.waitingCount,
      },
    }),
    ...(ownPool && {
      accounts_database_waits_total: {
        help: 'Number of times that no idle connection was available.',
        read: () => ownPool.waits,
      },
      accounts_database_wait_seconds_total: {
        help: 'Total time of these waits.',
        read: () => ownPool.waitedMs / 1_000,
      },
    }),
  };
}

function databaseMetrics(sources: MetricSources): MetricDefinitions {
  const { prisma, database, outages, changes, expiredRows } = sources;
  return {
    accounts_database_up: {
      help: 'Whether the database responds, is migrated and accepts writes: 1 or 0.',
      read: async () => ((await database.findProblem().catch(String)) === undefined ? 1 : 0),
    },
    accounts_database_full_total: {
      help: 'Requests and messages that failed because the disk of the database was full.',
      read: () => outages.fullDisks,
    },
    ...(prisma.pool && {
      accounts_change_log_lag_seconds: {
        help: 'Time since this node last read the changes of other nodes. An idle node is not late.',
        read: async () => (await changes.lagMs()) / 1_000,
      },
    }),
    accounts_purge_last_success_timestamp_seconds: {
      help: `Last time that a table had no expired rows, as a Unix time in seconds. ${everywhere}`,
      label: 'table',
      // `accounts_database_up` reports an unresponsive database.
      read: () => expiredRows.lastSuccesses().catch(() => []),
    },
  };
}

function principalMetrics({ cache }: MetricSources): MetricDefinitions {
  return {
    accounts_principal_cache_hits_total: {
      help: 'Requests whose principal was in the cache.',
      read: () => cache.statistics.hits,
    },
    accounts_principal_cache_misses_total: {
      help: 'Requests whose token was looked up in the database.',
      read: () => cache.statistics.misses,
    },
    accounts_principal_cache_entries: {
      help: 'Principals in the cache.',
      read: () => cache.statistics.size,
    },
    accounts_principal_cache_bytes: {
      help: 'Approximate memory of the cached principals.',
      read: () => cache.statistics.bytes,
    },
    accounts_principal_cache_max_bytes: {
      help: 'Maximum memory for cached principals.',
      read: () => cache.statistics.maxBytes,
    },
  };
}

function passwordMetrics({ hasher }: MetricSources): MetricDefinitions {
  return {
    accounts_password_hashes_waiting: {
      help: 'Passwords waiting to be hashed or verified.',
      read: () => hasher.statistics.waiting,
    },
    accounts_password_hashes_running: {
      help: 'Passwords currently being hashed or verified.',
      read: () => hasher.statistics.running,
    },
    accounts_password_hashes_total: {
      help: 'Passwords hashed or verified.',
      read: () => hasher.statistics.done,
    },
    accounts_password_hashes_refused_total: {
      help: 'Passwords refused with 503 because too many were waiting.',
      read: () => hasher.statistics.refused,
    },
    accounts_password_hash_wait_seconds_total: {
      help: 'Total time that passwords waited.',
      read: () => hasher.statistics.waitedMs / 1_000,
    },
    accounts_password_hash_seconds_total: {
      help: 'Total time of hashing and verifying passwords.',
      read: () => hasher.statistics.hashedMs / 1_000,
    },
  };
}

function refusalMetrics(sources: MetricSources): MetricDefinitions {
  const { principals, failedPasswords, factors, passkeys, limits, counters } = sources;
  return {
    accounts_rate_limit_refusals_total: {
      help: 'Requests refused by a rate limit, by policy.',
      label: 'policy',
      read: () => limits.refusals,
    },
    ...(counters.isReachable && {
      accounts_redis_up: {
        help: 'Whether Redis counts the rate limits: 1, or 0 while this node counts alone.',
        read: () => Number(counters.isReachable!()),
      },
    }),
    accounts_failed_authentications_total: {
      help: 'Access tokens, passwords and client secrets that were wrong or had expired.',
      label: 'credential',
      read: () => [
        ['access_token', principals.refusedTokens],
        ['password', failedPasswords.wrongPasswords],
        ['client_secret', failedPasswords.wrongClientSecrets],
      ],
    },
    accounts_second_factor_codes_total: {
      help: 'Authenticator and recovery codes by result. Refused ones had to wait or exceeded the limit.',
      label: 'result',
      read: () => Object.entries(factors?.codes ?? noAttempts),
    },
    accounts_passkeys_total: {
      help: 'Passkeys by result, alone or as the second step. Refused ones had to wait or exceeded the limit.',
      label: 'result',
      read: () => Object.entries(passkeys?.presented ?? noAttempts),
    },
  };
}

function usageMetrics({ audited, signUps }: MetricSources): MetricDefinitions {
  return {
    accounts_sign_ins_total: {
      help: 'Sign-ins with a password, or with a passkey alone, by result. A second step is not included.',
      label: 'result',
      read: () => audited.signIns,
    },
    ...(signUps && {
      accounts_sign_ups_total: {
        help: 'Sign-ups of visitors by result. Requested ones wait for the link in a mail. Failed ones had invalid values, met a limit or an outage.',
        label: 'result',
        read: () => Object.entries(signUps.results),
      },
    }),
    accounts_tokens_issued_total: {
      help: 'Access tokens issued, by kind: application for own and named tokens, otherwise the grant type.',
      label: 'kind',
      read: () => audited.tokens,
    },
  };
}

function eventMetrics(sources: MetricSources): MetricDefinitions {
  const { events, mailer, audit } = sources;
  const label = 'subscription';
  const formatCount = (count: number) => count.toLocaleString('en');
  const perSubscription = async (read: (backlog: SubscriptionBacklog) => number) =>
    (await sources.backlog()).map((each) => [each.name, read(each)] as const);
  return {
    accounts_events_waiting: {
      help: `Events waiting for a subscriber, at most ${formatCount(maxWaiting)}. Mails are events of the subscription mail. ${everywhere}`,
      label,
      read: () => perSubscription(({ waiting }) => waiting),
    },
    accounts_events_oldest_seconds: {
      help: `Age of the oldest waiting event; 0 if none waits. ${everywhere}`,
      label,
      read: () => perSubscription(({ oldestSeconds }) => oldestSeconds),
    },
    accounts_events_parked: {
      help: `Parked events, which were given up until they are retried, at most ${formatCount(maxCounted)}. ${everywhere}`,
      label,
      read: () => perSubscription(({ parked }) => parked),
    },
    accounts_event_deliveries_total: {
      help: 'Deliveries of this node: delivered, parked because the event was given up, or failed and retried later.',
      label: [label, 'outcome'],
      read: () => events.outcomes(),
    },
    accounts_audit_events_waiting: {
      help: 'Audit events in the memory of this node, which wait for the database.',
      read: () => audit.waitingEvents,
    },
    ...(mailer && {
      accounts_mails_total: {
        help: 'Attempts to send a mail: sent, rejected permanently, or failed and retried later.',
        label: 'outcome',
        read: () => Object.entries(mailer.outcomes),
      },
    }),
  };
}
