import { readConfig } from '../../src/compose/config';
import type { Content, Frame, ViewContext } from '../../src/pages/kit/layout.page';
import { renderDocument } from '../../src/pages/kit/layout.page';
import { ProblemPage } from '../../src/pages/kit/problem.page';
import { LinkPage } from '../../src/pages/links/link.page';
import { AuthorizeProblemPage } from '../../src/pages/sign-in/authorize.page';
import type { LinkWords } from '../../src/pages/words/link-words';
import { wordsIn } from '../../src/pages/words/words-in';
import { AppError } from '../../src/platform/errors/app-error';
import { type ErrorCode, errorTable } from '../../src/platform/errors/error-table';
import { apis, restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { PageClient, pagePassword, requireWayOn } from '../support/page-client';
import { loginSuperAdmin } from '../support/super-admin';

// Where a page leads when it is not what the person came for.

const application = 'https://app.example.com/';
let gatehouse: Gatehouse;
afterEach(() => gatehouse?.stop());

describe('a page that tells an error leads on', () => {
  const config = readConfig({ PAGES: 'on' });
  const frame = {
    ...{ locale: 'en', base: '/id', home: '/id/account', languages: '?', product: 'Rocket Shop', links: {} },
    ...{ areas: config.pages.areas, homeUrl: null, styles: {}, texts: {}, acting: null },
  } as unknown as Frame;
  const linksOn = (content: (context: ViewContext) => Content, own: Partial<Frame> = {}) => {
    const html = renderDocument(content, { ...frame, ...own });
    requireWayOn(400, html, 'the page');
    const [, main = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(html) ?? [];
    return [...main.matchAll(/<a href(?:="([^"]*)")?[^>]*>([^<]*)</g)].map(([, href, label]) => [href, label]);
  };
  const codes = Object.keys(errorTable) as ErrorCode[];
  const app = { name: 'Wiki', href: 'https://wiki.example.com/' };

  test.each(codes)('%s', (code) => {
    const problem = new AppError(code);
    const props = { problem, requestId: 'x', isForeign: false };
    const again = [['/id/account/email', 'Open the page again']];
    expect(linksOn((context) => ProblemPage({ ...props, again: '/id/account/email' }, context))).toEqual(again);
    expect(linksOn((context) => ProblemPage({ ...props, again: null }, context))).toEqual([['/id/account', 'Home']]);
    const ofApp = (context: ViewContext) => AuthorizeProblemPage({ problem, app }, context);
    expect(linksOn(ofApp)).toEqual([[app.href, 'Back to Wiki']]);
    const ofNone = (context: ViewContext) => AuthorizeProblemPage({ problem, app: null }, context);
    expect(linksOn(ofNone, { homeUrl: application })).toEqual([[application, 'Back to Rocket Shop']]);
    expect(linksOn(ofNone)).toEqual([['/id/account', 'Home']]);
  });

  test.each(Object.keys(wordsIn.en.links.problems) as (keyof LinkWords['problems'])[])('%s of a link', (problem) => {
    const ofLink = (context: ViewContext) => LinkPage({ state: 'failed', problem }, context);
    expect(linksOn(ofLink)).toHaveLength(1);
    expect(linksOn(ofLink, { areas: [], homeUrl: application })).toHaveLength(1);
  });

  test('so does a link that was opened in another browser', () => {
    expect(linksOn((context) => LinkPage({ state: 'elsewhere', hasCode: true }, context))).toEqual([
      ['/id/login', 'Sign in'],
    ]);
  });
});

test('a form that was not sent by its page leads back to the page', async () => {
  gatehouse = await startGatehouse();
  const client = new PageClient(gatehouse);
  const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
  const page = await client.post('/login', { return_to: '/account/security' }, { headers });
  expect(page.status).toBe(403);
  expect(page.html).toContain('<a href="/login">Open the page again</a>');
});

test('the console says who is signed in, and offers to change', async () => {
  gatehouse = await startGatehouse();
  const client = new PageClient(gatehouse);
  const { email } = await client.register();
  for (const path of ['/console', '/console/users']) {
    const page = await client.get(path);
    expect(page).toMatchObject({ status: 403, heading: 'Only for super admins' });
    expect(page.text).toContain(`You’re signed in as ${email}.`);
    expect(page.links).toEqual(expect.arrayContaining([`/logout?return_to=${encodeURIComponent(path)}`, '/account']));
  }
  const logout = await client.get(`/logout?return_to=${encodeURIComponent('/console')}`);
  const signedOut = await client.submit(logout, '/logout');
  expect((await client.follow(signedOut)).location).toBe(`/login?return_to=${encodeURIComponent('/console')}`);
});

test('the pages of the account lead to HOME_URL, and without it nowhere', async () => {
  gatehouse = await startGatehouse({ HOME_URL: application, PRODUCT_NAME: 'Rocket Shop' });
  const wayBack = new RegExp(`<a href="${application}"[^>]*>.*?Back to Rocket Shop`);
  const client = new PageClient(gatehouse);
  await client.register();
  for (const path of ['/account', '/account/security']) {
    expect((await client.get(path)).html).toMatch(wayBack);
  }
  await gatehouse.stop();
  gatehouse = await startGatehouse();
  const other = new PageClient(gatehouse);
  await other.register();
  expect((await other.get('/account')).text).not.toContain('Back to');
});

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://id.example.com' };

test.each([
  [{}, '/account'],
  [{ HOME_URL: application }, '/account'],
  [{ PAGES: 'sign-in', HOME_URL: application }, application],
])('in production with %j, / leads people to %s', async (env, location) => {
  gatehouse = await startGatehouse({ ...production, ...env });
  expect(await new PageClient(gatehouse).get('/')).toMatchObject({ status: 303, location });
  const { headers } = await fetch(gatehouse.url, { headers: { Accept: 'application/json' } });
  expect(headers.get('content-type')).toMatch(/^application\/json/);
});

test.each([
  [{}, ['/login', '/register', '/account', '/console', '/dev/mailbox']],
  [{ PAGES: 'sign-in', MAILBOX: 'off' }, ['/login', '/register']],
  [{ PAGES: 'off' }, ['/dev/mailbox']],
])('in development with %j, / shows %j', async (env, shown) => {
  gatehouse = await startGatehouse({ PUBLIC_URL: 'http://localhost:4000', ...env });
  const { status, links } = await new PageClient(gatehouse).get('/');
  const pages = ['/login', '/register', '/account', '/console', '/dev/mailbox'];
  expect([status, pages.filter((page) => links.includes(page))]).toEqual([200, shown]);
});

describe('an invited person', () => {
  async function invited(names: { firstName?: string; lastName?: string }) {
    gatehouse = await startGatehouse({ PRODUCT_NAME: 'Rocket Shop' });
    const admin = await loginSuperAdmin(gatehouse);
    const email = 'grace@example.com';
    const created = await apis[0]?.call(gatehouse.url, 'createUser', { email, ...names, mailed: false }, admin.jwt);
    const { pathname } = new URL(String(created?.result?.link));
    const client = new PageClient(gatehouse);
    const page = await client.get(pathname);
    expect(page.title).toBe('Welcome to Rocket Shop – Rocket Shop');
    const accept = (values: Record<string, string>) => client.submit(page, pathname, values);
    const user = async () => {
      const { jwt } = await restApi.login(gatehouse.url, { email, password: pagePassword });
      return (await restApi.me(gatehouse.url, jwt)).user;
    };
    return { client, inputs: page.forms[0]?.inputs ?? {}, accept, user };
  }

  test.each([
    [{}, undefined],
    [{ lastName: 'Hopper' }, 'Hopper'],
  ])('with the names %j gives those that are missing', async (names, lastName) => {
    const { client, inputs, accept, user } = await invited(names);
    expect([inputs.first_name?.value, inputs.last_name?.value]).toEqual([undefined, lastName]);
    const password = pagePassword;
    const without = await accept({ first_name: '', last_name: 'Hopper', password });
    expect(without).toMatchObject({ status: 400, heading: 'Welcome to Rocket Shop' });
    expect(without.text).toContain('Enter a first name');
    const accepted = await accept({ first_name: 'Grace', last_name: 'Hopper', password });
    expect(accepted.status).toBe(303);
    expect((await client.follow(accepted)).status).toBe(200);
    expect(await user()).toMatchObject({ firstName: 'Grace', lastName: 'Hopper', emailVerified: true });
  });

  test('with both names is not asked, and cannot change them here', async () => {
    const { inputs, accept, user } = await invited({ firstName: 'Grace', lastName: 'Hopper' });
    expect(Object.keys(inputs)).not.toContain('first_name');
    const sent = { password: pagePassword, first_name: 'Eve', last_name: 'Eve' };
    expect((await accept(sent)).status).toBe(303);
    expect(await user()).toMatchObject({ firstName: 'Grace', lastName: 'Hopper' });
  });
});
