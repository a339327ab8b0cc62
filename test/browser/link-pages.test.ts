import type { Browser, BrowserContext, Page } from 'playwright-core';
import { apis } from '../support/apis';
import { launchChromium, patienceMs } from '../support/chromium';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { describeWith } from '../support/needs';
import { axe, overflowOf, tabTo } from '../support/page-browser';
import { freePort } from '../support/process';
import { verifyAddress } from '../support/verified-address';

const [api] = apis;
const password = 'correct horse battery';

describeWith('Chromium')('the pages of links in a browser', () => {
  let gatehouse: Gatehouse;
  let browser: Browser;
  let people = 0;

  beforeAll(async () => {
    const port = String(await freePort());
    gatehouse = await startGatehouse({ PORT: port, PUBLIC_URL: `http://localhost:${port}`, ORGANIZATIONS: 'users' });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await gatehouse.stop();
  });

  async function register() {
    people += 1;
    const account = { email: `ada.${people}@example.com`, password, firstName: 'Ada', lastName: 'Lovelace' };
    await api.register(gatehouse.url, account);
    return account;
  }

  async function linkTo(address: string): Promise<string> {
    return String((await gatehouse.allMails()).filter(({ to }) => to === address).at(-1)?.links[0]);
  }

  async function resetLink() {
    const account = await register();
    await api.requestPasswordReset(gatehouse.url, { email: account.email });
    return { account, link: await linkTo(account.email) };
  }

  /** Returns the link of an invitation of this address. */
  async function invitationOf(address: string) {
    const owner = await register();
    await verifyAddress(gatehouse, owner.email);
    const { jwt } = await api.login(gatehouse.url, owner);
    const { result } = await api.createOrganization(gatehouse.url, { name: 'Example & Sons' }, jwt);
    await api.inviteMember(gatehouse.url, { organizationId: result?.id, email: address, roles: ['member'] }, jwt);
    return linkTo(address);
  }

  async function inBrowser<Result>(
    options: Parameters<Browser['newContext']>[0],
    work: (page: Page, context: BrowserContext) => Promise<Result>,
  ): Promise<Result> {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(patienceMs);
    try {
      return await work(await context.newPage(), context);
    } finally {
      await context.close();
    }
  }

  test.each([true, false])(
    'a person resets a password by keyboard alone, with scripts: %s',
    async (javaScriptEnabled) => {
      const { account, link } = await resetLink();
      await inBrowser({ javaScriptEnabled }, async (page) => {
        await page.goto(link);
        await tabTo(page, '#password');
        await page.keyboard.type('short');
        await page.keyboard.press('Enter');
        await page.getByRole('alert').waitFor();
        await page.keyboard.press('Tab');
        await page.keyboard.type('a much longer horse');
        await tabTo(page, 'button[type=submit]');
        await page.keyboard.press('Enter');
        await page.getByRole('status').waitFor();
      });
      expect(
        (await api.login(gatehouse.url, { email: account.email, password: 'a much longer horse' })).code,
      ).toBeNull();
    },
  );

  test('an invitation in the browser of somebody else: the person changes, and joins', async () => {
    const [grace, eve] = [await register(), await register()];
    await verifyAddress(gatehouse, grace.email);
    const link = await invitationOf(grace.email);
    await inBrowser({}, async (page) => {
      const signIn = async ({ email }: { email: string }) => {
        await page.fill('#email', email);
        await page.fill('#password', password);
        await page.click('form[action="/login"] button[type=submit]:not([formaction])');
      };
      await page.goto(`${gatehouse.config.publicUrl}/login`);
      await signIn(eve);
      await page.waitForURL(/\/account/);
      await page.goto(link);
      await page.getByText(`You’re signed in as ${eve.email}`).waitFor();
      expect(await page.getByText(grace.email, { exact: true }).count()).toBe(1);
      expect(await page.locator('main form').count()).toBe(0);
      expect(await axe(page)).toEqual([]);
      await page.getByRole('link', { name: 'Sign in as someone else' }).click();
      await page.locator('form[action="/logout"] button[type=submit]').click();
      await page.waitForURL(link);
      expect(await axe(page)).toEqual([]);
      await page.getByRole('link', { name: 'Sign in' }).click();
      await signIn(grace);
      await page.waitForURL(link);
      await page.getByRole('button', { name: 'Join the organization' }).click();
      await page.getByRole('status').waitFor();
      expect(await axe(page)).toEqual([]);
    });
    const { jwt } = await api.login(gatehouse.url, grace);
    expect((await api.organizations(gatehouse.url, jwt)).result).toMatchObject([{ roles: ['member'] }]);
  });

  test('a scanner that renders, runs scripts and follows every link uses no token', async () => {
    const account = await register();
    await api.requestPasswordReset(gatehouse.url, { email: account.email });
    const links = (await gatehouse.allMails()).filter(({ to }) => to === account.email).flatMap((mail) => mail.links);
    expect(links.length).toBeGreaterThanOrEqual(2);
    const used = () => gatehouse.sql('SELECT id FROM one_time_tokens WHERE used_ts IS NOT NULL');
    const before = await used();
    await inBrowser({}, async (page) => {
      for (const link of links) {
        await fetch(link.replace(/^https?:\/\/[^/]+/, gatehouse.url), { method: 'HEAD' });
        await page.goto(link, { waitUntil: 'networkidle' });
        await page.evaluate(
          'document.querySelectorAll("*").forEach((element) => element.dispatchEvent(new Event("mouseover")))',
        );
        const found = (await page.evaluate('[...document.links].map(({ href }) => href)')) as string[];
        for (const href of found) await page.goto(href);
        await page.reload();
      }
    });
    expect(await used()).toEqual(before);
    expect((await fetch(links.at(-1)?.replace(/^https?:\/\/[^/]+/, gatehouse.url) ?? '')).status).toBe(200);
  });

  test('every page is accessible, in both schemes and four languages, at 320 and 1280 px and without other requests', async () => {
    const verify = await linkTo((await register()).email);
    const { link: reset } = await resetLink();
    const leaver = await register();
    const { jwt } = await api.login(gatehouse.url, { email: leaver.email, password });
    await api.deleteAccount(gatehouse.url, { currentPassword: password }, jwt);
    const cancel = await linkTo(leaver.email);
    const invitation = await invitationOf('nobody@example.com');
    const invalid = reset.replace(/[^/]+$/, 'x');
    const violations: string[] = [];
    const wide: string[] = [];
    const requests: string[] = [];
    const complaints: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      // The colors are those of all languages.
      for (const locale of colorScheme === 'light' ? ['en', 'de', 'fr', 'es'] : ['en']) {
        await inBrowser({ colorScheme, locale }, async (page) => {
          page.on('request', (request) => requests.push(request.url()));
          page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
          for (const link of [verify, reset, cancel, invitation, invalid]) {
            await page.goto(link);
            if (link === reset) {
              await page.fill('#password', 'short');
              await page.click('button[type=submit]');
              await page.getByRole('alert').waitFor();
            }
            for (const width of [320, 1280]) {
              await page.setViewportSize({ width, height: 800 });
              const overflow = await overflowOf(page);
              if (overflow > 0) wide.push(`${link} ${locale} ${width}: ${overflow}`);
            }
            const found = await axe(page);
            violations.push(
              ...found.map((problem) => `${problem} ${colorScheme} ${locale} ${new URL(link).pathname.slice(0, 10)}`),
            );
          }
        });
      }
    }
    expect(violations).toEqual([]);
    expect(wide).toEqual([]);
    expect(requests.filter((url) => !url.startsWith(gatehouse.config.publicUrl))).toEqual([]);
    // The status 400 of an invalid link, and nothing about the policy.
    expect(complaints.filter((text) => !text.includes('status of 400'))).toEqual([]);
  });
});
