import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { OperationName } from '../../src/compose/features';
import type { Operation } from '../../src/platform/operations/define-operation';
import { apis, restApi } from '../support/apis';
import { exampleInputOf, fullInputOf, operationsOfAdmins } from '../support/declared-operations';
import { type Gatehouse, type Instance, startGatehouse } from '../support/gatehouse';
import { rootFieldOf } from '../support/graphql-documents';
import { addIdentity } from '../support/identities';
import { table } from '../support/markdown-table';
import { createClient } from '../support/oauth';
import { createApp, signedIn, tokensFor } from '../support/openid';
import { routesOfAdmins } from '../support/rest-document';
import { loginSuperAdmin } from '../support/super-admin';
import { until } from '../support/until';

/**
 * Who calls every operation of the administration API, and which error the caller gets. With `ACCESS_TABLE=<file>`, the
 * table is written to the file, and the measured times to the terminal.
 */
const password = 'correct horse battery';
let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());

type Callers = Record<string, { url: string; token: string | null; code: string; on: Pick<Instance, 'services'> }>;

/** Makes the callers, and the account that they try to change. */
async function createCallers(gatehouse: Gatehouse): Promise<{ callers: Callers; target: Target }> {
  const { url } = gatehouse;
  const strict = await gatehouse.another({ ADMIN_MIN_ACR: 'aal2' });
  const elsewhere = await gatehouse.another({ ADMIN_NETWORKS: '10.0.0.0/8' });
  const admin = await loginSuperAdmin(gatehouse);
  const user = await register(url, 'user@example.com');
  const other = await register(url, 'target@example.com');
  const [session] = await gatehouse.sql(`SELECT id FROM sessions WHERE user_id = '${other.id}'`);
  const stale = await loginSuperAdmin(gatehouse, 'stale@example.com');
  await gatehouse.sql(`UPDATE sessions SET auth_ts = now() - interval '2 hours' WHERE user_id = '${stale.id}'`);
  const refreshed = async (refreshToken: string) => (await restApi.refresh(url, { refreshToken })).jwt;
  const staleToken = await refreshed(stale.refreshToken);
  const demoted = await loginSuperAdmin(gatehouse, 'demoted@example.com');
  const disabled = await loginSuperAdmin(gatehouse, 'disabled@example.com');
  const [rest] = apis;
  const change = async (operation: OperationName, input: object) =>
    expect(await rest.call(url, operation, { ...input }, admin.jwt)).toMatchObject({ success: true });
  await change('setSuperAdmin', { id: demoted.id, superAdmin: false });
  await change('disableUser', { id: disabled.id });
  const acted = await register(url, 'acted@example.com');
  const { result: acting } = await rest.call(url, 'impersonate', { userId: acted.id, reason: 'A test.' }, admin.jwt);
  // Otherwise the token would also be rejected because its user is no super admin.
  await gatehouse.sql(`UPDATE users SET is_super_admin = true WHERE id = '${acted.id}'`);
  const { client, userId } = await signedIn(gatehouse);
  await gatehouse.sql(`UPDATE users SET is_super_admin = true WHERE id = '${userId}'`);
  const { access_token: ofApp } = await tokensFor(gatehouse, client, await createApp(gatehouse), { scope: 'openid' });
  // A mail that is sent changes its row.
  await gatehouse.allMails();
  const here = { url, on: gatehouse };
  const callers = {
    'no token': { ...here, token: null, code: 'UNAUTHENTICATED' },
    user: { ...here, token: user.jwt, code: 'FORBIDDEN' },
    'admin without second factor': { url: strict.url, on: strict, token: admin.jwt, code: 'STEP_UP_REQUIRED' },
    'stale admin': { ...here, token: staleToken, code: 'STEP_UP_REQUIRED' },
    'just demoted, earlier token': { ...here, token: demoted.jwt, code: 'UNAUTHENTICATED' },
    'demoted, new token': { ...here, token: await refreshed(demoted.refreshToken), code: 'FORBIDDEN' },
    'impersonating admin': { ...here, token: acting?.jwt ?? '', code: 'FORBIDDEN' },
    'an application of an admin': { ...here, token: String(ofApp), code: 'FORBIDDEN' },
    'disabled admin': { ...here, token: disabled.jwt, code: 'UNAUTHENTICATED' },
    'admin in another network': { url: elsewhere.url, on: elsewhere, token: admin.jwt, code: 'FORBIDDEN' },
  };
  const identityId = await addIdentity(gatehouse, other.id);
  const { id: clientId } = await createClient(gatehouse);
  return { callers, target: { id: other.id, sessionId: String(session?.id), identityId, clientId } };
}

async function register(url: string, email: string) {
  const { user } = await restApi.register(url, { email, firstName: 'Ada', lastName: 'Lovelace', password });
  const { jwt } = await restApi.login(url, { email, password });
  return { id: user?.id ?? '', jwt };
}

interface Target {
  id: string;
  sessionId: string;
  identityId: string;
  clientId: string;
}

/** All that a change takes, and the least that a read takes, with the ids of what exists. */
function inputOf(operation: Operation, { id, clientId, ...ids }: Target): Record<string, unknown> {
  const isOfClient = operation.rest.some((route) => route.includes('/admin/clients'));
  const existing = { ...ids, id: isOfClient ? clientId : id, userId: id, ids: [id], requestId: id };
  const isRead = operation.rest[0]?.startsWith('GET ');
  const example = isRead ? exampleInputOf(operation) : fullInputOf(operation);
  return { ...example, ...Object.fromEntries(Object.entries(existing).filter(([name]) => name in example)) };
}

/** Only the REST API has the export. */
const callersOf = ({ name: operation }: Operation) =>
  apis.filter(({ name }) => name === 'REST' || rootFieldOf(operation) !== null);

const stateOf = ({ sql }: Gatehouse) =>
  Promise.all(
    ['users', 'identities', 'sessions', 'messages', 'one_time_tokens', 'oauth_clients'].map((name) =>
      sql(`SELECT * FROM ${name} ORDER BY id`),
    ),
  );

test('every operation rejects every caller who may not use it, records the attempt, and changes nothing', async () => {
  const own = await startGatehouse();
  const { callers, target } = await createCallers(own);
  const before = await stateOf(own);
  const rows: string[][] = [];
  for (const [i, declared] of operationsOfAdmins.entries()) {
    const operation = declared.name;
    const row: string[] = [operation];
    for (const [j, [who, { url, token, code }]] of Object.entries(callers).entries()) {
      // One function decides for both APIs. So each operation meets half of the callers through each API, and each caller
      // half of the operations.
      const through = callersOf(declared);
      const { name, call } = through[(i + j) % through.length] ?? apis[0];
      const answer = await call(url, operation, inputOf(declared, target), token);
      expect({ operation, who, name, code: answer.code, result: answer.result }).toEqual({
        operation,
        who,
        name,
        code,
        result: null,
      });
      row.push(`\`${code}\``);
    }
    rows.push(row);
  }
  for (const { on } of Object.values(callers)) await on.services.audit.close();
  const recorded = await own.sql(`SELECT details->>'operation' AS operation, sum(count)::int AS count
    FROM audit_events WHERE outcome <> 'success' AND details->>'operation' = ANY ('{${operationsOfAdmins.map(({ name }) => name).join()}}')
    GROUP BY 1`);
  expect(Object.fromEntries(recorded.map(({ operation, count }) => [operation, count]))).toEqual(
    Object.fromEntries(operationsOfAdmins.map(({ name }) => [name, Object.keys(callers).length])),
  );
  expect(await stateOf(own)).toEqual(before);
  await own.stop();
  if (process.env.ACCESS_TABLE)
    writeFileSync(process.env.ACCESS_TABLE, table(['operation', ...Object.keys(callers)], rows));
});

test('every route of the administration API is the route of an operation of super admins', () => {
  const others = routesOfAdmins.filter(({ operation }) => operation.caller !== 'superAdmin');
  expect(others.map(({ path }) => path)).toEqual(['/admin/openapi.json']);
});

test('of two super admins who demote each other at the same time through both APIs, one stays', async () => {
  const [rest, graphql] = apis;
  for (let round = 0; round < 5; round += 1) {
    await gatehouse.sql('UPDATE users SET is_super_admin = false');
    const [ada, grace] = [
      await loginSuperAdmin(gatehouse, `ada.${crypto.randomUUID()}@example.com`),
      await loginSuperAdmin(gatehouse, `grace.${crypto.randomUUID()}@example.com`),
    ];
    const demote = ({ call }: (typeof apis)[number], id: string, token: string) =>
      call(gatehouse.url, 'setSuperAdmin', { id, superAdmin: false }, token);
    const both = [demote(rest, ada.id, grace.jwt), demote(graphql, grace.id, ada.jwt)];
    const codes = (await Promise.all(both)).map(({ code }) => code);
    expect(codes.filter((code) => code === null)).toHaveLength(1);
    // The slower one was the last super admin, or had no longer the right.
    expect(['CONFLICT', 'FORBIDDEN', 'UNAUTHENTICATED']).toContain(codes.find((code) => code !== null));
    expect(await gatehouse.sql('SELECT id FROM users WHERE is_super_admin')).toHaveLength(1);
  }
});

describe.each(apis)('$name', ({ call }) => {
  /** Gets the notifications of the database. */
  let second: Instance;
  /** Does not get them. */
  let late: Instance;
  beforeAll(async () => {
    second = await gatehouse.another();
    late = await gatehouse.another({}, () => ({
      listen: (_channel, { catchUp, onUp }) => {
        void catchUp().then(onUp);
        return { close: async () => {} };
      },
    }));
    await until(async () => late.services.revocations.isLive);
  });

  test.each([
    ['setSuperAdmin', { superAdmin: false }],
    ['disableUser', {}],
    ['deleteUser', {}],
  ] as const)('after %s, a second instance rejects the tokens of the account', async (operation, input) => {
    await gatehouse.sql('UPDATE users SET is_super_admin = false');
    const admin = await loginSuperAdmin(gatehouse, `root.${crypto.randomUUID()}@example.com`);
    const ended = await loginSuperAdmin(gatehouse, `gone.${crypto.randomUUID()}@example.com`);
    const find = () => call(second.url, 'user', { id: admin.id }, ended.jwt);
    expect(await find()).toMatchObject({ success: true });
    const since = performance.now();
    expect(await call(gatehouse.url, operation, { id: ended.id, ...input }, admin.jwt)).toMatchObject({
      success: true,
    });
    expect((await find()).success).toBe(false);
    // Other services ask `verify`, which learns of the end by the notification of the database.
    const verify = () => fetch(`${second.url}/auth/verify`, { headers: { Authorization: `Bearer ${ended.jwt}` } });
    await until(async () => (await verify()).status !== 200);
    if (process.env.ACCESS_TABLE) console.info(`${operation}: ${Math.round(performance.now() - since)} ms`);
    expect((await find()).code).toBe('UNAUTHENTICATED');
  });

  test.each([
    ['setSuperAdmin', { superAdmin: false }, 'FORBIDDEN'],
    ['disableUser', {}, 'UNAUTHENTICATED'],
    ['deleteUser', {}, 'UNAUTHENTICATED'],
  ] as const)(
    'after %s, an instance that has not got the notification rejects the account',
    async (operation, input, code) => {
      await gatehouse.sql('UPDATE users SET is_super_admin = false');
      const admin = await loginSuperAdmin(gatehouse, `root.${crypto.randomUUID()}@example.com`);
      const ended = await loginSuperAdmin(gatehouse, `gone.${crypto.randomUUID()}@example.com`);
      const find = () => call(late.url, 'user', { id: admin.id }, ended.jwt);
      expect(await find()).toMatchObject({ success: true });
      await call(gatehouse.url, operation, { id: ended.id, ...input }, admin.jwt);
      expect(await find()).toMatchObject({ success: false, code });
    },
  );
});

describe('with ADMIN_NETWORKS, a request of a trusted backend', () => {
  const inside = '127.0.0.0/8,192.0.2.0/24';
  test.each([
    ['names a client in the networks, and is in them itself', inside, '192.0.2.9', true],
    ['names a client in another network', inside, '198.51.100.9', false],
    ['names no client', inside, null, false],
    ['is in another network, and names a client in the networks', '192.0.2.0/24', '192.0.2.9', false],
  ])('that %s', async (_what, networks, client, isAllowed) => {
    const env = { RATE_LIMIT_TRUSTED_NETWORKS: '127.0.0.0/8', ADMIN_NETWORKS: networks };
    const { url } = await gatehouse.another(env);
    const { jwt } = await loginSuperAdmin(gatehouse, `${randomUUID()}@example.com`);
    const headers = { Authorization: `Bearer ${jwt}`, ...(client && { 'X-Gatehouse-Client-IP': client }) };
    const viaRest = await fetch(`${url}/admin/users`, { headers });
    expect(viaRest.status).toBe(isAllowed ? 200 : 403);
    const body = JSON.stringify({ query: '{ users { nodes { id } } }' });
    const json = { 'Content-Type': 'application/json' };
    const viaGraphql = await fetch(`${url}/admin/graphql`, { method: 'POST', headers: { ...headers, ...json }, body });
    const { data } = (await viaGraphql.json()) as { data: { users: object | null } };
    expect(data.users !== null).toBe(isAllowed);
  });
});
