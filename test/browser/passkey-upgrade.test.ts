import type { CDPSession } from 'playwright-core';
import { restApi } from '../support/apis';
import { Authenticator } from '../support/authenticator';
import { addAuthenticator, addsPasskeys } from '../support/chromium';
import { describeWith } from '../support/needs';
import { authorizePath, createApp, createPkce } from '../support/openid';
import { openPages, type PageBrowser, type Tab } from '../support/page-browser';
import { PageClient, pagePassword } from '../support/page-client';
import { until } from '../support/until';
import { verifyAddress } from '../support/verified-address';

const nothing = { console: [], scripts: [], otherHosts: [] };

describeWith('Chromium')('a passkey that the browser adds by itself', () => {
  let pages: PageBrowser;
  let tab: Tab;
  let posts: string[];
  let people = 0;

  beforeAll(async () => {
    pages = await openPages();
  });
  afterAll(() => pages.stop());
  beforeEach(async () => {
    tab = await pages.tab();
    posts = [];
    tab.page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(`${new URL(request.url()).pathname} ${request.postData() ?? ''}`);
    });
  });
  afterEach(async () => {
    expect(tab.complaints).toEqual(nothing);
    await tab.close();
  });

  async function person(): Promise<string> {
    people += 1;
    const { email } = await new PageClient(pages.gatehouse).register({ email: `upgraded.${people}@example.com` });
    await verifyAddress(pages.gatehouse, email);
    return email;
  }

  /** A synchronized passkey, as password managers make it. */
  async function openAuthenticator() {
    const cdp = await tab.context.newCDPSession(tab.page);
    const id = await addAuthenticator(cdp, { defaultBackupEligibility: true, defaultBackupState: true });
    return { cdp, id };
  }
  const credentials = async ({ cdp, id }: { cdp: CDPSession; id: string }) =>
    (await cdp.send('WebAuthn.getCredentials', { authenticatorId: id })).credentials;

  async function logIn(email: string, path = '/login'): Promise<void> {
    await tab.open(path);
    await tab.page.fill('#email', email);
    await tab.page.fill('#password', pagePassword);
    await tab.page.click('#login button[type=submit]');
  }
  const passkeysOf = async (email: string) =>
    pages.gatehouse.sql(
      `SELECT automatic, backed_up FROM passkeys WHERE user_id = (SELECT id FROM users WHERE email = '${email}')`,
    );
  const paths = () => posts.map((post) => post.split(' ')[0]);

  test('after a sign-in with the password, and it then signs in, until its user removes it', async () => {
    const email = await person();
    const authenticator = await openAuthenticator();
    await tab.context.addInitScript(addsPasskeys);
    await logIn(email);
    await tab.page.waitForURL('**/account');
    expect(paths()).toEqual(['/login', '/login/passkey-upgrade']);
    expect(await passkeysOf(email)).toEqual([{ automatic: true, backed_up: true }]);
    expect(await credentials(authenticator)).toMatchObject([{ userName: email }]);

    // The page of the sign-in offers it, and the authenticator answers at once.
    await tab.context.clearCookies();
    await tab.open('/login');
    await tab.page.waitForURL('**/account');

    await tab.open('/account/security');
    await tab.page.getByText('Your browser added it by itself').waitFor();
    await tab.page.locator('.rows .inner a').click();
    await tab.page.getByRole('link', { name: 'Remove the passkey' }).click();
    await tab.page.getByRole('button', { name: 'Remove the passkey' }).click();
    await tab.page.getByText('The passkey is removed.').waitFor();
    // The password manager has heard of it.
    await until(async () => (await credentials(authenticator)).length === 0);

    await tab.context.clearCookies();
    posts = [];
    await logIn(email);
    await tab.page.waitForURL('**/account');
    expect(paths()).toEqual(['/login']);
    expect([await passkeysOf(email), await credentials(authenticator)]).toEqual([[], []]);
  });

  test('on the way to an application, after the second step', async () => {
    const email = await person();
    const { url } = pages.gatehouse;
    const { jwt } = await restApi.login(url, { email, password: pagePassword });
    const { secret } = await restApi.enrollTotp(url, { currentPassword: pagePassword }, jwt);
    const app = new Authenticator(String(secret));
    const { recoveryCodes } = await restApi.confirmTotp(url, { code: app.at(Date.now()) }, jwt);
    await openAuthenticator();
    await tab.context.addInitScript(addsPasskeys);
    const wiki = await createApp(pages.gatehouse, { name: 'Wiki' });
    await logIn(email, authorizePath(wiki, {}, createPkce()));
    await tab.page.fill('#code', recoveryCodes?.[0] ?? '');
    const arrival = tab.page.waitForRequest('https://app.example.com/**');
    await tab.page.click('main button[type=submit]');
    await arrival;
    tab.complaints.otherHosts = [];
    expect(paths()).toEqual(['/login', '/login/complete', '/login/passkey-upgrade']);
    expect(await passkeysOf(email)).toMatchObject([{ automatic: true }]);
    const [user] = await pages.gatehouse.sql(`SELECT factors FROM users WHERE email = '${email}'`);
    expect(user).toEqual({ factors: ['totp'] });
  });

  test('a changed name and an unknown passkey reach the password manager', async () => {
    const email = await person();
    const authenticator = await openAuthenticator();
    await tab.context.addInitScript(addsPasskeys);
    await logIn(email);
    await tab.page.waitForURL('**/account');
    await tab.page.fill('#last_name', 'King');
    await tab.page.getByRole('button', { name: 'Save' }).first().click();
    await tab.page.waitForURL('**/account?done=profile');
    await until(async () => (await credentials(authenticator))[0]?.userDisplayName?.endsWith(' King') === true);

    await pages.gatehouse.sql(`DELETE FROM passkeys`);
    await tab.context.clearCookies();
    await tab.open('/login');
    await tab.page.getByRole('alert').waitFor();
    await until(async () => (await credentials(authenticator)).length === 0);
  });

  test.each([
    ['does not know the method', 'delete PublicKeyCredential.getClientCapabilities'],
    ['cannot', 'PublicKeyCredential.getClientCapabilities = async () => ({ conditionalCreate: false })'],
    ['has no passkeys', 'delete globalThis.PublicKeyCredential'],
    ['fails', 'PublicKeyCredential.getClientCapabilities = () => Promise.reject(new Error())'],
  ])('a browser that %s signs in as before', async (_, script) => {
    const email = await person();
    await tab.context.addInitScript(script);
    await logIn(email);
    await tab.page.waitForURL('**/account');
    expect(posts).toEqual([expect.stringMatching(/^\/login passkey_upgrade=&/)]);
  });

  test.each([
    ['rejects at once', false],
    ['does not answer', true],
  ])('a browser that %s goes on', async (_, hasAuthenticator) => {
    const email = await person();
    if (hasAuthenticator) await openAuthenticator();
    await logIn(email);
    await tab.page.waitForURL('**/account');
    expect(posts).toEqual([expect.stringMatching(/^\/login passkey_upgrade=yes&/)]);
    expect(await passkeysOf(email)).toEqual([]);
    // The way back does not send the password again.
    await tab.page.goBack();
    await tab.page.waitForURL('**/account');
    expect(posts).toHaveLength(1);
  });

  test('what is no passkey changes nothing, and the person goes on', async () => {
    const email = await person();
    const client = new PageClient(pages.gatehouse);
    await client.signIn({ email });
    for (const passkey of ['', 'no JSON', '{}', JSON.stringify({ id: 'x' })]) {
      const answer = await client.post('/login/passkey-upgrade', { passkey });
      expect([answer.status, answer.location]).toEqual([303, '/account']);
    }
    expect(await passkeysOf(email)).toEqual([]);
  });
});
