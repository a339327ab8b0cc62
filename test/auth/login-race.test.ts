import { apis } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

/** The password changes after a login has checked it, and before the login opens its session. */
const password = 'correct horse battery';
let gatehouse: Gatehouse;
let meanwhile: (() => Promise<unknown>) | null = null;

beforeAll(async () => {
  gatehouse = await startGatehouse({}, ({ sessions }) => ({
    sessions: new Proxy(sessions, {
      get(target, method) {
        const value = Reflect.get(target, method);
        if (method !== 'insert') return typeof value === 'function' ? value.bind(target) : value;
        return async (...args: Parameters<typeof sessions.insert>) => {
          const change = meanwhile;
          meanwhile = null;
          await change?.();
          return target.insert(...args);
        };
      },
    }),
  }));
});
afterAll(() => gatehouse.stop());

describe.each(apis.map((api) => ({ name: api.name, api })))('through $name', ({ name, api }) => {
  const credentials = (who: string) => ({
    email: `${who}.${name}@example.com`,
    password: who === 'eve' ? 'a much longer horse' : password,
  });
  const account = (who: string) => ({ ...credentials(who), firstName: 'Ada', lastName: 'Lovelace' });
  const setHash = (of: string, to: string) =>
    gatehouse.sql(
      `UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE email = '${account(to).email}')
       WHERE email = '${account(of).email}'`,
    );

  const register = async (...people: string[]) => {
    for (const who of people) await api.register(gatehouse.url, account(who));
  };

  test('a login with the old password opens no session', async () => {
    await register('ada', 'eve');
    meanwhile = () => setHash('ada', 'eve');
    const answer = await api.login(gatehouse.url, credentials('ada'));
    expect(answer).toMatchObject({ success: false, code: 'INVALID_CREDENTIALS', jwt: null });
    expect(
      await gatehouse.sql(
        `SELECT 1 FROM sessions JOIN users ON users.id = user_id WHERE email = '${account('ada').email}'`,
      ),
    ).toEqual([]);
  });

  test('a login succeeds if the new hash is of the same password', async () => {
    await register('grace', 'same');
    meanwhile = () => setHash('grace', 'same');
    expect((await api.login(gatehouse.url, credentials('grace'))).code).toBeNull();
  });

  test('a login of an account that is disabled meanwhile is ACCOUNT_DISABLED', async () => {
    await register('mary');
    meanwhile = () => gatehouse.sql(`UPDATE users SET disabled = true WHERE email = '${account('mary').email}'`);
    expect((await api.login(gatehouse.url, credentials('mary'))).code).toBe('ACCOUNT_DISABLED');
  });
});
