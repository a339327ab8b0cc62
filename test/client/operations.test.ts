import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Client, createClient, type Problem, type Result } from '../../src/client';
import { routes as clientRoutes } from '../../src/client/operations';
import { Authenticator } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { routes } from '../support/rest-document';

let folder: string;
let gatehouse: Gatehouse;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-fields-'));
  const file = path.join(folder, 'fields.json');
  const text = { type: 'string', write: 'user' };
  writeFileSync(file, JSON.stringify({ favorite_color: text, home_ts: text, my_options: text }));
  gatehouse = await startGatehouse({ USER_FIELDS: file });
});
afterAll(async () => {
  await gatehouse.stop();
  rmSync(folder, { recursive: true });
});

function open(): Client {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  return watched(createClient({ url: gatehouse.url, storage }));
}

/** After each change, the client must know the user as the server does, or that the session has ended. */
function watched(client: Client): Client {
  const call = async (name: keyof typeof clientRoutes, input: never) => {
    const result: Result = await client[name](input);
    if (!result.ok || clientRoutes[name][0] === 'GET') return result;
    const { user } = client.state;
    await client.loadUser().catch(() => null);
    expect([name, user]).toEqual([name, client.state.user]);
    return result;
  };
  return new Proxy(client, {
    get: (_, name: keyof Client) =>
      name in clientRoutes ? (input: never) => call(name as keyof typeof clientRoutes, input) : client[name],
  });
}

const newAccount = () => ({ email: `${randomUUID()}@example.com`, password: 'correct horse battery' });

async function signedIn() {
  const account = newAccount();
  const client = open();
  done(await client.register({ ...account, firstName: 'Ada', lastName: 'Lovelace' }));
  done(await client.login(account));
  // The answer to a login has the time of the one before.
  await client.loadUser();
  return { client, ...account };
}

function done<Value extends object>(result: Result<Value>): { ok: true } & Value {
  if (!result.ok) throw new Error(`${result.error.code}: ${JSON.stringify(result.error.fields)}`);
  return result;
}

function problemOf(result: Result): Problem {
  if (result.ok) throw new Error('an error was expected');
  return result.error;
}

/** The last mail to the address, with the code and the token of its link. */
async function mailTo(address: string) {
  const mail = (await gatehouse.mails()).find(({ to }) => to === address);
  return { code: mail?.code ?? '', token: mail?.links[0]?.split('/').at(-1) ?? '' };
}

test('a client has each operation of people under its name', () => {
  // The client has these as `loadUser`, `loginWith`, `handleRedirect`, inside of another function, or for itself.
  const otherwise = [
    ...['me', 'startProviderLogin', 'completeProviderLogin', 'passkeyLoginOptions', 'addPasskeyOptions', 'refresh'],
    // Of proxies.
    'verify',
  ];
  const ofPeople = routes
    .filter(({ path, operation }) => path.startsWith('/auth/') && ['user', 'anyone'].includes(operation.caller))
    .map(({ operation }) => operation.name);
  const client = open();
  expect(ofPeople.length).toBeGreaterThan(40);
  expect([...new Set(ofPeople)].filter((name) => !(name in client)).sort()).toEqual(otherwise.sort());
  expect(Object.keys(clientRoutes)).toEqual(expect.arrayContaining(['fields', 'updateFields', 'sessions']));
});

test('fields of the installation keep their names, and can be written back', async () => {
  const { client } = await signedIn();
  const own = { favorite_color: 'green', home_ts: '2026-11-20T17:30:15', my_options: null };
  expect(done(await client.updateFields({ fields: own }))).toEqual({ ok: true, fields: own });
  const { fields } = done(await client.fields());
  expect(fields).toEqual(own);
  expect(done(await client.updateFields({ fields })).fields).toEqual(own);
  done(await client.updateProfile({ firstName: 'Grace', fields: { ...fields, favorite_color: 'blue' } }));
  expect(done(await client.fields()).fields.favorite_color).toBe('blue');
  const wrong = problemOf(await client.updateFields({ fields: { favorite_food: 'plums' } }));
  expect(wrong.fields).toEqual([{ field: 'fields.favorite_food', msg: 'is not a field of this installation' }]);
  const other = newAccount();
  done(await client.register({ ...other, firstName: 'A', lastName: 'B', fields: { favorite_color: 'red' } }));
  expect(await gatehouse.sql(`SELECT count(*)::int AS n FROM users WHERE email = '${other.email}'`)).toEqual([
    { n: 1 },
  ]);
});

test('the profile, and who is signed in after a change', async () => {
  const { client } = await signedIn();
  const { user } = done(await client.updateProfile({ firstName: 'Grace', tel: null, locale: 'de' }));
  expect(user).toMatchObject({ firstName: 'Grace', lastName: 'Lovelace', emailVerified: false });
  expect(client.state.user).toEqual(user);
  expect(problemOf(await client.updateProfile({ firstName: ' ' })).fields[0]?.field).toBe('firstName');
});

test('sessions', async () => {
  const { client, ...account } = await signedIn();
  const other = open();
  done(await other.login(account));
  const first = done(await client.sessions({ first: 1 }));
  expect(first.sessions).toHaveLength(1);
  const second = done(await client.sessions({ first: 1, after: first.next }));
  const listed = [...first.sessions, ...second.sessions];
  expect(listed[0]?.createdTs).toMatch(/Z$/);
  const [foreign] = listed.filter(({ current }) => !current);
  expect(await client.revokeSession({ id: foreign?.id ?? '' })).toEqual({ ok: true });
  expect(problemOf(await other.sessions()).code).toBe('UNAUTHENTICATED');
  expect(problemOf(await client.revokeSession({ id: '../me' })).code).toBe('NOT_FOUND');
  done(await client.revokeSession({ id: listed.find(({ current }) => current)?.id ?? '' }));
  expect(client.state.status).toBe('signedOut');
});

test('the password, and a forgotten one', async () => {
  const { client, email, password } = await signedIn();
  const wrong = await client.changePassword({ currentPassword: 'another password', password });
  expect(problemOf(wrong).code).toBe('INVALID_CREDENTIALS');
  const next = 'another horse battery';
  expect(await client.changePassword({ currentPassword: password, password: next })).toEqual({ ok: true, ended: 0 });

  const forgetful = open();
  expect(await forgetful.requestPasswordReset({ email })).toEqual({ ok: true });
  const { code } = await mailTo(email);
  expect(problemOf(await forgetful.resetPassword({ email, code: '000000', password })).code).toBe('INVALID_TOKEN');
  expect(await client.resetPassword({ email, code, password })).toMatchObject({ ok: true, ended: 1 });
  expect(client.state.status).toBe('signedOut');
  done(await forgetful.login({ email, password }));
});

test('the address is confirmed, and changed', async () => {
  const { client, email, password } = await signedIn();
  done(await client.sendEmailVerification({ email }));
  const { user } = done(await client.confirmEmail({ email, code: (await mailTo(email)).code }));
  expect([user.emailVerified, client.state.user?.emailVerified]).toEqual([true, true]);
  const to = `${randomUUID()}@example.com`;
  expect(await client.changeEmail({ email: to, currentPassword: password })).toEqual({ ok: true });
  for (const address of [email, to]) {
    expect(client.state.user?.email).toBe(email);
    done(await client.confirmEmailChange({ email: address, code: (await mailTo(address)).code }));
  }
  expect(client.state.user?.email).toBe(to);
  expect(problemOf(await client.undoEmailChange({ token: 'x' })).code).toBe('INVALID_TOKEN');
});

test('factors, providers and applications', async () => {
  const { client, email, password } = await signedIn();
  await gatehouse.sql(`UPDATE users SET email_verified = true WHERE email = '${email}'`);
  expect(done(await client.factors())).toEqual({
    ok: true,
    twoStep: false,
    totp: false,
    passkeys: [],
    recoveryCodes: 0,
  });
  const { secret, uri } = done(await client.enrollTotp({ currentPassword: password }));
  expect(uri).toContain(secret);
  const application = new Authenticator(secret);
  const confirmed = done(await client.confirmTotp({ code: application.next() }));
  expect(Object.keys(confirmed).sort()).toEqual(['ok', 'recoveryCodes']);
  expect(done(await client.regenerateRecoveryCodes()).recoveryCodes).not.toEqual(confirmed.recoveryCodes);
  done(await client.setTwoStep({ enabled: false }));
  done(await client.setTwoStep({ enabled: true }));
  expect(done(await client.factors())).toMatchObject({ twoStep: true, totp: true, recoveryCodes: 10 });
  const unknown = { id: randomUUID() };
  expect(problemOf(await client.renamePasskey({ ...unknown, name: 'Phone' })).code).toBe('NOT_FOUND');
  expect(problemOf(await client.removePasskey(unknown)).code).toBe('NOT_FOUND');
  expect(done(await client.loginProviders()).providers).toEqual([]);
  expect(done(await client.identities()).identities).toEqual([]);
  expect(problemOf(await client.unlinkIdentity(unknown)).code).toBe('NOT_FOUND');
  const withIdToken = await open().loginWithIdToken({ provider: 'acme', idToken: 'x', nonce: 'y' });
  expect(problemOf(withIdToken).code).toBe('NOT_FOUND');
  expect(done(await client.connectedApps()).apps).toEqual([]);
  expect(problemOf(await client.disconnectApp({ clientId: unknown.id })).code).toBe('NOT_FOUND');
  expect(await client.removeTotp()).toEqual({ ok: true });
});

test('the data of a person, and the end of the account', async () => {
  const { client, email, password } = await signedIn();
  const { data } = done(await client.exportMyData());
  // The names of tables and columns.
  expect(data.users).toMatchObject([{ email, first_name: 'Ada' }]);
  const { erasureTs } = done(await client.deleteAccount({ currentPassword: password }));
  expect(Date.parse(erasureTs)).toBeGreaterThan(Date.now());
  expect(client.state.status).toBe('signedOut');
  expect(await open().cancelDeletion({ token: (await mailTo(email)).token })).toEqual({ ok: true });
  done(await client.login({ email, password }));
});
