import type { ServerReport } from '../platform/db/cluster/postgres-servers';
import { type Sentence, say } from '../platform/runtime/sentence';
import { type CheckResult, failure, ok, skipped, warning } from './check-result';

/** Checks the roles of the PostgreSQL servers of `DATABASE_URL`. */
export function checkDatabaseServers(servers: readonly ServerReport[]): CheckResult {
  const [first] = servers;
  if (!first) return skipped(say`the database is the embedded one`);
  if (servers.length === 1 && first.state === null) return skipped(say`the server does not answer`);
  const says = say`${servers.map((server) => say`${server.name} ${roleOf(server)}`)}`;
  const primaries = servers.filter(({ state }) => state && !state.isStandby && !state.isReadOnly);
  const [primary] = primaries;
  if (primaries.length > 1) {
    return failure(
      say`${says}. Several servers accept writes. Gatehouse uses the one with the highest timeline. Stop the other, and make it a standby`,
    );
  }
  if (!primary) return failure(say`${says}. No server accepts writes. Promote a standby`);
  if (servers.some(({ state }) => state === null)) {
    return warning(say`${says}. A failover would have fewer servers to choose from`);
  }
  if (primary.state?.timeline === null) {
    return warning(
      say`${says}. An old primary cannot be recognized after a failover, because the timeline is not visible`,
    );
  }
  if (servers.length > 1 && !primary.state?.isSynchronous) {
    return warning(
      say`${says}. A failover can lose the last changes, because commits do not wait for a standby. Set synchronous_standby_names`,
    );
  }
  return ok(says);
}

function roleOf({ state }: ServerReport): Sentence {
  if (state === null) return say`does not answer`;
  if (state.isStandby) return say`is a standby`;
  const role = state.isReadOnly ? say`is a read-only primary` : say`is the primary`;
  return state.timeline === null ? role : say`${role}, timeline ${state.timeline}`;
}
