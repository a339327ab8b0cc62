import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { PageClient, type PageReply, pagePassword, passkeyForm } from '../support/page-client';
import { SoftwarePasskey } from '../support/software-passkey';
import { verifyAddress } from '../support/verified-address';

/** The passkey that the browser adds by itself, without a browser: what the pages give it, and to whom. */

let gatehouse: Gatehouse;
const [home, elsewhere] = ['203.0.113.7', '198.51.100.9'];

beforeAll(async () => {
  gatehouse = await startGatehouse({
    PUBLIC_URL: 'https://id.example.com',
    TRUST_PROXY: '1',
    REDIRECT_URIS: 'https://app.example.com/',
  });
});
afterAll(() => gatehouse.stop());

const browserAt = (address: string) => new PageClient(gatehouse, { 'X-Forwarded-For': address });
const action = '/login/passkey-upgrade';

async function person({ isVerified = true } = {}): Promise<string> {
  const { email } = await browserAt(home).register();
  if (isVerified) await verifyAddress(gatehouse, email);
  return email;
}

const logIn = (client: PageClient, email: string, more: Record<string, string> = {}) =>
  client.post('/login', { email, password: pagePassword, passkey_upgrade: 'yes', ...more });

const unasked = (page: PageReply) =>
  JSON.stringify(new SoftwarePasskey().create(passkeyForm(page).passkeyOptions, { up: false, uv: false }));
const passkeysOf = (email: string) =>
  gatehouse.sql(`SELECT automatic FROM passkeys WHERE user_id = (SELECT id FROM users WHERE email = '${email}')`);

test('a sign-in with the password gives a browser that can the options, and goes on where it would have', async () => {
  const email = await person();
  const client = browserAt(home);
  const page = await logIn(client, email, { return_to: 'https://app.example.com/' });
  expect([page.status, passkeyForm(page).fields.return_to]).toEqual([200, 'https://app.example.com/']);
  expect(page.html).toContain('data-upgrade="https://app.example.com/"');
  const passkey = unasked(page);
  const answer = await client.post(action, { ...passkeyForm(page).fields, passkey });
  expect([answer.status, answer.location]).toEqual([303, 'https://app.example.com/']);
  expect(await passkeysOf(email)).toEqual([{ automatic: true }]);
  // The same answer adds nothing, and the person does not hear of it.
  const again = await client.post(action, { ...passkeyForm(page).fields, passkey });
  expect([again.status, again.location]).toEqual([303, 'https://app.example.com/']);
  expect(await passkeysOf(email)).toHaveLength(1);
});

test('the options are good in this session only', async () => {
  const [email, other] = [await person(), await person()];
  const page = await logIn(browserAt(home), email);
  const [own, foreign] = [browserAt(home), browserAt(home)];
  await own.signIn({ email });
  await foreign.signIn({ email: other });
  for (const client of [own, foreign]) {
    expect((await client.post(action, { passkey: unasked(page) })).location).toBe('/account');
  }
  expect((await browserAt(home).post(action, { passkey: unasked(page) })).location).toBe('/account');
  expect([await passkeysOf(email), await passkeysOf(other)]).toEqual([[], []]);
});

test('a stolen password gets none: the account does not know the network', async () => {
  const email = await person();
  const reply = await logIn(browserAt(elsewhere), email);
  expect([reply.status, reply.location]).toEqual([303, '/account']);
  expect((await logIn(browserAt(home), email)).status).toBe(200);
});

test('nor does an address that nobody has verified, a browser without cookies, or one that says nothing', async () => {
  expect((await logIn(browserAt(home), await person({ isVerified: false }))).status).toBe(303);
  const email = await person();
  const blocking = browserAt(home);
  blocking.blocksCookies = true;
  expect((await logIn(blocking, email)).status).toBe(303);
  expect((await logIn(browserAt(home), email, { passkey_upgrade: '' })).status).toBe(303);
});
