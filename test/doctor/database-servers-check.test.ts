import { checkDatabaseServers } from '../../src/doctor/database-servers-check';
import type { ServerReport, ServerState } from '../../src/platform/db/cluster/postgres-servers';

const primary: ServerState = { isStandby: false, isReadOnly: false, isSynchronous: true, systemId: '7', timeline: 3 };
const standby: ServerState = { isStandby: true, isReadOnly: true, isSynchronous: false, systemId: '7', timeline: null };
const servers = (...states: (ServerState | null)[]): ServerReport[] =>
  states.map((state, i) => ({ name: `db${i + 1}:5432`, state }));

test.each([
  ['no server', servers(), 'skipped', 'the database is the embedded one'],
  ['one server', servers({ ...primary, isSynchronous: false }), 'ok', 'db1:5432 is the primary, timeline 3'],
  ['one server that is away', servers(null), 'skipped', 'the server does not answer'],
  [
    'a primary and a standby',
    servers(standby, primary),
    'ok',
    'db1:5432 is a standby, db2:5432 is the primary, timeline 3',
  ],
  [
    'asynchronous',
    servers({ ...primary, isSynchronous: false }, standby),
    'warning',
    'db1:5432 is the primary, timeline 3, db2:5432 is a standby. A failover can lose the last changes, because commits do not wait for a standby. Set synchronous_standby_names',
  ],
  [
    'a dead standby',
    servers(primary, null),
    'warning',
    'db1:5432 is the primary, timeline 3, db2:5432 does not answer. A failover would have fewer servers to choose from',
  ],
  [
    'an old primary',
    servers(primary, { ...primary, timeline: 2 }),
    'failure',
    'db1:5432 is the primary, timeline 3, db2:5432 is the primary, timeline 2. Several servers accept writes. Gatehouse uses the one with the highest timeline. Stop the other, and make it a standby',
  ],
  [
    'read-only',
    servers({ ...primary, isReadOnly: true }, standby),
    'failure',
    'db1:5432 is a read-only primary, timeline 3, db2:5432 is a standby. No server accepts writes. Promote a standby',
  ],
  [
    'a service without timelines',
    servers({ ...primary, timeline: null }),
    'warning',
    'db1:5432 is the primary. An old primary cannot be recognized after a failover, because the timeline is not visible',
  ],
])('%s', (_, reports, verdict, says) => {
  expect(checkDatabaseServers(reports)).toMatchObject({ verdict, says });
});
