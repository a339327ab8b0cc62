import { parseResources } from '../../src/accounts/applications/resources-file';
import { ConfigError } from '../../src/platform/config/config-error';
import { apis, restApi } from '../support/apis';
import { insertConsent } from '../support/apps';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { createClient, tokensOf } from '../support/oauth';
import {
  type App,
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
  requestTokens,
  signedIn,
  tokensFor,
} from '../support/openid';
import { PageClient, pagePassword } from '../support/page-client';
import { settingFile } from '../support/setting-file';

// With RESOURCES, clients ask for tokens for the APIs of a team (RFC 8707).

const notes = 'https://mcp.example.com/mcp';
const mails = 'https://mails.example.com';
const reports = 'https://reports.example.com/v1';
const file = {
  [notes]: {
    name: 'Notes',
    open_to: 'any',
    scopes: {
      'notes:read': { en: 'Read your notes', de: 'Read your notes, in German' },
      'notes:write': { en: 'Change your notes' },
    },
    default_scopes: ['notes:read'],
  },
  [mails]: { name: 'Mails', open_to: 'registered', scopes: { 'notes:read': { en: 'Read the notes in your mails' } } },
  [reports]: { name: 'Reports', scopes: { 'reports:read': { en: 'Read the reports' } } },
};
const scopes = ['openid', 'email', 'offline_access', 'notes:read', 'notes:write', 'reports:read'];
const forNotes = { resource: notes, scope: 'openid email offline_access notes:read' };

let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse({ RESOURCES: settingFile(file) });
});
afterAll(() => gatehouse.stop());
afterEach(() => jest.useRealTimers());

type Row = NonNullable<Parameters<typeof createApp>[1]>;
const ownApp = (row: Row = {}) => createApp(gatehouse, { scopes, ...row });
const thirdParty = (row: Row = {}) => ownApp({ firstParty: false, ...row });

const ask = (client: PageClient, app: App, parameters: Record<string, string>, pkce = createPkce()) =>
  browse(client, authorizePath(app, parameters, pkce));
const allow = async (client: PageClient, app: App, parameters: Record<string, string>, pkce = createPkce()) => {
  const page = await ask(client, app, parameters, pkce);
  const asked = page.location === null;
  const answer = answerIn(asked ? await client.submit(page, '/oauth/continue', { decision: 'allow' }) : page);
  return { asked, code: answer.code, pkce };
};

/** Signs the person in to an application of a third party, which the person allows everything. */
async function tokens(client: PageClient, app: App, parameters: Record<string, string> = forNotes) {
  const { code, pkce } = await allow(client, app, parameters);
  return (await redeem(gatehouse.url, app, code, pkce)).body;
}

const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
const userinfo = async (token: string) => (await fetch(`${gatehouse.url}/oauth/userinfo`, bearer(token))).status;

describe('a token for a resource', () => {
  test('has its audience, and opens nothing of Gatehouse', async () => {
    const { client } = await signedIn(gatehouse);
    const app = await thirdParty();
    const { access_token: token, id_token, scope } = await tokens(client, app);
    // Not what was allowed besides, which says nothing to the resource.
    expect(claimsIn(token)).toMatchObject({ aud: notes, client_id: app.id, scope: 'notes:read' });
    expect([scope, claimsIn(id_token).aud]).toEqual([forNotes.scope, app.id]);
    for (const api of apis) expect((await api.me(gatehouse.url, token)).code).toBe('UNAUTHENTICATED');
    for (const path of ['/oauth/userinfo', '/auth/verify', '/admin/users']) {
      expect([path, (await fetch(gatehouse.url + path, bearer(token))).status]).toEqual([path, 401]);
    }
  });

  test('names the scope `roles`, with which it has the roles of the person', async () => {
    const { client } = await signedIn(gatehouse);
    const app = await thirdParty({ scopes: [...scopes, 'roles'] });
    const { access_token: token } = await tokens(client, app, { resource: notes, scope: 'openid roles notes:read' });
    expect(claimsIn(token)).toMatchObject({ aud: notes, scope: 'roles notes:read' });
  });

  test('has no scope if only some of OpenID Connect were allowed', async () => {
    const { client } = await signedIn(gatehouse);
    const { access_token: token, scope } = await tokens(client, await thirdParty(), {
      resource: notes,
      scope: 'openid',
    });
    expect([claimsIn(token).scope, scope]).toEqual(['', 'openid']);
  });

  test('of an application of the operator opens userinfo', async () => {
    const { client } = await signedIn(gatehouse);
    const token = (await tokensFor(gatehouse, client, await ownApp(), { resource: reports, scope: 'openid email' }))
      .access_token;
    expect(claimsIn(token)).toMatchObject({ aud: reports, scope: 'openid email' });
    expect(await userinfo(token)).toBe(200);
    expect((await restApi.me(gatehouse.url, token)).code).toBe('UNAUTHENTICATED');
  });

  test('is active only while the file opens the resource to the application', async () => {
    const { client } = await signedIn(gatehouse);
    const { access_token: token } = await tokens(client, await thirdParty());
    const service = await createClient(gatehouse);
    expect(await tokensOf(gatehouse.url, service).introspect(token)).toMatchObject({ active: true, aud: notes });
    const other = await gatehouse.another({ RESOURCES: '' });
    expect((await tokensOf(other.url, service).introspect(token)).active).toBe(false);
  });

  test('is one that a service gets for itself, with the default scopes or those that it names', async () => {
    const service = await createApp(gatehouse, {
      kind: 'service',
      redirectUris: [],
      scopes: ['notes:read', 'notes:write', 'other'],
    });
    const get = (form: Record<string, string>) =>
      requestTokens(gatehouse.url, service, { grant_type: 'client_credentials', ...form });
    const claims = async (form: Record<string, string>) => {
      const { aud, scope } = claimsIn((await get(form)).body.access_token);
      return [aud, scope];
    };
    expect(await claims({ resource: notes })).toEqual([notes, 'notes:read']);
    expect(await claims({ resource: notes, scope: 'notes:write' })).toEqual([notes, 'notes:write']);
    expect(await claims({})).toEqual([gatehouse.config.jwtAudience, 'notes:read notes:write other']);
    expect((await get({ resource: notes, scope: 'other' })).body.error).toBe('invalid_scope');
    expect((await get({ resource: 'https://other.example.com' })).body.error).toBe('invalid_target');
  });
});

test('the audit names the resource, whether a person allows or denies it', async () => {
  const { client, userId } = await signedIn(gatehouse);
  const app = await thirdParty();
  await tokens(client, app);
  const page = await ask(client, app, { resource: mails, scope: 'notes:read' });
  await client.submit(page, '/oauth/continue', { decision: 'deny' });
  const rows = await gatehouse.sql(`SELECT action, details FROM audit_events
    WHERE user_id = '${userId}' AND action LIKE 'app_%' ORDER BY last_ts`);
  expect(rows).toEqual([
    { action: 'app_authorized', details: { clientId: app.id, resource: notes } },
    { action: 'app_denied', details: { clientId: app.id, resource: mails } },
  ]);
});

describe('the parameter resource', () => {
  test.each([
    ['with the slash of a URL parser', mails, `${mails}/`],
    ['with an upper-case scheme and host', notes, 'HTTPS://MCP.Example.Com/mcp'],
  ])('is known %s', async (_name, id, sent) => {
    const { client } = await signedIn(gatehouse);
    const app = await thirdParty();
    const { code, pkce } = await allow(client, app, { ...forNotes, resource: sent });
    const { body } = await redeem(gatehouse.url, app, code, pkce, { resource: sent });
    expect(claimsIn(body.access_token).aud).toBe(id);
  });

  test.each([
    ['unknown', 'https://other.example.com', {}],
    ['another path', `${notes}/`, {}],
    ['an upper-case path', 'https://mcp.example.com/MCP', {}],
    ['not for third parties', reports, {}],
    ['one of Gatehouse', 'https://id.example.com', {}],
    ['no URL', 'notes', {}],
  ])('is rejected at the address of the application if it is %s', async (_name, resource) => {
    const { client } = await signedIn(gatehouse);
    const answer = answerIn(await ask(client, await thirdParty(), { ...forNotes, resource }));
    expect([answer.error, answer.state]).toEqual(['invalid_target', 'the state']);
  });

  test('occurs once', async () => {
    const { client } = await signedIn(gatehouse);
    const app = await ownApp();
    const twice = `${authorizePath(app, forNotes, createPkce())}&resource=${encodeURIComponent(mails)}`;
    expect(answerIn(await browse(client, twice)).error).toBe('invalid_target');
    const pkce = createPkce();
    const code = await codeOf(client, app, forNotes, pkce);
    const { body } = await redeem(gatehouse.url, app, code, pkce, { resource: `${notes} ${notes}` });
    expect(body.error).toBe('invalid_target');
    expect((await redeem(gatehouse.url, app, code, pkce)).status).toBe(200);
  });

  test('of a code that has another one does not use up the code', async () => {
    const { client } = await signedIn(gatehouse);
    const app = await ownApp();
    const pkce = createPkce();
    const code = await codeOf(client, app, forNotes, pkce);
    for (const resource of [mails, 'https://other.example.com']) {
      const { status, body } = await redeem(gatehouse.url, app, code, pkce, { resource });
      expect([status, body.error]).toEqual([400, 'invalid_target']);
    }
    expect((await redeem(gatehouse.url, app, code, pkce, { resource: notes })).status).toBe(200);
    const plain = await codeOf(client, app, { scope: 'openid' }, pkce);
    expect((await redeem(gatehouse.url, app, plain, pkce, { resource: notes })).body.error).toBe('invalid_target');
  });

  test('means nothing without RESOURCES', async () => {
    const other = await gatehouse.another({ RESOURCES: '' });
    const person = new PageClient({ ...gatehouse, url: other.url });
    await person.register();
    const app = await ownApp();
    for (const resource of [notes, 'https://other.example.com']) {
      const token = (await tokensFor(other, person, app, { scope: 'openid', resource })).access_token;
      expect(claimsIn(token).aud).toBe(gatehouse.config.jwtAudience);
    }
  });
});

describe('the scopes', () => {
  test.each([
    ['those that the resource has', { scope: 'openid notes:read reports:read' }, 'openid notes:read'],
    ['the default ones', { scope: undefined }, 'notes:read'],
    [
      'all that were asked for without a resource',
      { resource: undefined, scope: 'openid reports:read' },
      'openid reports:read',
    ],
  ])('are %s', async (_name, changes, scope) => {
    const { client } = await signedIn(gatehouse);
    const parameters = Object.assign({ resource: notes }, changes) as Record<string, string>;
    expect((await tokensFor(gatehouse, client, await ownApp(), parameters)).scope).toBe(scope);
  });

  test.each([
    ['are unknown', { scope: 'nothing' }],
    ['are of another resource', { scope: 'reports:read' }],
    ['are missing, and none are the default', { resource: mails, scope: undefined }],
  ])('are rejected if they %s', async (_name, changes) => {
    const { client } = await signedIn(gatehouse);
    const parameters = Object.assign({ resource: notes }, changes) as Record<string, string>;
    expect(answerIn(await ask(client, await ownApp(), parameters)).error).toBe('invalid_scope');
  });

  test('of a resource are not those of another, though their names are equal', async () => {
    const { client, userId } = await signedIn(gatehouse);
    const app = await thirdParty();
    const scope = 'openid notes:read';
    expect((await allow(client, app, { resource: notes, scope })).asked).toBe(true);
    expect((await allow(client, app, { resource: notes, scope })).asked).toBe(false);
    expect((await allow(client, app, { resource: notes, scope: 'openid notes:read notes:write' })).asked).toBe(true);
    expect((await allow(client, app, { resource: mails, scope })).asked).toBe(true);
    // What was allowed for a resource is not allowed for the audience that the application has without one.
    expect((await allow(client, app, { scope })).asked).toBe(true);
    const [row] = await gatehouse.sql(`SELECT scopes, resources FROM oauth_consents WHERE user_id = '${userId}'`);
    expect(row).toEqual({
      scopes: ['notes:read', 'openid'],
      resources: [mails, `${mails} notes:read`, notes, `${notes} notes:read`, `${notes} notes:write`],
    });
  });
});

describe('a refresh', () => {
  const started = async (other = gatehouse) => {
    const { client } = await signedIn(gatehouse);
    const app = await ownApp();
    const { refresh_token: token } = await tokensFor(other, client, app, forNotes);
    return { app, token };
  };

  test('keeps the resource and the scopes', async () => {
    const { app, token } = await started();
    const { body } = await refreshTokens(gatehouse.url, app, token);
    expect(claimsIn(body.access_token)).toMatchObject({ aud: notes, scope: forNotes.scope });
    const { body: again } = await refreshTokens(gatehouse.url, app, body.refresh_token, { resource: notes });
    expect(claimsIn(again.access_token).aud).toBe(notes);
  });

  test('for another resource uses nothing up', async () => {
    const { app, token } = await started();
    for (const resource of [mails, 'https://other.example.com', `${notes} ${mails}`]) {
      const { status, body } = await refreshTokens(gatehouse.url, app, token, { resource });
      expect([status, body.error]).toEqual([400, 'invalid_target']);
    }
    expect((await refreshTokens(gatehouse.url, app, token)).status).toBe(200);
  });

  test('of a used token ends the session, whatever it asks for', async () => {
    const { app, token } = await started();
    const { body } = await refreshTokens(gatehouse.url, app, token);
    passes(120_000);
    await refreshTokens(gatehouse.url, app, token, { resource: mails });
    expect((await refreshTokens(gatehouse.url, app, body.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('keeps the session while the file does not have the resource', async () => {
    const { app, token } = await started();
    const { [notes]: _, ...rest } = file;
    for (const RESOURCES of ['', settingFile(rest)]) {
      const other = await gatehouse.another({ RESOURCES });
      for (const own of [{}, { scope: 'openid' }, { resource: mails }] as Record<string, string>[]) {
        const { status, body } = await refreshTokens(other.url, app, token, own);
        expect([status, body.error]).toEqual([400, 'invalid_target']);
      }
    }
    expect((await refreshTokens(gatehouse.url, app, token)).status).toBe(200);
  });
});

test('the discovery documents name what is open to any client', async () => {
  for (const name of ['openid-configuration', 'oauth-authorization-server']) {
    const document = await (await fetch(`${gatehouse.url}/.well-known/${name}`)).json();
    expect(document.protected_resources).toEqual([notes]);
    expect(document.scopes_supported.slice(-2)).toEqual(['notes:read', 'notes:write']);
    const other = await gatehouse.another({ RESOURCES: '' });
    const plain = await (await fetch(`${other.url}/.well-known/${name}`)).json();
    expect(plain).not.toHaveProperty('protected_resources');
  }
});

test('both APIs list what third parties can ask for, in the language of the request', async () => {
  const read = { name: 'notes:read', text: 'Read your notes, in German' };
  const expected = [
    { id: notes, name: 'Notes', scopes: [read, { name: 'notes:write', text: 'Change your notes' }] },
    { id: mails, name: 'Mails', scopes: [{ name: 'notes:read', text: 'Read the notes in your mails' }] },
  ];
  const headers = { 'Accept-Language': 'de', 'Content-Type': 'application/json' };
  const { result } = await (await fetch(`${gatehouse.url}/auth/resources`, { headers })).json();
  expect(result.resources).toEqual(expected);
  const query = '{ protectedResources { id name scopes { name text } } }';
  const request = { method: 'POST', headers, body: JSON.stringify({ query }) };
  expect((await (await fetch(`${gatehouse.url}/graphql`, request)).json()).data.protectedResources).toEqual(expected);
});

describe('the file', () => {
  const taken = {
    audiences: ['https://id.example.com', 'https://id.example.com/admin'],
    scopes: ['openid', 'immich'],
    besides: new Set<string>(),
  };
  const problemsOf = (content: object | string) => {
    try {
      parseResources(typeof content === 'string' ? content : JSON.stringify(content), taken);
      return [];
    } catch (error) {
      if (error instanceof ConfigError) return error.problems;
      throw error;
    }
  };
  const texts = { en: 'Read' };

  test.each<[string, object]>([
    ['a resource of the device', { 'http://localhost:3000/mcp': { name: 'Notes' } }],
    ['scopes in all languages', { [notes]: { name: 'Notes', scopes: { a: { en: 'a', de: 'a', fr: 'a', es: 'a' } } } }],
  ])('can have %s', (_name, content) => {
    expect(problemsOf(content)).toEqual([]);
  });

  test.each<[string, object | string, RegExp]>([
    ['http', { 'http://mcp.example.com': { name: 'x' } }, /must be an https:/],
    ['a query', { 'https://mcp.example.com/?a=b': { name: 'x' } }, /must be an https:/],
    ['a fragment', { 'https://mcp.example.com/#a': { name: 'x' } }, /must be an https:/],
    ['a user', { 'https://ada@mcp.example.com/': { name: 'x' } }, /must be an https:/],
    ['a scheme of an app', { 'com.example.app:/mcp': { name: 'x' } }, /must be an https:/],
    ['201 characters', { [`https://mcp.example.com/${'x'.repeat(177)}`]: { name: 'x' } }, /at most 200/],
    [
      'an upper-case host',
      { 'https://MCP.example.com/': { name: 'x' } },
      /must begin with https:\/\/mcp\.example\.com,/,
    ],
    ['an API of Gatehouse', { 'https://id.example.com/': { name: 'x' } }, /is the audience of an API of Gatehouse/],
    ['the administration', { 'https://id.example.com/admin': { name: 'x' } }, /is the audience of an API/],
    [
      'one twice',
      { 'https://a.example': { name: 'x' }, 'https://a.example/': { name: 'y' } },
      /is the same resource as/,
    ],
    ['no name', { [notes]: { name: ' ' } }, /must have a name/],
    ['no object', { [notes]: 'Notes' }, /must be an object with name, open_to/],
    ['an unknown key', { [notes]: { name: 'x', scope: {} } }, /has the unknown key "scope"/],
    [
      'another open_to',
      { [notes]: { name: 'x', open_to: 'all' } },
      /must have an open_to: first_party, registered, any/,
    ],
    ['a scope of Gatehouse', { [notes]: { name: 'x', scopes: { openid: texts } } }, /scope "openid" has a meaning/],
    ['a scope of OPENID_CLAIMS', { [notes]: { name: 'x', scopes: { immich: texts } } }, /scope "immich" has a meaning/],
    ['a scope with a space', { [notes]: { name: 'x', scopes: { 'a b': texts } } }, /the scope "a b" must be a name/],
    [
      'a scope without words',
      { [notes]: { name: 'x', scopes: { a: 'Read' } } },
      /the scope "a" must have a text of at most/,
    ],
    ['a scope without English', { [notes]: { name: 'x', scopes: { a: { de: 'x' } } } }, /must have a text in "en"/],
    [
      'another default',
      { [notes]: { name: 'x', scopes: { a: texts }, default_scopes: ['b'] } },
      /must have default_scopes/,
    ],
    [
      'too many scopes',
      { [notes]: { name: 'x', scopes: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`s${i}`, texts])) } },
      /has more than 50 scopes/,
    ],
    [
      'scopes that fill a token',
      {
        [notes]: {
          name: 'x',
          scopes: Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`${i}`.repeat(50).padEnd(99, 'x'), texts])),
        },
      },
      /has scopes of more than 1024 characters/,
    ],
    [
      'too many resources',
      Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`https://a${i}.example`, { name: 'x' }])),
      /more than 50 resources/,
    ],
    ['no JSON', '{', /is not valid JSON/],
  ])('is rejected with %s', (_name, content, problem) => {
    const problems = problemsOf(content);
    expect(problems.join('\n')).toMatch(problem);
    for (const one of problems) expect(one).toMatch(/^RESOURCES: /);
  });

  test('stops the start with every problem on a line', async () => {
    const wrong = settingFile({ 'http://a.example': { name: 'x', scopes: { openid: texts } }, [notes]: {} });
    await expect(gatehouse.another({ RESOURCES: wrong })).rejects.toThrow(
      /^RESOURCES: "http:\/\/a\.example" must be an https:.*\nRESOURCES: .*"openid" has a meaning already\nRESOURCES: .* must have a name .*$/,
    );
  });
});

test('a consent from before the column allows no resource', async () => {
  const { client, userId } = await signedIn(gatehouse);
  const app = await thirdParty();
  await insertConsent(gatehouse, userId, app.id, ['openid', 'notes:read']);
  expect((await allow(client, app, { scope: 'openid notes:read' })).asked).toBe(false);
  expect((await allow(client, app, { scope: 'openid notes:read', resource: notes })).asked).toBe(true);
});

test('beside those of the API, a token has the scopes of OPENID_CLAIMS', async () => {
  const other = await gatehouse.another({
    OPENID_CLAIMS: settingFile({ team: { label: { en: 'See your team' }, team_name: 'blue' } }),
  });
  const app = await createApp(gatehouse, { firstParty: false, scopes: [...scopes, 'team', 'other'] });
  const scope = 'openid team notes:read other';
  const pkce = createPkce();
  const person = new PageClient({ ...gatehouse, url: other.url });
  await person.register();
  const page = await browse(person, authorizePath(app, { resource: notes, scope }, pkce));
  expect(page.text).toContain('See your team');
  const { code } = answerIn(await person.submit(page, '/oauth/continue', { decision: 'allow' }));
  const { body } = await redeem(other.url, app, code, pkce);
  expect([body.scope, claimsIn(body.id_token).team_name]).toEqual(['openid team notes:read', 'blue']);
});

test('an application has at each API only what was allowed there', async () => {
  const { client } = await signedIn(gatehouse);
  const app = await thirdParty();
  await tokens(client, app);
  await allow(client, app, { resource: mails, scope: 'openid notes:read' });
  const text = async () => (await client.get('/account/apps')).text;
  expect(await text()).toMatch(/In Mails \(mails\.example\.com\): Read the notes in your mails/);
  await gatehouse.sql(`UPDATE oauth_consents SET resources = array_remove(resources, '${mails} notes:read')
    WHERE client_id = '${app.id}'`);
  expect(await text()).not.toContain('Read the notes in your mails');
});

describe('people', () => {
  test('see before they allow it which API the application reaches, and what it can do there', async () => {
    const { client } = await signedIn(gatehouse);
    const app = await thirdParty({ name: 'Claude' });
    const page = await ask(client, app, { resource: notes, scope: 'openid notes:read notes:write' });
    expect(page.text).toMatch(
      /Claude will be able to: Recognize you In Notes \(mcp\.example\.com\): Read your notes Change your notes/,
    );
    const german = await ask(client, app, { resource: notes, scope: 'openid notes:read', ui_locales: 'de' });
    expect(german.text).toMatch(/In Notes \(mcp\.example\.com\): Read your notes, in German/);
    expect((await ask(client, app, { resource: notes, scope: 'notes:read' })).text).not.toContain('Recognize you');
  });

  test('see the same in their account, and what both APIs return', async () => {
    const { client, email } = await signedIn(gatehouse);
    const app = await thirdParty({ name: 'Claude' });
    await tokens(client, app);
    const page = await client.get('/account/apps');
    expect(page.text).toMatch(/Claude Recognize you .* In Notes \(mcp\.example\.com\): Read your notes Connected/);
    const { jwt } = await restApi.login(gatehouse.url, { email, password: pagePassword });
    for (const api of apis) {
      const { apps: listed } = await api.connectedApps(gatehouse.url, jwt);
      expect(listed).toMatchObject([
        { id: app.id, host: null, resources: [notes], scopes: forNotes.scope.split(' ').toSorted() },
      ]);
    }
  });
});
