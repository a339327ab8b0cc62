import * as openid from 'openid-client';
import { createAccessRightsService } from '../../src/compose/admin-users';
import { createLog } from '../../src/platform/observability/log';
import { restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { answerOf } from '../support/oauth';
import { allScopes, claimsIn, createApp, signedIn, tokensFor } from '../support/openid';
import { type SignedInApp, signInTo } from '../support/openid-app';
import { PageClient } from '../support/page-client';
import { settingFile } from '../support/setting-file';
import { loginSuperAdmin } from '../support/super-admin';

// With OPENID_CLAIMS, ID tokens and userinfo have further claims.

const label = {
  en: 'What you may do in Immich',
  de: 'Immich, in German',
  fr: 'Immich, in French',
};
const file = {
  profile: { preferred_username: '{{fields.nick}}', picture: '{{fields.avatar}}' },
  email: { email: '{{fields.work_mail}}' },
  groups: { groups: '{{claims.teams}}' },
  immich: { label, immich_role: '{{claims.immich}}', about: '{{fields.about}}' },
  'orders:read': { label: { en: 'See your <orders>' } },
};
const declared = {
  nick: { type: 'string' },
  work_mail: { type: 'string' },
  avatar: { type: 'string', write: 'user' },
  about: { type: 'string', write: 'user', max_length: 4000 },
};
const scopes = [...allScopes, 'immich', 'orders:read'];
const scope = scopes.join(' ');

let gatehouse: Gatehouse;
let admin: Awaited<ReturnType<typeof loginSuperAdmin>>;
beforeAll(async () => {
  gatehouse = await startGatehouse({ OPENID_CLAIMS: settingFile(file), USER_FIELDS: settingFile(declared) });
  admin = await loginSuperAdmin(gatehouse);
});
afterAll(() => gatehouse.stop());

const rights = () => createAccessRightsService(gatehouse.config, gatehouse.stores, createLog('silent'));
const setFields = (id: string, fields: object) => restApi.call(gatehouse.url, 'updateUser', { id, fields }, admin.jwt);
const createOwn = (row: Parameters<typeof createApp>[1] = {}) => createApp(gatehouse, { scopes, ...row });

/** A person with all data that the file shows. */
async function person() {
  const { client, userId, email } = await signedIn(gatehouse);
  await setFields(userId, { nick: 'ada', work_mail: 'ada@corp.example.com', avatar: 'https://example.com/ada.png' });
  await rights().setClaims(userId, { immich: 'admin', teams: ['ops', 'dev'] }, null);
  return { browser: client, userId, email };
}

const ownOf = (claims: Record<string, unknown>) =>
  Object.fromEntries(
    ['preferred_username', 'picture', 'email', 'email_verified', 'groups', 'immich_role', 'about'].flatMap((name) =>
      name in claims ? [[name, claims[name]]] : [],
    ),
  );
const everything = {
  preferred_username: 'ada',
  picture: 'https://example.com/ada.png',
  email: 'ada@corp.example.com',
  groups: ['ops', 'dev'],
  immich_role: 'admin',
};

/** Both have the same claims. */
function expectOwn({ claims, userinfo }: SignedInApp, expected: Record<string, unknown>): void {
  expect([ownOf(claims), ownOf(userinfo)]).toEqual([expected, expected]);
}

test('a relying party gets the claims of the scopes, and the access token has none of them', async () => {
  const { browser, userId } = await person();
  const signed = await signInTo(gatehouse, browser, await createOwn(), { scope });
  expectOwn(signed, everything);
  expect(signed.claims).toMatchObject({ sub: userId, name: 'Ada Lovelace', roles: [] });
  expect(ownOf(claimsIn(signed.tokens.access_token))).toEqual({});
});

test('each scope gives its own claims only', async () => {
  const { browser } = await person();
  const app = await createOwn();
  const of = async (asked: string) => ownOf((await signInTo(gatehouse, browser, app, { scope: asked })).claims);
  const { preferred_username, picture, groups, immich_role } = everything;
  expect(await of('openid')).toEqual({});
  expect(await of('openid profile')).toEqual({ preferred_username, picture });
  expect(await of('openid groups')).toEqual({ groups });
  expect(await of('openid immich')).toEqual({ immich_role });
  expect(await of('openid orders:read')).toEqual({});
});

test('a claim without a value is left out, and the standard one does not come back', async () => {
  const { client } = await signedIn(gatehouse);
  expectOwn(await signInTo(gatehouse, client, await createOwn(), { scope }), {});
});

test('an address that the file has put in place of the own one is not called verified', async () => {
  const { browser, userId } = await person();
  await gatehouse.sql(`UPDATE users SET email_verified = true WHERE id = '${userId}'`);
  const { claims, userinfo } = await signInTo(gatehouse, browser, await createOwn(), { scope: 'openid email' });
  expect([claims.email, userinfo.email]).toEqual([everything.email, everything.email]);
  expect([claims, userinfo].filter((one) => 'email_verified' in one)).toEqual([]);
});

test('a change shows at the next token and at userinfo, and ends no token', async () => {
  const { browser, userId } = await person();
  const signed = await signInTo(gatehouse, browser, await createOwn(), { scope });
  await rights().setClaims(userId, { immich: 'viewer' }, null);
  await setFields(userId, { nick: 'augusta', avatar: null });
  const { config, tokens, claims } = signed;
  const now = { preferred_username: 'augusta', email: everything.email, immich_role: 'viewer' };
  expect(ownOf(await openid.fetchUserInfo(config, tokens.access_token, String(claims.sub)))).toEqual(now);
  const renewed = await openid.refreshTokenGrant(config, String(tokens.refresh_token));
  expect(ownOf(renewed.claims() ?? {})).toEqual(now);
});

test('claims that are too large are left out as a whole, and the log says so once', async () => {
  const { browser, userId } = await person();
  await setFields(userId, { about: 'x'.repeat(1600) });
  const app = await createOwn();
  const { claims, userinfo } = await signInTo(gatehouse, browser, app, { scope });
  expect([ownOf(claims), ownOf(userinfo)]).toEqual([{}, {}]);
  expect(claims.name).toBe('Ada Lovelace');
  // Those of the other scopes are small.
  expect(ownOf((await signInTo(gatehouse, browser, app, { scope: 'openid groups' })).claims)).toEqual({
    groups: everything.groups,
  });
  expect(gatehouse.logged().match(/no claims of OPENID_CLAIMS, which are too large/g)).toHaveLength(1);
});

test('an ID token with much data signs out as a short one does', async () => {
  const { browser, userId } = await person();
  await setFields(userId, { about: 'x'.repeat(1200) });
  const home = 'https://app.example.com/';
  const app = await createOwn({ postLogoutRedirectUris: [home] });
  const { id_token } = await tokensFor(gatehouse, browser, app, { scope, nonce: 'x'.repeat(4096) });
  expect(id_token.length).toBeGreaterThan(8192);
  const sent = new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: home });
  const reply = await browser.get(`/oauth/logout?${sent}`, { headers: { 'Sec-Fetch-Site': 'cross-site' } });
  expect(reply).toMatchObject({ status: 303, location: home });
});

test.each([
  ['en', label.en],
  ['de', label.de],
  ['fr', label.fr],
  ['es', label.en],
])('people read the label of a scope before they allow it (%s)', async (lang, words) => {
  const { client } = await signedIn(gatehouse);
  const app = await createOwn({ firstParty: false });
  const asking = { scope: 'openid immich orders:read', parameters: { ui_locales: lang } };
  const { asked } = await signInTo(gatehouse, client, app, asking);
  expect(asked?.html).toContain(`<span>${words}</span>`);
  expect(asked?.html).toContain('<span>See your &lt;orders></span>');
  const connected = await client.get(`/account/apps?lang=${lang}`);
  expect(connected.html).toContain(`<span>${words}</span>`);
});

test('the discovery documents have the scopes and the claims', async () => {
  const of = async (name: string) => (await answerOf(await fetch(`${gatehouse.url}/.well-known/${name}`))).body;
  const { scopes_supported, claims_supported } = await of('openid-configuration');
  expect(scopes_supported).toEqual(scopes);
  expect((await of('oauth-authorization-server')).scopes_supported).toEqual(scopes);
  expect(claims_supported.slice(-3)).toEqual(['picture', 'immich_role', 'about']);
  expect(new Set(claims_supported).size).toBe(claims_supported.length);
});

test('a new client can have only the scopes of OpenID Connect by default', async () => {
  const input = { name: 'Immich', kind: 'web', redirectUris: ['https://immich.example.com/auth/login'] };
  const { result } = await restApi.call(gatehouse.url, 'createOauthClient', input, admin.jwt);
  expect(result).toMatchObject({ client: { scopes: allScopes } });
});

test('without OPENID_CLAIMS, no statement reads the data, and nothing of it is there', async () => {
  const { userId, email } = await person();
  const reads: string[] = [];
  const plain = await gatehouse.another({ OPENID_CLAIMS: '' }, () => ({
    userClaims: { findSource: async (id: string) => void reads.push(id) } as never,
  }));
  const browser = new PageClient({ url: plain.url, config: gatehouse.config });
  await browser.signIn({ email });
  const app = await createOwn();
  const tokens = await tokensFor(plain, browser, app, { scope });
  expect(ownOf(claimsIn(tokens.id_token))).toEqual({
    email,
    email_verified: false,
    groups: [],
  });
  const userinfo = await fetch(`${plain.url}/oauth/userinfo`, {
    headers: { Authorization: `Bearer ${tokens.access_token}` },
  });
  expect((await answerOf(userinfo)).body).toMatchObject({ sub: userId, email });
  expect(reads).toEqual([]);
  const { body } = await answerOf(await fetch(`${plain.url}/.well-known/openid-configuration`));
  expect(body.scopes_supported).toEqual(allScopes);
});

test('with scopes that the file does not name, no statement reads the data either', async () => {
  const reads: string[] = [];
  const other = await gatehouse.another({}, ({ userClaims }) => ({
    userClaims: Object.assign(Object.create(userClaims), {
      findSource: (id: string) => {
        reads.push(id);
        return userClaims.findSource(id);
      },
    }),
  }));
  const { browser, userId } = await person();
  const app = await createOwn();
  await signInTo({ url: other.url, config: gatehouse.config }, browser, app, { scope: 'openid phone roles' });
  expect(reads).toEqual([]);
  await signInTo({ url: other.url, config: gatehouse.config }, browser, app, { scope: 'openid immich' });
  expect(reads).toEqual([userId, userId]);
});

test('a wrong file stops the start with a line for each problem', async () => {
  const wrong = settingFile({ profile: { sub: 'x', plan: '{{fields.price}}' }, immich: { a: 1 } });
  await expect(gatehouse.another({ OPENID_CLAIMS: wrong })).rejects.toThrow(
    /^OPENID_CLAIMS: "profile" > "sub" is a claim .*\nOPENID_CLAIMS: "profile" > "plan" has the source .*\nOPENID_CLAIMS: "immich" must have a label, .*$/,
  );
});
