import { randomUUID } from 'node:crypto';
import * as openid from 'openid-client';
import { administers } from '../../src/accounts/applications/admin-scope';
import type { OAuthClient } from '../../src/accounts/applications/oauth-client';
import type { OperationName } from '../../src/compose/features';
import { type Operation, scopeOfMachine } from '../../src/platform/operations/define-operation';
import { apis, type Input, restApi } from '../support/apis';
import { exampleInputOf, fullInputOf, operationsOfAdmins } from '../support/declared-operations';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { rootFieldOf } from '../support/graphql-documents';
import { basicOf, postForm, type TestClient, tokensOf } from '../support/oauth';
import { createApp } from '../support/openid';
import { freePort } from '../support/process';
import { loginSuperAdmin } from '../support/super-admin';

/** What services of the operator can do in the administration API. */
const password = 'correct horse battery';
const both = ['admin:read', 'admin:users'];

let gatehouse: Gatehouse;
let admin: { id: string; jwt: string };
beforeAll(async () => {
  // openid-client compares the issuer with the address that it asks.
  const port = String(await freePort());
  gatehouse = await startGatehouse({
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ORGANIZATIONS: 'admin',
  });
  admin = await loginSuperAdmin(gatehouse);
});
afterAll(() => gatehouse.stop());

async function createService(scopes: string[]): Promise<TestClient> {
  const { id, secret } = await createApp(gatehouse, { name: 'orders', kind: 'service', firstParty: true, scopes });
  return { id, secret: secret ?? '' };
}

/** Asks the token endpoint, without `scope` if it is undefined. */
const askToken = (client: TestClient, scope?: string, url = gatehouse.url) =>
  postForm(`${url}/oauth/token`, { grant_type: 'client_credentials', ...(scope && { scope }) }, basicOf(client));

async function tokenOf(client: TestClient, scope?: string): Promise<string> {
  const { status, body } = await askToken(client, scope);
  expect(status).toBe(200);
  return body.access_token;
}

/** A token that the client got before it was changed. */
async function tokenBefore(change: string): Promise<string> {
  const client = await createService(both);
  const token = await tokenOf(client, both.join(' '));
  await gatehouse.sql(`UPDATE oauth_clients SET ${change} WHERE id = '${client.id}'`);
  return token;
}

async function createUser(): Promise<string> {
  const { user } = await restApi.register(gatehouse.url, {
    ...{ email: `${randomUUID()}@example.com`, firstName: 'Ada', lastName: 'Lovelace', password },
  });
  return user?.id ?? '';
}

/** What only people send. */
const ofPeople: Partial<Record<OperationName, Input>> = {
  updateUser: { email: 'other@example.com', reason: 'A test.' },
  createUser: { mailed: false },
};

/** What a service can send, about this user, and a client and an endpoint that do not exist. */
function inputOf(operation: Operation<OperationName>, id: string): Input {
  const isOfUser = operation.rest.every((route) => route.includes('/admin/users'));
  const isRead = operation.machine === 'read';
  const input: Input = { ...(isRead ? exampleInputOf(operation) : fullInputOf(operation)) };
  const existing = { ...(isOfUser && { id }), userId: id, ids: [id], email: `${randomUUID()}@example.com` };
  for (const [name, value] of Object.entries(existing)) if (name in input) input[name] = value;
  for (const name of Object.keys(ofPeople[operation.name] ?? {})) delete input[name];
  // Without it, all sessions end.
  delete input.sessionId;
  return input;
}

const callersOf = ({ name: operation }: Operation) =>
  apis.filter(({ name }) => name === 'REST' || rootFieldOf(operation) !== null);

test('each operation is open to the services that its declaration says, through both APIs', async () => {
  const callers: Record<string, { token: string; opens: readonly string[]; code: string }> = {
    'no scope': { token: await tokenOf(await createService(both)), opens: [], code: 'UNAUTHENTICATED' },
    'admin:read': { token: await tokenOf(await createService(both), 'admin:read'), opens: ['read'], code: 'FORBIDDEN' },
    'admin:users': {
      ...{ token: await tokenOf(await createService(both), 'admin:users'), opens: ['users'], code: 'FORBIDDEN' },
    },
    both: {
      token: await tokenOf(await createService(both), both.join(' ')),
      opens: ['read', 'users'],
      code: 'FORBIDDEN',
    },
    disabled: { token: await tokenBefore('disabled_ts = now()'), opens: [], code: 'FORBIDDEN' },
    'third party': { token: await tokenBefore('first_party = false'), opens: [], code: 'FORBIDDEN' },
    'scope taken': { token: await tokenBefore("scopes = '{}'"), opens: [], code: 'FORBIDDEN' },
  };
  const counts = { open: 0, closed: 0 };
  for (const operation of operationsOfAdmins) {
    for (const [who, { token, opens, code }] of Object.entries(callers)) {
      for (const { name, call } of callersOf(operation)) {
        const isOpen = operation.machine !== undefined && opens.includes(operation.machine);
        counts[isOpen ? 'open' : 'closed'] += 1;
        // A change needs an account that it can change.
        const input = inputOf(operation, isOpen ? await createUser() : admin.id);
        const answer = await call(gatehouse.url, operation.name, input, token);
        const expected = isOpen ? [null, 'NOT_FOUND', 'CONFLICT'] : [code];
        expect({
          operation: operation.name,
          who,
          name,
          code: answer.code,
          isExpected: expected.includes(answer.code),
        }).toEqual({ operation: operation.name, who, name, code: answer.code, isExpected: true });
      }
    }
  }
  const { length } = operationsOfAdmins.flatMap(callersOf);
  expect(counts.open + counts.closed).toBe(length * Object.keys(callers).length);
  // Each operation that is open is so to two callers.
  const open = operationsOfAdmins.filter(({ machine }) => machine !== undefined);
  expect([open.length, counts.open]).toEqual([32, open.flatMap(callersOf).length * 2]);
  if (process.env.ACCESS_TABLE)
    console.info({ operations: operationsOfAdmins.length, openToServices: open.length, calls: counts });
});

test('what lets somebody in, or makes a super admin, is not open to services', () => {
  const closed = [
    'setSuperAdmin',
    'impersonate',
    'resetFactors',
    'verifyEmail',
    'removeIdentity',
    'deleteUserApiKey',
    'importUsers',
  ];
  for (const { name, machine, rest } of operationsOfAdmins) {
    if (closed.includes(name)) expect([name, machine]).toEqual([name, undefined]);
    // Clients, webhooks and keys, which services only read.
    const isOfUsers = rest.every((route) => /\/admin\/(users|organizations)/.test(route));
    if (!isOfUsers) expect([name, machine === 'users']).toEqual([name, false]);
  }
});

test('a disabled client has no right, nor has one of a third party or another kind', () => {
  const service = { kind: 'service', firstParty: true, disabledTs: null, scopes: both } as const;
  const is = (change: Partial<OAuthClient>) => administers({ ...service, ...change }, scopeOfMachine('read'));
  expect([is({}), is({ disabledTs: new Date() }), is({ firstParty: false })]).toEqual([true, false, false]);
  expect([is({ kind: 'web' }), is({ kind: 'public' }), is({ scopes: ['admin:users'] })]).toEqual([false, false, false]);
});

describe('the token endpoint', () => {
  test('answers a token for the administration alone if it is asked for one by name, to openid-client, too', async () => {
    const client = await createService([...both, 'orders:write']);
    const config = await openid.discovery(new URL(gatehouse.url), client.id, client.secret, undefined, {
      execute: [openid.allowInsecureRequests],
    });
    const { access_token: token, scope } = await openid.clientCredentialsGrant(config, { scope: 'admin:read' });
    expect(scope).toBe('admin:read');
    const { sub, aud, ...claims } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect([sub, aud, claims.sid]).toEqual([client.id, `${gatehouse.config.publicUrl}/admin`, undefined]);
    expect(await tokensOf(gatehouse.url, client).introspect(token)).toMatchObject({ active: true, aud, scope });

    // Without a scope, a service gets what it got before.
    const { body } = await askToken(client);
    expect(body.scope).toBe('orders:write');
    const mixed = await askToken(client, 'admin:read orders:write');
    expect([mixed.status, mixed.body.error]).toEqual([400, 'invalid_scope']);
    const more = await askToken(await createService(['admin:read']), 'admin:users');
    expect([more.status, more.body.error]).toEqual([400, 'invalid_scope']);
  });

  test('answers a token that opens nothing else', async () => {
    const client = await createService(both);
    const token = await tokenOf(client, 'admin:read');
    for (const { me } of apis) expect(await me(gatehouse.url, token)).toMatchObject({ code: 'UNAUTHENTICATED' });
    const headers = { Authorization: `Bearer ${token}` };
    for (const path of ['/auth/verify', '/oauth/userinfo']) {
      const { status } = await fetch(`${gatehouse.url}${path}`, { headers });
      expect([path, [401, 403].includes(status)]).toEqual([path, true]);
    }
    await gatehouse.sql(`UPDATE oauth_clients SET disabled_ts = now() WHERE id = '${client.id}'`);
    const other = await createService([]);
    expect(await tokensOf(gatehouse.url, other).introspect(token)).toEqual({ active: false });
  });
});

describe.each(apis)('$name', ({ call }) => {
  test.each([
    ['a service of a third party', { kind: 'service', firstParty: false }],
    ['an application', { kind: 'web', firstParty: true, redirectUris: ['https://app.example.com/cb'] }],
  ])('%s cannot have the scopes', async (_what, fields) => {
    const input = { name: 'orders', scopes: ['admin:read'], ...fields };
    const answer = await call(gatehouse.url, 'createOauthClient', input, admin.jwt);
    expect(answer).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field: 'scopes' }] });
  });

  test('no client can have the audience of the administration', async () => {
    const audience = `${gatehouse.config.publicUrl}/admin`;
    const input = { name: 'orders', kind: 'service', firstParty: true, audience };
    const answer = await call(gatehouse.url, 'createOauthClient', input, admin.jwt);
    expect(answer).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field: 'audience' }] });
  });

  test('a service changes no super admin, no address, and gets no link', async () => {
    const token = await tokenOf(await createService(both), both.join(' '));
    const users = () => gatehouse.sql('SELECT * FROM users ORDER BY id');
    const id = await createUser();
    const before = await users();
    for (const operation of operationsOfAdmins.filter(({ machine }) => machine === 'users')) {
      // A membership is no right in Gatehouse.
      if (operation.tag === 'Organizations') continue;
      if (operation.name === 'createUser' || operation.name === 'bulkUsers') continue;
      const answer = await call(gatehouse.url, operation.name, inputOf(operation, admin.id), token);
      expect([operation.name, answer.code]).toEqual([operation.name, 'FORBIDDEN']);
    }
    const { result } = await call(gatehouse.url, 'bulkUsers', { ids: [admin.id], action: 'disable' }, token);
    expect(result).toMatchObject({ results: [{ id: admin.id, success: false, code: 'FORBIDDEN' }] });
    const moved = await call(gatehouse.url, 'updateUser', { id, ...ofPeople.updateUser }, token);
    const linked = await call(
      gatehouse.url,
      'createUser',
      { email: `${randomUUID()}@example.com`, mailed: false },
      token,
    );
    expect([moved.code, linked.code]).toEqual(['FORBIDDEN', 'FORBIDDEN']);
    expect(await users()).toEqual(before);
    expect(await restApi.me(gatehouse.url, admin.jwt)).toMatchObject({ success: true });
  });

  test('the audit names the service, and so does the explanation of a request', async () => {
    const client = await createService(both);
    const token = await tokenOf(client, both.join(' '));
    const id = await createUser();
    expect(await call(gatehouse.url, 'disableUser', { id, reason: 'Fraud.' }, token)).toMatchObject({ success: true });
    const { result: audit } = await call(gatehouse.url, 'auditEvents', { user: id, actor: client.id }, token);
    const actorClient = { id: client.id, name: 'orders' };
    const events = audit?.nodes ?? [];
    expect(events).toContainEqual(
      expect.objectContaining({ action: 'user_disabled', actorId: client.id, actor: null, actorClient }),
    );
    const [requestId] = events.find(({ action }) => action === 'user_disabled')?.requestIds ?? [];
    const { result } = await call(gatehouse.url, 'explain', { requestId }, token);
    expect(result?.lines).toContain(`The service ${client.id} (orders) did this, on the account ${id}.`);
    await gatehouse.sql(`DELETE FROM oauth_clients WHERE id = '${client.id}'`);
    const { result: later } = await call(gatehouse.url, 'explain', { requestId }, admin.jwt);
    expect(later?.lines).toContain(`The service ${client.id} did this, on the account ${id}.`);
  });

  test('ADMIN_NETWORKS holds for services, and the limit ADMIN counts each of them', async () => {
    const [one, other] = [await createService(both), await createService(both)];
    const [token, ofOther] = [await tokenOf(one, 'admin:read'), await tokenOf(other, 'admin:read')];
    const elsewhere = await gatehouse.another({ ADMIN_NETWORKS: '10.0.0.0/8' });
    expect(await call(elsewhere.url, 'users', {}, token)).toMatchObject({ code: 'FORBIDDEN' });
    const limited = await gatehouse.another({ RATE_LIMITS: 'on', RATE_LIMIT_ADMIN: '1/60' });
    const codes = [];
    for (const each of [token, token, ofOther]) codes.push((await call(limited.url, 'users', {}, each)).code);
    expect(codes).toEqual([null, 'RATE_LIMITED', null]);
  });
});

test('a service gets the file of all users', async () => {
  const token = await tokenOf(await createService(both), 'admin:read');
  const response = await fetch(`${gatehouse.url}/admin/users.csv`, { headers: { Authorization: `Bearer ${token}` } });
  expect([response.status, (await response.text()).split('\r\n')[0]]).toEqual([200, expect.stringContaining('email')]);
});
