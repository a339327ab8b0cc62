import { setTimeout as delay } from 'node:timers/promises';
import { createStores } from '../../src/compose/stores';
import { checkReadServers } from '../../src/doctor/read-servers-check';
import { parseDatabaseUrl } from '../../src/platform/config/database-url';
import { Secret } from '../../src/platform/config/secret';
import { ReadServer, WriteRejectedError } from '../../src/platform/db/cluster/read-server';
import { Reads, type ReadTimes } from '../../src/platform/db/cluster/reads';
import { applyMigrations } from '../../src/platform/db/migrate';
import { openDatabase } from '../../src/platform/db/open-database';
import { apis, restApi } from '../support/apis';
import { spawnCli } from '../support/cli';
import { patientLimits } from '../support/database';
import { type Gatehouse, startGatehouse, testSecret } from '../support/gatehouse';
import { describeWith } from '../support/needs';
import { PageClient } from '../support/page-client';
import { type PostgresCluster, type PostgresServer, startPostgresCluster } from '../support/postgres-cluster';
import { type StatementProxy, startStatementProxy } from '../support/statement-proxy';
import { adminPassword, loginSuperAdmin } from '../support/super-admin';
import { until } from '../support/until';

/** A busy machine must not look like a broken standby. */
const patientTimes: ReadTimes = { answer: 20_000, measure: 100, pause: 100 };

/** What a connection runs for itself: the settings, the check of the server, and the measurement of the lag. */
const isOwn = (statement: string) => /^SET TIME ZONE|pg_postmaster_start_time/.test(statement);

/** A statement that is planned each time has no name. */
const usersList = expect.stringContaining('WITH page AS MATERIALIZED');
const beginningOfEmail = expect.stringContaining('SELECT id FROM users WHERE lower(email_canonical) LIKE');
const auditPage = expect.stringMatching(/SELECT id, action, .* FROM audit_events WHERE/s);
const activity = expect.stringContaining('AS registrations');

const credentialsOf = ({ email, password }: { email: string; password: string }) => ({ email, password });

describeWith('PostgreSQL', 'PostgreSQL programs')('reads from a standby', () => {
  let cluster: PostgresCluster;
  let primary: PostgresServer;
  let standby: PostgresServer;
  let proxy: StatementProxy;
  let primaryUrl: string;

  /** Starts Gatehouse on the cluster. `url` is DATABASE_READ_URL. */
  async function start({ url = readUrl(), longestLagS = 30, times = patientTimes } = {}) {
    const database = await openDatabase(
      { kind: 'postgresql', url: new Secret(primaryUrl), directUrl: null },
      patientLimits,
    );
    const changes: [string | null, string | null][] = [];
    const reads = new Reads(
      { url: new Secret(url), longestLagS },
      database,
      true,
      (...change) => changes.push(change),
      times,
    );
    const gatehouse = await startGatehouse({ METRICS_PORT: '9464' }, (stores) =>
      createStores(database, stores.secrets, reads),
    );
    return { gatehouse, reads, changes, database };
  }

  const urlOf = (port: number) => `postgresql://postgres@127.0.0.1:${port}/gatehouse`;
  const readUrl = () => urlOf(proxy.port);
  const used = (reads: Reads) => until(async () => (await reads.report()) && reads.counts().isUsed);
  const ask = (gatehouse: Gatehouse, admin: { jwt: string }) => restApi.users(gatehouse.url, {}, admin.jwt);
  const caughtUp = () =>
    until(async () => {
      const [row] = await primary.query('SELECT pg_current_wal_flush_lsn()::text AS lsn');
      const [same] = await standby.query(`SELECT pg_last_wal_replay_lsn() >= '${row?.lsn}'::pg_lsn AS same`);
      return same?.same === true;
    });

  // A cluster starts in a second, and tests change the settings and the roles of its servers.
  beforeEach(async () => {
    cluster = await startPostgresCluster();
    [primary, standby] = cluster.servers;
    proxy = await startStatementProxy(standby.port);
    await primary.query('CREATE DATABASE gatehouse');
    primaryUrl = urlOf(primary.port);
    const database = await openDatabase(
      { kind: 'postgresql', url: new Secret(primaryUrl), directUrl: null },
      patientLimits,
    );
    await applyMigrations(database);
    await database.close();
    await caughtUp();
  });
  afterEach(() => cluster.stop());

  /** The setup signs in before the standby is measured. */
  async function startWithAdmin(options: Parameters<typeof start>[0] = {}) {
    const started = await start(options);
    const sql = (statement: string) => started.database.query(statement);
    const admin = await loginSuperAdmin({ url: started.gatehouse.url, sql });
    return { ...started, admin, sql };
  }

  test('only searches and lists touch the standby', async () => {
    const { gatehouse, reads, admin, sql } = await startWithAdmin();
    const { url } = gatehouse;
    await used(reads);
    await caughtUp();
    /** Returns the statements that `work` has sent to the standby. */
    const sentBy = async (work: () => Promise<unknown>) => {
      proxy.take();
      await work();
      return proxy.take().filter((statement) => !isOwn(statement));
    };
    const fallbacks = reads.counts().fallbacks;
    for (const api of apis) {
      expect(await sentBy(() => api.users(url, {}, admin.jwt))).toContainEqual(usersList);
      expect(await sentBy(() => api.users(url, { email: 'root' }, admin.jwt))).toContainEqual(beginningOfEmail);
      expect(await sentBy(() => api.auditEvents(url, {}, admin.jwt))).toContainEqual(auditPage);
    }
    expect(await sentBy(() => apis[0].activity(url, admin.jwt))).toContainEqual(activity);
    const exported = () =>
      fetch(`${url}/admin/users.csv`, { headers: { Authorization: `Bearer ${admin.jwt}` } }).then((file) =>
        file.text(),
      );
    expect(await sentBy(exported)).toContainEqual(usersList);
    const page = new PageClient(gatehouse);
    expect(await sentBy(() => page.signIn({ email: admin.email, password: adminPassword }))).toEqual([]);
    expect(await sentBy(() => page.get('/console/users'))).toContainEqual(usersList);
    expect(await sentBy(() => page.get('/console/audit'))).toContainEqual(auditPage);
    expect(reads.counts().fallbacks).toBe(fallbacks);

    for (const api of apis) {
      const person = { email: `${api.name}@example.com`, password: adminPassword, firstName: 'Ada', lastName: 'Byron' };
      const never = async (work: () => Promise<{ code?: string | null }>) => {
        let answer: { code?: string | null } | undefined;
        expect(
          await sentBy(async () => {
            answer = await work();
          }),
        ).toEqual([]);
        expect(answer?.code ?? null).toBeNull();
        return answer;
      };
      await never(() => api.register(url, person));
      const session = await api.login(url, credentialsOf(person));
      expect(session.jwt).toEqual(expect.any(String));
      await never(() => api.login(url, credentialsOf(person)));
      await never(() => api.me(url, session.jwt ?? null));
      await never(() => api.sessions(url, {}, session.jwt ?? null));
      await never(() => api.refresh(url, { refreshToken: session.refreshToken }));
      expect(
        await sentBy(() => fetch(`${url}/auth/verify`, { headers: { Authorization: `Bearer ${session.jwt}` } })),
      ).toEqual([]);
      await never(() => api.logout(url, {}, session.jwt ?? null));
    }
    const [person] = await sql("SELECT id FROM users WHERE email <> 'root@example.com' LIMIT 1");
    for (const api of apis) {
      expect(await sentBy(() => api.messages(url, {}, admin.jwt))).toEqual([]);
      expect(await sentBy(() => api.signingKeys(url, admin.jwt))).toEqual([]);
      expect(await sentBy(() => api.explain(url, { requestId: String(person?.id) }, admin.jwt))).toEqual([]);
    }
    for (const operation of ['user', 'disableUser', 'enableUser'] as const) {
      const sent = await sentBy(async () => {
        expect(await restApi.call(url, operation, { id: person?.id }, admin.jwt)).toMatchObject({
          success: true,
        });
      });
      expect([operation, sent]).toEqual([operation, []]);
    }
    await gatehouse.stop();
  });

  test('the commands read there, too', async () => {
    const { gatehouse, admin } = await startWithAdmin();
    await gatehouse.stop();
    await caughtUp();
    const env = { DATABASE_URL: primaryUrl, DATABASE_READ_URL: readUrl(), GATEHOUSE_SECRET: testSecret };
    const touched = async (args: string[], statement: RegExp) => {
      // On a busy machine, the command can wait too long for the standby, and then reads from the primary.
      for (let attempt = 1; ; attempt += 1) {
        proxy.take();
        const ran = await spawnCli(env, args);
        expect(ran).toMatchObject({
          code: 0,
          out: expect.stringContaining(args[0] === 'audit' ? 'logged_in' : admin.email),
        });
        const sent = proxy.take();
        if (sent.some((text) => statement.test(text))) return;
        if (attempt === 10) expect(sent).toContainEqual(expect.stringMatching(statement));
      }
    };
    await touched(['users', 'find', 'root'], /strpos\(lower\(email\)/);
    await touched(['audit'], /FROM audit_events WHERE/);
    proxy.take();
    expect(await spawnCli(env, ['users', 'show', admin.email])).toMatchObject({ code: 0 });
    expect(await spawnCli(env, ['export', 'users'])).toMatchObject({ code: 0 });
    expect(proxy.take().filter((statement) => !isOwn(statement))).toEqual([]);
  });

  test('a read that writes is rejected, on a standby and on a primary', async () => {
    for (const { port } of [standby, primary]) {
      const server = new ReadServer(parseDatabaseUrl(urlOf(port)).servers[0], null, 20_000);
      try {
        expect(await server.ask()).toMatchObject({ isReadOnly: true, isStandby: port === standby.port });
        const write = { name: 'write', text: 'UPDATE users SET disabled = true WHERE first_name = $1' };
        await expect(server.run(write, ['Ada'])).rejects.toThrow(WriteRejectedError);
        await expect(server.prisma.user.deleteMany()).rejects.toThrow(WriteRejectedError);
      } finally {
        await server.close();
      }
    }
    const { gatehouse, reads, database } = await start();
    await used(reads);
    const onPrimary: unknown[] = [];
    const run = database.run;
    database.run = (statement, values) => {
      onPrimary.push(statement);
      return run(statement, values);
    };
    const write = { name: 'write', text: 'DELETE FROM users WHERE first_name = $1' };
    await expect(reads.read((db) => db.run(write, ['Ada']))).rejects.toThrow(WriteRejectedError);
    expect(onPrimary).not.toContain(write);
    await gatehouse.stop();
  });

  test('old data decides about no login, token or session', async () => {
    const { gatehouse, reads, admin, sql } = await startWithAdmin({ longestLagS: 3600 });
    const { url } = gatehouse;
    await used(reads);
    const people = [];
    for (const api of apis) {
      const person = { email: `${api.name}@example.com`, password: adminPassword, firstName: 'Ada', lastName: 'Byron' };
      await api.register(url, person);
      people.push({
        api,
        person,
        disabled: await api.login(url, credentialsOf(person)),
        ended: await api.login(url, credentialsOf(person)),
      });
    }
    await caughtUp();
    await standby.query('SELECT pg_wal_replay_pause()');
    try {
      for (const { api, person, disabled, ended } of people) {
        const verify = async (jwt: string | undefined | null) =>
          (await fetch(`${url}/auth/verify`, { headers: { Authorization: `Bearer ${jwt}` } })).status;
        expect(await verify(ended.jwt)).toBe(200);
        await api.logout(url, {}, ended.jwt ?? null);
        expect(await verify(ended.jwt)).toBe(401);
        expect(await api.me(url, ended.jwt ?? null)).toMatchObject({ code: 'UNAUTHENTICATED' });
        expect(await api.refresh(url, { refreshToken: ended.refreshToken })).toMatchObject({ success: false });
        const change = { currentPassword: adminPassword, password: 'staple battery horse' };
        expect(await api.changePassword(url, change, disabled.jwt ?? null)).toMatchObject({ success: true });
        expect(await api.login(url, credentialsOf(person))).toMatchObject({ code: 'INVALID_CREDENTIALS' });
        person.password = change.password;
        expect(await api.login(url, credentialsOf(person))).toMatchObject({ success: true });
        const [row] = await sql(`SELECT id FROM users WHERE email = '${person.email}'`);
        const input = { id: row?.id };
        await restApi.disableUser(url, input, admin.jwt);
        expect(await api.login(url, credentialsOf(person))).toMatchObject({ code: 'ACCOUNT_DISABLED' });
        expect(await api.refresh(url, { refreshToken: disabled.refreshToken })).toMatchObject({ success: false });
        expect(await verify(disabled.jwt)).toBe(401);
        // The page of one account shows the change, and the list does not yet.
        expect((await restApi.user(url, input, admin.jwt)).result).toMatchObject({ disabled: true });
        const { result } = await apis[0].users(url, { email: person.email }, admin.jwt);
        expect(result?.nodes).toMatchObject([{ disabled: false }]);
        await restApi.enableUser(url, input, admin.jwt);
        expect(await api.login(url, credentialsOf(person))).toMatchObject({ success: true });
        // A new account can sign in before the standby has it.
        const newer = { ...person, email: `new-${person.email}` };
        await api.register(url, newer);
        expect(await api.login(url, credentialsOf(newer))).toMatchObject({ success: true });
      }
      expect(reads.counts()).toMatchObject({ isUsed: true, fallbacks: 0 });
    } finally {
      await standby.query('SELECT pg_wal_replay_resume()');
      await gatehouse.stop();
    }
  });

  test('the lag is measured, and a standby that is too far behind is not used', async () => {
    const { gatehouse, reads, changes, admin, sql } = await startWithAdmin({ longestLagS: 2 });
    await used(reads);
    const metrics = async () => (await fetch(gatehouse.metricsUrl ?? '')).text();
    // Without writes, a standby that has everything is not behind, however long ago the last change was.
    await caughtUp();
    await delay(2500);
    expect(await reads.report()).toMatchObject([{ role: 'standby', lagS: 0, problem: null }]);
    await standby.query('SELECT pg_wal_replay_pause()');
    try {
      const writtenAt = performance.now();
      await sql("UPDATE users SET company = 'Analytical Engines'");
      await until(() => !reads.counts().isUsed);
      const elapsedS = (performance.now() - writtenAt) / 1000;
      const { lagS } = reads.counts();
      expect(lagS).toBeGreaterThan(2);
      expect(lagS).toBeLessThan(elapsedS + 10);
      expect(await metrics()).toMatch(/gatehouse_db_read_lag_seconds [2-9]/);
      expect(await metrics()).toMatch(/gatehouse_db_read_server_used 0/);
      expect(await ask(gatehouse, admin)).toMatchObject({ success: true });
      // The page, and the number of all users.
      expect(reads.counts().fallbacks).toBe(2);
      const [finding] = await checkReadServers({ readServers: () => reads.report() });
      expect(finding).toMatchObject({ verdict: 'warning', says: expect.stringMatching(/its data is \d+\.\d s old$/) });
    } finally {
      await standby.query('SELECT pg_wal_replay_resume()');
    }
    await until(() => reads.counts().isUsed);
    expect(reads.counts().lagS).toBeLessThan(2);
    const [finding] = await checkReadServers({ readServers: () => reads.report() });
    expect(finding).toMatchObject({ says: expect.stringContaining('is a standby of the primary') });
    // One line when it ends, and one when it begins again.
    const name = `127.0.0.1:${proxy.port}`;
    expect(changes).toEqual([
      [name, null],
      [null, expect.stringContaining('s old')],
      [name, null],
    ]);
    await gatehouse.stop();
  });

  test('a frozen standby delays one read, and a dead one none', async () => {
    const { gatehouse, reads, changes, admin } = await startWithAdmin({
      times: { answer: 1000, measure: 500, pause: 500 },
    });
    await used(reads);
    await standby.freeze();
    try {
      const startedAt = performance.now();
      expect(await ask(gatehouse, admin)).toMatchObject({ success: true });
      expect(performance.now() - startedAt).toBeGreaterThan(500);
      const { length } = changes;
      for (let i = 0; i < 20; i += 1) expect(await ask(gatehouse, admin)).toMatchObject({ success: true });
      expect(reads.counts()).toMatchObject({ isUsed: false });
      // 20 reads that each wait for the standby would take 20 s.
      expect(performance.now() - startedAt).toBeLessThan(15_000);
      expect(changes).toHaveLength(length);
      expect(changes.at(-1)).toEqual([null, expect.stringContaining('did not answer in time')]);
    } finally {
      await standby.thaw();
    }
    await used(reads);
    await standby.kill();
    await until(() => !reads.counts().isUsed);
    for (let i = 0; i < 20; i += 1) expect(await ask(gatehouse, admin)).toMatchObject({ success: true });
    const { lagS } = reads.counts();
    await delay(300);
    expect(reads.counts().lagS).toBeGreaterThan(lagS + 0.25);
    expect(await reads.report()).toMatchObject([{ role: null, lagS: null }]);
    await standby.start();
    await used(reads);
    await gatehouse.stop();
  });

  test('a read that the standby cancels is done by the primary', async () => {
    const { gatehouse, reads, changes } = await startWithAdmin();
    await used(reads);
    await standby.query("ALTER SYSTEM SET max_standby_streaming_delay = '100ms'");
    await standby.query('SELECT pg_reload_conf()');
    await caughtUp();
    // The lock of a DROP is replayed, and conflicts with the read.
    const database = await openDatabase(
      { kind: 'postgresql', url: new Secret(primaryUrl), directUrl: null },
      patientLimits,
    );
    await database.query('CREATE TABLE of_a_test (id int)');
    await caughtUp();
    const slow = {
      name: 'slow',
      text: 'SELECT $1::int AS done, pg_sleep(CASE WHEN pg_is_in_recovery() THEN 15 ELSE 0 END) FROM (SELECT count(*) FROM of_a_test) AS all_rows',
    };
    const { length } = changes;
    const reading = reads.read((db) =>
      db.run<{ done: number }>(slow, [1]).catch(async (error) => {
        // The primary has dropped the table by then.
        if (reads.counts().fallbacks > 0) return [{ done: 2 }];
        throw error;
      }),
    );
    await until(
      async () =>
        (
          await standby.query(
            "SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep(CASE%' AND state = 'active' AND pid <> pg_backend_pid()",
          )
        ).length > 0,
    );
    await database.query('DROP TABLE of_a_test');
    expect(await reading).toMatchObject([{ done: 2 }]);
    expect(reads.counts()).toMatchObject({ fallbacks: 1, isUsed: true });
    expect(changes).toHaveLength(length);
    await database.close();
    await gatehouse.stop();
  });

  test('a URL that leads to another database is never used', async () => {
    await primary.query('CREATE DATABASE other');
    const database = await openDatabase(
      { kind: 'postgresql', url: new Secret(primaryUrl), directUrl: null },
      patientLimits,
    );
    const empty = new Reads(
      { url: new Secret(urlOf(standby.port).replace(/gatehouse$/, 'postgres')), longestLagS: 30 },
      database,
      false,
      undefined,
      patientTimes,
    );
    expect(await empty.report()).toMatchObject([{ problem: 'it is no copy of the database of DATABASE_URL' }]);
    expect(await empty.read(async (db) => db === database)).toBe(true);
    await empty.close();
    // The primary of another cluster, with the same name and the same tables.
    const other = await startPostgresCluster();
    const [otherPrimary] = other.servers;
    await otherPrimary.query('CREATE DATABASE gatehouse');
    const copy = await openDatabase(
      { kind: 'postgresql', url: new Secret(urlOf(otherPrimary.port)), directUrl: null },
      patientLimits,
    );
    await applyMigrations(copy);
    await copy.close();
    const wrong = new Reads(
      { url: new Secret(urlOf(otherPrimary.port)), longestLagS: 30 },
      database,
      false,
      undefined,
      patientTimes,
    );
    expect(await wrong.report()).toMatchObject([{ problem: 'it is no copy of the database of DATABASE_URL' }]);
    expect(await wrong.read(async (db) => db === database)).toBe(true);
    await wrong.close();
    await database.close();
    await other.stop();
  });

  test('after a failover: the promoted server, the old primary, and a standby of the old primary', async () => {
    const both = `postgresql://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/gatehouse`;
    const database = await openDatabase({ kind: 'postgresql', url: new Secret(both), directUrl: null }, patientLimits);
    const openReads = (url: string) =>
      new Reads({ url: new Secret(url), longestLagS: 30 }, database, false, undefined, patientTimes);
    const ofAll = openReads(both);
    await until(async () => (await ofAll.report()).every(({ problem }) => problem === null));
    expect(await ofAll.read(async (db) => (db as ReadServer).name)).toBe(`127.0.0.1:${standby.port}`);
    await standby.promote();
    const promoted = `127.0.0.1:${standby.port}`;
    await until(async () => {
      const reports = await ofAll.report();
      return reports.some(({ name, role, problem }) => name === promoted && role === 'primary' && problem === null);
    });
    // The old primary still runs, with an older timeline.
    expect(await ofAll.report()).toMatchObject([
      { role: 'primary', problem: 'it is another primary server than that of DATABASE_URL' },
      { role: 'primary', problem: null, lagS: 0 },
    ]);
    const onlyStandby = openReads(`${both}?target_session_attrs=standby`);
    expect((await onlyStandby.report())[1]).toMatchObject({ problem: 'it is not a standby' });
    // The old primary follows the new one.
    await primary.kill();
    await primary.follow(standby);
    await until(async () => (await ofAll.report()).every(({ problem }) => problem === null));
    expect(await ofAll.report()).toMatchObject([{ role: 'standby' }, { role: 'primary' }]);
    expect(await ofAll.read(async (db) => (db as ReadServer).name)).toBe(`127.0.0.1:${primary.port}`);
    await ofAll.close();
    await onlyStandby.close();
    await database.close();
  });
});
