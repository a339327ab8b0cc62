import { readFileSync } from 'node:fs';
import path from 'node:path';
import { wordsIn } from '../../src/pages/words/words-in';
import { locales } from '../../src/platform/request/locale';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { registerPerson } from '../support/impersonation';
import { basicOf, createApp, createClient, postForm } from '../support/oauth';
import { formTo, PageClient, type PageReply } from '../support/page-client';
import { adminPassword, loginSuperAdmin } from '../support/super-admin';

let gatehouse: Gatehouse;
let admin: PageClient;
beforeAll(async () => {
  gatehouse = await startGatehouse();
  const { email } = await loginSuperAdmin(gatehouse);
  admin = new PageClient(gatehouse);
  await admin.signIn({ email, password: adminPassword });
});
afterAll(() => gatehouse.stop());

const list = '/console/clients';
const create = `${list}/new`;
const uri = 'https://app.example.com/callback';
const actions = ['secret', 'enable', 'disable', 'delete'];
const count = async () => (await gatehouse.stores.oauthClients.list()).length;
/** What the page shows once. */
const shownIn = ({ html }: PageReply) =>
  [...html.matchAll(/<code id="client-(?:id|secret)">([^<]+)<\/code>/g)].map(([, text]) => text);
/** The texts of the page that can be copied, by the names of their elements. */
const copiesIn = ({ html }: PageReply): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<(?:code|pre) id="([^"]+)"[^>]*>([^<]*)</g)].map(([, id = '', text = '']) => [
      id.replace(/^(address|settings)-/, ''),
      text.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    ]),
  );
/** The settings of an INI or TOML file. */
const settingsIn = (text: string | undefined) =>
  Object.fromEntries(
    [...(text ?? '').matchAll(/^(\w+) ?= ?(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replace(/^"(.*)"$/, '$1'),
    ]),
  );
const isAccepted = async (id: string, secret: string) =>
  (await postForm(`${gatehouse.url}/oauth/introspect`, { token: 'x' }, basicOf({ id, secret }))).status === 200;

test('a client is created, its secret is shown once, and the form works once', async () => {
  const page = await admin.get(create);
  const values = {
    name: 'Grafana <b>',
    kind: 'web',
    redirect_uris: `${uri}\r\nhttp://localhost:3000/callback\r\n`,
    post_logout_redirect_uris: 'https://app.example.com/',
    scopes: 'openid  email',
    audience: 'https://app.example.com',
    first_party: 'yes',
    without_pkce: 'yes',
    id_token_alg: 'ES256',
    backchannel_logout_uri: 'https://1.1.1.1/logout',
    policy_uri: 'https://app.example.com/privacy',
    tos_uri: '',
  };
  const made = await admin.submit(page, create, values);
  const [id = '', secret = ''] = shownIn(made);
  expect([made.status, made.heading]).toEqual([200, 'The client is ready']);
  expect(made.headers.get('cache-control')).toBe('no-store');
  expect(made.html).not.toContain('<b>');
  expect(await gatehouse.stores.oauthClients.findById(id)).toMatchObject({
    name: 'Grafana <b>',
    kind: 'web',
    redirectUris: [uri, 'http://localhost:3000/callback'],
    postLogoutRedirectUris: ['https://app.example.com/'],
    scopes: ['openid', 'email'],
    audience: 'https://app.example.com',
    firstParty: true,
    pkceRequired: false,
    idTokenAlg: 'ES256',
    backchannelLogoutUri: 'https://1.1.1.1/logout',
    policyUri: 'https://app.example.com/privacy',
    tosUri: null,
  });
  expect(await isAccepted(id, secret)).toBe(true);

  const before = await count();
  const again = await admin.submit(page, create, values);
  expect([again.location, await count()]).toEqual([`${list}?done=repeated`, before]);
  const [listed, shown] = [await admin.get(list), await admin.get(`${list}/${id}`)];
  expect(listed.links).toContain(`${list}/${id}`);
  expect(listed.text).toContain('Grafana <b> Application on a server Your own');
  expect(listed.html + shown.html).not.toContain(secret);
});

test('a public client has no secret, and a service has no fields for people', async () => {
  const common = { name: 'Phone', redirect_uris: uri };
  const phone = await admin.submit(await admin.get(create), create, { ...common, kind: 'public' });
  expect(phone.text).toContain('This client has no secret.');
  const [id = ''] = shownIn(phone);
  const page = await admin.get(`${list}/${id}`);
  expect(page.links).not.toContain(`${list}/${id}/secret`);
  expect(formTo(page, `${list}/${id}`).inputs).not.toHaveProperty('without_pkce');
  const devices = { redirect_uris: '', first_party: 'yes', device_grant: 'yes' };
  expect((await admin.submit(page, `${list}/${id}`, devices)).status).toBe(303);
  expect(await gatehouse.stores.oauthClients.findById(id)).toMatchObject({ redirectUris: [], deviceGrant: true });
  expect(formTo(await admin.get(`${list}/${id}`), `${list}/${id}`).inputs.device_grant).toHaveProperty('checked');
  expect((await admin.submit(await admin.get(`${list}/${id}/secret`), `${list}/${id}/secret`)).status).toBe(409);

  const orders = await admin.submit(await admin.get(`${create}?kind=service`), create, { ...common, scopes: '' });
  const [service = ''] = shownIn(orders);
  expect(await gatehouse.stores.oauthClients.findById(service)).toMatchObject({ kind: 'service', redirectUris: [] });
  const fields = Object.keys(formTo(await admin.get(`${list}/${service}`), `${list}/${service}`).fields);
  expect(fields.toSorted()).toEqual(['audience', 'name', 'scopes', 'shown']);
});

test('the form of each kind has the fields of the kind', async () => {
  const uris = ['backchannel_logout_uri', 'policy_uri', 'post_logout_redirect_uris', 'redirect_uris', 'tos_uri'];
  const ofPeople = ['id_token_alg', 'logo', ...uris];
  const ofAll = ['audience', 'first_party', 'form_id', 'kind', 'name', 'scopes'];
  for (const [kind, more] of [
    ['web', [...ofPeople, 'without_pkce']],
    ['public', [...ofPeople, 'device_grant']],
    ['service', ['admin_read', 'admin_users']],
  ] as const) {
    const page = await admin.get(`${create}?kind=${kind}`);
    const { inputs, fields } = formTo(page, create);
    expect([kind, Object.keys({ ...inputs, ...fields }).toSorted()]).toEqual([kind, [...ofAll, ...more].toSorted()]);
    expect(fields.kind).toBe(kind);
    expect(page.links).toEqual(expect.arrayContaining([`${create}?kind=web`, `${create}?kind=service`]));
  }
  expect(formTo(await admin.get(`${create}?kind=x`), create).fields.kind).toBe('web');
});

test('a client has the addresses of the discovery document, and settings with the values of the documentation', async () => {
  const values = { name: 'Grafana', redirect_uris: 'https://grafana.example.com/login/generic_oauth' };
  const made = await admin.submit(await admin.get(create), create, values);
  const [id = '', secret = ''] = shownIn(made);
  const copies = copiesIn(made);
  const discovered = await (await fetch(`${gatehouse.url}/.well-known/openid-configuration`)).json();
  expect(copies).toMatchObject({
    issuer: discovered.issuer,
    discovery: `${discovered.issuer}/.well-known/openid-configuration`,
    authorization: discovered.authorization_endpoint,
    token: discovered.token_endpoint,
    userinfo: discovered.userinfo_endpoint,
    logout: discovered.end_session_endpoint,
    keys: discovered.jwks_uri,
  });
  expect(settingsIn(copies['.env'])).toEqual({
    ISSUER: discovered.issuer,
    CLIENT_ID: id,
    CLIENT_SECRET: secret,
    REDIRECT_URI: values.redirect_uris,
  });

  const documented = readFileSync(path.join(__dirname, '../../docs/integrate/openid-connect.md'), 'utf8');
  const rowOf = (name: string) => documented.split('\n').find((line) => line.startsWith(`| ${name}`)) ?? '';
  const grafana = settingsIn(copies.Grafana);
  expect(copies.Grafana).toMatch(/^\[auth\.generic_oauth\]\n/);
  expect(grafana).toMatchObject({
    client_id: id,
    client_secret: secret,
    auth_url: discovered.authorization_endpoint,
    token_url: discovered.token_endpoint,
    api_url: discovered.userinfo_endpoint,
  });
  const ofGrafana = rowOf('Grafana').replaceAll('\\|', '|');
  for (const name of ['enabled', 'scopes', 'role_attribute_path', 'use_pkce']) {
    expect(ofGrafana).toContain(`\`${name} = ${grafana[name]}\``);
  }
  for (const name of ['auth_url', 'token_url', 'api_url']) {
    expect(ofGrafana).toContain(new URL(grafana[name] ?? '').pathname);
  }
  expect(Object.keys(grafana).every((name) => ofGrafana.includes(name))).toBe(true);

  const proxy = settingsIn(copies['oauth2-proxy']);
  expect(proxy).toMatchObject({ client_id: id, client_secret: secret, oidc_issuer_url: discovered.issuer });
  expect(proxy.redirect_url).toBe(values.redirect_uris);
  const ofProxy = rowOf('oauth2-proxy');
  expect(ofProxy).toContain(`--provider=${proxy.provider}`);
  expect(ofProxy).toContain('--oidc-issuer-url');
  expect(ofProxy).toContain(`--code-challenge-method=${proxy.code_challenge_method}`);
  expect([proxy.email_domains, ofProxy.includes('--email-domain=*')]).toEqual(['["*"]', true]);

  // The secret was shown once.
  const page = await admin.get(`${list}/${id}`);
  expect(page.html).not.toContain(secret);
  expect(copiesIn(page)).toEqual({
    ...Object.fromEntries(
      Object.entries(copies).map(([name, text]) => [name, text.replace(secret, 'YOUR_CLIENT_SECRET')]),
    ),
    'client-id': id,
    'client-secret': undefined,
  });
});

test('what is wrong is said at its field, and what was typed stays', async () => {
  const before = await count();
  const values = { name: '', kind: 'web', redirect_uris: 'http://example.com/', scopes: '"', audience: 'a b' };
  const reply = await admin.submit(await admin.get(create), create, values);
  const { common, console: texts } = wordsIn.en;
  const invalid: Readonly<Record<string, string>> = { ...common.invalid, ...texts.invalid };
  expect([reply.status, await count()]).toEqual([400, before]);
  for (const field of ['name', 'redirectUris', 'scopes', 'audience']) expect(reply.text).toContain(invalid[field]);
  expect(formTo(reply, create).fields).toMatchObject({ redirect_uris: 'http://example.com/', audience: 'a b' });
  const corrected = { name: 'Grafana', redirect_uris: uri, scopes: 'openid', audience: '' };
  expect((await admin.submit(reply, create, corrected)).heading).toBe('The client is ready');
});

test('only what was edited is changed, also after a change of another super admin', async () => {
  const { id } = await createApp(gatehouse, {});
  const path = `${list}/${id}`;
  const page = await admin.get(path);
  expect((await admin.submit(page, path)).location).toBe(`${path}?done=unchanged`);
  await gatehouse.sql(`UPDATE oauth_clients SET audience = 'https://other.example.com' WHERE id = '${id}'`);
  const reply = await admin.submit(page, path, { name: 'Metrics', redirect_uris: `${uri}\r\n${uri}/2` });
  expect(reply.location).toBe(`${path}?done=saved`);
  expect((await admin.follow(reply)).text).toContain('Saved.');
  expect(await gatehouse.stores.oauthClients.findById(id)).toMatchObject({
    name: 'Metrics',
    redirectUris: [uri, `${uri}/2`],
    audience: 'https://other.example.com',
  });
  const wrong = await admin.submit(await admin.get(path), path, { redirect_uris: '' });
  expect([wrong.status, wrong.heading]).toEqual([400, 'Metrics']);
});

test('a logo is pasted as a data: URL, shown, replaced and removed', async () => {
  const logo = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=';
  const longest = `data:image/png;base64,${'Ab+/'.repeat(2494)}`;
  const made = await admin.submit(await admin.get(create), create, {
    name: 'Grafana',
    kind: 'web',
    redirect_uris: uri,
    logo: `${logo.slice(0, 40)}\r\n${logo.slice(40)}`,
  });
  const [id = ''] = shownIn(made);
  const path = `${list}/${id}`;
  const stored = async () => (await gatehouse.stores.oauthClients.findById(id))?.logoUri;
  expect(await stored()).toBe(logo);
  const page = await admin.get(path);
  expect(page.html).toContain(`<img class="mark" src="${logo}" alt/>`);
  expect(formTo(page, path).fields.logo).toBe(logo);
  expect((await admin.submit(page, path)).location).toBe(`${path}?done=unchanged`);

  const { common, console: texts } = wordsIn.en;
  const invalid: Readonly<Record<string, string>> = { ...common.invalid, ...texts.invalid };
  for (const wrong of ['https://app.example.com/logo.png', 'data:text/html;base64,PGI+', `${longest}AAAA`]) {
    const reply = await admin.submit(page, path, { logo: wrong });
    expect([reply.status, reply.text.includes(String(invalid.logoUri))]).toEqual([400, true]);
    expect(formTo(reply, path).fields.logo).toBe(wrong);
    expect(reply.html).not.toContain(`src="${wrong}"`);
  }
  expect((await admin.submit(page, path, { logo: longest })).location).toBe(`${path}?done=saved`);
  expect(await stored()).toBe(longest);
  expect((await admin.submit(await admin.get(path), path)).location).toBe(`${path}?done=unchanged`);
  expect((await admin.submit(await admin.get(path), path, { logo: '' })).location).toBe(`${path}?done=saved`);
  expect(await stored()).toBeNull();
  expect((await admin.get(path)).html).not.toContain('<img');
});

test('the secret is replaced, and the one before is rejected if the form says so', async () => {
  const { id, secret } = await createClient(gatehouse);
  const path = `${list}/${id}/secret`;
  const page = await admin.get(path);
  const [, second = ''] = shownIn(await admin.submit(page, path));
  expect([await isAccepted(id, secret), await isAccepted(id, second)]).toEqual([true, true]);
  expect((await admin.submit(page, path)).location).toBe(`${list}/${id}?done=repeated`);
  expect(await isAccepted(id, second)).toBe(true);
  const [, third = ''] = shownIn(await admin.submit(await admin.get(path), path, { at_once: 'yes' }));
  expect([await isAccepted(id, second), await isAccepted(id, third)]).toEqual([false, true]);
});

test('a client is disabled, enabled and deleted', async () => {
  const { id } = await createApp(gatehouse, { name: 'Short-lived' });
  const run = async (action: string) => {
    const path = `${list}/${id}/${action}`;
    return admin.follow(await admin.submit(await admin.get(path), path));
  };
  expect((await run('disable')).text).toMatch(/Short-lived .* Disabled The client is disabled/);
  expect((await gatehouse.stores.oauthClients.findById(id))?.disabledTs).not.toBeNull();
  expect((await run('enable')).text).toContain('The client is enabled.');
  expect((await gatehouse.stores.oauthClients.findById(id))?.disabledTs).toBeNull();
  const deleted = await run('delete');
  expect(deleted.text).toContain('The client is deleted');
  expect(deleted.links).not.toContain(`${list}/${id}`);
  expect((await admin.get(`${list}/${id}`)).status).toBe(404);
});

test('a person who is no super admin, and a form of another site, change nothing', async () => {
  const { id } = await createApp(gatehouse, {});
  const { credentials } = await registerPerson(gatehouse);
  const person = new PageClient(gatehouse);
  await person.signIn(credentials);
  const before = await gatehouse.sql('SELECT * FROM oauth_clients ORDER BY id');
  for (const path of [create, `${list}/${id}`, ...actions.map((action) => `${list}/${id}/${action}`)]) {
    expect([path, (await person.get(path)).status]).toEqual([path, 403]);
    expect([path, (await person.post(path, { name: 'x', kind: 'service' })).status]).toEqual([path, 403]);
    const foreign = await admin.post(path, { name: 'x' }, { headers: { 'Sec-Fetch-Site': 'cross-site' } });
    expect([path, foreign.status]).toEqual([path, 403]);
  }
  expect(await gatehouse.sql('SELECT * FROM oauth_clients ORDER BY id')).toEqual(before);
});

test('every page of a client has its heading in four languages', async () => {
  const { id } = await createApp(gatehouse, {});
  for (const path of [list, create, ...actions.map((action) => `${list}/${id}/${action}`)]) {
    const pages = await Promise.all(
      locales.map((language) => admin.get(path, { headers: { 'Accept-Language': language } })),
    );
    expect([path, ...pages.map(({ status }) => status)]).toEqual([path, 200, 200, 200, 200]);
    expect(new Set(pages.map(({ text }) => text)).size).toBe(4);
  }
  for (const language of locales) {
    const { console: words } = wordsIn[language];
    const page = await admin.get(`${list}/${id}`, { headers: { 'Accept-Language': language } });
    expect(page.text).toContain(words.clients.redirectUrisHint);
  }
});

test('a client that a document describes has no form, and is known by the host of the document', async () => {
  const { id } = await createApp(gatehouse, { name: 'Claude <b>', kind: 'public', firstParty: false });
  const url = 'https://claude.ai/oauth/client.json';
  await gatehouse.sql(`UPDATE oauth_clients SET metadata_url = '${url}', metadata_ts = now() WHERE id = '${id}'`);
  expect((await admin.get(list)).html).toContain(`clients/${id}" dir="auto">claude.ai</a>`);
  const page = await admin.get(`${list}/${id}`);
  expect(page.html).toContain('<h1 dir="auto">claude.ai</h1>');
  expect(page.text).toContain('Its own name Claude <b>');
  expect(copiesIn(page)).toMatchObject({ document: url });
  expect(page.html).not.toContain('name="redirect_uris"');
  expect(page.html).toContain(`${list}/${id}/disable`);
});
