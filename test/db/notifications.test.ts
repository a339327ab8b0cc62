import { Client } from 'pg';
import { type DatabaseUrl, parseDatabaseUrl } from '../../src/platform/config/database-url';
import { listenOnPostgres } from '../../src/platform/db/cluster/postgres-notifications';
import { PostgresServers } from '../../src/platform/db/cluster/postgres-servers';
import { createTestDatabase } from '../support/database';
import { testWith } from '../support/needs';
import { until } from '../support/until';

testWith('PostgreSQL')('a connection that is lost while it catches up is down, not up', async () => {
  const database = await createTestDatabase();
  const events: string[] = [];
  const releases: (() => void)[] = [];
  const listening = listenOnPostgres(
    new PostgresServers(parseDatabaseUrl(database.directUrl) as DatabaseUrl),
    'channel',
    {
      catchUp: () => new Promise<void>((resolve) => releases.push(resolve)),
      onUp: () => events.push('up'),
      onDown: () => events.push('down'),
      onMessage: () => {},
    },
  );
  await until(() => releases.length === 1);

  const administrator = new Client({ connectionString: database.directUrl });
  await administrator.connect();
  await administrator.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'gatehouse notifications' AND datname = current_database()",
  );
  await administrator.end();
  await until(() => events.length === 1);
  releases[0]?.();
  await until(() => releases.length === 2);
  expect(events).toEqual(['down']);

  releases[1]?.();
  await until(() => events.length === 2);
  expect(events).toEqual(['down', 'up']);
  await listening.close();
  await database.drop();
});
