import { apis } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

/** If a step of a reset fails, nothing has changed, and the link can be used again. */
const [api] = apis;
const password = 'correct horse battery';
const newPassword = 'a much longer horse';
let gatehouse: Gatehouse;
let failing: string | null = null;

beforeAll(async () => {
  gatehouse = await startGatehouse({}, (stores) => ({
    transaction: (account, work) =>
      stores.transaction(account, (tx) => {
        const faulty = <Store extends object>(name: string, store: Store): Store =>
          new Proxy(store, {
            get: (target, method) => {
              const value = Reflect.get(target, method);
              if (typeof value !== 'function') return value;
              if (failing === `${name}.${String(method)}`) {
                return () => Promise.reject(new Error('a fault of the test'));
              }
              return value.bind(target);
            },
          });
        return work({
          ...tx,
          oneTimeTokens: faulty('oneTimeTokens', tx.oneTimeTokens),
          userChanges: faulty('userChanges', tx.userChanges),
          sessions: faulty('sessions', tx.sessions),
          messages: faulty('messages', tx.messages),
          audit: faulty('audit', tx.audit),
        });
      }),
  }));
});
afterAll(() => gatehouse.stop());

test.each([
  'oneTimeTokens.consume',
  'userChanges.setPassword',
  'oneTimeTokens.voidAll',
  'sessions.revokeAll',
  'messages.insert',
  'audit.insert',
])('a fault in %s leaves nothing', async (step) => {
  const { url } = gatehouse;
  const account = { email: `${step}@example.com`.toLowerCase(), password, firstName: 'Ada', lastName: 'Lovelace' };
  await api.register(url, account);
  const { jwt } = await api.login(url, account);
  await api.requestPasswordReset(url, account);
  const mail = (await gatehouse.allMails()).filter(({ to }) => to === account.email).at(-1);
  const token = String(mail?.links[0]).split('/').at(-1);
  failing = step;
  try {
    expect((await api.resetPassword(url, { token, password: newPassword })).code).toBe('INTERNAL');
  } finally {
    failing = null;
  }
  expect((await api.me(url, jwt)).user).toMatchObject({ emailVerified: false, updatedTs: null });
  expect((await api.login(url, account)).code).toBeNull();
  expect(await gatehouse.sql("SELECT 1 FROM audit_events WHERE action = 'password_reset' AND user_id IS NULL")).toEqual(
    [],
  );
  expect((await api.resetPassword(url, { token, password: newPassword })).code).toBeNull();
  expect((await api.me(url, jwt)).code).toBe('UNAUTHENTICATED');
});
