import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { claimsOf } from '../../src/accounts/tokens/access-token';
import { createAccessRightsService } from '../../src/compose/admin-users';
import { createBaseWithoutKeys } from '../../src/compose/base';
import { createLog } from '../../src/platform/observability/log';
import { apis, postJson, restApi, type Token } from '../support/apis';
import { type Gatehouse, type Instance, startGatehouse } from '../support/gatehouse';
import { impersonate, personPassword, registerPerson, registerSuperAdmin } from '../support/impersonation';
import { exportUsers, importUsers } from '../support/imports';
import { createApp, refreshTokens, requestTokens, signedIn, tokensFor } from '../support/openid';
import { until } from '../support/until';

/** With TOKEN_CLAIMS, access tokens have further claims. */
const hasura = 'https://hasura.io/jwt/claims';
const template = {
  [hasura]: {
    'x-hasura-user-id': '{{id}}',
    'x-hasura-allowed-roles': '{{roles}}',
    'x-hasura-default-role': 'user',
    'x-hasura-plan': '{{fields.plan}}',
  },
  nickname: '{{fields.nick}}',
  about: '{{fields.about}}',
  name: '{{firstName}} {{lastName}}',
  mail: '{{email}}',
  verified: '{{emailVerified}}',
  org: '{{claims.org}}',
  again: ['{{claims.more}}', '{{claims.more}}'],
};
const declared = {
  plan: { type: 'string', enum: ['free', 'pro'], default: 'free' },
  nick: { type: 'string', write: 'user' },
  about: { type: 'string', write: 'user', max_length: 4000 },
  other: { type: 'string', write: 'user' },
};
const own = Object.keys(template);
const tooLarge = 'makes the claims of the access tokens too large (TOKEN_CLAIMS): 1.5 kB, or 2 kB with the roles';

function fileOf(content: object): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'claims-')), 'file.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

let gatehouse: Gatehouse;
/** An instance that learns of a change by a notification only. */
let other: Instance;
let admin: Token;
beforeAll(async () => {
  gatehouse = await startGatehouse({ TOKEN_CLAIMS: fileOf(template), USER_FIELDS: fileOf(declared) });
  other = await gatehouse.another();
  ({ jwt: admin } = await registerSuperAdmin(gatehouse));
});
afterAll(() => gatehouse.stop());

const rights = () => createAccessRightsService(gatehouse.config, gatehouse.stores, createLog('silent'));
const customOf = (jwt: Token): Record<string, unknown> => {
  const all = Object.entries(claimsOf(jwt ?? ''));
  return Object.fromEntries(all.filter(([name]) => own.includes(name)));
};
const statusesOf = (jwt: Token) =>
  Promise.all([gatehouse, other].map(async ({ url }) => (await restApi.me(url, jwt)).success));
const untilRejected = (jwt: Token) => until(async () => !(await statusesOf(jwt)).includes(true));
const storedClaims = async (id: string) =>
  (await gatehouse.sql(`SELECT claims FROM users WHERE id = '${id}'`))[0]?.claims;

describe.each(apis.map((api) => ({ name: api.name, api })))('through $name', ({ api }) => {
  const update = (id: string, input: object) => api.call(gatehouse.url, 'updateUser', { id, ...input }, admin);

  test('a super admin replaces, keeps and removes the claims of a user, and reads them', async () => {
    const { id } = await registerPerson(gatehouse);
    const claims = { org: 'acme', deep: { list: [1, null, 'ä'] } };
    expect((await update(id, { claims })).result).toMatchObject({ claims });
    expect((await update(id, { firstName: 'Augusta' })).result).toMatchObject({ claims, firstName: 'Augusta' });
    expect((await api.call(gatehouse.url, 'user', { id }, admin)).result).toMatchObject({ claims });
    const list = await api.call(gatehouse.url, 'users', {}, admin);
    expect(list.result?.nodes).toContainEqual(expect.objectContaining({ id, claims }));
    expect((await update(id, { claims: { org: 'b' } })).result).toMatchObject({ claims: { org: 'b' } });
    expect((await update(id, { claims: null })).result).toMatchObject({ claims: {} });
    await update(id, { claims });
    expect((await update(id, { claims: {} })).result).toMatchObject({ claims: {} });
    const events = await gatehouse.stores.audit.list({ userId: id, action: 'user_updated', limit: 9 });
    expect(events.map(({ details }) => details)).toContainEqual({ fields: ['claims'] });
    expect(JSON.stringify(events)).not.toContain('acme');
  });

  test.each([
    ['more than 1 kB', { a: 'x'.repeat(1024) }, 'must be at most 1 kB as JSON'],
    ['too many levels', { a: [[[[1]]]] }, 'must not be nested deeper than 4 levels'],
    ['an empty name', { '': 1 }, 'must have names that are not blank and have no control characters'],
    ['a NUL', { org: 'a\u0000' }, 'must have no control characters'],
    ['too large for a token', { more: 'x'.repeat(900) }, tooLarge],
  ])('claims with %s are rejected', async (_name, claims, msg) => {
    const { id } = await registerPerson(gatehouse);
    const { code, fields } = await update(id, { claims });
    expect([code, fields]).toEqual(['VALIDATION_FAILED', [{ field: 'claims', msg }]]);
    expect(await storedClaims(id)).toEqual({});
  });

  test('only the change that a token shows rejects it, on every instance, and a refresh brings the new claims', async () => {
    const { id, credentials } = await registerPerson(gatehouse);
    const first = await api.login(gatehouse.url, credentials);
    await update(id, { claims: { hidden: 1 }, tel: '123' });
    expect(await statusesOf(first.jwt)).toEqual([true, true]);
    let { jwt, refreshToken } = first;
    const changes: [object, object][] = [
      [{ claims: { org: 'acme' } }, { org: 'acme' }],
      [{ emailVerified: true }, { verified: true }],
      [{ lastName: 'King' }, { name: 'Ada King' }],
      [
        { roles: ['editor'], claims: null },
        { [hasura]: expect.objectContaining({ 'x-hasura-allowed-roles': ['editor'] }) },
      ],
    ];
    for (const [change, shown] of changes) {
      expect(await update(id, change)).toMatchObject({ success: true });
      await untilRejected(jwt);
      ({ jwt, refreshToken } = await api.refresh(gatehouse.url, { refreshToken }));
      expect(customOf(jwt)).toMatchObject(shown);
      await until(async () => !(await statusesOf(jwt)).includes(false));
    }
    expect(customOf(jwt)).not.toHaveProperty('org');
  });

  test("a user's own name is in the token after a refresh, and cannot be too large", async () => {
    const { id, credentials } = await registerPerson(gatehouse);
    const login = await api.login(gatehouse.url, credentials);
    const changed = await api.updateProfile(gatehouse.url, { firstName: 'Augusta' }, login.jwt);
    expect(changed).toMatchObject({ success: true, user: { firstName: 'Augusta' }, jwt: null });
    await untilRejected(login.jwt);
    const { jwt } = await api.refresh(gatehouse.url, { refreshToken: login.refreshToken });
    expect(customOf(jwt)).toMatchObject({ name: 'Augusta Lovelace' });
    await gatehouse.sql(`UPDATE users SET claims = '{"more": "${'x'.repeat(560)}"}' WHERE id = '${id}'`);
    const { code, fields } = await api.updateProfile(gatehouse.url, { firstName: '🎉'.repeat(90), tel: '1' }, jwt);
    expect([code, fields]).toEqual(['VALIDATION_FAILED', [{ field: 'firstName', msg: tooLarge }]]);
    expect(await api.updateProfile(gatehouse.url, { firstName: 'A', tel: '1' }, jwt)).toMatchObject({
      success: true,
    });
  });

  test('fields are in the token: a change rejects it, and they cannot be too large', async () => {
    const { id, credentials } = await registerPerson(gatehouse);
    const first = await api.login(gatehouse.url, credentials);
    const hasuraOf = (jwt: Token) => customOf(jwt)[hasura];
    expect(hasuraOf(first.jwt)).toMatchObject({ 'x-hasura-plan': 'free' });
    await api.updateProfile(gatehouse.url, { fields: { other: 'x' } }, first.jwt);
    expect(await statusesOf(first.jwt)).toEqual([true, true]);
    expect(await update(id, { fields: { plan: 'pro' } })).toMatchObject({ success: true });
    await untilRejected(first.jwt);
    let { jwt, refreshToken } = await api.refresh(gatehouse.url, { refreshToken: first.refreshToken });
    expect(hasuraOf(jwt)).toMatchObject({ 'x-hasura-plan': 'pro' });
    await api.updateProfile(gatehouse.url, { fields: { nick: 'Countess' } }, jwt);
    await untilRejected(jwt);
    ({ jwt, refreshToken } = await api.refresh(gatehouse.url, { refreshToken }));
    expect(customOf(jwt)).toMatchObject({ nickname: 'Countess' });

    const problem = { code: 'VALIDATION_FAILED', fields: [{ field: 'fields.about', msg: tooLarge }] };
    const fields = { about: 'x'.repeat(1600) };
    expect(await api.updateProfile(gatehouse.url, { fields, tel: '7' }, jwt)).toMatchObject(problem);
    expect(await update(id, { fields })).toMatchObject(problem);
    const names = { firstName: 'Ada', lastName: 'Lovelace' };
    const newcomer = { email: `${api.name}.large@example.com`, ...names };
    const registration = { ...newcomer, password: personPassword, fields };
    expect(await api.register(gatehouse.url, registration)).toMatchObject(problem);
    expect(await api.call(gatehouse.url, 'createUser', { ...newcomer, fields }, admin)).toMatchObject(problem);
    expect(await api.register(gatehouse.url, { ...registration, fields: { nick: 'x' } })).toMatchObject({
      success: true,
    });
  });

  test('a change of an own field answers with a new access token, if the token shows the field', async () => {
    const { credentials } = await registerPerson(gatehouse);
    const { jwt } = await api.login(gatehouse.url, credentials);
    const change = async (fields: object, token: Token) => {
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
      const query = `mutation ($fields: UserFieldsInput!) {
          updateProfile(input: { fields: $fields }) { success jwt result { fields { nick } } } }`;
      const isRest = api === restApi;
      const response = await fetch(`${gatehouse.url}${isRest ? '/auth/fields' : '/graphql'}`, {
        method: isRest ? 'PATCH' : 'POST',
        headers,
        body: JSON.stringify(isRest ? { fields } : { query, variables: { fields } }),
      });
      const answer = JSON.parse(await response.text());
      const { success, jwt: renewed, result } = isRest ? { ...answer, ...answer.result } : answer.data.updateProfile;
      return { success, renewed, nick: (isRest ? answer.result : result).fields.nick };
    };
    expect(await change({ other: 'x' }, jwt)).toEqual({ success: true, renewed: null, nick: null });
    const { renewed, ...rest } = await change({ nick: 'Countess' }, jwt);
    expect(rest).toEqual({ success: true, nick: 'Countess' });
    expect(customOf(renewed)).toMatchObject({ nickname: 'Countess' });
    await untilRejected(jwt);
    expect(await statusesOf(renewed)).toEqual([true, true]);
    const [before, after] = [claimsOf(jwt ?? ''), claimsOf(renewed)];
    for (const name of ['sid', 'acr', 'amr', 'auth_time'] as const) expect(after[name]).toEqual(before[name]);
  });

  test('no user sets claims', async () => {
    const person = { email: `${api.name}.mass@example.com`, password: personPassword };
    const sent = { claims: { org: 'acme' }, fields: { claims: { org: 'acme' } }, user: { claims: { org: 'acme' } } };
    const names = { firstName: 'Ada', lastName: 'Lovelace' };
    // GraphQL rejects fields that its schema does not have, and the REST API ignores them.
    await api.register(gatehouse.url, { ...person, ...names, ...sent }).catch(() => null);
    await api.register(gatehouse.url, { ...person, ...names }).catch(() => null);
    const { jwt, user } = await api.login(gatehouse.url, person);
    await api.updateProfile(gatehouse.url, { firstName: 'Ada', ...sent }, jwt).catch(() => null);
    expect(await storedClaims(user?.id ?? '')).toEqual({});
    expect(customOf(jwt)).not.toHaveProperty('org');
    expect(await update(user?.id ?? '', { claims: { org: 'x' } })).toMatchObject({ success: true });
    const self = { id: user?.id, claims: { org: 'y' } };
    expect(await api.call(gatehouse.url, 'updateUser', self, jwt)).toMatchObject({ success: false });
    expect(await storedClaims(user?.id ?? '')).toEqual({ org: 'x' });
  });
});

test('a service reads the claims of Hasura with the published keys', async () => {
  const { id, login } = await registerPerson(gatehouse);
  await rights().setRoles(id, ['editor', 'user'], null);
  await rights().setFields(id, { plan: 'pro' }, null);
  const { jwt } = await login();
  const keys = createRemoteJWKSet(new URL(`${gatehouse.url}/.well-known/jwks.json`));
  const { payload } = await jwtVerify(jwt ?? '', keys, { issuer: 'https://id.example.com', typ: 'at+jwt' });
  expect(payload[hasura]).toEqual({
    'x-hasura-user-id': id,
    'x-hasura-allowed-roles': ['editor', 'user'],
    'x-hasura-default-role': 'user',
    'x-hasura-plan': 'pro',
  });
  expect(payload.sub).toBe(id);
});

test('a step-up and a super admin who acts as the user get the claims', async () => {
  const { id, login } = await registerPerson(gatehouse);
  await rights().setClaims(id, { org: 'acme' }, null);
  const { jwt } = await login();
  const proven = await restApi.stepUp(gatehouse.url, { password: personPassword }, jwt);
  const acting = await impersonate(gatehouse, id, String(admin));
  for (const token of [jwt, proven.jwt, acting.jwt]) {
    expect(customOf(token)).toMatchObject({ org: 'acme', [hasura]: { 'x-hasura-user-id': id } });
  }
});

test('an application of the operator gets the claims, one of a third party, a service and ID tokens do not', async () => {
  const { client, userId } = await signedIn(gatehouse);
  await rights().setClaims(userId, { org: 'acme' }, null);
  const scope = { scope: 'openid email offline_access' };
  const ours = await createApp(gatehouse, { audience: 'https://api.example.com' });
  const tokens = await tokensFor(gatehouse, client, ours, scope);
  const renewed = (await refreshTokens(gatehouse.url, ours, tokens.refresh_token)).body;
  for (const { access_token } of [tokens, renewed]) expect(customOf(access_token)).toMatchObject({ org: 'acme' });
  expect(Object.keys(customOf(tokens.id_token)).filter((name) => name !== 'name')).toEqual([]);

  const theirs = await createApp(gatehouse, { firstParty: false });
  await gatehouse.sql(`INSERT INTO oauth_consents (user_id, client_id, scopes, granted_ts)
    VALUES ('${userId}', '${theirs.id}', '{openid,email,offline_access}', now())`);
  const foreign = await tokensFor(gatehouse, client, theirs, scope);
  const foreignRenewed = (await refreshTokens(gatehouse.url, theirs, foreign.refresh_token)).body;
  for (const { access_token } of [foreign, foreignRenewed]) expect(customOf(access_token)).toEqual({});
  const web = await createApp(gatehouse, { kind: 'service' });
  const { body } = await requestTokens(gatehouse.url, web, { grant_type: 'client_credentials' });
  expect(customOf(body.access_token)).toEqual({});
});

test('the session that stays after a proof or a change of the address needs new tokens', async () => {
  const { id, credentials } = await registerPerson(gatehouse);
  const { url } = gatehouse;
  let { jwt, refreshToken } = await restApi.login(url, credentials);
  const linkTo = async (address: string) => {
    const mail = (await gatehouse.allMails()).filter(({ to }) => to === address).at(-1);
    return { token: String(mail?.links[0]).split('/').at(-1) ?? '' };
  };
  const renewed = async () => {
    await untilRejected(jwt);
    ({ jwt, refreshToken } = await restApi.refresh(url, { refreshToken }));
    await until(async () => !(await statusesOf(jwt)).includes(false));
    return customOf(jwt);
  };
  const confirmation = `${url}/auth/email/verification/confirm`;
  const authorization = { Authorization: `Bearer ${jwt}` };
  expect((await postJson(confirmation, await linkTo(credentials.email), authorization)).status).toBe(200);
  expect(await renewed()).toMatchObject({ verified: true, mail: credentials.email });

  const ask = (email: string) => restApi.changeEmail(url, { email, currentPassword: personPassword }, jwt);
  expect(await ask(`new.${credentials.email}`)).toMatchObject({ success: true });
  for (const address of [`new.${credentials.email}`, credentials.email]) {
    expect(await restApi.confirmEmailChange(url, await linkTo(address))).toMatchObject({ success: true });
  }
  expect(await renewed()).toMatchObject({ verified: true, mail: `new.${credentials.email}` });

  await rights().setClaims(id, { more: 'x'.repeat(590) }, null);
  ({ jwt, refreshToken } = await restApi.refresh(url, { refreshToken }));
  const long = `${'a'.repeat(60)}@${`${'b'.repeat(50)}.`.repeat(3)}example.com`;
  expect(await ask(long)).toMatchObject({ fields: [{ field: 'email', msg: tooLarge }] });
});

test('a change between the opening of a session and its token is not lost', async () => {
  const { id, credentials } = await registerPerson(gatehouse);
  await rights().setClaims(id, { org: 'before' }, null);
  const late = await gatehouse.another({}, ({ userClaims }) => ({
    userClaims: {
      findSource: async (userId: string) => {
        const found = await userClaims.findSource(userId);
        await rights().setClaims(userId, { org: 'after' }, null);
        return found;
      },
    } as never,
  }));
  const login = await restApi.login(late.url, credentials);
  expect(customOf(login.jwt)).toMatchObject({ org: 'before' });
  await untilRejected(login.jwt);
  const { jwt } = await restApi.refresh(gatehouse.url, { refreshToken: login.refreshToken });
  expect(customOf(jwt)).toMatchObject({ org: 'after' });
});

test('claims that have become too large are left out of tokens, with one line in the log', async () => {
  const { id, login } = await registerPerson(gatehouse);
  await gatehouse.sql(`UPDATE users SET claims = '{"org": "acme", "more": "${'x'.repeat(900)}"}' WHERE id = '${id}'`);
  for (const { jwt, success } of [await login(), await login()]) {
    expect(success).toBe(true);
    expect(customOf(jwt)).toEqual({});
  }
  const warned = gatehouse.logged().match(/without the claims of TOKEN_CLAIMS/g);
  expect(warned).toHaveLength(1);
  // Smaller, but still too large: accepted, so that the user can be repaired step by step.
  await rights().setClaims(id, { org: 'acme', more: 'x'.repeat(800) }, null);
  await expect(rights().setClaims(id, { org: 'acme', more: 'x'.repeat(850) }, null)).rejects.toMatchObject({
    fields: [{ field: 'claims', msg: tooLarge }],
  });
});

test('with the greatest claims and roles that are accepted, a token is accepted, too', async () => {
  const { id, login } = await registerPerson(gatehouse);
  await rights().setClaims(id, { more: 'x'.repeat(600) }, null);
  const roles = (count: number) => Array.from({ length: count }, (_, i) => `r${'x'.repeat(60)}${10 + i}`);
  await expect(rights().setRoles(id, roles(20), null)).rejects.toMatchObject({
    fields: [{ field: 'roles', msg: tooLarge }],
  });
  let count = 19;
  while (
    !(await rights()
      .setRoles(id, roles(count), null)
      .catch(() => null))
  )
    count -= 1;
  expect(count).toBeGreaterThan(0);
  const { jwt } = await login();
  expect(jwt?.length).toBeLessThanOrEqual(4096);
  expect(customOf(jwt)).toMatchObject({ again: ['x'.repeat(600), 'x'.repeat(600)] });
  expect(await statusesOf(jwt)).toEqual([true, true]);
});

test('an import takes claims, an export writes them, and lines with too large ones are left out', async () => {
  const { tokenClaims, userFields } = createBaseWithoutKeys(gatehouse.config, gatehouse.stores, createLog('silent'));
  const line = (name: string, claims: unknown) => ({
    email: `${name}.import@example.com`,
    first_name: name,
    last_name: 'X',
    claims,
  });
  const lines = [
    line('ada', { org: 'acme', deep: { a: [1, true, null] } }),
    line('bob', null),
    line('carol', { more: 'x'.repeat(900) }),
    line('dora', ['a']),
    line('eve', { a: { b: { c: { d: {} } } } }),
    { ...line('fay', null), fields: { about: 'x'.repeat(1600), other: 'x' } },
  ];
  const { counts, reasons } = await importUsers(gatehouse.stores, lines, { tokenClaims, userFields });
  expect(counts).toMatchObject({ imported: 2, rejected: 4 });
  expect(reasons).toEqual([
    `3 rejected: claims ${tooLarge}`,
    '4 rejected: claims must be a JSON object',
    '5 rejected: claims must not be nested deeper than 4 levels',
    `6 rejected: fields ${tooLarge}`,
  ]);
  const exported = (await exportUsers(gatehouse.stores, false))
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text));
  const claimsIn = (name: string) => exported.find(({ email }) => email === `${name}.import@example.com`);
  expect(claimsIn('ada').claims).toEqual({ org: 'acme', deep: { a: [1, true, null] } });
  expect(claimsIn('bob')).not.toHaveProperty('claims');
});

test('without TOKEN_CLAIMS, no statement reads the claims, and tokens have none', async () => {
  const { id, credentials } = await registerPerson(gatehouse);
  await rights().setClaims(id, { org: 'acme' }, null);
  const reads: string[] = [];
  const plain = await gatehouse.another({ TOKEN_CLAIMS: '' }, () => ({
    userClaims: { findSource: async (userId: string) => void reads.push(userId) } as never,
  }));
  const login = await restApi.login(plain.url, credentials);
  const renewed = await restApi.refresh(plain.url, { refreshToken: login.refreshToken });
  await restApi.updateProfile(plain.url, { firstName: 'Augusta' }, renewed.jwt);
  expect((await restApi.me(plain.url, renewed.jwt)).success).toBe(true);
  expect(reads).toEqual([]);
  const standard = 'acr amr aud auth_time client_id exp iat iss jti rev sid sub';
  for (const { jwt } of [login, renewed]) {
    expect(
      Object.keys(claimsOf(jwt ?? ''))
        .toSorted()
        .join(' '),
    ).toBe(standard);
  }
});

test('a wrong file stops the start with a line for each problem', async () => {
  const file = fileOf({ sub: 'x', plan: '{{fields.price}}' });
  await expect(gatehouse.another({ TOKEN_CLAIMS: file })).rejects.toThrow(
    /^TOKEN_CLAIMS: "sub" is a claim .*\nTOKEN_CLAIMS: "plan" has the source "fields.price", which is not a field/,
  );
});
