import { restApi as api, apis } from '../support/apis';
import { withTotp } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { PageClient } from '../support/page-client';
import { loginOptions, withPasskey } from '../support/passkeys';
import { adminPassword, loginSuperAdmin } from '../support/super-admin';
import { verifyAddress } from '../support/verified-address';

let gatehouse: Gatehouse;
let root: Awaited<ReturnType<typeof loginSuperAdmin>>;
beforeAll(async () => {
  stopClock();
  gatehouse = await startGatehouse({ EMAIL_LOGIN: 'on', METRICS_PORT: '9464' });
  root = await loginSuperAdmin(gatehouse);
});
afterAll(async () => {
  await gatehouse.stop();
  jest.useRealTimers();
});

/** Signs in with each method once, and returns whom each event is about. */
async function signInWithAll() {
  const { authenticator, recoveryCodes, email, password } = await withTotp(api, gatehouse);
  for (const code of [authenticator.next(), String(recoveryCodes[0])]) {
    const { challenge } = await api.login(gatehouse.url, { email, password });
    await api.completeLogin(gatehouse.url, { token: challenge?.token, code });
  }
  const { jwt } = await api.login(gatehouse.url, { email, password, code: authenticator.next() });
  await api.stepUp(gatehouse.url, { code: authenticator.next() }, jwt);
  const ada = await withPasskey(api, gatehouse);
  await api.loginWithPasskey(gatehouse.url, { passkey: ada.passkey.get(await loginOptions(api, gatehouse.url)) });
  const bob = { email: 'bob@example.com', password };
  await api.register(gatehouse.url, { ...bob, firstName: 'Bob', lastName: 'Babbage' });
  await verifyAddress(gatehouse, bob.email);
  const login = await api.login(gatehouse.url, bob);
  await api.stepUp(gatehouse.url, { password }, login.jwt);
  const { token: request } = await api.requestEmailLogin(gatehouse.url, { email: bob.email });
  // With a stopped clock, the mail of the registration can come after it.
  const isOfLogin = ({ to, subject }: { to: string; subject: string }) => to === bob.email && /^Sign in/.test(subject);
  const code = (await gatehouse.allMails()).find(isOfLogin)?.code;
  await api.completeEmailLogin(gatehouse.url, { token: request, code });
  return { totp: email, passkey: ada.email, bob: bob.email };
}

test('each sign-in says how it was done: in both APIs, on the page and in the metrics', async () => {
  const people = await signInWithAll();
  for (const { auditEvents } of apis) {
    const of = async (user: string, action: string) => {
      const { result } = await auditEvents(gatehouse.url, { user, action }, root.jwt);
      return result?.nodes
        .map(({ details }) => ['method' in details && details.method, 'factor' in details && details.factor])
        .reverse();
    };
    expect(await of(people.totp, 'logged_in')).toEqual([
      ['password', false],
      ['password', 'totp'],
      ['password', 'recovery_code'],
      ['password', 'totp'],
    ]);
    expect(await of(people.totp, 'factor_added')).toEqual([[false, 'totp']]);
    expect(await of(people.totp, 'stepped_up')).toEqual([[false, 'totp']]);
    expect(await of(people.passkey, 'logged_in')).toEqual([
      ['password', false],
      ['passkey', false],
    ]);
    expect(await of(people.bob, 'logged_in')).toEqual([
      ['password', false],
      ['email', false],
    ]);
    expect(await of(people.bob, 'stepped_up')).toEqual([['password', false]]);
  }

  const admin = new PageClient(gatehouse);
  await admin.signIn({ email: root.email, password: adminPassword });
  const { html, text } = await admin.get(`/console/audit?user=${encodeURIComponent(people.totp)}`);
  expect(text).toContain('Logged in Password + Recovery code');
  expect(text).toContain('Second factor added Authenticator app');
  // The first step was right.
  expect(html).not.toContain('<span class="bad">Password right');
  expect(text).toContain('Password right');
  expect((await admin.get(`/console/audit?user=${people.bob}&lang=de`)).text).toContain('Code per E-Mail');

  const metrics = await (await fetch(gatehouse.metricsUrl ?? '')).text();
  expect(metrics).toContain('gatehouse_logins_total{method="passkey"} 1');
  expect(metrics).toContain('gatehouse_logins_total{method="email"} 1');
  expect(metrics).toMatch(/gatehouse_logins_total\{method="password"\} \d/);
});
