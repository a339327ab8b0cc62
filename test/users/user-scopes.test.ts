import { openidScopes } from '../../src/accounts/users/openid-scopes';
import { scopeOfField } from '../../src/accounts/users/user-scopes';
import { postJson, restApi } from '../support/apis';
import { appToken, insertApp } from '../support/apps';
import { toCamelCase } from '../support/field-names';
import { type Gatehouse, type Instance, startGatehouse } from '../support/gatehouse';
import { settingFile } from '../support/setting-file';

// What an application reads of its user: with each scope what userinfo gives, through both APIs and in forward auth.

const allScopes = Object.keys(openidScopes);
const password = 'correct horse battery';

let gatehouse: Gatehouse;
/** With fields of its own. */
let extended: Instance;
let owner: { id: string; email: string; jwt: string };

beforeAll(async () => {
  gatehouse = await startGatehouse({ VERIFY_TELLS_EMAIL: 'true', FEDERATION: 'on' });
  extended = await gatehouse.another({ USER_FIELDS: settingFile({ plan: { type: 'string', default: 'free' } }) });
  const names = { firstName: 'Ada', lastName: 'Lovelace', tel: '+44 20 7946 0000' };
  const { user } = await restApi.register(gatehouse.url, { email: 'ada@example.com', password, ...names });
  const { jwt } = await restApi.login(gatehouse.url, { email: 'ada@example.com', password });
  owner = { id: String(user?.id), email: 'ada@example.com', jwt: String(jwt) };
});
afterAll(() => gatehouse.stop());

/** Signs the user in to an application of the operator. */
async function tokenOf(scopes: readonly string[]): Promise<string> {
  const clientId = await insertApp(gatehouse, { firstParty: true });
  const { jwtAudience: audience } = gatehouse.config;
  return (await appToken(gatehouse, { userId: owner.id, clientId, scopes, audience })).token;
}

/** The fields that these scopes give, by their names in GraphQL. */
const covered = (scopes: readonly string[]) =>
  Object.entries(scopeOfField).flatMap(([field, scope]) => (scope !== null && scopes.includes(scope) ? [field] : []));

async function ask(query: string, token: string | null, url = gatehouse.url) {
  const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` };
  return (await (await postJson(`${url}/graphql`, { query }, headers)).json()) as {
    data: Record<string, unknown> | null;
    errors?: { message: string; extensions: { code: string } }[];
  };
}

/** The fields of the type, of which the last is an object where the installation adds fields. */
async function fieldsOfSchema(url = gatehouse.url): Promise<string[]> {
  const { data } = await ask('{ __type(name: "User") { fields { name } } }', null, url);
  const type = data?.__type as { fields: { name: string }[] } | undefined;
  return type?.fields.map(({ name }) => name) ?? [];
}

async function keysOf(token: string): Promise<string[]> {
  const response = await fetch(`${gatehouse.url}/auth/me`, { headers: { Authorization: `Bearer ${token}` } });
  const { result } = await response.json();
  return Object.keys(result).map(toCamelCase);
}

test('each field has a scope, or is closed to applications', async () => {
  const all = new Set([...(await keysOf(owner.jwt)), ...(await fieldsOfSchema(extended.url))]);
  expect([...all].filter((field) => !Object.hasOwn(scopeOfField, field))).toEqual([]);
  expect(all).toContain('fields');
});

test.each(allScopes)('REST leaves out what openid and %s do not give', async (scope) => {
  const scopes = ['openid', scope];
  const whole = await keysOf(owner.jwt);
  expect(whole).toHaveLength(15);
  expect(await keysOf(await tokenOf(scopes))).toEqual(whole.filter((key) => covered(scopes).includes(key)));
});

test.each(allScopes)('GraphQL: a field that openid and %s do not give is FORBIDDEN', async (scope) => {
  const scopes = ['openid', scope];
  const token = await tokenOf(scopes);
  for (const field of await fieldsOfSchema()) {
    const given = covered(scopes).includes(field);
    const entity = `_entities(representations: [{ __typename: "User", id: "${owner.id}" }]) { ... on User { ${field} } }`;
    for (const root of [`me { ${field} }`, entity]) {
      const { data, errors = [] } = await ask(`{ ${root} }`, token);
      const needed = scopeOfField[field as keyof typeof scopeOfField];
      const forbidden = { message: `The access token needs the scope ${needed}.`, extensions: { code: 'FORBIDDEN' } };
      expect([root, errors]).toMatchObject([root, given ? [] : [forbidden]]);
      if (!given) expect(JSON.stringify(data)).not.toMatch(new RegExp(`"${field}":(?!null)`));
    }
  }
});

test('the fields of an installation are closed, through both APIs', async () => {
  const token = await tokenOf(allScopes);
  const closed = [{ message: 'An application cannot read this field.', extensions: { code: 'FORBIDDEN' } }];
  expect(await ask('{ me { id fields { plan } } }', token, extended.url)).toMatchObject({ errors: closed });
  const read = (jwt: string) => fetch(`${extended.url}/auth/fields`, { headers: { Authorization: `Bearer ${jwt}` } });
  expect([(await read(token)).status, (await read(owner.jwt)).status]).toEqual([403, 200]);
  expect((await ask('{ me { fields { plan } } }', owner.jwt, extended.url)).data?.me).toHaveProperty('fields.plan');
});

test('the user reads every field', async () => {
  const { data, errors } = await ask(`{ me { ${(await fieldsOfSchema()).join(' ')} } }`, owner.jwt);
  expect([data?.me, errors]).toMatchObject([{ email: owner.email }, undefined]);
});

test.each([
  [['openid'], ''],
  [['openid', 'email'], 'ada@example.com'],
])('forward auth: X-Auth-Email follows the scopes %j', async (scopes, expected) => {
  const headers = { Authorization: `Bearer ${await tokenOf(scopes)}`, 'X-Auth-Email': 'forged@example.com' };
  const answer = await fetch(`${gatehouse.url}/auth/verify`, { headers });
  expect([answer.status, answer.headers.get('x-auth-email')]).toEqual([200, expected]);
});
