import { updateClientInput } from '../../src/accounts/applications/oauth-clients.inputs';
import { apis, restApi, testInTurn } from '../support/apis';
import { insertConsent } from '../support/apps';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { allScopes, callback, claimsIn, createApp, refreshTokens, signedIn, tokensFor } from '../support/openid';
import { loginSuperAdmin } from '../support/super-admin';

// What becomes of the sessions and tokens of a client when an operator takes rights from it.

let gatehouse: Gatehouse;
let admin: Awaited<ReturnType<typeof loginSuperAdmin>>;
beforeAll(async () => {
  gatehouse = await startGatehouse();
  admin = await loginSuperAdmin(gatehouse);
});
afterAll(() => gatehouse.stop());

const offline = { scope: allScopes.join(' ') };
const second = 'https://app.example.com/second';
const audience = 'https://wiki.example.com';

type Row = Parameters<typeof createApp>[1];
interface Change {
  row?: Row;
  changes: Record<string, unknown>;
}

/** For each field, changes that take rights from the client, and changes that do not. */
const changesOf: Record<string, { taking: Change[]; others: Change[] }> = {
  name: { taking: [], others: [{ changes: { name: 'Other' } }] },
  redirectUris: {
    taking: [
      { row: { redirectUris: [callback, second] }, changes: { redirectUris: [callback] } },
      { changes: { redirectUris: [second] } },
    ],
    others: [{ changes: { redirectUris: [callback, second] } }],
  },
  postLogoutRedirectUris: {
    taking: [],
    others: [{ row: { postLogoutRedirectUris: [second] }, changes: { postLogoutRedirectUris: [] } }],
  },
  backchannelLogoutUri: { taking: [], others: [{ changes: { backchannelLogoutUri: 'https://1.1.1.1/logout' } }] },
  scopes: {
    taking: [{ changes: { scopes: ['openid', 'offline_access'] } }],
    others: [{ changes: { scopes: [...allScopes, 'wiki:read'] } }],
  },
  audience: {
    taking: [{ changes: { audience } }, { row: { audience }, changes: { audience: null } }],
    others: [{ row: { audience }, changes: { audience } }],
  },
  firstParty: {
    taking: [{ changes: { firstParty: false } }],
    others: [{ row: { firstParty: false }, changes: { firstParty: true } }],
  },
  pkceRequired: {
    taking: [],
    others: [{ changes: { pkceRequired: false } }, { row: { pkceRequired: false }, changes: { pkceRequired: true } }],
  },
  deviceGrant: {
    taking: [{ row: { kind: 'public', deviceGrant: true }, changes: { deviceGrant: false } }],
    others: [{ row: { kind: 'public' }, changes: { deviceGrant: true } }],
  },
  idTokenAlg: { taking: [], others: [{ changes: { idTokenAlg: 'ES256' } }] },
  logoUri: { taking: [], others: [{ changes: { logoUri: 'data:image/png;base64,iVBORw0=' } }] },
  policyUri: { taking: [], others: [{ changes: { policyUri: 'https://app.example.com/privacy' } }] },
  tosUri: { taking: [], others: [{ changes: { tosUri: 'https://app.example.com/terms' } }] },
  disabled: { taking: [{ changes: { disabled: true } }], others: [{ changes: { disabled: false } }] },
};

test('the table has every field that an operator can change', () => {
  const fields = Object.keys(updateClientInput.shape).filter((field) => field !== 'id');
  expect(Object.keys(changesOf).toSorted()).toEqual(fields.toSorted());
});

const cases = (which: 'taking' | 'others') =>
  Object.values(changesOf).flatMap((both) => both[which].map(({ row = {}, changes }) => ({ row, changes })));

/** Signs a person in to a new client. */
async function connected(row: Row) {
  const app = await createApp(gatehouse, row);
  const { client, userId } = await signedIn(gatehouse);
  if (row?.firstParty === false) await insertConsent(gatehouse, userId, app.id, allScopes);
  return { app, userId, browser: client, tokens: await tokensFor(gatehouse, client, app, offline) };
}

const statusOfUserinfo = async (token: string) =>
  (await fetch(`${gatehouse.url}/oauth/userinfo`, { headers: { Authorization: `Bearer ${token}` } })).status;

describe.each(apis)('$name', (api) => {
  const update = (id: string, changes: object) => api.updateOauthClient(gatehouse.url, { id, ...changes }, admin.jwt);

  test.each(cases('taking'))('of $row, $changes ends the sessions of the client, and no others', async (one) => {
    const [{ app, tokens, userId, browser }, other] = [await connected(one.row), await connected(one.row)];
    expect(await statusOfUserinfo(tokens.access_token)).toBe(200);
    expect(await update(app.id, one.changes)).toMatchObject({ success: true });
    expect(await statusOfUserinfo(tokens.access_token)).toBe(401);
    expect((await restApi.me(gatehouse.url, tokens.access_token)).code).toBe('UNAUTHENTICATED');
    expect((await refreshTokens(gatehouse.url, app, tokens.refresh_token)).status).toBeGreaterThanOrEqual(400);
    const reason = one.changes.disabled ? 'client_disabled' : 'client_changed';
    const [event] = await gatehouse.stores.audit.list({ userId, action: 'session_ended', limit: 1 });
    expect(event).toMatchObject({ actorId: admin.id, details: { reason, clientId: app.id } });
    expect(await statusOfUserinfo(other.tokens.access_token)).toBe(200);
    expect((await browser.get('/account')).status).toBe(200);
  });

  test.each(cases('others'))('of $row, $changes ends no session', async (one) => {
    const { app, tokens } = await connected(one.row);
    expect(await update(app.id, one.changes)).toMatchObject({ success: true });
    expect(await statusOfUserinfo(tokens.access_token)).toBe(200);
    expect((await refreshTokens(gatehouse.url, app, tokens.refresh_token)).status).toBe(200);
  });

  const rule = testInTurn(api);

  rule('a client that is no longer first-party keeps none of our APIs', async () => {
    const { app, tokens, userId, browser } = await connected({});
    expect((await restApi.me(gatehouse.url, tokens.access_token)).success).toBe(true);
    await update(app.id, { firstParty: false });
    expect((await restApi.me(gatehouse.url, tokens.access_token)).code).toBe('UNAUTHENTICATED');
    await insertConsent(gatehouse, userId, app.id, allScopes);
    const after = await tokensFor(gatehouse, browser, app, offline);
    expect(claimsIn(after.access_token).aud).toBe(`${gatehouse.config.publicUrl}/oauth/userinfo`);
    expect((await restApi.me(gatehouse.url, after.access_token)).code).toBe('UNAUTHENTICATED');
  });

  rule('what ends a session is not repeated with the next change', async () => {
    const { app, userId, browser } = await connected({ scopes: [...allScopes, 'wiki:read'] });
    await update(app.id, { scopes: allScopes });
    const { access_token: token } = await tokensFor(gatehouse, browser, app, offline);
    await update(app.id, { scopes: allScopes, name: 'Other' });
    expect([userId, await statusOfUserinfo(token)]).toEqual([userId, 200]);
  });
});
