import { offerSetUpPage } from '../../src/compose/offer-set-up-page';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { loginSuperAdmin } from '../support/super-admin';

let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());
afterEach(() => gatehouse.sql('UPDATE users SET is_super_admin = false'));

const noSuperAdmin = 'there is no super admin yet: ';
const byLink = `${noSuperAdmin}the link on standard error creates one`;
const byCommand = `${noSuperAdmin}make a user one with npx --no-install gatehouse users promote <e-mail>`;

type Offering = Parameters<typeof offerSetUpPage>[0];

/** Returns what a start logs, and the link that it returns. */
async function offer({
  areas = ['console'] as const,
  setup,
}: {
  areas?: readonly 'console'[];
  setup?: Offering['setup'];
} = {}) {
  const { administration } = gatehouse.services;
  if (!administration) throw new Error('the administration is off');
  const logged: string[] = [];
  const log = { info: (text: string) => logged.push(text), warn: (_: object, text: string) => logged.push(text) };
  const settings = { pages: { areas }, publicUrl: 'https://id.example.com' };
  const printed = await offerSetUpPage({ setup: setup ?? administration.setup }, settings, log as never);
  return { logged, printed };
}

test('without a super admin, a start prints the link of the set-up page, and logs that there is none', async () => {
  const line = /^https:\/\/id\.example\.com\/setup\/[\w-]{64}$/;
  expect(await offer()).toEqual({ logged: [byLink], printed: expect.stringMatching(line) });
});

test('without the console, it only logs the command', async () => {
  expect(await offer({ areas: [] })).toEqual({ logged: [byCommand], printed: null });
});

test('with a super admin, it says nothing', async () => {
  await loginSuperAdmin(gatehouse);
  expect(await offer()).toEqual({ logged: [], printed: null });
});

test('if the database is away, it logs that the next start offers the page', async () => {
  const lost = () => Promise.reject(new Error('the connection was lost'));
  const setup = { hasSuperAdmin: async () => false, offer: lost };
  const failed = 'the set-up page could not be offered: the next start offers it';
  expect(await offer({ setup })).toEqual({ logged: [failed], printed: null });
  expect(await offer({ setup: { hasSuperAdmin: lost, offer: lost } })).toEqual({ logged: [failed], printed: null });
});
