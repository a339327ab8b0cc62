import type { Browser, BrowserContext, Page } from 'playwright-core';
import { restApi } from '../support/apis';
import { launchChromium, patienceMs } from '../support/chromium';
import {
  clientApplication,
  reactApplication,
  type ServedApplication,
  serveApplication,
} from '../support/client-application';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { describeWith } from '../support/needs';
import { organizationsOf } from '../support/organizations';

const account = { email: 'ada@example.com', password: 'correct horse battery', firstName: 'Ada', lastName: 'Lovelace' };
const slugs = ['acme', 'orchard', 'umbrella'];

describeWith('Chromium')('the client package with organizations', () => {
  let browser: Browser;
  let gatehouse: Gatehouse;
  let application: ServedApplication;
  let context: BrowserContext;
  let team: ReturnType<typeof organizationsOf>;
  let userId: string;
  let organizations: { id: string; slug: string }[];
  let refreshes: number;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(async () => {
    await context.close();
    application.stop();
    await gatehouse.stop();
  });
  afterAll(() => browser.close());

  /** A person who is the admin of three organizations. */
  async function start(files: Map<string, string>, env: Record<string, string> = {}): Promise<void> {
    application = await serveApplication(files);
    gatehouse = await startGatehouse({ PUBLIC_URL: application.url, ORGANIZATIONS: 'users', ...env });
    application.gatehousePort = gatehouse.port;
    refreshes = 0;
    application.forwards = ({ url }) => {
      if (url === '/auth/refresh') refreshes += 1;
      return true;
    };
    context = await browser.newContext();
    context.setDefaultTimeout(patienceMs);
    userId = String((await restApi.register(gatehouse.url, account)).user?.id);
    team = organizationsOf(gatehouse);
    organizations = [];
    for (const slug of slugs) {
      const { id } = await team.create(slug, slug);
      await team.setMember(id, userId, ['admin']);
      organizations.push({ id, slug });
    }
  }

  async function openTab(query = ''): Promise<Page> {
    const page = await context.newPage();
    await page.goto(application.url + query);
    return page;
  }

  /**
   * In 300 rounds, a tab asks for its organization, for another one and for none, all at once. Returns what was mixed up. On a
   * busy machine, a token of two seconds may expire on its way, also the second time: 401 names no organization.
   */
  const mixedIn = (page: Page, own: string, other: string): Promise<string[]> =>
    page.evaluate(`(async () => {
      const named = async (organization) => {
        const response = await auth.fetch('/orders', organization ? { organization } : {});
        return response.status + ' ' + response.headers.get('x-auth-org-id');
      };
      const inToken = async (organization) =>
        JSON.parse(atob((await auth.accessToken({ organization })).split('.')[1].replace(/-/g, '+').replace(/_/g, '/'))).org_id;
      const mixed = [];
      for (let round = 0; round < 300; round += 1) {
        const found = await Promise.all([named('${own}'), named('${other}'), named(), inToken('${own}')]);
        const expected = ['200 ${own}', '200 ${other}', '200 ', '${own}'];
        if (found.some((answer, i) => answer !== expected[i] && answer !== '401 null')) mixed.push(found.join());
      }
      return mixed;
    })()`);

  test('three tabs of one session, each with its own organization, mix no token up', async () => {
    await start(clientApplication(), { JWT_TTL: '2' });
    const first = await openTab();
    await first.fill('[name=email]', account.email);
    await first.fill('[name=password]', account.password);
    await first.click('#login button');
    const tabs = [first, await openTab(), await openTab()];
    for (const tab of tabs) await tab.getByText('Ada', { exact: true }).waitFor();
    refreshes = 0;
    const mixed = await Promise.all(
      tabs.map((tab, i) => mixedIn(tab, organizations[i]?.id ?? '', organizations[(i + 1) % tabs.length]?.id ?? '')),
    );
    expect(mixed).toEqual([[], [], []]);
    expect(refreshes).toBeGreaterThan(tabs.length);
  });

  test('React: two components have two organizations, and a change of the roles renders again', async () => {
    await start(reactApplication());
    const [acme, orchard] = organizations.map(({ id }) => id);
    const page = await openTab(`?organization=${acme}&organization=${orchard}&organization=nothing`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const section = (id = '') => page.getByRole('region', { name: id });
    for (const id of [acme, orchard]) await section(id).getByText('admin', { exact: true }).waitFor();
    await section('nothing').getByText('no member').waitFor();
    for (const [id, slug] of [
      [acme, 'acme'],
      [orchard, 'orchard'],
    ] as const) {
      await section(id).getByRole('button', { name: 'Ask' }).click();
      await section(id).getByText(slug, { exact: true }).waitFor();
    }
    await team.setMember(String(acme), userId, ['member']);
    await section(acme).getByRole('button', { name: 'Ask' }).click();
    await section(acme).getByText('member', { exact: true }).waitFor();
    await section(orchard).getByText('admin', { exact: true }).waitFor();
  });
});
