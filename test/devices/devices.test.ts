import { deviceResults } from '../../src/features/devices/device-counts';
import { devicesFeature } from '../../src/features/devices/devices.feature';
import { restApi } from '../support/apis';
import { withTotp } from '../support/authenticator';
import { createDeviceApp, decideOn, deviceGrantType, pollTokens, startDevice, typeCode } from '../support/device';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { claimsOf } from '../support/impersonation';
import { stopClock } from '../support/limits';
import { claimsIn, createApp, refreshTokens, signedIn } from '../support/openid';
import { PageClient, pagePassword } from '../support/page-client';
import { settingFile } from '../support/setting-file';
import { adminPassword, loginSuperAdmin } from '../support/super-admin';
import { verifyAddress } from '../support/verified-address';

// The sign-in on a device without a browser (RFC 8628).

let gatehouse: Gatehouse;
let url: string;
beforeAll(async () => {
  gatehouse = await startGatehouse({ TRUST_PROXY: '1' });
  ({ url } = gatehouse);
});
beforeEach(stopClock);
afterEach(() => jest.useRealTimers());
afterAll(() => gatehouse.stop());

const passMs = (ms: number) => jest.setSystemTime(Date.now() + ms);

const ofDevice = { 'User-Agent': 'openid-client/v6.9.0', 'X-Forwarded-For': '203.0.113.7' };
const started = async (row: Parameters<typeof createDeviceApp>[1] = {}, own: Record<string, string> = {}) => {
  const app = await createDeviceApp(gatehouse, row);
  const { body } = await startDevice(url, app, own, ofDevice);
  return { app, deviceCode: String(body.device_code), userCode: String(body.user_code) };
};
const errorOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body.error];
const wrong = 'No device is waiting with this code.';
const events = async (userId: string) =>
  (await gatehouse.stores.audit.list({ userId, limit: 9 })).map(({ action, details }) => [action, details]);

test('a device gets two codes, and no address with the code in it', async () => {
  const app = await createDeviceApp(gatehouse);
  const { status, headers, body } = await startDevice(url, app);
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(body).toEqual({
    device_code: expect.stringMatching(/^[\w-]{64}$/),
    user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    verification_uri: `${gatehouse.config.publicUrl}/device`,
    expires_in: 600,
    interval: 5,
  });
  const [row] = await gatehouse.sql(`SELECT * FROM device_authorizations WHERE client_id = '${app.id}'`);
  const stored = JSON.stringify(row, (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString() : value,
  );
  expect(stored).not.toContain(body.user_code.replace('-', ''));
  expect(stored).not.toContain(body.device_code);
});

describe('a client that may not', () => {
  test.each([
    ['one with a secret', { kind: 'web' }],
    ['one without the grant', { deviceGrant: false }],
    ['a third party', { firstParty: false }],
  ] as const)('%s', async (_, row) => {
    const app = await createDeviceApp(gatehouse, row);
    const credentials = app.secret === null ? {} : { client_secret: app.secret };
    expect(errorOf(await startDevice(url, app, credentials))).toEqual([400, 'unauthorized_client']);
    expect(errorOf(await pollTokens(url, app, 'x'.repeat(64), credentials))).toEqual([400, 'unauthorized_client']);
  });

  test('a disabled one and an unknown one', async () => {
    const app = await createDeviceApp(gatehouse, { disabled: true });
    expect(errorOf(await startDevice(url, app))).toEqual([400, 'unauthorized_client']);
    expect(errorOf(await startDevice(url, { id: 'nobody', secret: null }))).toEqual([400, 'unauthorized_client']);
    expect(errorOf(await startDevice(url, { id: '', secret: null }))).toEqual([400, 'invalid_request']);
  });

  test('a scope that the client cannot have', async () => {
    expect(errorOf(await startDevice(url, await createDeviceApp(gatehouse), { scope: 'other' }))).toEqual([
      400,
      'invalid_scope',
    ]);
  });
});

test('the whole way: the device waits, the person allows it, and the tokens are of the device', async () => {
  const { app, deviceCode, userCode } = await started({}, { scope: 'openid email offline_access other' });
  expect(errorOf(await pollTokens(url, app, deviceCode))).toEqual([400, 'authorization_pending']);
  passMs(5000);
  expect(errorOf(await pollTokens(url, app, deviceCode))).toEqual([400, 'authorization_pending']);

  const { client, email, userId } = await signedIn(gatehouse);
  passMs(35_000);
  const question = await typeCode(client, userCode.toLowerCase().replace('-', ' '));
  expect([question.status, question.heading]).toEqual([200, 'Sign in to Terminal on a device?']);
  for (const text of [email, '203.0.113.7', 'openid-client', '40 seconds ago', 'See your e-mail address'])
    expect(question.text).toContain(text);
  expect(question.text).toContain('Allow this only if you have just started it on a device in front of you.');
  const done = await client.submit(question, '/device', { decision: 'allow' });
  expect(done.location).toBe('/device?done=allowed');
  expect((await client.follow(done)).text).toContain('Return to your device.');

  const { status, body } = await pollTokens(url, app, deviceCode);
  expect([status, body.scope]).toEqual([200, 'openid email offline_access']);
  const { sid, ...claims } = claimsIn(body.access_token);
  expect(claims).toMatchObject({ sub: userId, client_id: app.id, acr: 'aal1', amr: ['pwd'] });
  expect(claimsIn(body.id_token)).toMatchObject({ sub: userId, aud: app.id });
  const [session] = await gatehouse.sql(`SELECT ip, user_agent, origin_session_id FROM sessions WHERE id = '${sid}'`);
  expect(session).toMatchObject({ ip: '127.0.0.1', user_agent: 'node' });
  expect((await refreshTokens(url, app, body.refresh_token)).status).toBe(200);
  expect(await events(userId)).toContainEqual(['app_authorized', { clientId: app.id, device: true }]);

  // Also the same device, as a code of the browser's flow.
  expect(errorOf(await pollTokens(url, app, deviceCode))).toEqual([400, 'invalid_grant']);
  expect((await refreshTokens(url, app, body.refresh_token)).status).toBe(200);
  passMs(60_000);
  expect(errorOf(await pollTokens(url, app, deviceCode))).toEqual([400, 'invalid_grant']);
  expect(errorOf(await refreshTokens(url, app, body.refresh_token))).toEqual([400, 'invalid_grant']);
});

test('a device that asks too often waits five seconds longer from then on', async () => {
  const { app, deviceCode } = await started();
  const after = async (seconds: number) => {
    passMs(seconds * 1000);
    return (await pollTokens(url, app, deviceCode)).body.error;
  };
  expect([await after(0), await after(1), await after(5), await after(14), await after(15)]).toEqual([
    'authorization_pending',
    'slow_down',
    'slow_down',
    'authorization_pending',
    'authorization_pending',
  ]);
});

test('a device that is denied gets nothing, and its code is over', async () => {
  const { app, deviceCode, userCode } = await started();
  const { client, userId } = await signedIn(gatehouse);
  expect((await decideOn(client, userCode, 'deny')).location).toBe('/device?done=denied');
  expect(errorOf(await pollTokens(url, app, deviceCode))).toEqual([400, 'access_denied']);
  expect(await events(userId)).toContainEqual(['app_denied', { clientId: app.id, device: true }]);
  const again = await typeCode(client, userCode);
  expect([again.status, again.text]).toEqual([400, expect.stringContaining(wrong)]);
});

test('after ten minutes both codes are over', async () => {
  const { app, deviceCode, userCode } = await started();
  const { client, userId } = await signedIn(gatehouse);
  const question = await typeCode(client, userCode);
  passMs(600_000);
  expect(errorOf(await pollTokens(url, app, deviceCode))).toEqual([400, 'expired_token']);
  expect((await client.submit(question, '/device', { decision: 'allow' })).text).toContain(wrong);
  expect((await typeCode(client, userCode)).text).toContain(wrong);
  await gatehouse.services.audit.close();
  expect(await events(userId)).toContainEqual([
    'device_code_failed',
    expect.objectContaining({ reason: 'wrong device code' }),
  ]);
});

test('of two people who type one code, the first decides', async () => {
  const { app, deviceCode, userCode } = await started();
  const [ada, eve] = [await signedIn(gatehouse), await signedIn(gatehouse)];
  const question = await typeCode(eve.client, userCode);
  await decideOn(ada.client, userCode, 'allow');
  expect((await eve.client.submit(question, '/device', { decision: 'allow' })).text).toContain(wrong);
  const { body } = await pollTokens(url, app, deviceCode);
  expect(claimsIn(body.access_token).sub).toBe(ada.userId);
});

test('a question that was shown to another person is asked again', async () => {
  const { userCode } = await started();
  const [ada, eve] = [await signedIn(gatehouse), await signedIn(gatehouse)];
  const question = await typeCode(ada.client, userCode);
  const fields = { ...question.forms.find(({ action }) => action === '/device')?.fields, decision: 'allow' };
  const asked = await eve.client.post('/device', fields);
  expect([asked.status, asked.text]).toEqual([200, expect.stringContaining(eve.email)]);
});

test('another client gets nothing with the code, and neither does a code that is not ours', async () => {
  const { app, deviceCode, userCode } = await started();
  const { client } = await signedIn(gatehouse);
  await decideOn(client, userCode, 'allow');
  const other = await createDeviceApp(gatehouse);
  expect(errorOf(await pollTokens(url, other, deviceCode))).toEqual([400, 'invalid_grant']);
  const forged = deviceCode.slice(0, -1) + (deviceCode.endsWith('A') ? 'B' : 'A');
  expect(errorOf(await pollTokens(url, app, forged))).toEqual([400, 'invalid_grant']);
  expect(errorOf(await pollTokens(url, app, 'x'))).toEqual([400, 'invalid_grant']);
  expect((await pollTokens(url, app, deviceCode)).status).toBe(200);
});

test('of 20 requests at the same time, one gets the tokens', async () => {
  const { app, deviceCode, userCode } = await started();
  const { client, userId } = await signedIn(gatehouse);
  await decideOn(client, userCode, 'allow');
  const answers = await Promise.all(Array.from({ length: 20 }, () => pollTokens(url, app, deviceCode)));
  const errors = answers.filter(({ status }) => status !== 200).map(errorOf);
  expect(errors).toEqual(Array.from({ length: 19 }, () => [400, 'invalid_grant']));
  const [row] = await gatehouse.sql(
    `SELECT count(*)::int AS count FROM sessions WHERE user_id = '${userId}' AND client_id = '${app.id}'`,
  );
  expect(row?.count).toBe(1);
});

test('what the client may no longer do, it does not get', async () => {
  const [one, two] = [await started(), await started()];
  const { client } = await signedIn(gatehouse);
  for (const { userCode } of [one, two]) await decideOn(client, userCode, 'allow');
  await gatehouse.sql(`UPDATE oauth_clients SET device_grant = false WHERE id = '${one.app.id}'`);
  expect(errorOf(await pollTokens(url, one.app, one.deviceCode))).toEqual([400, 'unauthorized_client']);
  // The person has signed out on the page since.
  await client.submit(await client.get('/logout'), '/logout');
  expect(errorOf(await pollTokens(url, two.app, two.deviceCode))).toEqual([400, 'invalid_grant']);
});

describe('the page', () => {
  test('is for people who are signed in, and never has the code of its address', async () => {
    const { userCode } = await started();
    const nobody = new PageClient(gatehouse);
    const { location } = await nobody.get(`/device?user_code=${userCode}`);
    expect(location).toBe(`/login?return_to=${encodeURIComponent('/device')}`);
    const { client, email } = await signedIn(gatehouse);
    const login = await nobody.get(String(location));
    expect((await nobody.submit(login, '/login', { email, password: pagePassword })).location).toBe('/device');
    const page = await client.get(`/device?user_code=${userCode}`);
    expect(page.html.replaceAll(`user_code=${userCode}`, '')).not.toContain(userCode);
    expect(page.forms.find(({ action }) => action === '/device')?.fields.user_code).toBe('');
  });

  test('takes no form of another site', async () => {
    const { app, deviceCode, userCode } = await started();
    const { client, userId } = await signedIn(gatehouse);
    const fields = { user_code: userCode, user_id: userId, decision: 'allow' };
    const foreign = { Origin: 'https://evil.example.com', 'Sec-Fetch-Site': 'cross-site' };
    expect((await client.post('/device', fields, { headers: foreign })).status).toBe(403);
    expect(errorOf(await pollTokens(url, app, deviceCode))).toEqual([400, 'authorization_pending']);
  });

  test('asks a person with a second factor for it, before the code', async () => {
    const { app, deviceCode, userCode } = await started();
    const { email, password, authenticator } = await withTotp(restApi, gatehouse);
    await gatehouse.sql(`UPDATE users SET two_step = false WHERE email = '${email}'`);
    const client = new PageClient(gatehouse);
    await client.signIn({ email, password });
    const due = await client.get('/device');
    expect(due.location).toBe(`/step-up?return_to=${encodeURIComponent('/device')}&acr=aal2`);
    const posted = await client.post('/device', { user_code: userCode });
    expect(posted.location).toBe(due.location);
    const stepUp = await client.follow(due);
    expect((await client.submit(stepUp, '/step-up', { code: authenticator.next() })).location).toBe('/device');
    await decideOn(client, userCode, 'allow');
    const { body } = await pollTokens(url, app, deviceCode);
    expect(claimsIn(body.access_token)).toMatchObject({ acr: 'aal2', amr: expect.arrayContaining(['otp']) });
  });

  test('is closed to a super admin who acts as a user', async () => {
    const { app, deviceCode, userCode } = await started();
    const { userId } = await signedIn(gatehouse);
    const { email } = await loginSuperAdmin(gatehouse);
    const admin = new PageClient(gatehouse);
    await admin.signIn({ email, password: adminPassword });
    const path = `/console/users/${userId}`;
    await admin.submit(await admin.get(`${path}/impersonate`), `${path}/impersonate`, { reason: 'Ticket 4711' });
    expect((await admin.get('/device')).status).toBe(403);
    const form = { user_code: userCode, user_id: userId, decision: 'allow', acting_as: userId };
    expect((await admin.post('/device', form)).status).toBe(403);
    expect(errorOf(await pollTokens(url, app, deviceCode))).toEqual([400, 'authorization_pending']);
  });
});

test('the owner of the account gets a mail about a device that it does not know', async () => {
  const { app, deviceCode, userCode } = await started();
  const { client, email } = await signedIn(gatehouse);
  await verifyAddress(gatehouse, email);
  await client.signIn({ email });
  await decideOn(client, userCode, 'allow');
  passMs(1000);
  const before = new Date();
  const elsewhere = { 'User-Agent': 'television/1.0', 'X-Forwarded-For': '198.51.100.9' };
  const form = { grant_type: deviceGrantType, client_id: app.id, device_code: deviceCode };
  const answer = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: elsewhere,
    body: new URLSearchParams(form),
  });
  const { access_token: token } = await answer.json();
  const [session] = await gatehouse.sql(`SELECT ip, user_agent FROM sessions WHERE id = '${claimsOf(token).sid}'`);
  expect(session).toEqual({ ip: '198.51.100.9', user_agent: 'television/1.0' });
  const written = await gatehouse.sql(
    `SELECT template FROM messages WHERE recipient = '${email}' AND created_ts >= '${before.toISOString()}'`,
  );
  expect(written).toEqual([{ template: 'new_device' }]);
});

test('at most 1000 devices wait', async () => {
  const app = await createDeviceApp(gatehouse);
  const waiting = async () =>
    Number(
      (
        await gatehouse.sql(
          'SELECT count(*) FROM device_authorizations WHERE decided_ts IS NULL AND expires_ts > now()',
        )
      )[0]?.count,
    );
  jest.useRealTimers();
  const missing = 995 - (await waiting());
  await gatehouse.sql(`INSERT INTO device_authorizations (id, user_code_key, client_id, created_ts, expires_ts, interval_s)
    SELECT gen_random_uuid(), decode(md5(random()::text), 'hex'), '${app.id}', now(), now() + interval '10 minutes', 5
    FROM generate_series(1, ${missing})`);
  const answers = await Promise.all(Array.from({ length: 20 }, () => startDevice(url, app)));
  const full = answers.filter(({ status }) => status !== 200);
  expect(full.map(errorOf)).toEqual(Array.from({ length: 15 }, () => [503, 'temporarily_unavailable']));
  expect(full[0]?.headers.get('retry-after')).toBe('60');
  expect(await waiting()).toBe(1000);
  await gatehouse.sql('DELETE FROM device_authorizations');
});

test('discovery names the endpoint and the grant, unless there are no pages', async () => {
  const metadata = async (at: string) => (await fetch(`${at}/.well-known/openid-configuration`)).json();
  expect(await metadata(url)).toMatchObject({
    device_authorization_endpoint: `${gatehouse.config.publicUrl}/oauth/device`,
    grant_types_supported: expect.arrayContaining([deviceGrantType]),
  });
  const without = await gatehouse.another({ PAGES: 'off' });
  const app = await createDeviceApp(gatehouse);
  expect((await startDevice(without.url, app)).status).toBe(404);
  expect(errorOf(await pollTokens(without.url, app, 'x'))).toEqual([400, 'unsupported_grant_type']);
  const document = await metadata(without.url);
  expect(document).not.toHaveProperty('device_authorization_endpoint');
  expect(document.grant_types_supported).not.toContain(deviceGrantType);
  await without.stop();
});

test('a client with the browser flow alone gets codes there, and a device client needs no address', async () => {
  const app = await createApp(gatehouse, { kind: 'public' });
  expect(errorOf(await startDevice(url, app))).toEqual([400, 'unauthorized_client']);
});

test('with RESOURCES, the tokens are for the API that the device names', async () => {
  const notes = 'https://notes.example.com/mcp';
  const file = { [notes]: { name: 'Notes', scopes: { 'notes:read': { en: 'Read your notes' } } } };
  const there = await gatehouse.another({ RESOURCES: settingFile(file) });
  const app = await createDeviceApp(gatehouse, { scopes: ['openid', 'notes:read'] });
  const sent = { scope: 'openid notes:read', resource: notes };
  expect(errorOf(await startDevice(there.url, app, { ...sent, resource: 'https://x.example.com' }))).toEqual([
    400,
    'invalid_target',
  ]);
  const { body: device } = await startDevice(there.url, app, sent);
  const client = new PageClient({ url: there.url, config: gatehouse.config });
  await client.register();
  const question = await typeCode(client, device.user_code);
  expect(question.text).toContain('In Notes (notes.example.com): Read your notes');
  await client.submit(question, '/device', { decision: 'allow' });
  const poll = (resource: string) => pollTokens(there.url, app, device.device_code, { resource });
  expect(errorOf(await poll('https://x.example.com'))).toEqual([400, 'invalid_target']);
  const { body } = await poll(notes);
  expect(claimsIn(body.access_token)).toMatchObject({ aud: notes, scope: 'openid notes:read' });
  await there.stop();
});

test('the clean-up removes what has been over for an hour', async () => {
  const { app } = await started();
  const remaining = async (minutes: number) => {
    const now = new Date(Date.now() + minutes * 60_000);
    for (const step of devicesFeature.cleanUp) await step.run(now, new AbortController().signal, gatehouse.stores.sql);
    return (await gatehouse.sql(`SELECT id FROM device_authorizations WHERE client_id = '${app.id}'`)).length;
  };
  expect([await remaining(69), await remaining(71)]).toEqual([1, 0]);
});

test('the metrics count what happens', async () => {
  const { services } = gatehouse;
  const counted = () => deviceResults.map((result) => services.deviceCounts.of(result));
  const before = counted();
  const { client } = await signedIn(gatehouse);
  for (const decision of ['allow', 'deny'] as const) await decideOn(client, (await started()).userCode, decision);
  expect(counted().map((count, i) => count - (before[i] ?? 0))).toEqual([2, 1, 1]);
});
