import { Client } from 'pg';
import { parseDatabaseUrl } from '../../src/platform/config/database-url';
import { PostgresNotifications } from '../../src/platform/db/cluster/postgres-notifications';
import { PostgresServers } from '../../src/platform/db/cluster/postgres-servers';
import { createTestDatabase } from '../support/database';
import { testWith } from '../support/needs';
import { until } from '../support/until';

const toPrimary = (url: string) => new PostgresNotifications(new PostgresServers(parseDatabaseUrl(url)));

const ofNotifications =
  "FROM pg_stat_activity WHERE application_name = 'gatehouse notifications' AND datname = current_database()";

testWith('PostgreSQL')('a connection that is lost while it catches up is down, not up', async () => {
  const database = await createTestDatabase();
  const events: string[] = [];
  const releases: (() => void)[] = [];
  const listening = toPrimary(database.directUrl).listen('channel', {
    catchUp: () => new Promise<void>((resolve) => releases.push(resolve)),
    onUp: () => events.push('up'),
    onDown: () => events.push('down'),
    onMessage: () => {},
  });
  await until(() => releases.length === 1);

  const administrator = new Client({ connectionString: database.directUrl });
  await administrator.connect();
  await administrator.query(`SELECT pg_terminate_backend(pid) ${ofNotifications}`);
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

testWith('PostgreSQL')('channels share a connection, and a failure of one does not stop the other', async () => {
  const database = await createTestDatabase();
  const administrator = new Client({ connectionString: database.directUrl });
  await administrator.connect();
  const connections = async () =>
    (await administrator.query(`SELECT count(*)::int AS n ${ofNotifications}`)).rows[0]?.n;
  const notifications = toPrimary(database.directUrl);
  const listen = (channel: string, catchUp: () => Promise<void> = async () => {}) => {
    const events: string[] = [];
    const listening = notifications.listen(channel, {
      catchUp,
      onUp: () => events.push('up'),
      onDown: (error) => events.push(`down: ${(error as Error).message}`),
      onMessage: (payload) => events.push(payload),
    });
    return { events, listening };
  };

  const first = listen('one');
  await until(() => first.events.length === 1);
  let failures = 2;
  const second = listen('two', async () => {
    failures -= 1;
    if (failures >= 0) throw new Error('cannot catch up');
  });
  await until(() => second.events.includes('up'));
  await administrator.query("SELECT pg_notify('one', 'for the first'), pg_notify('two', 'for the second')");
  await until(() => second.events.includes('for the second'));
  expect(first.events).toEqual(['up', 'for the first']);
  expect(second.events).toEqual(['down: cannot catch up', 'down: cannot catch up', 'up', 'for the second']);
  expect(await connections()).toBe(1);

  await first.listening.close();
  await administrator.query("SELECT pg_notify('one', 'too late'), pg_notify('two', 'in time')");
  await until(() => second.events.includes('in time'));
  expect(first.events).toEqual(['up', 'for the first']);
  await second.listening.close();
  await until(async () => (await connections()) === 0);

  const third = listen('three');
  await until(() => third.events.length === 1);
  expect(third.events).toEqual(['up']);
  await third.listening.close();
  await administrator.end();
  await database.drop();
});
