import { solvePuzzle } from '../../src/platform/challenges/solve-puzzle';
import { type Api, apis } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { PageClient } from '../support/page-client';
import { type SmsService, serviceSettings, startSms } from '../support/sms';
import { until } from '../support/until';
import { verifyAddress } from '../support/verified-address';

// Each code costs money, so with CHALLENGE it is asked for in calm times, too.

const password = 'correct horse battery';
const solve = (challenge: unknown) => solvePuzzle(challenge as Parameters<typeof solvePuzzle>[0]);

let sms: SmsService;
let gatehouse: Gatehouse;
beforeAll(async () => {
  sms = await startSms();
  gatehouse = await startGatehouse({ ...serviceSettings(sms), CHALLENGE: 'puzzle', RATE_LIMITS: 'on' });
});
afterAll(async () => {
  await gatehouse.stop();
  sms.stop();
});

let people = 0;
async function person(api: Api) {
  people += 1;
  const email = `ada.${people}@example.com`;
  // In calm times, registration and login ask for nothing.
  await api.register(gatehouse.url, { email, password, firstName: 'Ada', lastName: 'Lovelace' });
  await verifyAddress(gatehouse, email);
  const { jwt } = await api.login(gatehouse.url, { email, password });
  return { email, jwt: String(jwt), tel: `+4179555${2000 + people}` };
}
const sentTo = (tel: string) => sms.messages().filter(({ to }) => to === tel).length;

test.each(apis)('$name: a code is sent after an answer, and not again with the same one', async (api) => {
  const { jwt, tel } = await person(api);
  const send = (input: object) => api.sendTelVerification(gatehouse.url, { tel, ...input }, jwt);
  const asked = await send({});
  expect([asked.code, asked.botChallenge?.kind]).toEqual(['CHALLENGE_REQUIRED', 'puzzle']);
  const challenge = await solve(asked.botChallenge);
  const landline = await send({ tel: '+41 44 668 18 00', challenge });
  expect([landline.code, landline.fields.map(({ field }) => field)]).toEqual(['VALIDATION_FAILED', ['tel']]);
  expect((await send({ challenge })).code).toBeNull();
  await until(() => sentTo(tel) === 1);
  expect((await send({ challenge })).code).toBe('CHALLENGE_REQUIRED');
  expect(sentTo(tel)).toBe(1);
});

test('the page of the account has the puzzle in its form', async () => {
  const client = new PageClient(gatehouse);
  const { email } = await client.register();
  await verifyAddress(gatehouse, email);
  const tel = '+41795551999';
  const page = await client.get('/account/phone');
  const puzzle = /data-puzzle="([^"]+)"/.exec(page.html)?.[1]?.replaceAll('&quot;', '"');
  const challenge = await solve(JSON.parse(String(puzzle)));
  const rejected = await client.submit(page, '/account/phone', { tel, challenge: '' });
  expect([rejected.status, rejected.html.includes('data-puzzle')]).toEqual([403, true]);
  const sent = await client.submit(rejected, '/account/phone', { tel, challenge });
  expect(sent.status).toBe(200);
  await until(() => sentTo(tel) === 1);
});
