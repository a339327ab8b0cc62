import { type Api, graphqlApi, restApi } from '../support/apis';
import { Authenticator } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock, withLimits } from '../support/limits';

const passwords = ['correct horse battery', 'wrong horse battery', 'another horse battery', 'the last horse battery'];
const [password = ''] = passwords;
const email = 'ada@example.com';
const person = { email, firstName: 'Ada', lastName: 'Lovelace', password };

let gatehouse: Gatehouse;
beforeEach(stopClock);
afterEach(async () => {
  jest.useRealTimers();
  await gatehouse.stop();
});

async function start(env: Record<string, string> = {}): Promise<string> {
  gatehouse = await startGatehouse({ ...withLimits(), ...env });
  return gatehouse.url;
}

/** Every kind of mail that was written to the address, in order. */
const written = async () => {
  const rows = await gatehouse.sql(
    `SELECT template, due_ts IS NOT NULL AS waits, created_ts FROM messages WHERE recipient = '${email}' ORDER BY created_ts, id`,
  );
  return rows as { template: string; waits: boolean; created_ts: Date }[];
};
const notices = async () => (await written()).filter(({ template }) => template === 'password_changed');

// The services below both APIs write the notices, so one API is enough for each.
describe('notices', () => {
  async function changePassword(api: Api, url: string, times: number): Promise<void> {
    for (let i = 0; i < times; i += 1) {
      const [current = '', next = ''] = [passwords[i % passwords.length], passwords[(i + 1) % passwords.length]];
      const { jwt } = await api.login(url, { email, password: current });
      expect((await api.changePassword(url, { currentPassword: current, password: next }, jwt)).code).toBeNull();
    }
  }

  test('an address that was never verified gets no notices', async () => {
    const api = restApi;
    const url = await start();
    await api.register(url, person);
    await changePassword(api, url, passwords.length);
    expect(await notices()).toEqual([]);
    // Otherwise the mail of the registration could be sent together with the next one, and after it.
    await gatehouse.mails();
    await api.sendEmailVerification(url, { email });
    const token = (await gatehouse.mails())[0]?.links[0]?.split('/').at(-1);
    expect((await api.confirmEmail(url, { token })).code).toBeNull();
    await changePassword(api, url, 1);
    expect(await notices()).toHaveLength(1);
  });

  test('a mail about new recovery codes is sent to a verified address only, and is one for several in a row', async () => {
    const api = graphqlApi;
    const url = await start({ RATE_LIMIT_MAIL_ADDRESS: '6/3600' });
    await api.register(url, person);
    await gatehouse.sql('UPDATE users SET email_verified = true');
    const session = await api.login(url, { email, password });
    const { secret } = await api.enrollTotp(url, { currentPassword: password }, session.jwt);
    const code = new Authenticator(String(secret)).at(Date.now());
    const { recoveryCodes } = await api.confirmTotp(url, { code }, session.jwt);
    const { jwt } = await api.stepUp(url, { code: recoveryCodes?.[0] }, session.jwt);
    const notified = async () => (await written()).filter(({ template }) => template === 'recovery_codes_changed');
    const renew = async () => expect((await api.regenerateRecoveryCodes(url, jwt)).code).toBeNull();
    await gatehouse.sql('UPDATE users SET email_verified = false');
    await renew();
    expect(await notified()).toEqual([]);
    await gatehouse.sql('UPDATE users SET email_verified = true');
    await renew();
    await gatehouse.mails();
    for (let i = 0; i < 5; i += 1) await renew();
    expect(await notified()).toMatchObject([{ waits: false }, { waits: true }]);
  });

  test('the first notice is sent immediately, and the later ones are one mail, after the last change', async () => {
    const api = restApi;
    const url = await start({ RATE_LIMIT_MAIL_ADDRESS: '6/3600' });
    await api.register(url, person);
    await gatehouse.sql('UPDATE users SET email_verified = true');
    const startedMs = Date.now();
    await changePassword(api, url, 1);
    await gatehouse.mails();
    expect(await notices()).toMatchObject([{ waits: false, created_ts: new Date(startedMs) }]);

    const { jwt } = await api.login(url, { email, password: passwords[1] });
    const changeAgain = async () => {
      const change = { currentPassword: passwords[1], password: passwords[1] };
      expect((await api.changePassword(url, change, jwt)).code).toBeNull();
    };
    for (let i = 0; i < 5; i += 1) await changeAgain();
    const tenMinutes = 600_000;
    expect(await notices()).toMatchObject([{}, { waits: true, created_ts: new Date(startedMs + tenMinutes) }]);
    // A notice that has nearly expired is tried for three more days after the last change.
    await gatehouse.sql('UPDATE messages SET expires_ts = created_ts WHERE due_ts IS NOT NULL');
    await changeAgain();
    const [{ days } = {}] = await gatehouse.sql(
      `SELECT round(extract(epoch FROM expires_ts - '${new Date(startedMs).toISOString()}') / 86400)::int AS days
       FROM messages WHERE due_ts IS NOT NULL`,
    );
    expect(days).toBe(3);
    jest.setSystemTime(startedMs + tenMinutes);
    await gatehouse.mails();
    expect(await notices()).toMatchObject([{}, { waits: false }]);

    // A notice that was sent does not stand for a change that follows.
    jest.setSystemTime(startedMs + tenMinutes + 60_000);
    await changeAgain();
    expect(await notices()).toMatchObject([{}, {}, { waits: true, created_ts: new Date(startedMs + 2 * tenMinutes) }]);
  });

  test('register and delete in turn: an address gets as many mails as its limit allows, and every registration succeeds', async () => {
    const api = graphqlApi;
    const url = await start({ DELETION_GRACE_DAYS: '0', RATE_LIMIT_MAIL_ADDRESS: '3/3600' });
    for (let i = 0; i < 5; i += 1) {
      expect((await api.register(url, person)).code).toBeNull();
      // What sends no mail does not count.
      expect((await api.register(url, person)).code).toBe('EMAIL_TAKEN');
      const sent = (await gatehouse.mails()).filter(({ to }) => to === email);
      expect(sent).toHaveLength(Math.min(i + 1, 3));
      const { jwt } = await api.login(url, { email, password });
      expect((await api.deleteAccount(url, { currentPassword: password }, jwt)).code).toBeNull();
    }
  });
});
