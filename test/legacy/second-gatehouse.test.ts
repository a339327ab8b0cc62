import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { uuidv7 } from '../../src/platform/runtime/uuid';
import { apis, restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { describeWith } from '../support/needs';
import { type Nginx, startNginx } from '../support/nginx';
import { freePort, spawnGatehouse } from '../support/process';
import { makeCertificate } from '../support/smtp';

const password = 'correct horse battery';
const names = { firstName: 'Ada', lastName: 'Lovelace' };

/** The old service: another Gatehouse, with its own database. */
let old: Gatehouse;
beforeAll(async () => {
  old = await startGatehouse();
});
afterAll(() => old.stop());

let people = 0;
async function registerAtOld(): Promise<{ email: string; id: string }> {
  people += 1;
  const email = `ada.${people}@example.com`;
  const { user } = await restApi.register(old.url, { email, password, ...names });
  return { email, id: String(user?.id) };
}

async function addLazy(gatehouse: Gatehouse, email: string): Promise<string> {
  const id = uuidv7();
  await gatehouse.sql(`INSERT INTO users (id, email, email_canonical, password_hash, first_name, last_name, created_ts)
    VALUES ('${id}', '${email}', '${email}', '$legacy$', 'Ada', 'Lovelace', now())`);
  return id;
}

describe('on this machine', () => {
  let gatehouse: Gatehouse;
  beforeAll(async () => {
    gatehouse = await startGatehouse({ LEGACY_URL: old.url, LEGACY_TIMEOUT: '60000' });
  });
  afterAll(() => gatehouse.stop());

  test.each(apis.map((api) => [api.name, api] as const))('%s', async (_name, api) => {
    const { email, id: oldId } = await registerAtOld();
    const id = await addLazy(gatehouse, email);
    expect(await api.login(gatehouse.url, { email, password: 'wrong horse battery' })).toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
    const login = await api.login(gatehouse.url, { email, password });
    expect(login).toMatchObject({ success: true, user: { id } });
    expect(await api.me(gatehouse.url, login.jwt)).toMatchObject({ success: true, user: { id } });
    expect((await api.me(old.url, login.jwt)).code).toBe('UNAUTHENTICATED');

    // Disabled there, after the migration: it is another account now.
    await old.sql(`UPDATE users SET disabled = true WHERE id = '${oldId}'`);
    expect(await api.login(gatehouse.url, { email, password })).toMatchObject({ success: true });
  });

  test('an account that is disabled there cannot sign in here before it is migrated', async () => {
    const { email, id } = await registerAtOld();
    await addLazy(gatehouse, email);
    await old.sql(`UPDATE users SET disabled = true WHERE id = '${id}'`);
    expect(await restApi.login(gatehouse.url, { email, password })).toMatchObject({ code: 'INVALID_CREDENTIALS' });
  });
});

describeWith('nginx', 'openssl')('behind nginx with TLS', () => {
  let folder: string;
  let nginx: Nginx;
  let url: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-tls-'));
    const { key, cert } = await makeCertificate();
    await writeFile(path.join(folder, 'key.pem'), key);
    await writeFile(path.join(folder, 'cert.pem'), cert);
    const port = await freePort();
    url = `https://127.0.0.1:${port}`;
    nginx = await startNginx(
      `server {
        listen 80;
        listen 127.0.0.1:${port} ssl;
        ssl_certificate ${folder}/cert.pem;
        ssl_certificate_key ${folder}/key.pem;
        location / { proxy_pass ${old.url}; }
      }`,
      {},
    );
  });
  afterAll(async () => {
    await nginx.stop();
    await rm(folder, { recursive: true });
  });

  test('a certificate that is not trusted is no reason to call a password wrong', async () => {
    const gatehouse = await startGatehouse({ LEGACY_URL: url, LEGACY_TIMEOUT: '60000' });
    const { email } = await registerAtOld();
    await addLazy(gatehouse, email);
    expect(await restApi.login(gatehouse.url, { email, password })).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await gatehouse.stop();
  });

  test('a trusted one works, and unknown addresses take their account with them', async () => {
    const gatehouse = await spawnGatehouse({
      DATA_DIR: path.join(folder, 'data'),
      LEGACY_URL: url,
      LEGACY_UNKNOWN: 'ask',
      LEGACY_TIMEOUT: '2300',
      NODE_EXTRA_CA_CERTS: path.join(folder, 'cert.pem'),
    });
    await gatehouse.ready();
    const { email, id } = await registerAtOld();
    expect(await restApi.login(gatehouse.url, { email, password })).toMatchObject({ success: true, user: { id } });
    const registered = await restApi.register(gatehouse.url, { email: 'new@example.com', password, ...names });
    expect(registered).toMatchObject({ success: true });
    expect(await old.sql(`SELECT id::text FROM users WHERE email = 'new@example.com'`)).toEqual([
      { id: registered.user?.id },
    ]);
    expect(await gatehouse.signal('SIGTERM')).toBe(0);
  });
});
