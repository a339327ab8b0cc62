import { createDeviceApp, decideOn, pollTokens, startDevice, typeCode } from '../support/device';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { withLimits } from '../support/limits';
import { signedIn } from '../support/openid';

// What somebody can do who starts many sign-ins on devices, or types many codes.

let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse({ ...withLimits(), TRUST_PROXY: '1' });
});
afterAll(() => gatehouse.stop());

const from = (ip: string) => ({ 'X-Forwarded-For': ip });

test('a network starts 60 sign-ins in 15 minutes', async () => {
  const app = await createDeviceApp(gatehouse);
  const start = (ip: string) => startDevice(gatehouse.url, app, {}, from(ip));
  const answers = await Promise.all(Array.from({ length: 61 }, () => start('203.0.113.1')));
  const rejected = answers.filter(({ status }) => status !== 200);
  expect(rejected.map(({ status, body }) => [status, body.error])).toEqual([[429, 'temporarily_unavailable']]);
  expect((await start('203.0.113.2')).status).toBe(200);
});

test('after ten wrong codes of an account, a right one is rejected too, and right ones are not counted', async () => {
  const app = await createDeviceApp(gatehouse);
  const codes = async () => (await startDevice(gatehouse.url, app, {}, from('203.0.113.3'))).body;
  const { client } = await signedIn(gatehouse);
  const [first, second] = [await codes(), await codes()];
  for (let i = 0; i < 9; i += 1) expect((await typeCode(client, 'BBBB-BBBB')).status).toBe(400);
  expect((await decideOn(client, first.user_code, 'allow')).status).toBe(303);
  expect((await pollTokens(gatehouse.url, app, first.device_code)).status).toBe(200);
  expect((await typeCode(client, 'x')).status).toBe(400);
  const reached = await typeCode(client, second.user_code);
  expect([reached.status, reached.headers.get('retry-after')]).toEqual([429, expect.any(String)]);
  // The network is that of both people.
  const other = await signedIn(gatehouse);
  expect((await typeCode(other.client, second.user_code)).status).toBe(429);
  await gatehouse.services.audit.close();
  const failed = await gatehouse.stores.audit.list({ action: 'device_code_failed', limit: 9 });
  expect(failed.map(({ outcome, count }) => [outcome, count])).toEqual([['INVALID_TOKEN', 10]]);
});
