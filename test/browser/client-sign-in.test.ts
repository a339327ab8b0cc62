import type { Browser, CDPSession, Page } from 'playwright-core';
import { restApi } from '../support/apis';
import { addAuthenticator, launchChromium, patienceMs } from '../support/chromium';
import { clientApplication, type ServedApplication, serveApplication } from '../support/client-application';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { describeWith } from '../support/needs';
import { ada, type HostileProvider, startHostileProvider } from '../support/providers/hostile-provider';
import { settingsOf } from '../support/providers/provider-logins';
import { verifyAddress } from '../support/verified-address';

const password = 'correct horse battery';
const email = 'ada@example.com';

/** The provider is at 127.0.0.1, the application and Gatehouse at localhost. */
describeWith('Chromium')('the client package signs in', () => {
  let browser: Browser;
  let gatehouse: Gatehouse;
  let application: ServedApplication;
  let provider: HostileProvider;
  let page: Page;
  let cdp: CDPSession;

  beforeAll(async () => {
    browser = await launchChromium();
    application = await serveApplication(clientApplication());
    provider = await startHostileProvider();
    gatehouse = await startGatehouse({
      PUBLIC_URL: application.url,
      ...settingsOf(provider),
      REDIRECT_URIS: `${application.url}/`,
    });
    application.gatehousePort = gatehouse.port;
    await restApi.register(gatehouse.url, { email, password, firstName: 'Ada', lastName: 'Lovelace' });
    await verifyAddress(gatehouse, email);
  });
  afterAll(async () => {
    await browser.close();
    application.stop();
    await provider.close();
    await gatehouse.stop();
  });
  beforeEach(async () => {
    const context = await browser.newContext();
    context.setDefaultTimeout(patienceMs);
    page = await context.newPage();
    cdp = await context.newCDPSession(page);
    await page.goto(application.url);
    await page.waitForFunction("window.auth?.state.status === 'signedOut'");
  });
  afterEach(() => page.context().close());

  const run = (code: string): Promise<unknown> => page.evaluate(code);
  const login = () => run(`auth.login({ email: '${email}', password: '${password}' })`);

  test('with a passkey, from a dialog, in the field, and as the second step', async () => {
    await addAuthenticator(cdp);
    await login();
    const before = await run('auth.accessToken()');
    expect(await run(`auth.addPasskey({ currentPassword: '${password}', name: 'My phone' })`)).toMatchObject({
      ok: true,
      passkey: { name: 'My phone', lastUsedTs: null },
      recoveryCodes: [],
    });
    expect(await run('auth.accessToken()')).not.toBe(before);
    expect(await run("auth.addPasskey({ name: 'The same' })")).toMatchObject({ error: { code: 'PASSKEY_EXISTS' } });
    await run('auth.logout()');

    expect(await run('auth.loginWithPasskey()')).toMatchObject({ ok: true, user: { email } });
    expect(await run("auth.request('PUT', '/auth/two-step', { enabled: true })")).toMatchObject({ ok: true });
    await run('auth.logout()');
    expect(await run('auth.offerPasskey()')).toMatchObject({ ok: true, user: { email } });
    expect(await run('auth.stepUpOptions().then(auth.stepUp)')).toMatchObject({ ok: true });
    await run('auth.logout()');
    const second = `auth.login({ email: '${email}', password: '${password}' }).then(({ error }) => auth.completeLogin({ challenge: error.challenge }))`;
    expect(await run(second)).toMatchObject({ ok: true, user: { email } });
    // The person comes back after a reload: the cookie was set in each case.
    await page.reload();
    await page.getByText('Ada', { exact: true }).waitFor();
  });

  test('an offer ends when the application ends it, or asks for something else', async () => {
    await addAuthenticator(cdp, { automaticPresenceSimulation: false });
    const cancelled = { ok: false, error: { code: 'PASSKEY_CANCELLED' } };
    expect(
      await run(
        '(() => { const end = new AbortController(); const offer = auth.offerPasskey({ signal: end.signal }); setTimeout(() => end.abort(), 500); return offer; })()',
      ),
    ).toMatchObject(cancelled);
    expect(
      await run('(() => { const first = auth.offerPasskey(); setTimeout(auth.offerPasskey, 500); return first; })()'),
    ).toMatchObject(cancelled);
  });

  describe('with a provider', () => {
    const comesBack = (parameter: string) =>
      page.waitForURL((address) => address.origin === application.url && address.searchParams.has(parameter));
    const kept = () => run('JSON.stringify(sessionStorage)');

    async function goThere(parameter: string): Promise<void> {
      await Promise.all([comesBack(parameter), run("auth.loginWith('acme')")]);
      await page.waitForFunction("window.auth?.state.status === 'signedOut'");
    }

    test('once, and the code is gone from the address', async () => {
      provider.claims = { ...ada, sub: 'client-1', email: 'one@example.com' };
      await goThere('code');
      const both = await run('Promise.all([auth.handleRedirect(), auth.handleRedirect()])');
      expect(both).toMatchObject(Array(2).fill({ ok: true, user: { email: 'one@example.com' } }));
      expect(page.url()).toBe(`${application.url}/`);
      expect(await run('auth.handleRedirect()')).toBeNull();
      expect(await kept()).toBe('{}');
    });

    test('whose person has no name: the missing fields are sent with the same code', async () => {
      provider.claims = {
        ...ada,
        sub: 'client-2',
        email: 'two@example.com',
        given_name: undefined,
        family_name: undefined,
        name: undefined,
      };
      await goThere('code');
      const missing = (await run('auth.handleRedirect()')) as { error: { code: string; fields: { field: string }[] } };
      expect(missing.error.code).toBe('VALIDATION_FAILED');
      expect(missing.error.fields.map(({ field }) => field).sort()).toEqual(['firstName', 'lastName']);
      await page.reload();
      await page.waitForFunction("window.auth?.state.status === 'signedOut'");
      expect(await run("auth.handleRedirect({ firstName: 'Grace', lastName: 'Hopper' })")).toMatchObject({
        ok: true,
        user: { firstName: 'Grace' },
      });
    });

    test('that has an account here: the error has a link', async () => {
      provider.claims = { ...ada, sub: 'client-3', email };
      await goThere('code');
      expect(await run('auth.handleRedirect()')).toMatchObject({
        error: { code: 'LINK_REQUIRED', link: { provider: 'acme', email, mailed: false } },
      });
    });

    test('that was rejected: the error has its code', async () => {
      provider.mode = 'wrong nonce';
      await goThere('error').finally(() => {
        provider.mode = 'honest';
      });
      expect(await run('auth.handleRedirect()')).toMatchObject({ ok: false, error: { code: 'PROVIDER_REJECTED' } });
      expect(page.url()).toBe(`${application.url}/`);
    });

    test('that the person has cancelled: nothing stays in the address', async () => {
      provider.only = { inCallback: { code: undefined, error: 'access_denied' } };
      await goThere('error').finally(() => {
        provider.only = {};
      });
      expect(new URL(page.url()).searchParams.get('reason')).toBe('cancelled');
      expect(await run('auth.handleRedirect()')).toMatchObject({ ok: false, error: { code: 'PROVIDER_REJECTED' } });
      expect(page.url()).toBe(`${application.url}/`);
    });

    test('a code that nobody asked for here is left alone', async () => {
      await page.goto(`${application.url}/?code=of-somebody-else`);
      await page.waitForFunction("window.auth?.state.status === 'signedOut'");
      expect(await run('auth.handleRedirect()')).toBeNull();
      expect(page.url()).toContain('code=of-somebody-else');
    });
  });
});
