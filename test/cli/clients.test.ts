import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInstallation, type Installation } from '../support/cli';
import { basicOf, postForm } from '../support/oauth';

let installation: Installation;
beforeAll(async () => {
  installation = await createInstallation();
});
afterAll(() => installation.remove());

const clients = (...args: string[]) => installation.run(['clients', ...args]);
const unknownId = '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de';

test('create prints an id and a secret with which a service can introspect; the secret is not shown again', async () => {
  const before = (await clients('list')).out;
  const { code, out } = await clients('create', '--name', 'orders', '--json');
  const { id, name, clientSecret } = JSON.parse(out);
  expect([code, name, clientSecret]).toEqual([0, 'orders', expect.stringMatching(/^[\w-]{43}$/)]);
  const lines = await clients('create', '--name', 'billing');
  expect(lines.out).toMatch(
    /^client id {6}[0-9a-f-]{36}\nclient secret {2}[\w-]{43}\nThe secret is not stored and cannot be shown again\.\n$/,
  );

  const listed = await clients('list');
  expect(listed.out.endsWith(before)).toBe(true);
  expect(listed.out.slice(0, listed.out.length - before.length)).toMatch(
    new RegExp(`^[0-9a-f-]{36}  billing  created .*\n${id}  orders  created .*Z  secret of .*Z\n$`),
  );
  expect(listed.out + (await clients('list', '--json')).out).not.toContain(clientSecret);

  const gatehouse = await installation.serve();
  const answer = await postForm(
    `${gatehouse.url}/oauth/introspect`,
    { token: 'x' },
    basicOf({ id, secret: clientSecret }),
  );
  expect([answer.status, answer.body]).toEqual([200, { active: false }]);
  await gatehouse.stop();
});

const uri = 'https://grafana.example.com/login/generic_oauth';

test('create makes a client into which people sign in; the JSON is that of the REST API, with the names of before', async () => {
  const logo = path.join(mkdtempSync(path.join(tmpdir(), 'gatehouse-logo-')), 'logo.png');
  writeFileSync(logo, 'png');
  const { out } = await clients(
    ...['create', '--name', 'Grafana', '--redirect-uri', uri, '--redirect-uri', 'http://localhost:3000/callback'],
    ...['--post-logout-redirect-uri', 'https://grafana.example.com/', '--scope', 'openid email', '--scope', 'roles'],
    ...['--audience', 'https://grafana.example.com', '--first-party', '--no-pkce', '--id-token-alg', 'ES256', '--json'],
    ...['--backchannel-logout-uri', 'https://1.1.1.1/logout'],
    ...['--logo', logo, '--policy-uri', 'https://grafana.example.com/privacy'],
  );
  const { client, client_secret: secret, ...before } = JSON.parse(out);
  expect(client).toMatchObject({
    name: 'Grafana',
    kind: 'web',
    redirect_uris: [uri, 'http://localhost:3000/callback'],
    post_logout_redirect_uris: ['https://grafana.example.com/'],
    backchannel_logout_uri: 'https://1.1.1.1/logout',
    scopes: ['openid', 'email', 'roles'],
    audience: 'https://grafana.example.com',
    first_party: true,
    pkce_required: false,
    id_token_alg: 'ES256',
    logo_uri: 'data:image/png;base64,cG5n',
    policy_uri: 'https://grafana.example.com/privacy',
    tos_uri: null,
    disabled_ts: null,
  });
  expect(before).toEqual({
    id: client.id,
    name: 'Grafana',
    createdTs: expect.any(String),
    secretTs: expect.any(String),
    previousUntilTs: null,
    clientSecret: secret,
  });
  const listed = JSON.parse((await clients('list', '--json')).out) as { id: string }[];
  expect(listed.find(({ id }) => id === client.id)).toMatchObject({ ...client, createdTs: before.createdTs });
  expect((await clients('list')).out).toMatch(new RegExp(`^${client.id}  Grafana  .*Z  web  first party$`, 'm'));
});

test('without other options, a client is a service of the operator; a public client has no secret', async () => {
  const service = JSON.parse((await clients('create', '--name', 'orders', '--json')).out);
  expect(service.client).toMatchObject({ kind: 'service', first_party: true, scopes: [], redirect_uris: [] });
  const { out } = await clients('create', '--name', 'Phone', '--public', '--redirect-uri', 'com.example.app:/callback');
  expect(out).toMatch(/^client id {6}[0-9a-f-]{36}\nA public client has no secret\.\n$/);
  const [, id = ''] = /client id {6}(\S+)/.exec(out) ?? [];
  expect((await clients('list')).out).toMatch(new RegExp(`^${id}  Phone  created \\S+Z  public$`, 'm'));
  expect(await clients('rotate-secret', id)).toMatchObject({
    code: 1,
    err: 'error: A public client has no secret.\n',
  });
});

test('a client with a secret can have an address of an app', async () => {
  const uri = 'app.immich:///oauth-callback';
  const made = JSON.parse((await clients('create', '--name', 'Immich', '--redirect-uri', uri, '--json')).out);
  expect(made.client).toMatchObject({ kind: 'web', redirect_uris: [uri], pkce_required: true });
});

test('the first client into which people sign in makes the RS256 key', async () => {
  const other = await createInstallation();
  const algs = async () =>
    (JSON.parse((await other.run(['keys', 'list', '--json'])).out) as { alg: string }[]).map(({ alg }) => alg);
  await other.run(['clients', 'create', '--name', 'orders']);
  expect(await algs()).toEqual(['ES256']);
  await other.run(['clients', 'create', '--name', 'Grafana', '--redirect-uri', uri]);
  expect(await algs()).toEqual(['ES256', 'RS256']);
  await other.remove();
});

test('update changes the given fields', async () => {
  const { id } = JSON.parse((await clients('create', '--name', 'Grafana', '--redirect-uri', uri, '--json')).out);
  const updated = async (...args: string[]) => JSON.parse((await clients('update', id, ...args, '--json')).out);
  expect(
    await updated('--name', 'Metrics', '--audience', 'https://metrics.example.com', '--first-party'),
  ).toMatchObject({ name: 'Metrics', audience: 'https://metrics.example.com', first_party: true, pkce_required: true });
  expect(await updated('--no-audience', '--no-first-party', '--no-pkce')).toMatchObject({
    name: 'Metrics',
    redirect_uris: [uri],
    audience: null,
    first_party: false,
    pkce_required: false,
  });
  const address = 'https://1.1.1.1/logout';
  expect(await updated('--backchannel-logout-uri', address)).toMatchObject({ backchannel_logout_uri: address });
  expect(await updated('--no-backchannel-logout-uri')).toMatchObject({ backchannel_logout_uri: null });
  const policy = 'https://grafana.example.com/privacy';
  expect(await updated('--policy-uri', policy)).toMatchObject({ policy_uri: policy });
  expect(await updated('--no-policy-uri')).toMatchObject({ policy_uri: null });
  expect(await updated('--pkce', '--disable')).toMatchObject({ pkce_required: true, disabled_ts: expect.any(String) });
  expect((await clients('list')).out).toMatch(new RegExp(`^${id}  Metrics  .*  web  disabled \\S+Z$`, 'm'));
  expect(await updated('--enable')).toMatchObject({ disabled_ts: null });
});

test('rotate-secret prints another secret, and says until when the previous one works', async () => {
  const { id, clientSecret } = JSON.parse((await clients('create', '--name', 'orders', '--json')).out);
  const { code, out } = await clients('rotate-secret', id);
  expect([code, out]).toEqual([0, expect.stringMatching(/\nThe previous secret works until .*Z\.\n$/)]);
  expect((await clients('list')).out).toMatch(new RegExp(`^${id} .* {2}previous secret until .*Z$`, 'm'));

  expect(await clients('rotate-secret', id, '--at-once')).toMatchObject({
    code: 2,
    err: expect.stringContaining('with the previous secret will be rejected immediately'),
  });
  const rotated = JSON.parse((await clients('rotate-secret', id, '--at-once', '--yes', '--json')).out);
  expect(rotated).toMatchObject({ id, name: 'orders', previousUntilTs: null, clientSecret: expect.any(String) });
  expect(rotated.clientSecret).not.toBe(clientSecret);
});

test('delete asks first', async () => {
  const { id } = JSON.parse((await clients('create', '--name', 'short-lived', '--json')).out);
  expect(await clients('delete', id)).toMatchObject({ code: 2, err: expect.stringContaining('confirm with --yes') });
  expect(await clients('delete', id.toUpperCase(), '--yes')).toEqual({
    code: 0,
    out: `deleted the client ${id} (short-lived)\n`,
    err: '',
  });
  expect((await clients('list')).out).not.toContain(id);
});

test('after a restore, the command says how many clients have the secrets of the backup', async () => {
  for (const name of ['orders', 'billing']) await clients('create', '--name', name);
  const { length } = JSON.parse((await clients('list', '--json')).out);
  const text = await installation.run(['after-restore', '--yes']);
  expect(text.out).toMatch(
    new RegExp(`^ended 0 sessions, .*\n.*\n${length} OAuth clients with the secrets of the backup\\. `),
  );
  const json = await installation.run(['after-restore', '--yes', '--json']);
  expect(JSON.parse(json.out)).toMatchObject({ clients: length });
});

test.each([
  [['create'], 2, /required option '--name <name>'/],
  [['create', '--name', ' '], 2, /^error: name must not be blank\n$/],
  [['create', '--name', 'x'.repeat(101)], 2, /^error: name must have at most 100 characters\n$/],
  [['create', '--name', 'a\u001b[2Jb'], 2, /^error: name must be valid Unicode text without control characters\n$/],
  [
    ['create', '--name', 'x', '--redirect-uri', 'http://example.com/'],
    2,
    /^error: redirect-uris must begin with https/,
  ],
  [['create', '--name', 'x', '--public'], 2, /^error: redirect-uris must have at least one URI\n$/],
  [['create', '--name', 'x', '--id-token-alg', 'none'], 2, /Allowed choices are RS256, ES256/],
  [['update', unknownId, '--name', 'x'], 1, /^error: There is no client with this id\./],
  [['update', unknownId, '--enable', '--disable'], 2, /^error: use either --disable or --enable/],
  [['delete', 'orders', '--yes'], 2, /the id of a client/],
  [
    ['delete', unknownId, '--yes'],
    1,
    /^error: There is no client with this id\. List clients with: gatehouse clients list\n$/,
  ],
  [['rotate-secret', unknownId], 1, /^error: There is no client with this id\./],
])('%j says what is wrong', async (args, code, message) => {
  expect(await clients(...args)).toEqual({ code, out: '', err: expect.stringMatching(message) });
});
