import { createUserLifecycle } from '../../src/compose/admin-users';
import { restApi } from '../support/apis';
import { withTotp } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';

let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());
beforeEach(stopClock);
afterEach(async () => {
  // Before the clock goes back: a mail of a later time would not be due.
  await gatehouse.allMails();
  jest.useRealTimers();
});

test('an operator removes the factors of a user who has lost them: all sessions end, and the user gets an e-mail', async () => {
  const ada = await withTotp(restApi, gatehouse);
  await gatehouse.sql(`UPDATE users SET email_verified = true WHERE email = '${ada.email}'`);
  const credentials = { email: ada.email, password: ada.password };
  const pending = await restApi.login(gatehouse.url, credentials);
  const unused = async () => '';
  const { config, stores } = gatehouse;
  const service = createUserLifecycle(config, stores, unused, { warn: () => {} } as never);
  const { user } = await service.get(ada.email);
  expect(await service.resetFactors(user.id, null)).toEqual({ changed: true, sessionsEnded: 1 });
  expect(await service.resetFactors(user.id, null)).toEqual({ changed: false, sessionsEnded: 0 });

  const completion = { token: pending.challenge?.token, code: ada.authenticator.next() };
  expect((await restApi.completeLogin(gatehouse.url, completion)).code).toBe('INVALID_TOKEN');
  const login = await restApi.login(gatehouse.url, credentials);
  expect(login).toMatchObject({ success: true, challenge: null });
  expect(await restApi.factors(gatehouse.url, login.jwt)).toMatchObject({ factors: { totp: false, recoveryCodes: 0 } });
  const subjects = (await gatehouse.allMails()).filter(({ to }) => to === ada.email).map(({ subject }) => subject);
  // The clock is stopped, so the mails have no order.
  expect(subjects.filter((subject) => /factors were removed/i.test(subject))).toHaveLength(1);
  const events = await gatehouse.sql(
    `SELECT action, details FROM audit_events WHERE user_id = '${user.id}' ORDER BY first_ts, id`,
  );
  expect(events.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['factor_added', 'factors_reset', 'session_ended', 'logged_in']),
  );
});

test('of the last recovery codes, an e-mail warns', async () => {
  const ada = await withTotp(restApi, gatehouse);
  await gatehouse.sql(`UPDATE users SET email_verified = true WHERE email = '${ada.email}'`);
  const use = (i: number) =>
    restApi.login(gatehouse.url, { email: ada.email, password: ada.password, code: ada.recoveryCodes[i] });
  const warnings = async () =>
    (await gatehouse.allMails()).filter(({ to, subject }) => to === ada.email && /recovery codes/i.test(subject))
      .length;
  for (let i = 0; i < 7; i += 1) expect((await use(i)).success).toBe(true);
  expect(await warnings()).toBe(0);
  expect((await use(7)).success).toBe(true);
  expect(await warnings()).toBe(1);
});
