import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { restApi } from '../support/apis';
import { launchChromium, patienceMs } from '../support/chromium';
import { clientApplication } from '../support/client-application';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { describeWith } from '../support/needs';

const account = { email: 'ada@example.com', password: 'correct horse battery' };
const minuteMs = 60_000;

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

function close(server: Server): void {
  server.closeAllConnections();
  server.close();
}

/**
 * The application of the page, a service that it calls, and Gatehouse. The page's addresses are replaced, nothing else.
 * Gatehouse is behind a relay that can lose an answer.
 */
describeWith('Chromium')('an application with the client package', () => {
  const files = clientApplication();
  let browser: Browser;
  let context: BrowserContext;
  let gatehouse: Gatehouse;
  let application: Server;
  let relay: Server;
  let relayPort: number;
  let losesNextAnswer: boolean;
  let refreshes: number;
  /** Authorization headers that the service has had; it rejects those in `rejected`. */
  const seen: string[] = [];
  const rejected = new Set<string>();

  beforeAll(async () => {
    browser = await launchChromium();
    application = createServer((req, res) => void serve(req, res));
    relay = createServer(forward);
    await listen(application);
    relayPort = await listen(relay);
  });
  afterAll(async () => {
    await browser.close();
    close(application);
    close(relay);
  });
  beforeEach(() => {
    losesNextAnswer = false;
    refreshes = 0;
    seen.length = 0;
    rejected.clear();
  });
  afterEach(async () => {
    await context.close();
    await gatehouse.stop();
  });

  const port = () => (application.address() as AddressInfo).port;
  const origin = () => `http://localhost:${port()}`;

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.url === '/orders') {
      const { authorization = '' } = req.headers;
      seen.push(authorization);
      const { status } = await fetch(`${gatehouse.url}/auth/verify`, { headers: { authorization } });
      res.writeHead(rejected.has(authorization) ? 401 : status).end();
      return;
    }
    const name = req.url === '/' ? 'index.html' : (req.url ?? '').slice(1);
    const type = name.endsWith('.js') ? 'text/javascript' : 'text/html';
    const content = files.get(name)?.replaceAll('http://localhost:4000', `http://localhost:${relayPort}`);
    res.writeHead(content === undefined ? 404 : 200, { 'Content-Type': type }).end(content);
  }

  /** Also serves the application, as a proxy before both would. */
  function forward(req: IncomingMessage, res: ServerResponse): void {
    if (!req.url?.startsWith('/auth/')) return void serve(req, res);
    if (req.method === 'POST' && req.url === '/auth/refresh') refreshes += 1;
    const { method, url: path, headers } = req;
    const forwarded = request({ port: gatehouse.port, host: '127.0.0.1', method, path, headers }, (answer) => {
      const isLost = losesNextAnswer;
      losesNextAnswer = false;
      // Gatehouse has answered, and the browser gets nothing.
      if (isLost) res.destroy();
      // Chromium itself repeats a request that fails on a connection that it used before.
      else answer.pipe(res.writeHead(answer.statusCode ?? 500, { ...answer.headers, connection: 'close' }));
    });
    req.pipe(forwarded);
  }

  async function start(env: Record<string, string> = {}): Promise<void> {
    gatehouse = await startGatehouse({
      PUBLIC_URL: 'http://localhost',
      CORS_ORIGINS: origin(),
      ...env,
    });
    await restApi.register(gatehouse.url, { ...account, firstName: 'Ada', lastName: 'Lovelace' });
    context = await browser.newContext();
    context.setDefaultTimeout(patienceMs);
  }

  async function openTab(address = origin()): Promise<Page> {
    const page = await context.newPage();
    await page.goto(address);
    return page;
  }

  async function logIn(page: Page): Promise<void> {
    await page.fill('[name=email]', account.email);
    await page.fill('[name=password]', account.password);
    await page.click('#login button');
    await isLoggedIn(page);
  }

  const isLoggedIn = (page: Page) => page.getByText('Ada', { exact: true }).waitFor();
  const isLoggedOut = (page: Page) => page.locator('#login').waitFor();

  /** The statuses of requests that a script of the page sends at the same time. */
  const orders = (page: Page, count = 1): Promise<number[]> =>
    page.evaluate(
      `Promise.all(Array.from({ length: ${count} }, () => auth.fetch('/orders'))).then((all) => all.map(({ status }) => status))`,
    );

  test('a person signs in, stays logged in after a reload, and logs out in all tabs', async () => {
    await start();
    const page = await openTab();
    await page.fill('[name=email]', account.email);
    await page.fill('[name=password]', 'another password');
    await page.click('#login button');
    await page.getByText('The e-mail address or the password is wrong.').waitFor();
    await logIn(page);
    await page.reload();
    await isLoggedIn(page);
    const second = await openTab();
    await isLoggedIn(second);
    expect(await page.evaluate('document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })')).toBe('{}');

    await second.click('#logout');
    await Promise.all([page, second].map(isLoggedOut));
    expect(await orders(page)).toEqual([401]);
    await page.reload();
    await isLoggedOut(page);
  });

  test('requests at the same time share one refresh, before the token expires', async () => {
    await start();
    await context.clock.install();
    const page = await openTab();
    await logIn(page);
    refreshes = 0;
    await context.clock.fastForward(53 * minuteMs);
    expect(await orders(page, 10)).toEqual(Array(10).fill(200));
    expect(refreshes).toBe(0);
    await context.clock.fastForward(2 * minuteMs);
    expect(await orders(page, 10)).toEqual(Array(10).fill(200));
    expect(refreshes).toBe(1);
    expect(new Set(seen).size).toBe(2);
  });

  test('after a 401 the client refreshes once and repeats the requests once', async () => {
    await start();
    const page = await openTab();
    await logIn(page);
    await orders(page);
    rejected.add(seen[0] ?? '');
    refreshes = 0;
    expect(await orders(page, 5)).toEqual(Array(5).fill(200));
    expect(refreshes).toBe(1);
    // If the service rejects every token, the 401 is the answer.
    seen.length = 0;
    jest.spyOn(rejected, 'has').mockReturnValue(true);
    expect(await orders(page)).toEqual([401]);
    jest.restoreAllMocks();
    expect([refreshes, seen.length]).toEqual([2, 2]);
  });

  test('tabs refresh one after the other: a used refresh token is never sent', async () => {
    await start({ REFRESH_GRACE: '0' });
    const page = await openTab();
    await logIn(page);
    const tabs = [page, await openTab(), await openTab()];
    // A reload during a refresh would lose its answer, and without REFRESH_GRACE the session would end.
    await Promise.all(tabs.map(isLoggedIn));
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(tabs.map((tab) => tab.reload()));
      await Promise.all(tabs.map(isLoggedIn));
    }
    expect(gatehouse.logged()).not.toContain('refresh_token_reuse');
  });

  test('an answer that is lost on the way does not end the session', async () => {
    await start();
    const page = await openTab();
    await logIn(page);
    refreshes = 0;
    losesNextAnswer = true;
    await page.reload();
    await isLoggedIn(page);
    expect(refreshes).toBe(2);
  });

  test('on the same origin, without CORS_ORIGINS', async () => {
    const address = `http://localhost:${relayPort}`;
    await start({ PUBLIC_URL: address, CORS_ORIGINS: '' });
    const page = await openTab(address);
    await logIn(page);
    await page.reload();
    await isLoggedIn(page);
  });

  test('a session that was ended elsewhere shows the login', async () => {
    await start();
    const page = await openTab();
    await logIn(page);
    await orders(page);
    const { result } = (await (
      await fetch(`${gatehouse.url}/auth/logout`, {
        method: 'POST',
        headers: { Authorization: seen[0] ?? '', 'Content-Type': 'application/json' },
        body: '{"sessions": "all"}',
      })
    ).json()) as { result: { ended: number } };
    expect(result.ended).toBe(1);
    expect(await orders(page)).toEqual([401]);
    await isLoggedOut(page);
  });
});
