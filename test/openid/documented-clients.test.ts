import { documentedClientCleanUp } from '../../src/accounts/applications/documented-client-clean-up';
import { createAuditSearch } from '../../src/compose/admin-audit';
import { explain } from '../../src/features/admin-audit/explanation';
import { openidDocument } from '../../src/features/openid/discovery.rest';
import { wordsIn } from '../../src/pages/words/words-in';
import { createLog } from '../../src/platform/observability/log';
import { restApi } from '../support/apis';
import { type DocumentHost, startDocumentHost } from '../support/document-host';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { describeWith } from '../support/needs';
import { basicOf, createClient, postForm, tokensOf } from '../support/oauth';
import {
  type App,
  answerIn,
  authorizePath,
  browse,
  claimsIn,
  createPkce,
  type Pkce,
  passes,
  redeem,
  refreshTokens,
  signedIn,
} from '../support/openid';
import { PageClient, type PageReply, pagePassword } from '../support/page-client';
import { settingFile } from '../support/setting-file';
import { until } from '../support/until';

// With CLIENT_METADATA, a client id is the URL of a document that describes the client (Client ID Metadata Documents).

const { signIn } = wordsIn.en;
const notes = 'https://mcp.example.com/mcp';
const resources = {
  [notes]: {
    name: 'Notes',
    open_to: 'any',
    scopes: { 'notes:read': { en: 'Read your notes' }, 'notes:write': { en: 'Change your notes' } },
    default_scopes: ['notes:read'],
  },
  'https://reports.example.com': { name: 'Reports', open_to: 'registered', scopes: { 'reports:read': { en: 'Read' } } },
};
const site = 'https://agent.example.com/callback';
const device = 'http://localhost:51234/callback';
const forNotes = { resource: notes, scope: 'openid offline_access notes:read', redirect_uri: device };

describeWith('openssl')('a client with a document', () => {
  let host: DocumentHost;
  let gatehouse: Gatehouse;
  let count = 0;
  beforeAll(async () => {
    host = await startDocumentHost();
    gatehouse = await startGatehouse({ RESOURCES: settingFile(resources), CLIENT_METADATA: host.host });
  });
  afterAll(async () => {
    await gatehouse.stop();
    await host.stop();
  });
  beforeEach(() => host.trusted());
  afterEach(async () => {
    jest.useRealTimers();
    await host.comeBack();
  });

  /** Publishes the document of a new agent. */
  const publish = (members: object = {}): App => {
    count += 1;
    return { id: host.publish(`/agents/${count}`, members), secret: null };
  };
  const rowsOf = ({ id }: App) =>
    gatehouse.sql(`SELECT id, name, kind, redirect_uris, first_party, metadata_ts, created_ts FROM oauth_clients
      WHERE metadata_url = '${id}'`);
  const ask = (
    client: PageClient,
    app: App,
    parameters: Record<string, string | undefined> = forNotes,
    pkce = createPkce(),
  ) => browse(client, authorizePath(app, parameters, pkce));
  const decide = (client: PageClient, page: PageReply, decision: 'allow' | 'deny') =>
    client.submit(page, '/oauth/continue', { decision });
  const redeemAt = (app: App, code: string | undefined, pkce: Pkce, redirectUri = device, url = gatehouse.url) =>
    redeem(url, app, code, pkce, { redirect_uri: redirectUri });

  /** Signs the person in to the agent, which the person allows everything. */
  async function tokens(client: PageClient, app: App, parameters: Record<string, string> = forNotes) {
    const pkce = createPkce();
    const page = await ask(client, app, parameters, pkce);
    const { code } = answerIn(await decide(client, page, 'allow'));
    const { status, body } = await redeemAt(app, code, pkce, parameters.redirect_uri);
    expect([status, body.error]).toEqual([200, undefined]);
    return body;
  }

  /** The problem of a document that the page shows. */
  function problemOn({ status, location, html, heading }: PageReply) {
    expect([status, location]).toEqual([400, null]);
    expect(heading).toBe(signIn.authorize.title);
    return [...html.matchAll(/<d[td]>(.*?)<\/d[td]>/gs)].map(([, inner = '']) => inner.replaceAll(/<[^>]+>/g, ''));
  }

  const audited = (action: string, condition = 'true') =>
    gatehouse.sql(
      `SELECT outcome, user_id, details, count FROM audit_events WHERE action = '${action}' AND ${condition} ORDER BY first_ts, id`,
    );

  test('the whole way: no row before a person says yes, and then tokens for the API', async () => {
    const { client, userId } = await signedIn(gatehouse);
    const app = publish({ client_name: 'Scribe' });
    const pkce = createPkce();
    const page = await ask(client, app, forNotes, pkce);
    expect(page.location).toBeNull();
    expect(await rowsOf(app)).toEqual([]);
    const answer = await decide(client, page, 'allow');
    const { code, iss } = answerIn(answer);
    expect([answer.location?.startsWith(`${device}?`), iss]).toEqual([true, gatehouse.config.publicUrl]);
    const [row] = await rowsOf(app);
    expect(row).toMatchObject({ name: 'Scribe', kind: 'public', first_party: false });
    expect(row?.redirect_uris).toEqual(['http://localhost/callback']);
    const { body } = await redeemAt(app, code, pkce);
    expect(claimsIn(body.access_token)).toMatchObject({
      aud: notes,
      client_id: row?.id,
      sub: userId,
      scope: 'notes:read',
    });
    // What the agent compares with its client id.
    expect(claimsIn(body.id_token)).toMatchObject({ aud: app.id, azp: app.id });
    const [created] = await audited('client_created', `user_id = '${userId}'`);
    expect(created).toMatchObject({ user_id: userId, details: { clientId: row?.id, metadataUrl: app.id } });
    const [authorized] = await audited('app_authorized', `user_id = '${userId}'`);
    expect(authorized?.details).toEqual({ clientId: row?.id, clientHost: host.host, resource: notes });
  });

  test('a no leaves nothing, and the audit has the host', async () => {
    const { client, userId } = await signedIn(gatehouse);
    const app = publish();
    const answer = answerIn(await decide(client, await ask(client, app), 'deny'));
    expect(answer.error).toBe('access_denied');
    expect(await rowsOf(app)).toEqual([]);
    const [denied] = await audited('app_denied', `user_id = '${userId}'`);
    expect(denied).toMatchObject({ details: { clientHost: host.host, resource: notes } });
    expect(denied?.details).not.toHaveProperty('clientId');
    await tokens(client, app);
    const [row] = await rowsOf(app);
    await decide(client, await ask(client, app), 'deny');
    const again = await audited('app_denied', `user_id = '${userId}' AND details->>'clientId' = '${row?.id}'`);
    expect(again).toHaveLength(1);
  });

  test('on a device, the person is asked each time; at a site, once for each API', async () => {
    const { client } = await signedIn(gatehouse);
    const app = publish({ redirect_uris: ['http://localhost/callback', site] });
    const isAsked = async (parameters: Record<string, string>) => {
      const page = await ask(client, app, parameters);
      if (page.location === null) await decide(client, page, 'allow');
      return page.location === null;
    };
    expect(await isAsked(forNotes)).toBe(true);
    expect(await isAsked(forNotes)).toBe(true);
    const atSite = { ...forNotes, redirect_uri: site };
    // The same was allowed on the device.
    expect(await isAsked(atSite)).toBe(false);
    expect(await isAsked({ ...atSite, scope: 'openid notes:write' })).toBe(true);
    expect(await isAsked({ ...atSite, scope: 'openid notes:write' })).toBe(false);
    const { resource: _, ...plain } = atSite;
    expect(await isAsked({ ...plain, scope: 'openid email' })).toBe(true);
  });

  test.each([
    ['any port of localhost', 'http://localhost/callback', 'http://localhost:7777/callback', true],
    ['a port of localhost for another', 'http://localhost:1/callback', 'http://localhost:2/callback', true],
    ['any port of 127.0.0.1', 'http://127.0.0.1/callback', 'http://127.0.0.1:7777/callback', true],
    ['another path', 'http://localhost/callback', 'http://localhost:7777/other', false],
    ['127.0.0.1 for localhost', 'http://localhost/callback', 'http://127.0.0.1:7777/callback', false],
    ['a port of a site', 'https://agent.example.com/callback', 'https://agent.example.com:7777/callback', false],
    ['a host that begins like it', 'http://localhost/callback', 'http://localhost.example.com/callback', false],
  ])('%s', async (_, published, sent, isRight) => {
    const { client } = await signedIn(gatehouse);
    const app = publish({ redirect_uris: [published] });
    const page = await ask(client, app, { ...forNotes, redirect_uri: sent });
    expect(page.location === null && page.status).toBe(isRight ? 200 : 400);
  });

  test('scopes: those of OpenID Connect and of the API, and no others', async () => {
    const { client } = await signedIn(gatehouse);
    const scope = 'openid email notes:read reports:read admin:read anything';
    expect((await tokens(client, publish(), { ...forNotes, scope })).scope).toBe('openid email notes:read');
    const noScope = await tokens(client, publish(), { resource: notes, redirect_uri: device, scope: '' });
    expect(noScope.scope).toBe('notes:read');
    const other = await ask(client, publish(), { ...forNotes, resource: 'https://reports.example.com' });
    expect([other.location, other.text]).toEqual([
      null,
      expect.stringContaining('invalid_target (resource is unknown'),
    ]);
  });

  test('an error sends nobody to the address of a document, unless this person has allowed the agent something', async () => {
    const { client } = await signedIn(gatehouse);
    const app = publish({ redirect_uris: [site] });
    const atSite = { ...forNotes, redirect_uri: site };
    const wrong: [string, Record<string, string>][] = [
      ['invalid_scope', { scope: 'nothing' }],
      ['invalid_target', { resource: 'https://other.example.com' }],
      ['consent_required', { prompt: 'none' }],
    ];
    for (const [error, parameters] of wrong) {
      const page = await ask(client, app, { ...atSite, ...parameters });
      expect([error, page.location, page.status]).toEqual([error, null, 400]);
      expect(page.text).toContain(`${error} (`);
    }
    const stranger = new PageClient(gatehouse);
    expect((await ask(stranger, app, { ...atSite, prompt: 'none' })).text).toContain('login_required (');
    await tokens(client, app, atSite);
    const known = await ask(client, app, { ...atSite, scope: 'openid notes:write', prompt: 'none' });
    expect(answerIn(known).error).toBe('consent_required');
  });

  test('the name is never a sentence of the page', async () => {
    const { client } = await signedIn(gatehouse);
    const app = publish({ client_name: 'Claude”. Your team has checked it. Its name is “Claude' });
    const { html } = await ask(client, app);
    expect(html).toContain('<b dir="auto">Claude”. Your team has checked it. Its name is “Claude</b>');
    await tokens(client, app);
    const logout = await client.get(`/oauth/logout?client_id=${encodeURIComponent(app.id)}`);
    expect(logout.text).not.toContain('Your team');
    expect(logout.text).toContain(host.host);
  });

  test('it is a public client of a third party', async () => {
    const { client } = await signedIn(gatehouse);
    const app = publish();
    const withoutPkce = await browse(client, authorizePath(app, forNotes));
    expect([withoutPkce.location, withoutPkce.text]).toEqual([
      null,
      expect.stringContaining('invalid_request (code_challenge is required (PKCE))'),
    ]);
    const { refresh_token } = await tokens(client, app, { ...forNotes, scope: 'notes:read' });
    expect(refresh_token).toBeUndefined();
    const credentials = { grant_type: 'client_credentials', client_id: app.id };
    expect((await postForm(`${gatehouse.url}/oauth/token`, credentials)).body.error).toBe('unauthorized_client');
    const introspection = { token: 'x', client_id: app.id };
    expect((await postForm(`${gatehouse.url}/oauth/introspect`, introspection)).status).toBe(401);
    const secret = basicOf({ id: app.id, secret: 'x' });
    expect((await postForm(`${gatehouse.url}/oauth/introspect`, { token: 'x' }, secret)).status).toBe(401);
  });

  test('a token can be introspected by a service, and revoked by the agent', async () => {
    const { client } = await signedIn(gatehouse);
    const app = publish();
    const { access_token, refresh_token } = await tokens(client, app);
    const [row] = await rowsOf(app);
    const service = tokensOf(gatehouse.url, await createClient(gatehouse));
    expect(await service.introspect(access_token)).toMatchObject({ active: true, aud: notes, client_id: row?.id });
    const revoked = await postForm(`${gatehouse.url}/oauth/revoke`, { token: refresh_token, client_id: app.id });
    expect(revoked.status).toBe(200);
    expect(await service.introspect(access_token)).toEqual({ active: false });
  });

  test('an agent whose site is down for an hour stays signed in, and nothing is fetched', async () => {
    const { client } = await signedIn(gatehouse);
    const app = publish();
    let { refresh_token } = await tokens(client, app);
    const other = await gatehouse.another();
    host.requests.length = 0;
    await host.goDown();
    for (const { url } of [gatehouse, other, gatehouse]) {
      passes(1_800_000);
      const { status, body } = await refreshTokens(url, app, refresh_token, { resource: notes });
      expect([status, claimsIn(body.access_token).aud]).toEqual([200, notes]);
      ({ refresh_token } = body);
    }
    // Only a new sign-in needs the document, which is no longer in memory.
    const [rule, found] = [1, 5];
    const shown = problemOn(await ask((await signedIn(gatehouse)).client, app));
    expect([shown[2], shown[rule], shown[found]]).toEqual(['Rule connection', app.id, 'ECONNREFUSED']);
    await host.comeBack();
    expect(host.requests).toEqual([]);
  });

  test('no step after the first fetches the document', async () => {
    const { client } = await signedIn(gatehouse);
    const app = publish();
    host.requests.length = 0;
    const pkce = createPkce();
    const page = await ask(client, app, forNotes, pkce);
    expect(host.requests).toHaveLength(1);
    await host.goDown();
    const { code } = answerIn(await decide(client, page, 'allow'));
    // Another instance, which has never read it.
    const other = await gatehouse.another();
    expect((await redeemAt(app, code, pkce, device, other.url)).status).toBe(200);
    await host.comeBack();
    expect(host.requests).toHaveLength(1);
  });

  test('20 people allow a new agent something at the same time: one row', async () => {
    const app = publish();
    const people = await Promise.all(Array.from({ length: 20 }, () => signedIn(gatehouse)));
    const pages = await Promise.all(people.map(({ client }) => ask(client, app)));
    const answers = await Promise.all(people.map(({ client }, i) => decide(client, pages[i] as PageReply, 'allow')));
    expect(answers.map((answer) => typeof answerIn(answer).code)).toEqual(Array(20).fill('string'));
    const rows = await rowsOf(app);
    expect(rows).toHaveLength(1);
    expect(await audited('client_created', `details->>'metadataUrl' = '${app.id}'`)).toHaveLength(1);
    const [consents] = await gatehouse.sql(
      `SELECT count(*)::int AS n FROM oauth_consents WHERE client_id = '${rows[0]?.id}'`,
    );
    expect(consents).toEqual({ n: 20 });
  });

  test('a changed document changes the row, and an older reading of it changes nothing', async () => {
    const { client } = await signedIn(gatehouse);
    const app = publish({ client_name: 'Scribe' });
    const waiting = await ask(client, app);
    await tokens(client, app);
    passes(301_000);
    host.publish(new URL(app.id).pathname, {
      client_name: 'Scribe 2',
      redirect_uris: ['http://localhost/callback', site],
    });
    const again = (await signedIn(gatehouse)).client;
    await tokens(again, app);
    const [row] = await rowsOf(app);
    expect([row?.name, row?.redirect_uris]).toEqual(['Scribe 2', ['http://localhost/callback', site]]);
    expect(answerIn(await decide(client, waiting, 'allow'))).toHaveProperty('code');
    expect(await rowsOf(app)).toEqual([row]);
  });

  test('a disabled row rejects the URL, also where a request waits, and its tokens', async () => {
    const { client } = await signedIn(gatehouse);
    const app = publish();
    const { refresh_token } = await tokens(client, app);
    const [row] = await rowsOf(app);
    const waiting = await ask(client, app);
    await gatehouse.sql(`UPDATE oauth_clients SET disabled_ts = now() WHERE id = '${row?.id}'`);
    const page = await ask(client, app);
    expect([page.status, page.text]).toEqual([
      400,
      expect.stringContaining('client_id is not the id of an application'),
    ]);
    expect((await decide(client, waiting, 'allow')).status).toBe(400);
    expect((await refreshTokens(gatehouse.url, app, refresh_token)).body.error).toBe('invalid_client');
  });

  test('the id of its row, which tokens show, is no client id for a sign-in', async () => {
    const { client } = await signedIn(gatehouse);
    const app = publish();
    const { access_token } = await tokens(client, app);
    const page = await ask(client, { id: String(claimsIn(access_token).client_id), secret: null });
    expect([page.status, page.text]).toEqual([
      400,
      expect.stringContaining('client_id is not the id of an application'),
    ]);
  });

  test('a person can disconnect it, and is then asked again', async () => {
    const { client, email } = await signedIn(gatehouse);
    const app = publish({ redirect_uris: [site] });
    const atSite = { ...forNotes, redirect_uri: site };
    const { refresh_token } = await tokens(client, app, atSite);
    expect((await ask(client, app, atSite)).location).toMatch(site);
    const { jwt } = await restApi.login(gatehouse.url, { email, password: pagePassword });
    const { apps } = await restApi.connectedApps(gatehouse.url, jwt);
    expect(apps?.map(({ id }) => id)).toEqual([(await rowsOf(app))[0]?.id]);
    await restApi.disconnectApp(gatehouse.url, { clientId: String(apps?.[0]?.id) }, jwt);
    expect((await refreshTokens(gatehouse.url, app, refresh_token)).body.error).toBe('invalid_grant');
    expect((await ask(client, app, atSite)).location).toBeNull();
  });

  test('browsers may call the token endpoint from the origin of a new agent at once', async () => {
    const { client } = await signedIn(gatehouse);
    const origin = 'https://browser-agent.example.com';
    const app = publish({ redirect_uris: [`${origin}/callback`] });
    const allows = async () => {
      const headers = { Origin: origin, 'Access-Control-Request-Method': 'POST' };
      const response = await fetch(`${gatehouse.url}/oauth/token`, { method: 'OPTIONS', headers });
      return response.headers.get('access-control-allow-origin') === origin;
    };
    expect(await allows()).toBe(false);
    await tokens(client, app, { ...forNotes, redirect_uri: `${origin}/callback` });
    expect(await allows()).toBe(true);
  });

  test('a page says which rule a document breaks, its URL and what came back, and the audit, too', async () => {
    const { client } = await signedIn(gatehouse);
    const moved = host.answer('/moved', (response) =>
      response.writeHead(301, { Location: 'http://169.254.169.254/latest/meta-data' }).end(),
    );
    const shown = problemOn(await ask(client, { id: moved, secret: null }));
    expect(shown).toEqual([
      'Document',
      moved,
      'Rule status',
      'The status must be 200. Redirects are not followed.',
      'What came back',
      '301',
    ]);
    const elsewhere = 'https://agent.example.org/client.json';
    expect(problemOn(await ask(client, { id: elsewhere, secret: null }))).toContain('Rule host');
    expect(problemOn(await ask(client, { id: `${moved}?a=b`, secret: null }))).toContain('Rule url');
    const found = (details: object) =>
      expect.objectContaining({ operation: 'startAuthorization', reason: 'client document', ...details });
    const expected = [
      found({ rule: 'status', clientHost: host.host, found: '301' }),
      found({ rule: 'host', clientHost: 'agent.example.org', found: 'agent.example.org' }),
      found({ rule: 'url', clientHost: host.host }),
    ];
    const details = await until(async () => {
      const rows = await audited('client_rejected');
      return rows.some((row) => (row.details as { rule?: string }).rule === 'url') && rows.map((row) => row.details);
    });
    expect(details).toEqual(expect.arrayContaining(expected));
  });

  test('explain names the rule, the host and what came back', async () => {
    const url = host.answer('/page', (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end());
    const reply = await fetch(gatehouse.url + authorizePath({ id: url, secret: null }, forNotes, createPkce()));
    await gatehouse.services.audit.close();
    const audit = await createAuditSearch(gatehouse.config, gatehouse.stores, createLog('silent'));
    const { explained } = await audit.ofRequest(reply.headers.get('x-request-id') ?? '');
    expect(explained.flatMap(explain)).toEqual(
      expect.arrayContaining([
        'The client id is a URL, and its document breaks the rule in `rule`.',
        `The document of the client at ${host.host} breaks the rule type. What came back: text/html`,
      ]),
    );
  });

  test('a name in a document does no harm on a page', async () => {
    const { client } = await signedIn(gatehouse);
    const page = await ask(client, publish({ client_name: '<img src=x onerror=alert(1)>"&' }));
    expect(page.status).toBe(200);
    expect(page.html).not.toContain('<img src=x');
  });

  test('a person who is not signed in signs in on the way, and pages may send forms to the site alone', async () => {
    const { email } = await signedIn(gatehouse);
    const browser = new PageClient(gatehouse);
    const app = publish({ client_name: 'Your bank', redirect_uris: [site] });
    const atSite = { ...forNotes, redirect_uri: site };
    const pkce = createPkce();
    host.requests.length = 0;
    const login = await ask(browser, app, atSite, pkce);
    expect(login.text).toContain(host.host);
    expect(login.text).not.toContain('Your bank');
    const policy = ({ headers }: PageReply) => headers.get('content-security-policy');
    expect(policy(login)).toContain("form-action 'self' https://agent.example.com;");
    const sent = await browser.submit(login, '/login', { email, password: pagePassword });
    const consent = await browse(browser, String(sent.location));
    expect(policy(consent)).toContain("form-action 'self' https://agent.example.com;");
    const { code } = answerIn(await decide(browser, consent, 'allow'));
    expect((await redeemAt(app, code, pkce, site)).status).toBe(200);
    expect(host.requests).toHaveLength(1);
  });

  test('the discovery document says so, and only with the setting', async () => {
    const other = await gatehouse.another({ CLIENT_METADATA: 'off' });
    for (const name of ['openid-configuration', 'oauth-authorization-server']) {
      const read = async (url: string) => (await fetch(`${url}/.well-known/${name}`)).json();
      const on = await read(gatehouse.url);
      expect(on.client_id_metadata_document_supported).toBe(true);
      expect(on.token_endpoint_auth_methods_supported).toContain('none');
      const { client_id_metadata_document_supported: _, ...rest } = on;
      expect(await read(other.url)).toEqual(rest);
    }
    expect(openidDocument('https://id.example.com')).not.toHaveProperty('client_id_metadata_document_supported');
  });

  test('without the setting, a URL is an unknown client, and what was allowed before goes on', async () => {
    const { client } = await signedIn(gatehouse);
    const app = publish();
    const { refresh_token } = await tokens(client, app);
    const other = await gatehouse.another({ CLIENT_METADATA: '' });
    host.requests.length = 0;
    const page = await fetch(other.url + authorizePath(app, forNotes, createPkce()), { redirect: 'manual' });
    expect(page.status).toBe(400);
    expect(await page.text()).toContain('client_id is not the id of an application');
    expect(host.requests).toEqual([]);
    expect((await refreshTokens(other.url, app, refresh_token)).status).toBe(200);
  });

  test('1000 client ids from one network: at most 20 fetches, and no row', async () => {
    const limited = await gatehouse.another({ RATE_LIMITS: 'on', RATE_LIMIT_AUTHORIZE_NETWORK: 'off' });
    const [before] = await gatehouse.sql('SELECT count(*)::int AS n FROM oauth_clients');
    host.requests.length = 0;
    const statuses = new Map<number, number>();
    for (let i = 0; i < 1000; i += 50) {
      const replies = Array.from({ length: 50 }, async (_, j) => {
        const app = { id: host.urlOf(`/flood/${i + j}`), secret: null };
        const { status } = await fetch(limited.url + authorizePath(app, forNotes, createPkce()), {
          redirect: 'manual',
        });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      });
      await Promise.all(replies);
    }
    expect(host.requests.length).toBeLessThanOrEqual(20);
    expect(statuses.get(429)).toBeGreaterThan(970);
    expect(await gatehouse.sql('SELECT count(*)::int AS n FROM oauth_clients')).toEqual([before]);
  });

  test('the clean-up removes a client that nobody has used for 90 days, unless it is disabled', async () => {
    const { client, userId } = await signedIn(gatehouse);
    const [used, unused, disabled, allowed] = [publish(), publish(), publish(), publish()];
    for (const app of [used, unused, disabled, allowed]) await tokens(client, app);
    const ids = async () =>
      (await gatehouse.sql('SELECT metadata_url FROM oauth_clients WHERE metadata_url IS NOT NULL')).map(
        (row) => row.metadata_url,
      );
    const [row] = await rowsOf(used);
    await gatehouse.sql(
      `UPDATE oauth_clients SET metadata_ts = now() - interval '91 days' WHERE metadata_url IS NOT NULL`,
    );
    await gatehouse.sql(`UPDATE oauth_clients SET disabled_ts = now() WHERE metadata_url = '${disabled.id}'`);
    await gatehouse.sql(
      `DELETE FROM sessions WHERE client_id IS NOT NULL AND client_id <> '${row?.id}' AND user_id = '${userId}'`,
    );
    await gatehouse.sql(`DELETE FROM oauth_consents WHERE user_id = '${userId}' AND client_id <>
      (SELECT id FROM oauth_clients WHERE metadata_url = '${allowed.id}')`);
    const [step] = documentedClientCleanUp;
    expect(await step?.run(new Date(), new AbortController().signal, gatehouse.stores.sql)).toBeGreaterThan(0);
    const left = await ids();
    expect([used, unused, disabled, allowed].map(({ id }) => left.includes(id))).toEqual([true, false, true, true]);
    expect(await audited('client_deleted')).toEqual([]);
  });
});
