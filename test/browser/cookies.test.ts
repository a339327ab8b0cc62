import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { restApi } from '../support/apis';
import { checkAnswer } from '../support/checked-fetch';
import { launchChromium, patienceMs } from '../support/chromium';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { describeWith } from '../support/needs';

const credentials = { email: 'ada@example.com', password: 'correct horse battery' };

/**
 * A front end and Gatehouse on two ports of localhost have the same site and different origins. A front end on
 * 127.0.0.1 has another site. Browsers trust both hosts, so a `Secure` cookie needs no TLS in these tests.
 */
describeWith('Chromium')('the cookie with the refresh token in a browser', () => {
  let browser: Browser;
  let context: BrowserContext;
  let frontEnd: Server;
  let sameSite: string;
  let crossSite: string;
  let gatehouse: Gatehouse | undefined;
  let api: string;

  beforeAll(async () => {
    browser = await launchChromium();
    frontEnd = createServer((_req, res) => res.setHeader('Content-Type', 'text/html').end('<h1>A front end</h1>'));
    await once(frontEnd.listen(0, '127.0.0.1'), 'listening');
    const { port } = frontEnd.address() as AddressInfo;
    [sameSite, crossSite] = [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
  });
  afterAll(async () => {
    await browser.close();
    frontEnd.closeAllConnections();
    frontEnd.close();
  });
  afterEach(async () => {
    await context.close();
    await gatehouse?.stop();
    gatehouse = undefined;
  });

  async function open(COOKIE_SAME_SITE: string): Promise<void> {
    const CORS_ORIGINS = `${sameSite},${crossSite}`;
    gatehouse = await startGatehouse({ PUBLIC_URL: 'http://localhost', CORS_ORIGINS, COOKIE_SAME_SITE });
    await restApi.register(gatehouse.url, { ...credentials, firstName: 'Ada', lastName: 'Lovelace' });
    api = `http://localhost:${gatehouse.port}`;
    context = await browser.newContext();
    context.setDefaultTimeout(patienceMs);
  }
  async function pageOf(origin: string): Promise<Page> {
    const page = await context.newPage();
    await page.goto(origin);
    return page;
  }
  /** Sends a request from a script of the page. Returns the status, and the refresh token if the script can read it. */
  async function post(page: Page, path: string, body: object): Promise<{ status: number; seen: string }> {
    const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
    const { status, token } = await page.evaluate(
      async ([url, body]) => {
        const headers = { 'Content-Type': 'application/json' };
        const response = await fetch(url, { method: 'POST', credentials: 'include', headers, body });
        const { result = {} } = JSON.parse(await response.text());
        return { status: response.status, token: String(result.refresh_token ?? '') };
      },
      [api + path, JSON.stringify(body)] as const,
    );
    const answer = await answered;
    const headers = new Headers(await answer.allHeaders());
    checkAnswer({ method: 'POST', target: path, status: answer.status(), headers, body: await answer.text() });
    return { status, seen: token + (await page.evaluate('document.cookie')) };
  }
  const logIn = (page: Page) => post(page, '/auth/login', { ...credentials, refresh_token_in: 'cookie' });
  const refresh = (page: Page) => post(page, '/auth/refresh', {});

  test.each([
    ['strict', 'the same', 200],
    ['strict', 'another', 401],
    ['lax', 'the same', 200],
    ['lax', 'another', 401],
    ['none', 'the same', 200],
    ['none', 'another', 200],
  ])('with COOKIE_SAME_SITE=%s a front end on %s site refreshes: %i', async (setting, site, status) => {
    await open(setting);
    const page = await pageOf(site === 'another' ? crossSite : sameSite);
    expect(await logIn(page)).toEqual({ status: 200, seen: '' });
    expect(await refresh(page)).toEqual({ status, seen: '' });
    expect(await refresh(page)).toEqual({ status, seen: '' });
    // Without an access token: the cookie alone identifies the session.
    expect(await post(page, '/auth/logout', {})).toEqual({ status, seen: '' });
    expect(await refresh(page)).toEqual({ status: 401, seen: '' });
  });

  test('with none, each top-level site has its own cookie', async () => {
    await open('none');
    const page = await pageOf(crossSite);
    await logIn(page);
    expect(await refresh(await pageOf(sameSite))).toEqual({ status: 401, seen: '' });
    expect(await refresh(page)).toEqual({ status: 200, seen: '' });
  });
});
