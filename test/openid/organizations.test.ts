import * as openid from 'openid-client';
import { wordsIn } from '../../src/pages/words/words-in';
import { locales } from '../../src/platform/request/locale';
import { apis, restApi } from '../support/apis';
import { insertConsent } from '../support/apps';
import { type DocumentHost, startDocumentHost } from '../support/document-host';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { describeWith } from '../support/needs';
import { answerOf, createClient, createApp as createClientOf, tokensOf } from '../support/oauth';
import {
  answerIn,
  authorizePath,
  browse,
  claimsIn,
  codeOf,
  createApp,
  createPkce,
  passes,
  redeem,
  refreshTokens,
  signedIn,
  tokensFor,
} from '../support/openid';
import { signInTo } from '../support/openid-app';
import { organizationsOf } from '../support/organizations';
import { PageClient } from '../support/page-client';
import { settingFile } from '../support/setting-file';

// An application asks for tokens in the name of an organization. Its members get them, as long as they are members.

const claimsFile = { tenant: '{{organization.slug}}', plan: '{{organization.claims.plan}}' };
const unknown = '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de';

let gatehouse: Gatehouse;
let byAdmins: Awaited<ReturnType<Gatehouse['another']>>;
let off: Gatehouse;
let team: ReturnType<typeof organizationsOf>;
beforeAll(async () => {
  gatehouse = await startGatehouse({ ORGANIZATIONS: 'users', TOKEN_CLAIMS: settingFile(claimsFile) });
  byAdmins = await gatehouse.another({ ORGANIZATIONS: 'admin' });
  off = await startGatehouse();
  team = organizationsOf(gatehouse);
});
afterAll(async () => {
  await byAdmins.stop();
  await gatehouse.stop();
  await off.stop();
});
afterEach(() => jest.useRealTimers());

let organizations = 0;
/** A person who is signed in, and a member of an organization with another owner. */
async function member(roles: string[] = ['admin']) {
  const [person, boss] = [await signedIn(gatehouse), await signedIn(gatehouse)];
  organizations += 1;
  const { id, slug } = await team.create('Example & Sons', `example-${organizations}`);
  await team.setMember(id, boss.userId, ['owner']);
  await team.setMember(id, person.userId, roles);
  return { ...person, id, slug };
}

const ask = (parameters: Record<string, string>) => ({ scope: 'openid offline_access', ...parameters });
const ofOrganization = (token: string) =>
  Object.fromEntries(Object.entries(claimsIn(token)).filter(([name]) => /^(org_|tenant|plan)/.test(name)));
const isLive = async (token: string) => (await restApi.me(gatehouse.url, token)).success;

describe('a first-party application', () => {
  test('openid-client gets tokens in the name of the organization, also by a refresh', async () => {
    const { client, id, slug } = await member();
    await gatehouse.sql(`UPDATE organizations SET claims = '{"plan": "pro"}' WHERE id = '${id}'`);
    const app = await createApp(gatehouse);
    const signed = await signInTo(gatehouse, client, app, {
      scope: 'openid offline_access',
      parameters: { organization: slug },
    });
    const expected = { org_id: id, org_slug: slug, org_roles: ['admin'], org_rev: 0, tenant: slug, plan: 'pro' };
    expect(ofOrganization(signed.tokens.access_token)).toEqual(expected);
    const renewed = await openid.refreshTokenGrant(signed.config, String(signed.tokens.refresh_token));
    expect(ofOrganization(renewed.access_token)).toEqual(expected);
  });

  test.each(['id', 'slug'] as const)('names it by its %s', async (by) => {
    const person = await member();
    const { access_token } = await tokensFor(
      gatehouse,
      person.client,
      await createApp(gatehouse),
      ask({ organization: person[by] }),
    );
    expect(ofOrganization(access_token)).toMatchObject({ org_id: person.id, org_slug: person.slug });
  });

  test('without the parameter, the token names none', async () => {
    const { client } = await member();
    const { access_token } = await tokensFor(gatehouse, client, await createApp(gatehouse), ask({}));
    expect(ofOrganization(access_token)).toEqual({});
  });

  test('two sessions of one person can be for two organizations', async () => {
    const person = await member();
    const other = await team.create('Other', `other-${person.slug}`);
    await team.setMember(other.id, person.userId, ['owner']);
    const app = await createApp(gatehouse);
    const first = await tokensFor(gatehouse, person.client, app, ask({ organization: person.slug }));
    const second = await tokensFor(gatehouse, person.client, app, ask({ organization: other.slug }));
    const slugs = await Promise.all(
      [first, second].map(
        async ({ refresh_token }) =>
          ofOrganization((await refreshTokens(gatehouse.url, app, refresh_token)).body.access_token).org_slug,
      ),
    );
    expect(slugs).toEqual([person.slug, other.slug]);
  });

  test('introspection and forward auth say for which one a token is', async () => {
    const { client, id, slug } = await member(['admin', 'member']);
    const { access_token } = await tokensFor(gatehouse, client, await createApp(gatehouse), ask({ organization: id }));
    const { introspect } = tokensOf(gatehouse.url, await createClient(gatehouse));
    const named = { org_id: id, org_slug: slug, org_roles: ['admin', 'member'] };
    expect(await introspect(access_token)).toMatchObject({ active: true, ...named });
    const { headers } = await fetch(`${gatehouse.url}/auth/verify`, {
      headers: { Authorization: `Bearer ${access_token}`, 'X-Gatehouse-Require': 'scope=openid' },
    });
    const sent = ['id', 'slug', 'roles'].map((name) => headers.get(`x-auth-org-${name}`));
    expect(sent).toEqual([id, slug, 'admin,member']);
  });
});

describe('the person', () => {
  const denied = { error: 'access_denied', error_description: 'the user is not a member of the organization' };

  test.each([[{}], [{ prompt: 'none' }]])(
    'who is no member gets the same answer as for an unknown one: %j',
    async (own) => {
      const { slug } = await member();
      const { client } = await signedIn(gatehouse);
      const app = await createApp(gatehouse);
      for (const organization of [slug, 'nothing-like-it', unknown]) {
        const answer = await browse(client, authorizePath(app, ask({ organization, ...own }), createPkce()));
        expect(answerIn(answer)).toMatchObject(denied);
      }
    },
  );

  test('who is a member of a disabled one gets none either', async () => {
    const { client, id } = await member();
    await team.disable(id);
    const app = await createApp(gatehouse);
    const answer = () => browse(client, authorizePath(app, ask({ organization: id }), createPkce()));
    expect(answerIn(await answer())).toMatchObject(denied);
    await team.disable(id, false);
    expect(answerIn(await answer())).toMatchObject({ code: expect.any(String) });
  });

  test('is a member without a click, if the application asks for none', async () => {
    const { client, slug } = await member();
    const app = await createApp(gatehouse);
    expect(await codeOf(client, app, ask({ organization: slug, prompt: 'none' }), createPkce())).toEqual(
      expect.any(String),
    );
  });

  test('is asked for a sign-in before anything is said of the organization', async () => {
    const { slug } = await member();
    const { client } = await signedIn(gatehouse);
    const app = await createApp(gatehouse);
    passes(61_000);
    const answer = await browse(
      client,
      authorizePath(app, ask({ organization: slug, prompt: 'none', max_age: '60' }), createPkce()),
    );
    expect(answerIn(answer).error).toBe('login_required');
  });

  test('a text that is neither id nor slug is an error of the application', async () => {
    const { client } = await signedIn(gatehouse);
    const app = await createApp(gatehouse);
    for (const organization of ['Example', 'a b', 'x', `a${'b'.repeat(40)}`]) {
      const answer = answerIn(await browse(client, authorizePath(app, ask({ organization }), createPkce())));
      expect(answer).toMatchObject({
        error: 'invalid_request',
        error_description: 'organization must be an id or a slug',
      });
    }
  });
});

describe('a refresh', () => {
  const invalid = {
    status: 400,
    body: { error: 'invalid_grant', error_description: expect.stringContaining('no longer a member') },
  };
  async function session(roles?: string[]) {
    const person = await member(roles);
    const app = await createApp(gatehouse);
    const tokens = await tokensFor(gatehouse, person.client, app, ask({ organization: person.id }));
    return { ...person, app, tokens, refresh: () => refreshTokens(gatehouse.url, app, tokens.refresh_token) };
  }

  test('gives the roles of now; the tokens with the roles from before are rejected', async () => {
    const { id, userId, tokens, refresh } = await session(['admin']);
    await team.setMember(id, userId, ['member']);
    expect(await isLive(tokens.access_token)).toBe(false);
    const { access_token } = (await refresh()).body;
    expect(ofOrganization(access_token)).toMatchObject({ org_id: id, org_roles: ['member'] });
  });

  const ends = [
    ['the membership', ({ id, userId }: { id: string; userId: string }) => team.setMember(id, userId, [])],
    ['an enabled organization', ({ id }: { id: string }) => team.disable(id)],
    ['the organization', ({ id }: { id: string }) => team.remove(id)],
  ] as const;
  test.each(ends)('without %s, there are no tokens, and none of before is accepted', async (_, end) => {
    const one = await session();
    await end(one);
    const { introspect } = tokensOf(gatehouse.url, await createClient(gatehouse));
    expect(await introspect(one.tokens.access_token)).toEqual({ active: false });
    expect(await introspect(one.tokens.refresh_token)).toEqual({ active: false });
    expect(await one.refresh()).toMatchObject(invalid);
    expect(await one.refresh()).toMatchObject(invalid);
  });

  test('a rejected one uses no token up: a member again signs in nowhere', async () => {
    const { id, userId, refresh } = await session();
    await team.setMember(id, userId, []);
    expect(await refresh()).toMatchObject(invalid);
    passes(60_000);
    await team.setMember(id, userId, ['member']);
    expect(ofOrganization((await refresh()).body.access_token)).toMatchObject({ org_roles: ['member'] });
  });

  test('the same token again, within the grace period, gives none after the end either', async () => {
    const { id, userId, refresh } = await session();
    expect((await refresh()).status).toBe(200);
    await team.setMember(id, userId, []);
    expect(await refresh()).toMatchObject(invalid);
  });

  test('a code of a member of before opens no session', async () => {
    const person = await member();
    const [app, pkce] = [await createApp(gatehouse), createPkce()];
    const code = await codeOf(person.client, app, ask({ organization: person.id }), pkce);
    await team.setMember(person.id, person.userId, []);
    expect((await redeem(gatehouse.url, app, code, pkce)).body.error).toBe('invalid_grant');
    expect(await gatehouse.sql(`SELECT 1 FROM sessions WHERE client_id = '${app.id}'`)).toEqual([]);
  });

  test('after ORGANIZATIONS was switched off, a session of an organization gets no tokens', async () => {
    const { app, tokens } = await session();
    const other = await gatehouse.another({ ORGANIZATIONS: 'off' });
    expect(await refreshTokens(other.url, app, tokens.refresh_token)).toMatchObject(invalid);
    await other.stop();
  });

  test('of 10 refreshes and a removal at once, no token outlives the removal', async () => {
    const one = await session();
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => one.refresh()),
      team.setMember(one.id, one.userId, []).then(() => one.refresh()),
      ...Array.from({ length: 4 }, () => one.refresh()),
    ]);
    const live = await Promise.all(answers.map(({ body }) => (body.access_token ? isLive(body.access_token) : false)));
    expect(live).toEqual(live.map(() => false));
  });
});

describe('an application of a third party', () => {
  test.each(locales)(
    'the page says in whose name it acts, and asks once for each organization, in %s',
    async (lang) => {
      const { client, id, slug, userId } = await member();
      await gatehouse.sql(`UPDATE organizations SET name = '<b>Click here</b>' WHERE id = '${id}'`);
      const app = await createApp(gatehouse, { firstParty: false });
      await insertConsent(gatehouse, userId, app.id, ['openid', 'offline_access']);
      const path = (own = {}) => authorizePath(app, ask({ organization: slug, ...own }), createPkce());
      expect(answerIn(await browse(client, path({ prompt: 'none' }))).error).toBe('consent_required');
      const page = await browse(client, path({ ui_locales: lang }));
      const sentence = `${wordsIn[lang].signIn.consent.actsFor('Grafana')} <b>Click here</b> (${slug})`;
      expect(page.text).toContain(sentence.replaceAll('\u00a0', ' '));
      expect(page.html).not.toContain('<b>Click here');
      expect(answerIn(await client.submit(page, '/oauth/continue', { decision: 'allow' })).code).toEqual(
        expect.any(String),
      );
      expect(answerIn(await browse(client, path({ prompt: 'none' }))).code).toEqual(expect.any(String));
      const other = await team.create('Other', `other-${slug}`);
      await team.setMember(other.id, userId, ['member']);
      const elsewhere = await browse(client, path({ prompt: 'none', organization: other.slug }));
      expect(answerIn(elsewhere).error).toBe('consent_required');
    },
  );

  test('gets the roles in the organization, and not those in the installation', async () => {
    const { client, id } = await member();
    const app = await createApp(gatehouse, { firstParty: false });
    const pkce = createPkce();
    const page = await browse(client, authorizePath(app, ask({ organization: id }), pkce));
    const { code } = answerIn(await client.submit(page, '/oauth/continue', { decision: 'allow' }));
    const { body } = await redeem(gatehouse.url, app, code, pkce);
    expect(claimsIn(body.access_token)).toMatchObject({ org_id: id, org_roles: ['admin'] });
    expect(ofOrganization(body.access_token)).not.toHaveProperty('tenant');
    expect(claimsIn(body.access_token)).not.toHaveProperty('roles');
  });

  test('the audit says for which organization it got its tokens', async () => {
    const { client, id } = await member();
    const app = await createApp(gatehouse);
    await tokensFor(gatehouse, client, app, ask({ organization: id }));
    const [event] = await gatehouse.sql(
      `SELECT details FROM audit_events WHERE action = 'app_authorized' AND details->>'clientId' = '${app.id}'`,
    );
    expect(event?.details).toEqual({ clientId: app.id, organizationId: id });
  });
});

describeWith('openssl')('a client with a document', () => {
  let host: DocumentHost;
  let open: Gatehouse;
  beforeAll(async () => {
    host = await startDocumentHost();
    open = await startGatehouse({ ORGANIZATIONS: 'users', CLIENT_METADATA: host.host });
  });
  afterAll(async () => {
    await open.stop();
    await host.stop();
  });

  test('shows an error on a page, until the person knows the client; and acts for the organization like the others', async () => {
    host.trusted();
    const { client, userId } = await signedIn(open);
    const { id, slug } = await organizationsOf(open).create('Acme', 'acme');
    await organizationsOf(open).setMember(id, userId, ['member']);
    const app = { id: host.publish('/agents/1'), secret: null };
    const redirect_uri = 'http://localhost:51234/callback';
    const browsed = (organization: string, pkce = createPkce()) =>
      browse(client, authorizePath(app, { scope: 'openid', organization, redirect_uri }, pkce));
    for (const wrong of ['other', 'No slug'])
      expect(await browsed(wrong)).toMatchObject({ status: 400, location: null });
    const pkce = createPkce();
    const page = await browsed(slug, pkce);
    const { code } = answerIn(await client.submit(page, '/oauth/continue', { decision: 'allow' }));
    const { body } = await redeem(open.url, app, code, pkce, { redirect_uri });
    expect(ofOrganization(body.access_token)).toMatchObject({ org_id: id, org_roles: ['member'] });
    expect(answerIn(await browsed('other')).error).toBe('access_denied');
  });
});

describe('the scopes', () => {
  const scope = 'openid organizations groups';
  const appOf = (row: Parameters<typeof createApp>[1] = {}) =>
    createApp(gatehouse, { scopes: scope.split(' '), ...row });

  const userinfoAt = async (url: string, token: string) =>
    (await answerOf(await fetch(`${url}/oauth/userinfo`, { headers: { Authorization: `Bearer ${token}` } }))).body;

  /** A person with a role in the installation, and in three organizations, of which one is disabled. */
  async function personOfThree() {
    const person = await member(['admin', 'member']);
    const [second, third] = [await team.create('B', `b-${person.slug}`), await team.create('C', `c-${person.slug}`)];
    for (const { id } of [second, third]) await team.setMember(id, person.userId, ['owner']);
    await team.disable(third.id);
    await gatehouse.sql(`UPDATE users SET roles = '{editor}' WHERE id = '${person.userId}'`);
    const listed = [
      { id: second.id, slug: second.slug, roles: ['owner'] },
      { id: person.id, slug: person.slug, roles: ['admin', 'member'] },
    ];
    const ofFirst = [person.slug, `${person.slug}:admin`, `${person.slug}:member`];
    return { ...person, listed, groups: ['editor', second.slug, `${second.slug}:owner`, ...ofFirst] };
  }

  test('say of which enabled organizations the user is a member, in the ID token and at userinfo', async () => {
    const { client, listed, groups } = await personOfThree();
    const { claims, userinfo, tokens } = await signInTo(gatehouse, client, await appOf(), { scope });
    for (const one of [claims, userinfo]) expect(one).toMatchObject({ organizations: listed });
    expect(await userinfoAt(byAdmins.url, tokens.access_token)).toMatchObject({ organizations: listed, groups });
  });

  test('give no user a group whose name the user has chosen', async () => {
    const { client, userId } = await signedIn(gatehouse);
    const { id } = await team.create('Admins', 'administrators');
    await team.setMember(id, userId, ['owner']);
    const { claims, userinfo } = await signInTo(gatehouse, client, await appOf(), { scope });
    expect([claims.groups, userinfo.groups]).toEqual([[], []]);
  });

  test('give each its own claim', async () => {
    const { client, listed, groups } = await personOfThree();
    const app = await appOf();
    const of = async (asked: string) => {
      const { access_token } = await tokensFor(gatehouse, client, app, { scope: asked });
      const claims = await userinfoAt(byAdmins.url, access_token);
      return [claims.organizations, claims.groups];
    };
    expect(await of('openid organizations')).toEqual([listed, undefined]);
    expect(await of('openid groups')).toEqual([undefined, groups]);
    expect(await of('openid')).toEqual([undefined, undefined]);
  });

  test('are empty for somebody without organizations', async () => {
    const { client } = await signedIn(gatehouse);
    const { claims } = await signInTo(gatehouse, client, await appOf(), { scope });
    expect(claims).toMatchObject({ organizations: [], groups: [] });
  });

  test('are in the discovery document, of a new client, and have words for the person', async () => {
    const { client, email } = await signedIn(gatehouse);
    const { body } = await answerOf(await fetch(`${gatehouse.url}/.well-known/openid-configuration`));
    expect(body.scopes_supported).toContain('organizations');
    expect(body.claims_supported).toContain('organizations');
    expect((await createClientOf(gatehouse, {})).scopes).toContain('organizations');
    const app = await appOf({ firstParty: false });
    const page = await browse(client, authorizePath(app, { scope }, createPkce()));
    expect(page.text).toContain('See your roles See your organizations, and your roles in them');
    const same = new PageClient({ ...gatehouse, url: byAdmins.url });
    await same.signIn({ email });
    const other = await browse(same, authorizePath(app, { scope }, createPkce()));
    expect(other.text).toContain('See your roles, also in your organizations');
  });

  test('are unknown, if ORGANIZATIONS is off', async () => {
    const { client } = await signedIn(off);
    const { body } = await answerOf(await fetch(`${off.url}/.well-known/openid-configuration`));
    expect([...body.scopes_supported, ...body.claims_supported]).not.toContain('organizations');
    expect((await createClientOf(off, {})).scopes).not.toContain('organizations');
    const app = await createApp(off, { scopes: scope.split(' '), firstParty: false });
    const page = await browse(client, authorizePath(app, { scope }, createPkce()));
    expect(page.text).not.toContain('your organizations');
    const { claims } = await signInTo(off, client, app, { scope });
    expect(claims).not.toHaveProperty('organizations');
    expect(claims.groups).toEqual([]);
  });

  test('keep what OPENID_CLAIMS says of the groups', async () => {
    const file = settingFile({ groups: { groups: '{{claims.teams}}' } });
    const other = await gatehouse.another({ ORGANIZATIONS: 'admin', OPENID_CLAIMS: file });
    const { client, userId, listed } = await personOfThree();
    await gatehouse.sql(`UPDATE users SET claims = '{"teams": ["ops"]}' WHERE id = '${userId}'`);
    const app = await appOf();
    const { access_token } = await tokensFor(gatehouse, client, app, { scope });
    expect(await userinfoAt(other.url, access_token)).toMatchObject({ organizations: listed, groups: ['ops'] });
    await other.stop();
  });
});

test('switched off, the parameter is one that nobody knows', async () => {
  const { client } = await signedIn(off);
  const app = await createApp(off);
  for (const organization of ['acme', 'Not a slug']) {
    const { access_token } = await tokensFor(off, client, app, ask({ organization }));
    expect(ofOrganization(access_token)).toEqual({});
  }
});

test.each(apis.map((api) => [api.name, api] as const))(
  '%s: the parameter opens no operation of the person',
  async (_, api) => {
    const { client, id } = await member();
    const { access_token } = await tokensFor(gatehouse, client, await createApp(gatehouse), ask({ organization: id }));
    expect((await api.organization(gatehouse.url, { id }, access_token)).code).toBe('FORBIDDEN');
    expect((await api.createOrganizationToken(gatehouse.url, { id }, access_token)).code).toBe('FORBIDDEN');
  },
);
