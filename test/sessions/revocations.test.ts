import { restDoor } from '../support/doors';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

/** What was ended stays ended: on every instance, after a restart, and whatever the settings became. */
const password = 'correct horse battery';
const account = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password };

let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse({ JWT_TTL: '86400' });
  await restDoor.register(gatehouse.url, account);
});
afterAll(() => gatehouse.stop());

const verify = async (url: string, token: string | null) =>
  (await fetch(`${url}/auth/verify`, { headers: { Authorization: `Bearer ${token}` } })).status;

test('a token that was revoked stays so when JWT_TTL is lowered', async () => {
  const { jwt } = await restDoor.login(gatehouse.url, account);
  const { jwt: other } = await restDoor.login(gatehouse.url, account);
  await restDoor.logout(gatehouse.url, {}, jwt);
  await gatehouse.sql("UPDATE sessions SET revoked_ts = revoked_ts - interval '2 h' WHERE revoked_ts IS NOT NULL");
  const restarted = await gatehouse.another({ JWT_TTL: '60' });
  expect([await verify(restarted.url, jwt), await verify(restarted.url, other)]).toEqual([401, 200]);
});
