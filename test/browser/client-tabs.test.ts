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

const password = 'correct horse battery';
const minuteMs = 60_000;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describeWith('Chromium')('the client package in tabs', () => {
  let browser: Browser;
  let gatehouse: Gatehouse;
  let application: ServedApplication;
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
    application.stop();
    await gatehouse.stop();
  });
  afterAll(() => browser.close());

  async function start(files: Map<string, string>, env: Record<string, string> = {}): Promise<void> {
    application = await serveApplication(files);
    gatehouse = await startGatehouse({ PUBLIC_URL: application.url, ...env });
    application.gatehousePort = gatehouse.port;
    for (const name of ['ada', 'grace'])
      await restApi.register(gatehouse.url, {
        email: `${name}@example.com`,
        password,
        firstName: name,
        lastName: 'Lovelace',
      });
  }

  async function open(init?: string): Promise<BrowserContext> {
    const context = await browser.newContext();
    context.setDefaultTimeout(patienceMs);
    if (init) await context.addInitScript({ content: init });
    contexts.push(context);
    return context;
  }

  async function openTab(context: BrowserContext, headers: Record<string, string> = {}): Promise<Page> {
    const page = await context.newPage();
    await page.setExtraHTTPHeaders(headers);
    await page.goto(application.url);
    return page;
  }

  async function logIn(page: Page, name: string): Promise<void> {
    await page.fill('[name=email]', `${name}@example.com`);
    await page.fill('[name=password]', password);
    await page.click('#login button');
    await isSignedIn(page, name);
  }

  const isSignedIn = (page: Page, name: string) => page.getByText(name, { exact: true }).waitFor();
  const liveSessions = (name: string) =>
    gatehouse.sql(
      `SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = '${name}@example.com' AND s.revoked_ts IS NULL`,
    );

  /** Each tab sends a request every 250 ms, and keeps the status or the name of the error. */
  const useSteadily = (page: Page) =>
    page.evaluate(`window.outcomes = []; setInterval(() => auth.fetch('/orders').then(
      ({ status }) => outcomes.push(status), ({ code, name }) => outcomes.push(code ?? name)), 250); undefined`);
  const outcomesOf = (page: Page): Promise<(number | string)[]> => page.evaluate('outcomes');

  test('a minute with tokens of 5 s: one tab frozen in a refresh, a browser without locks, 20 s without the service', async () => {
    await start(clientApplication(), { JWT_TTL: '5' });
    let isAway = false;
    let freeze: (() => Promise<void>) | null = null;
    application.forwards = async ({ headers, url }) => {
      if (headers['x-tab'] === 'frozen' && url === '/auth/refresh' && freeze !== null) {
        const frozen = freeze();
        freeze = null;
        await frozen;
      }
      return !isAway;
    };

    const withLocks = await open();
    const first = await openTab(withLocks);
    await logIn(first, 'ada');
    const frozen = await openTab(withLocks, { 'X-Tab': 'frozen' });
    const tabs = [first, await openTab(withLocks), frozen];
    const withoutLocks = await open("Object.defineProperty(navigator, 'locks', { value: undefined });");
    const other = await openTab(withoutLocks);
    await logIn(other, 'grace');
    const others = [other, await openTab(withoutLocks)];
    for (const tab of tabs) await isSignedIn(tab, 'ada');
    for (const tab of others) await isSignedIn(tab, 'grace');
    const all = [...tabs, ...others];
    const began = Date.now();
    const until = (ms: number) => sleep(began + ms - Date.now());
    for (const tab of all) await useSteadily(tab);

    await until(6_000);
    const debug = await withLocks.newCDPSession(frozen);
    await debug.send('Debugger.enable');
    const isFrozen = new Promise<void>((resolve) => {
      freeze = async () => {
        // The tab holds the lock, and its answer comes while no script of it runs.
        const paused = new Promise((done) => debug.once('Debugger.paused', done));
        await debug.send('Debugger.pause');
        await paused;
        resolve();
      };
    });
    await isFrozen;
    const frozenFrom = Date.now();
    const before = await Promise.all([tabs[0], tabs[1]].map((tab) => outcomesOf(tab as Page)));
    await sleep(14_000);
    const after = await Promise.all([tabs[0], tabs[1]].map((tab) => outcomesOf(tab as Page)));
    // Three lifetimes of a token: the others have refreshed although the frozen tab holds the lock.
    for (const [i, outcomes] of after.entries()) expect(outcomes.length).toBeGreaterThan((before[i]?.length ?? 0) + 35);
    expect(Date.now() - frozenFrom).toBeLessThan(30_000);
    await debug.send('Debugger.resume');
    await debug.detach();

    await until(30_000);
    isAway = true;
    await until(50_000);
    isAway = false;
    const [reloaded] = tabs.slice(1);
    await reloaded?.reload();
    await isSignedIn(reloaded as Page, 'ada');
    await useSteadily(reloaded as Page);
    await until(minuteMs);

    for (const tab of all) {
      const outcomes = await outcomesOf(tab);
      expect(outcomes.slice(-4)).toEqual([200, 200, 200, 200]);
      const errors = new Set(outcomes.filter((outcome) => outcome !== 200));
      expect([...errors].filter((error) => !['NETWORK', 'TypeError'].includes(String(error)))).toEqual([]);
      // Before the first sign-in, a tab is signed out.
      const seen: string[] = await tab.evaluate('seen');
      expect(seen.slice(seen.indexOf('signedIn'))).toEqual(
        seen.slice(seen.indexOf('signedIn')).filter((one) => one === 'signedIn'),
      );
    }
    expect([await liveSessions('ada'), await liveSessions('grace')].map(({ length }) => length)).toEqual([1, 1]);
    expect(gatehouse.logged()).not.toContain('refresh_token_reuse');
  });

  test('a login with another account reaches the other tabs, and none continues as the one before', async () => {
    await start(clientApplication());
    const context = await open();
    const first = await openTab(context);
    await logIn(first, 'ada');
    const second = await openTab(context);
    await isSignedIn(second, 'ada');
    await second.evaluate(`auth.login({ email: 'grace@example.com', password: '${password}' })`);
    await isSignedIn(first, 'grace');
    const account = (page: Page) =>
      page.evaluate(
        "auth.fetch('/auth/me').then((response) => response.json()).then(({ result }) => result.first_name)",
      );
    expect([await account(first), await account(second)]).toEqual(['grace', 'grace']);
  });

  test('React in StrictMode: one refresh after each load, and the state of all tabs', async () => {
    await start(reactApplication());
    let refreshes = 0;
    application.forwards = ({ url }) => {
      if (url === '/auth/refresh') refreshes += 1;
      return true;
    };
    const context = await open();
    const first = await openTab(context);
    await first.getByRole('button', { name: 'Sign in' }).click();
    await first.getByRole('button', { name: 'Sign out' }).waitFor();
    refreshes = 0;
    await first.reload();
    await first.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(refreshes).toBe(1);
    expect(await first.evaluate('[...new Set(seen)]')).toEqual(['loading', 'signedIn']);
    const second = await openTab(context);
    await second.getByRole('button', { name: 'Sign out' }).click();
    for (const tab of [first, second]) await tab.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await liveSessions('ada')).toEqual([]);
  });
});
