import { apis, withHeaders } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock, withLimits } from '../support/limits';

const password = 'correct horse battery';
const person = (email: string) => ({ email, firstName: 'Ada', lastName: 'Lovelace', password });

let gatehouse: Gatehouse;
beforeEach(stopClock);
afterEach(async () => {
  jest.useRealTimers();
  await gatehouse.stop();
});

async function start(env: Record<string, string>): Promise<void> {
  gatehouse = await startGatehouse({
    ...withLimits(),
    TRUST_PROXY: '1',
    ...env,
  });
}

const from = <Result>(ip: string, work: () => Promise<Result>) => withHeaders({ 'X-Forwarded-For': ip }, work);

async function tokenTo(address: string): Promise<string> {
  const mail = (await gatehouse.mails()).find(({ to }) => to === address);
  return mail?.links[0]?.split('/').at(-1) ?? '';
}

describe.each(apis)('$name', (api) => {
  test('requests for a verified address do not use up its resets, and the answers are those of an unknown address', async () => {
    await start({ RATE_LIMIT_MAIL_ADDRESS_PAUSE: 'off' });
    const [ada, unknown] = ['ada@example.com', 'unknown@example.com'];
    await api.register(gatehouse.url, person(ada));
    await api.confirmEmail(gatehouse.url, { token: await tokenTo(ada) });
    const outcomes = { [ada]: [] as (string | null)[], [unknown]: [] as (string | null)[] };
    for (const email of [ada, unknown]) {
      for (let i = 0; i < 6; i += 1) {
        outcomes[email]?.push((await api.sendEmailVerification(gatehouse.url, { email })).limit);
      }
      outcomes[email]?.push((await api.requestPasswordReset(gatehouse.url, { email })).limit);
    }
    expect(outcomes[ada]).toEqual([...Array(5).fill(null), 'MAIL_ADDRESS', null]);
    expect(outcomes[unknown]).toEqual(outcomes[ada]);
    await gatehouse.mails();
    const sent = await gatehouse.sql(
      'SELECT template FROM messages WHERE problem IS NULL AND due_ts IS NULL AND attempts > 0 ORDER BY template',
    );
    expect(sent).toEqual([{ template: 'reset_password' }, { template: 'verify_email' }]);
  });

  test('requests for addresses that do not register do not use up the mails of registrations', async () => {
    await start({ REGISTRATION: 'confirm', RATE_LIMIT_MAIL_ADDRESS_PAUSE: 'off' });
    const email = 'ada@example.com';
    for (let i = 0; i < 5; i += 1) await api.sendEmailVerification(gatehouse.url, { email });
    expect((await api.register(gatehouse.url, person(email))).code).toBeNull();
    expect(await tokenTo(email)).toHaveLength(64);
  });

  test('requests for invented addresses do not use up the mails of people in known networks', async () => {
    await start({ RATE_LIMIT_MAIL_GLOBAL: '3/3600' });
    const ada = 'ada@example.com';
    await from('203.0.113.1', async () => {
      await api.register(gatehouse.url, person(ada));
      await api.login(gatehouse.url, { email: ada, password });
    });
    const reset = (ip: string, email: string) => from(ip, () => api.requestPasswordReset(gatehouse.url, { email }));
    for (let i = 0; i < 3; i += 1) expect((await reset(`192.0.2.${i}`, `user${i}@example.com`)).limit).toBeNull();
    // Where no one has logged in, an address with an account gets the answer of any other address.
    for (const email of [ada, 'unknown@example.com']) {
      expect(await reset('192.0.2.9', email)).toMatchObject({ code: 'RATE_LIMITED', limit: 'MAIL_GLOBAL' });
    }
    for (const email of ['unknown@example.com', ada]) expect((await reset('203.0.113.1', email)).code).toBeNull();
    const sent = (await gatehouse.mails()).map(({ to, subject }) => ({ to, subject }));
    expect(sent).toContainEqual({ to: ada, subject: 'Set a new password – Gatehouse' });
  });
});
