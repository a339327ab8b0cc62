import type { Page } from 'playwright-core';
import { restApi } from '../support/apis';
import { startTlsHosts } from '../support/caddy';
import { openProfile } from '../support/chromium';
import { writeExampleApplication } from '../support/example-application';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { describeWith } from '../support/needs';
import { freePort } from '../support/process';
import { buildWithVite, serveWithVite } from '../support/vite';

const account = { email: 'ada@example.com', password: 'correct horse battery' };
/** The paths of Gatehouse that the application calls. */
const paths = ['/auth/login', '/auth/logout', '/auth/me', '/auth/passkeys/login/options', '/auth/refresh', '/graphql'];

let application: ReturnType<typeof writeExampleApplication>;
let browser: Awaited<ReturnType<typeof openProfile>> | undefined;
let gatehouse: Gatehouse;
let gatehousePort: string;

beforeAll(async () => {
  application = writeExampleApplication();
  gatehousePort = String(await freePort());
});
afterEach(async () => {
  await browser?.close();
  await gatehouse.stop();
});
afterAll(() => application.remove());

async function start(env: Record<string, string>): Promise<void> {
  gatehouse = await startGatehouse({ PORT: gatehousePort, ...env });
  await restApi.register(gatehouse.url, { ...account, firstName: 'Ada', lastName: 'Lovelace' });
}

const isLoggedIn = (page: Page) => page.getByRole('heading', { name: 'Hello, Ada' }).waitFor();

async function logIn(page: Page): Promise<void> {
  await page.fill('[name=email]', account.email);
  await page.fill('[name=password]', account.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await isLoggedIn(page);
}

type State = 'logged in' | 'logged out';

/** Opens the page, which refreshes the session. Returns whether Gatehouse has accepted the cookie. */
async function stateAfter(page: Page, open: () => Promise<unknown>): Promise<State> {
  const refreshed = page.waitForResponse((answer) => answer.url().endsWith('/auth/refresh'));
  await open();
  return (await (await refreshed).text()).includes('"success":true') ? 'logged in' : 'logged out';
}

interface Use {
  origin: string;
  thirdPartyCookies: 'allowed' | 'blocked';
  resolved?: string;
  afterReload: State;
}

/** Logs in, reloads and logs out. Returns the cookies after the login, and the paths that the page called elsewhere. */
async function useApplication({ origin, afterReload, ...profile }: Use) {
  browser = await openProfile(profile);
  const { context } = browser;
  const page = await context.newPage();
  const called = new Set<string>();
  page.on('request', (sent) => {
    const url = new URL(sent.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) called.add(url.pathname);
  });
  expect(await stateAfter(page, () => page.goto(origin))).toBe('logged out');
  await logIn(page);
  const cookies = await context.cookies();
  expect(await stateAfter(page, () => page.reload())).toBe(afterReload);
  if (afterReload === 'logged in') await isLoggedIn(page);
  else await logIn(page);
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await stateAfter(page, () => page.reload())).toBe('logged out');
  // Without the cookie, a page that was reloaded cannot end its first session.
  const live = await gatehouse.sql('SELECT 1 FROM sessions WHERE revoked_ts IS NULL');
  expect(live).toHaveLength(afterReload === 'logged in' ? 0 : 1);
  if (afterReload === 'logged in') expect(await context.cookies()).toEqual([]);
  return { cookies, called: [...called].sort() };
}

describeWith('Chromium with profiles', 'docs/examples')(
  'the example application on the development server of Vite',
  () => {
    let server: Awaited<ReturnType<typeof serveWithVite>>;
    beforeAll(async () => {
      server = await serveWithVite(application.folder, `http://localhost:${gatehousePort}`);
    });
    afterAll(() => server.stop());

    test.each([
      ['on another port of the same site', 'strict', 'localhost', 'logged in'],
      ['on another site', 'strict', '127.0.0.1', 'logged out'],
      ['on another site', 'none', '127.0.0.1', 'logged in'],
    ] as const)('%s, with COOKIE_SAME_SITE=%s', async (_where, COOKIE_SAME_SITE, host, afterReload) => {
      const origin = `http://${host}:${server.port}`;
      await start({ PUBLIC_URL: `http://localhost:${gatehousePort}`, CORS_ORIGINS: origin, COOKIE_SAME_SITE });
      const { called } = await useApplication({ origin, afterReload, thirdPartyCookies: 'allowed' });
      // A login has the user in its answer, a refresh has not.
      expect(called).toEqual(paths.filter((one) => one !== '/auth/me' || afterReload === 'logged in'));
    });
  },
);

describeWith(
  'Chromium with profiles',
  'Caddy',
  'docs/examples',
)('the example application that Vite has built, over TLS', () => {
  const site = 'https://app.example.com';
  const otherSite = 'https://app.example.net';
  /** The application calls Gatehouse through a proxy that replaces `Partitioned` by an attribute that changes nothing. */
  const notPartitioned = 'https://app.example.org';

  let caddy: Awaited<ReturnType<typeof startTlsHosts>>;
  beforeAll(async () => {
    const built = await buildWithVite(application.folder, 'https://id.example.com');
    const ofOld = await buildWithVite(application.folder, 'https://old.example.com');
    const proxied = `reverse_proxy 127.0.0.1:${gatehousePort}`;
    caddy = await startTlsHosts({
      'app.example.com': `root * ${built}\nfile_server`,
      'app.example.net': `root * ${built}\nfile_server`,
      'app.example.org': `root * ${ofOld}\nfile_server`,
      'id.example.com': proxied,
      'old.example.com': `${proxied} {\nheader_down Set-Cookie "; Partitioned" "; Path=/"\n}`,
    });
  });
  afterAll(() => caddy.stop());

  const open = (COOKIE_SAME_SITE: string) =>
    start({
      PUBLIC_URL: 'https://id.example.com',
      CORS_ORIGINS: `${site},${otherSite},${notPartitioned}`,
      TRUST_PROXY: '1',
      COOKIE_SAME_SITE,
    });
  const use = (origin: string, thirdPartyCookies: Use['thirdPartyCookies'], afterReload: Use['afterReload']) =>
    useApplication({ origin, thirdPartyCookies, afterReload, resolved: `127.0.0.1:${caddy.port}` });

  test('on the same site, third-party cookies blocked: logged in after a reload', async () => {
    await open('strict');
    const { cookies, called } = await use(site, 'blocked', 'logged in');
    expect(called).toEqual(paths);
    expect(cookies).toMatchObject([{ name: '__Host-gatehouse_refresh', sameSite: 'Strict', secure: true }]);
  });

  test.each(['strict', 'lax'])('on another site with %s: logged out after a reload', async (setting) => {
    await open(setting);
    const { cookies } = await use(otherSite, 'allowed', 'logged out');
    expect(cookies).toEqual([]);
  });

  test.each(['allowed', 'blocked'] as const)(
    'on another site with none, third-party cookies %s: logged in after a reload',
    async (thirdPartyCookies) => {
      await open('none');
      const { cookies } = await use(otherSite, thirdPartyCookies, 'logged in');
      expect(cookies).toMatchObject([
        {
          name: '__Host-gatehouse_refresh_partitioned',
          sameSite: 'None',
          secure: true,
          httpOnly: true,
          partitionKey: 'https://example.net',
        },
      ]);
    },
  );

  test.each([
    ['allowed', 'logged in', [undefined]],
    ['blocked', 'logged out', []],
  ] as const)(
    'on another site, if the browser does not know Partitioned, third-party cookies %s: %s after a reload',
    async (thirdPartyCookies, afterReload, partitions) => {
      await open('none');
      const { cookies } = await use(notPartitioned, thirdPartyCookies, afterReload);
      expect(cookies.map(({ partitionKey }) => partitionKey)).toEqual(partitions);
    },
  );
});
