import { randomUUID } from 'node:crypto';
import { tables } from '../../src/compose/features';
import { exportLimits, OwnDataService } from '../../src/features/own-data/own-data.service';
import { type Api, apis, testInTurn } from '../support/apis';
import { insertApp, insertConsent } from '../support/apps';
import { withTotp } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { claimsOf, impersonate, registerPerson, registerSuperAdmin } from '../support/impersonation';
import { contextAt, stopClock } from '../support/limits';
import { until } from '../support/until';

/** The tables of which users get rows. */
const exported = Object.entries(tables).flatMap(([name, table]) => ('not' in table ? [] : [{ name, ...table }]));
const names = exported.map(({ name }) => name);

let gatehouse: Gatehouse;
/** Called before each page of rows is read. */
let beforePage: () => Promise<unknown> = async () => {};
let pagesRead = 0;

beforeAll(async () => {
  gatehouse = await startGatehouse({}, ({ ownData }) => ({
    ownData: {
      keys: (...which) => ownData.keys(...which),
      page: async (...which) => {
        pagesRead += 1;
        await beforePage();
        return ownData.page(...which);
      },
    },
  }));
});
afterAll(() => gatehouse.stop());
// The age of a proof depends on the time.
beforeEach(stopClock);
afterEach(() => {
  beforePage = async () => {};
  jest.useRealTimers();
});

const minutes = (count: number) => jest.setSystemTime(Date.now() + count * 60_000);
const download = (jwt: unknown) =>
  fetch(`${gatehouse.url}/auth/export`, { headers: { Authorization: `Bearer ${jwt}` } });
const insertSessions = (userId: string, count: number, userAgent = 'x') =>
  gatehouse.sql(`INSERT INTO sessions (id, user_id, created_ts, last_used_ts, expires_ts, user_agent)
    SELECT gen_random_uuid(), '${userId}', now(), now(), now(), repeat('${userAgent}', 1000) FROM generate_series(1, ${count})`);

async function signedIn() {
  const { id, login } = await registerPerson(gatehouse);
  return { id, jwt: (await login()).jwt };
}

/** A person of whom every table of the export has a row, with the secrets and the other people in these rows. */
async function known(api: Api) {
  const { url, sql } = gatehouse;
  const person = await withTotp(api, gatehouse);
  const id = String(claimsOf(person.raised).sub);
  await api.requestPasswordReset(url, { email: person.email });
  await insertConsent(gatehouse, id, await insertApp(gatehouse), ['openid']);
  const terminal = randomUUID();
  const rows = `UPDATE users SET claims = '{"tenant": "acme"}' WHERE id = '${id}';
    INSERT INTO identities (id, user_id, provider, issuer, subject, created_ts)
      VALUES (gen_random_uuid(), '${id}', 'acme', 'https://id.example.com', 'subject of ${id}', now());
    INSERT INTO passkeys (id, credential_id, user_id, public_key, sign_count, transports, aaguid, device_type, backed_up, name, created_ts)
      VALUES (gen_random_uuid(), '${id} credential', '${id}', '${id} key', 7, '{internal}', gen_random_uuid(), 'multiDevice', true, 'Phone', now());
    INSERT INTO email_changes (id, user_id, email, email_canonical, needs_approval, session_id, created_ts, expires_ts)
      VALUES (gen_random_uuid(), '${id}', 'New@example.com', 'new@example.com', true, gen_random_uuid(), now(), now() + interval '1 hour');
    INSERT INTO oauth_clients (id, name, secret_hash, secret_ts, created_ts)
      VALUES ('${terminal}', 'Terminal', 'x', now(), now()) ON CONFLICT DO NOTHING;
    INSERT INTO device_authorizations (id, user_code_key, client_id, created_ts, expires_ts, interval_s, user_id)
      VALUES (gen_random_uuid(), decode(md5(random()::text), 'hex'), '${terminal}', now(), now(), 5, '${id}');
    INSERT INTO api_keys (id, user_id, hash, last_characters, name, created_ts, expires_ts)
      VALUES (gen_random_uuid(), '${id}', '${id} key hash', 'x3Yz', 'Backup', now(), now() + interval '1 day');
    INSERT INTO organizations (id, slug, name, created_ts) VALUES ('${id}', 'o-${id}', 'Example', now());
    INSERT INTO memberships VALUES ('${id}', '${id}', '{owner}', now());
    INSERT INTO organization_invitations (id, organization_id, email, email_canonical, roles, invited_by_id, created_ts, expires_ts)
      VALUES (gen_random_uuid(), '${id}', 'Grace@others.example', 'grace@others.example', '{member}', '${id}', now(), now());
    INSERT INTO account_revocations (user_id, revision, revoked_ts) VALUES ('${id}', 0, now()) ON CONFLICT DO NOTHING`;
  for (const statement of rows.split(';')) await sql(statement);
  const admin = await registerSuperAdmin(gatehouse);
  await impersonate(gatehouse, id, admin.jwt);
  // Somebody else, whose network and address differ from those of the person.
  const others = `UPDATE sessions SET ip = '198.51.100.7', user_agent = 'Admin/1' WHERE actor_id = '${admin.id}';
    UPDATE audit_events SET ip = '198.51.100.7', network = '198.51.100.7', user_agent = 'Admin/1' WHERE actor_id = '${admin.id}';
    INSERT INTO audit_events (id, action, outcome, user_id, ip, network, user_agent, request_ids, details, first_ts, last_ts)
      VALUES (gen_random_uuid(), 'login_failed', 'INVALID_CREDENTIALS', '${id}', '198.51.100.8', '198.51.100.8', 'Thief/1', '{r}',
        '{"reason": "wrong password", "backend": "198.51.100.9"}', now(), now())`;
  for (const statement of others.split(';')) await sql(statement);
  return { ...person, id, admin };
}

test('every table and every column of the schema has a decision', async () => {
  const rows =
    await gatehouse.sql(`SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name <> '_prisma_migrations'`);
  const stored = [...new Set(rows.map(({ table }) => String(table)))];
  const columnsIn = (table: string) => rows.flatMap((row) => (row.table === table ? [String(row.column)] : []));
  const columnsOf = Object.fromEntries(stored.map((table) => [table, columnsIn(table)]));
  expect(Object.keys(tables).toSorted()).toEqual(stored.toSorted());
  const decided = exported.map(({ name, columns }) => [
    name,
    Object.keys(columns)
      .filter((column) => column !== 'by_super_admin')
      .toSorted(),
  ]);
  expect(Object.fromEntries(decided)).toEqual(
    Object.fromEntries(decided.map(([table]) => [table, columnsOf[String(table)]?.toSorted()])),
  );
  const ofUsers = Object.keys(columnsOf).filter((table) => columnsOf[table]?.includes('user_id'));
  expect(ofUsers.filter((table) => !names.includes(table))).toEqual([]);
});

describe.each(apis.map((api, i) => ({ name: api.name, api, other: apis[1 - i] ?? api })))(
  'through $name',
  ({ api, other }) => {
    const rule = testInTurn(api);

    test('a user gets the rows of every table, without secrets and other people', async () => {
      const { url, sql } = gatehouse;
      const { id, email, raised, recoveryCodes, admin } = await known(api);
      const { success, msg, result } = await api.exportMyData(url, raised);
      expect({ success, msg }).toEqual({ success: true, msg: 'Data exported.' });
      if (!result) throw new Error('no data');
      const data = result as Record<string, unknown[]>;
      expect(Object.keys(data).toSorted()).toEqual([...names, 'incomplete'].toSorted());
      expect(Object.entries(data).filter(([, rows]) => rows.length === 0)).toEqual([['incomplete', []]]);
      expect(data.users).toMatchObject([{ id, email, factors: ['totp'], claims: { tenant: 'acme' }, roles: [] }]);
      expect(data.identities).toMatchObject([{ provider: 'acme', subject: `subject of ${id}` }]);
      expect(data.passkeys).toMatchObject([{ name: 'Phone', transports: ['internal'] }]);
      expect(data.recovery_codes).toHaveLength(recoveryCodes.length);
      expect(data.users?.[0]).toHaveProperty('created_ts', expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/));

      const text = JSON.stringify(data);
      const secrets = await sql(`SELECT password_hash AS secret FROM users WHERE id = '${id}'
        UNION SELECT id::text FROM one_time_tokens WHERE user_id = '${id}'
        UNION SELECT encode(hash, 'hex') FROM recovery_codes WHERE user_id = '${id}'
        UNION SELECT encode(hash, 'hex') FROM api_keys WHERE user_id = '${id}'
        UNION SELECT encode(encrypted_seed, 'hex') FROM totp_factors WHERE user_id = '${id}'
        UNION SELECT encode(account_key, 'hex') FROM audit_events WHERE user_id = '${id}' AND account_key IS NOT NULL`);
      expect(secrets.length).toBeGreaterThan(12);
      expect(secrets.filter(({ secret }) => text.includes(String(secret)))).toEqual([]);
      const others = [
        admin.id,
        admin.email,
        '198.51.100',
        'Admin/1',
        'Thief/1',
        'Ticket 4711',
        'argon2',
        'Buffer',
        'others.example',
      ];
      expect(others.filter((other) => text.includes(other))).toEqual([]);
      const events = data.audit_events as Record<string, unknown>[];
      expect(events).toContainEqual(
        expect.objectContaining({ action: 'impersonation_started', by_super_admin: true, ip: null }),
      );
      expect(events).toContainEqual(
        expect.objectContaining({ action: 'login_failed', ip: null, details: { reason: 'wrong password' } }),
      );
      expect(events.find(({ action }) => action === 'factor_added')).toMatchObject({
        by_super_admin: false,
        ip: expect.any(String),
      });
      expect(data.sessions).toContainEqual(
        expect.objectContaining({ by_super_admin: true, ip: null, user_agent: null }),
      );

      const { result: same } = await other.exportMyData(url, raised);
      expect({ ...same, audit_events: [] }).toEqual({ ...data, audit_events: [] });
      expect(
        await sql(`SELECT session_id AS session, outcome FROM audit_events
        WHERE user_id = '${id}' AND action = 'data_exported'`),
      ).toEqual([1, 2].map(() => ({ session: claimsOf(raised).sid, outcome: 'success' })));
    });

    rule('without a proof of the last five minutes there is only a step-up, and no event', async () => {
      const { url } = gatehouse;
      const { credentials, id, login } = await registerPerson(gatehouse);
      const { jwt } = await login();
      minutes(4);
      expect(await api.exportMyData(url, jwt)).toMatchObject({ success: true });
      minutes(2);
      const rejected = { success: false, code: 'STEP_UP_REQUIRED', result: null };
      expect(await api.exportMyData(url, jwt)).toMatchObject(rejected);
      const { jwt: raised } = await api.stepUp(url, { password: credentials.password }, jwt);
      expect(await other.exportMyData(url, raised)).toMatchObject({ success: true });
      const events = await gatehouse.sql(
        `SELECT outcome FROM audit_events WHERE user_id = '${id}' AND action = 'data_exported'`,
      );
      expect(events).toHaveLength(2);
    });

    rule('a user with a second factor must have used it', async () => {
      const { jwt, raised } = await withTotp(api, gatehouse);
      expect(await other.exportMyData(gatehouse.url, jwt)).toMatchObject({ code: 'STEP_UP_REQUIRED', result: null });
      expect(await api.exportMyData(gatehouse.url, raised)).toMatchObject({ success: true });
    });

    test('one export of a user at a time', async () => {
      const [{ jwt }, eve] = [await signedIn(), await signedIn()];
      let open = () => {};
      const opened = new Promise<void>((resolve) => {
        open = resolve;
      });
      const before = pagesRead;
      beforePage = () => opened;
      const first = api.exportMyData(gatehouse.url, jwt);
      await until(async () => pagesRead > before);
      const second = await other.exportMyData(gatehouse.url, jwt);
      expect(second).toMatchObject({ code: 'CONFLICT', msg: 'Wait until your other export has ended.' });
      beforePage = async () => {};
      expect(await other.exportMyData(gatehouse.url, eve.jwt)).toMatchObject({ success: true });
      open();
      expect(await first).toMatchObject({ success: true });
      expect(await other.exportMyData(gatehouse.url, jwt)).toMatchObject({ success: true });
    });
  },
);

test('a file has more rows than a statement reads, and more than GraphQL returns', async () => {
  const { id, jwt } = await signedIn();
  // In batches, because a statement may only take two seconds.
  for (let i = 0; i < 6; i += 1) await insertSessions(id, 1000);
  const [rest, graphql] = apis;
  expect(await graphql.exportMyData(gatehouse.url, jwt)).toMatchObject({
    code: 'CONFLICT',
    msg: 'Your data has more than 5 MB. Download it with GET /auth/export.',
  });
  const { sessions = [] } = (await rest.exportMyData(gatehouse.url, jwt)).result as { sessions?: { id: string }[] };
  expect(new Set(sessions.map(({ id }) => id)).size).toBe(6001);
});

test('the file is an attachment that nothing stores', async () => {
  const { jwt } = await signedIn();
  const { status, headers } = await download(jwt);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('content-disposition')).toBe('attachment; filename="my-data.json"');
  expect(headers.get('cache-control')).toBe('no-store');
});

test('when the session ends, the rest of the file is not sent', async () => {
  const { id, jwt } = await signedIn();
  await insertSessions(id, 600);
  const before = pagesRead;
  beforePage = async () => {
    // After the first page.
    if (pagesRead !== before + 2) return;
    expect(await apis[0].logout(gatehouse.url, { sessions: 'all' }, jwt)).toMatchObject({ success: true });
  };
  const response = await download(jwt);
  await expect(response.text()).rejects.toThrow();
  expect(pagesRead).toBe(before + 2);
});

test('an export says which tables have more rows than it has', async () => {
  const { id, jwt } = await signedIn();
  await insertSessions(id, 4);
  const principal = { userId: id, sessionId: randomUUID() } as never;
  const ownData = new OwnDataService({
    asUser: (_operation, _context, _input, work) => work(principal, null as never),
    authenticator: { check: async () => principal },
    reauthentication: { requireFresh: async () => null as never },
    stores: { ownData: gatehouse.stores.ownData, audit: gatehouse.stores.audit },
    userFields: { shown: () => ({}) },
    tables,
    limits: { ...exportLimits, page: 2, rows: 3 },
    clock: () => new Date(),
  });
  const context = { ...contextAt(null), authorization: `Bearer ${jwt}` };
  const data = await ownData.read(context);
  expect(data.incomplete).toEqual(['sessions']);
  expect(data.sessions).toHaveLength(3);
});
