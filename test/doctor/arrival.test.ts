import { ArrivalProbe } from '../../src/doctor/arrival-probe';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { PageClient } from '../support/page-client';
import { freePort } from '../support/process';
import { adminPassword, loginSuperAdmin } from '../support/super-admin';

let gatehouse: Gatehouse;
beforeAll(async () => {
  const port = String(await freePort());
  gatehouse = await startGatehouse({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
});
afterAll(() => gatehouse.stop());
afterEach(() => jest.useRealTimers());

const send = (authorization: string, url = gatehouse.url, path = '/auth/arrival') =>
  fetch(`${url}${path}`, { headers: { Authorization: authorization, 'X-Forwarded-For': '203.0.113.7, 10.0.0.1' } });

/** The rejected requests in the audit, of which the newest are written in the background. */
async function rejected(): Promise<number> {
  await gatehouse.services.audit.close();
  const [row] = await gatehouse.sql(
    "SELECT coalesce(sum(count), 0)::int AS n FROM audit_events WHERE outcome <> 'success'",
  );
  return Number(row?.n);
}

test('the console examines the installation, and the audit does not record it', async () => {
  const { email } = await loginSuperAdmin(gatehouse);
  const admin = new PageClient(gatehouse);
  await admin.signIn({ email, password: adminPassword });
  const before = await rejected();
  const pages = [await admin.get('/console/findings'), await admin.get('/console/findings')];
  expect(
    pages.map(({ text }) => text.match(/a test request came through \d+ prox\w+, and TRUST_PROXY is 0/)?.[0]),
  ).toEqual(Array(2).fill('a test request came through 0 proxies, and TRUST_PROXY is 0'));
  expect(await rejected()).toBe(before);
});

test('any instance on the database answers the test request, and nobody else can make one', async () => {
  const { url } = await gatehouse.another();
  const probe = gatehouse.services.arrivalProbe;
  const answers = [await send(probe.authorization()), await send(probe.authorization(), url)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await answers[1]?.json()).toEqual({ forwardedBy: 2, ip: '127.0.0.1' });
  const before = await rejected();
  const stranger = new ArrivalProbe(
    () => Buffer.alloc(32),
    () => new Date(),
  );
  const forged = [
    stranger.authorization(),
    `${probe.authorization()}x`,
    'Bearer gatehouse-doctor',
    'Bearer gatehouse-doctor.1.',
  ];
  for (const authorization of forged) expect((await send(authorization)).status).toBe(404);
  expect(await rejected()).toBe(before);
  // As an access token, every text is a rejected one.
  const sent = [probe.authorization(), ...forged];
  for (const authorization of sent) expect((await send(authorization, gatehouse.url, '/auth/me')).status).toBe(401);
  expect(await rejected()).toBe(before + sent.length);
});

test('a test request is valid for five minutes', async () => {
  const old = gatehouse.services.arrivalProbe.authorization();
  stopClock();
  jest.advanceTimersByTime(290_000);
  expect((await send(old)).status).toBe(200);
  jest.advanceTimersByTime(11_000);
  expect((await send(old)).status).toBe(404);
});
