import { restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { createClient, tokensOf } from '../support/oauth';
import {
  allScopes,
  callback,
  claimsIn,
  codeOf,
  createApp,
  createPkce,
  redeem,
  requestTokens,
  signedIn,
} from '../support/openid';
import { loginSuperAdmin } from '../support/super-admin';

// Whoever issues or judges tokens asks what the client may have now, not what it could have when it asked.

let gatehouse: Gatehouse;
let admin: Awaited<ReturnType<typeof loginSuperAdmin>>;
beforeAll(async () => {
  gatehouse = await startGatehouse();
  admin = await loginSuperAdmin(gatehouse);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => gatehouse.stop());

const offline = { scope: allScopes.join(' ') };
const second = 'https://app.example.com/second';
const audience = 'https://wiki.example.com';
type Row = Parameters<typeof createApp>[1];

describe('a code from before the change', () => {
  const redeemedAfter = async (row: Row, changes: object) => {
    const app = await createApp(gatehouse, row);
    const { client } = await signedIn(gatehouse);
    const pkce = createPkce();
    const code = await codeOf(client, app, offline, pkce);
    await restApi.updateOauthClient(gatehouse.url, { id: app.id, ...changes }, admin.jwt);
    return redeem(gatehouse.url, app, code, pkce);
  };

  test('gives no scope that the client has lost', async () => {
    const { body } = await redeemedAfter({}, { scopes: ['openid', 'offline_access'] });
    expect(body.scope).toBe('openid offline_access');
    expect(claimsIn(body.access_token).scope).toBe('openid offline_access');
  });

  test('gives the audience of now', async () => {
    const { body } = await redeemedAfter({}, { audience });
    expect(claimsIn(body.access_token).aud).toBe(audience);
  });

  test.each<[string, Row, object]>([
    ['the client has lost the address', { redirectUris: [callback, second] }, { redirectUris: [second] }],
    ['the client needs a consent by now', {}, { firstParty: false }],
  ])('is over if %s', async (_name, row, changes) => {
    expect(await redeemedAfter(row, changes)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('is redeemed as the client is when its session begins, also if it changes during the request', async () => {
    const { oauthClients } = gatehouse.stores;
    const app = await createApp(gatehouse);
    const { client } = await signedIn(gatehouse);
    const pkce = createPkce();
    const code = await codeOf(client, app, offline, pkce);
    const find = oauthClients.findByIdsWithHashes.bind(oauthClients);
    jest.spyOn(oauthClients, 'findByIdsWithHashes').mockImplementationOnce(async (ids) => {
      const found = await find(ids);
      await restApi.updateOauthClient(gatehouse.url, { id: app.id, audience, scopes: ['openid'] }, admin.jwt);
      return found;
    });
    const { body } = await redeem(gatehouse.url, app, code, pkce);
    expect(claimsIn(body.access_token)).toMatchObject({ aud: audience, scope: 'openid' });
  });
});

test('an introspection knows the client of now, also of a token that a client got for itself', async () => {
  const service = await createClient(gatehouse);
  const { introspect } = tokensOf(gatehouse.url, service);
  const row = { kind: 'service', redirectUris: [], scopes: ['reports:read'], audience } as const;
  const issue = async (program: Awaited<ReturnType<typeof createApp>>) =>
    (await requestTokens(gatehouse.url, program, { grant_type: 'client_credentials' })).body.access_token;
  for (const changes of [
    { audience: second },
    { scopes: [] },
    { disabled: true },
    { firstParty: false, audience: null },
  ]) {
    const program = await createApp(gatehouse, row);
    const before = await issue(program);
    expect((await introspect(before)).active).toBe(true);
    await restApi.updateOauthClient(gatehouse.url, { id: program.id, ...changes }, admin.jwt);
    expect([changes, (await introspect(before)).active]).toEqual([changes, false]);
    if ('disabled' in changes) continue;
    expect((await introspect(await issue(program))).active).toBe(true);
  }
});
