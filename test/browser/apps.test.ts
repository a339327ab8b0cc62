import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeWith } from '../support/needs';
import { type App, createApp, redeem } from '../support/openid';
import { inspect, openPages, type PageBrowser, signInTab, type Tab } from '../support/page-browser';
import { PageClient, pagePassword } from '../support/page-client';

/** The name of the application is longer than a line of a narrow window. */
const name = 'Fernmeldeanlagenbetriebsgesellschaftsübersicht';

describeWith('Chromium')('an application on another site, in the browser', () => {
  let pages: PageBrowser;
  let tab: Tab;
  /** `127.0.0.1` is another site than `localhost`. */
  let site: string;
  let app: App;
  /** What the application shows. */
  let html = '';
  const server = createServer((_req, res) =>
    res.setHeader('Content-Type', 'text/html').end(`<title>App</title>${html}`),
  );

  beforeAll(async () => {
    pages = await openPages();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const addresses = { redirectUris: [`${site}/callback`], postLogoutRedirectUris: [`${site}/bye`] };
    app = await createApp(pages.gatehouse, { name, firstParty: false, pkceRequired: false, ...addresses });
  });
  afterAll(async () => {
    await pages.stop();
    await new Promise((resolve) => server.close(resolve));
  });
  afterEach(async () => {
    const { console, scripts, otherHosts } = tab.complaints;
    expect({ console, scripts, others: otherHosts.filter((address) => !address.startsWith(site)) }).toEqual({
      console: [],
      scripts: [],
      others: [],
    });
    await tab.close();
  });

  const urlOf = (path: string, parameters: Record<string, string>) =>
    `${pages.url}${path}?${new URLSearchParams(parameters)}`;
  const scope = 'openid profile email phone roles groups offline_access';
  const authorize = (own: Record<string, string> = {}) =>
    urlOf('/oauth/authorize', {
      response_type: 'code',
      client_id: app.id,
      redirect_uri: `${site}/callback`,
      scope,
      state: 's',
      ...own,
    });
  const heading = () => tab.page.locator('h1').textContent();

  /** Opens a page of the application, and follows its link or sends its form. */
  async function fromApp(shown: string): Promise<void> {
    html = shown;
    await tab.page.goto(site);
    await leave('#go');
  }
  const link = (href: string) => `<a id="go" href="${href.replaceAll('&', '&amp;')}">Go</a>`;
  async function leave(target: string): Promise<void> {
    const before = tab.page.url();
    await tab.page.click(target);
    await tab.page.waitForURL((url) => url.href !== before);
    await tab.page.waitForLoadState();
  }

  async function registered(): Promise<{ email: string; client: PageClient }> {
    const client = new PageClient(pages.gatehouse);
    const { email } = await client.register();
    return { email, client };
  }

  async function openSignedIn(): Promise<{ email: string }> {
    const { email, client } = await registered();
    tab = await pages.tab();
    await signInTab(tab, pages, String(client.sessionCookie));
    return { email };
  }

  /** Signs in to the application, and returns its tokens. */
  async function signIn(own: Record<string, string> = {}) {
    await fromApp(link(authorize(own)));
    if (!tab.page.url().startsWith(site)) await leave('button[value=allow]');
    const code = new URL(tab.page.url()).searchParams.get('code') ?? '';
    const { body } = await redeem(pages.gatehouse.url, app, code, null, { redirect_uri: `${site}/callback` });
    return body as { access_token: string; id_token: string };
  }

  test('a person signs in, allows what the application may do, and goes back to it', async () => {
    const { email } = await registered();
    tab = await pages.tab();
    await fromApp(link(authorize()));
    expect(await tab.page.textContent('main')).toContain(`to continue to ${name}`);
    const problems = await inspect(tab, 'apps login');
    await tab.page.fill('#email', email);
    await tab.page.fill('#password', pagePassword);
    await leave('form[action="/login"] button[type=submit]');
    expect(await heading()).toBe(`Continue to ${name}?`);
    problems.push(...(await inspect(tab, 'apps consent')));
    await leave('button[value=allow]');
    expect(tab.page.url()).toMatch(new RegExp(`^${site}/callback\\?code=[\\w-]{64}&state=s`));
    expect(problems).toEqual([]);
  });

  test('who is signed in is shown each time who asks, because the address is one of the device', async () => {
    await openSignedIn();
    await fromApp(link(authorize()));
    await leave('button[value=deny]');
    expect(new URL(tab.page.url()).searchParams.get('error')).toBe('access_denied');
    await fromApp(link(authorize()));
    await leave('button[value=allow]');
    expect(tab.page.url()).toContain(`${site}/callback?code=`);
    await fromApp(link(authorize()));
    expect(await tab.page.textContent('main')).toContain(`${name} runs on this device`);
  });

  test('the pages of applications and devices', async () => {
    await openSignedIn();
    await signIn();
    const problems: string[] = [];
    await tab.open('/account/apps');
    problems.push(...(await inspect(tab, 'apps account')));
    await tab.page.getByRole('link', { name: `Disconnect: ${name}` }).click();
    await tab.page.waitForURL('**/disconnect');
    problems.push(...(await inspect(tab, 'apps disconnect')));
    await tab.open('/account/sessions');
    problems.push(...(await inspect(tab, 'apps devices')));
    await tab.page.goBack();
    await leave('main button.danger');
    expect(await tab.page.textContent('[role=status]')).toBe('The app is disconnected.');
    problems.push(...(await inspect(tab, 'apps none')));
    await fromApp(link(authorize()));
    expect(await heading()).toBe(`Continue to ${name}?`);
    expect(problems).toEqual([]);
  });

  test.each(['link', 'form'])('a %s of the application signs out, and leads back', async (kind) => {
    await openSignedIn();
    const { id_token: id_token_hint } = await signIn({ scope: 'openid' });
    const parameters = { id_token_hint, post_logout_redirect_uri: `${site}/bye`, state: 'x' };
    const fields = Object.entries(parameters).map(
      ([field, value]) => `<input type="hidden" name="${field}" value="${value}">`,
    );
    const form = `<form method="post" action="${pages.url}/oauth/logout">${fields.join('')}<button id="go">Go</button></form>`;
    await fromApp(kind === 'link' ? link(urlOf('/oauth/logout', parameters)) : form);
    expect(tab.page.url()).toBe(`${site}/bye?state=x`);
    await fromApp(link(authorize({ prompt: 'none', scope: 'openid' })));
    expect(new URL(tab.page.url()).searchParams.get('error')).toBe('login_required');
  });

  test('without an ID token, the person is asked', async () => {
    await openSignedIn();
    const problems: string[] = [];
    await fromApp(link(urlOf('/oauth/logout', { post_logout_redirect_uri: `${site}/bye` })));
    problems.push(...(await inspect(tab, 'apps logout wrong')));
    await fromApp(link(urlOf('/oauth/logout', { client_id: app.id, post_logout_redirect_uri: `${site}/bye` })));
    problems.push(...(await inspect(tab, 'apps logout')));
    await leave('main button');
    expect(tab.page.url()).toBe(`${site}/bye`);
    await tab.page.goBack();
    await tab.page.reload();
    expect(await heading()).toBe('You are signed out');
    problems.push(...(await inspect(tab, 'apps signed out')));
    expect(problems).toEqual([]);
  });
});
