import { restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

/** An ended session stays ended on every instance, after a restart, and with other settings. */
const password = 'correct horse battery';
const account = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password };

let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse({ JWT_TTL: '86400' });
  await restApi.register(gatehouse.url, account);
});
afterAll(() => gatehouse.stop());

const verify = async (url: string, token: string | null) =>
  (await fetch(`${url}/auth/verify`, { headers: { Authorization: `Bearer ${token}` } })).status;

test('a token that was revoked stays so when JWT_TTL is lowered', async () => {
  const { jwt } = await restApi.login(gatehouse.url, account);
  const { jwt: other } = await restApi.login(gatehouse.url, account);
  await restApi.logout(gatehouse.url, {}, jwt);
  await gatehouse.sql("UPDATE sessions SET revoked_ts = revoked_ts - interval '2 h' WHERE revoked_ts IS NOT NULL");
  const restarted = await gatehouse.another({ JWT_TTL: '60' });
  expect([await verify(restarted.url, jwt), await verify(restarted.url, other)]).toEqual([401, 200]);
});

test.each(['current', 'others', 'all'])(
  'the process that ends sessions (%s) does not wait for the notification',
  async (sessions) => {
    const deaf = await gatehouse.another({}, ({ listen }) => ({
      listen: (channel, handlers) => listen(channel, { ...handlers, onMessage: () => {} }),
    }));
    const { jwt } = await restApi.login(deaf.url, account);
    const { jwt: other } = await restApi.login(deaf.url, account);
    expect((await restApi.logout(deaf.url, { sessions }, jwt)).code).toBeNull();
    const statuses = { own: await verify(deaf.url, jwt), other: await verify(deaf.url, other) };
    expect(statuses).toEqual({ own: sessions === 'others' ? 200 : 401, other: sessions === 'current' ? 200 : 401 });
  },
);
