import type { ServerReport } from '../../platform/db/cluster/postgres-servers';
import { type CheckResult, failure, ok, skipped, warning } from './check-result';

/** Checks the roles of the PostgreSQL servers of `DATABASE_URL`. */
export function checkDatabaseServers(servers: readonly ServerReport[]): CheckResult {
  const [first] = servers;
  if (!first) return skipped('the database is the embedded one');
  if (servers.length === 1 && first.state === null) return skipped('the server does not answer');
  const says = servers.map((server) => `${server.name} ${roleOf(server)}`).join(', ');
  const primaries = servers.filter(({ state }) => state && !state.isStandby && !state.isReadOnly);
  const [primary] = primaries;
  if (primaries.length > 1) {
    return failure(
      `${says}. Several servers accept writes. Gatehouse uses the one with the highest timeline. Stop the other, and make it a standby`,
    );
  }
  if (!primary) return failure(`${says}. No server accepts writes. Promote a standby`);
  if (servers.some(({ state }) => state === null)) {
    return warning(`${says}. A failover would have fewer servers to choose from`);
  }
  if (primary.state?.timeline === null) {
    return warning(
      `${says}. An old primary cannot be recognized after a failover, because the timeline is not visible`,
    );
  }
  if (servers.length > 1 && !primary.state?.isSynchronous) {
    return warning(
      `${says}. A failover can lose the last changes, because commits do not wait for a standby. Set synchronous_standby_names`,
    );
  }
  return ok(says);
}

function roleOf({ state }: ServerReport): string {
  if (state === null) return 'does not answer';
  if (state.isStandby) return 'is a standby';
  const role = state.isReadOnly ? 'is a read-only primary' : 'is the primary';
  return state.timeline === null ? role : `${role}, timeline ${state.timeline}`;
}
