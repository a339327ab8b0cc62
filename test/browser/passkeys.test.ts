import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { apis, restApi } from '../support/apis';
import { addAuthenticator, addsPasskeys, launchChromium, patienceMs } from '../support/chromium';
import { writeExampleApplication } from '../support/example-application';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { describeWith } from '../support/needs';
import { builtClient } from '../support/process';
import { until } from '../support/until';
import { verifyAddress } from '../support/verified-address';
import { buildWithVite } from '../support/vite';

const password = 'correct horse battery';

/** The client package, in the page. */
type WithClient = typeof globalThis & {
  client: Record<string, (...args: unknown[]) => Promise<{ ok: boolean; error?: { code: string } }>>;
};

/** The client package and the example application, with an authenticator of Chromium. */
describeWith('Chromium', 'docs/examples')('passkeys in the browser', () => {
  let browser: Browser;
  let gatehouse: Gatehouse;
  let application: Server;
  let elsewhere: Server;
  let context: BrowserContext;
  let page: Page;
  let cdp: CDPSession;
  let authenticatorId: string;
  let example: ReturnType<typeof writeExampleApplication>;
  let built: string;
  let people = 0;

  beforeAll(async () => {
    browser = await launchChromium();
    [application, elsewhere] = await Promise.all([listen(), listen()]);
    gatehouse = await startGatehouse({
      PUBLIC_URL: 'http://localhost',
      CORS_ORIGINS: [originOf(application), originOf(elsewhere), originOf(application, 'id.localhost')].join(','),
      PASSKEY_ORIGINS: [originOf(application), originOf(application, 'id.localhost')].join(','),
      LOG_LEVEL: 'debug',
    });
    example = writeExampleApplication();
    built = await buildWithVite(example.folder, `http://localhost:${gatehouse.port}`);
  });
  afterAll(async () => {
    await browser.close();
    await gatehouse.stop();
    example.remove();
    for (const server of [application, elsewhere]) {
      server.closeAllConnections();
      server.close();
    }
  });
  beforeEach(async () => {
    context = await browser.newContext();
    context.setDefaultTimeout(patienceMs);
    await openTab(originOf(application));
  });
  afterEach(() => context.close());

  const originOf = (server: Server, host = 'localhost') => `http://${host}:${(server.address() as AddressInfo).port}`;

  async function listen(): Promise<Server> {
    const server = createServer(serve);
    await once(server.listen(0), 'listening');
    return server;
  }

  function serve({ url = '/' }: IncomingMessage, res: ServerResponse): void {
    const name = url === '/' ? 'index.html' : url.slice(1);
    const type = { '.js': 'text/javascript', '.css': 'text/css' }[path.extname(name)] ?? 'text/html';
    res.setHeader('Content-Type', type);
    if (name === 'empty.html') return void res.end('<!doctype html><title>Empty</title>');
    const file = name.startsWith('client/') ? path.join(builtClient, name.slice(7)) : path.join(built, name);
    if (existsSync(file)) res.end(readFileSync(file));
    else res.writeHead(404).end();
  }

  /** Opens a page that only has the client, with its own authenticator. */
  async function openTab(origin: string): Promise<void> {
    page = await context.newPage();
    cdp = await context.newCDPSession(page);
    await openAuthenticator();
    await page.goto(`${origin}/empty.html`);
    await page.addScriptTag({
      type: 'module',
      content: `import { createClient } from './client/index.js';
        globalThis.client = createClient({ url: 'http://localhost:${gatehouse.port}' });`,
    });
    await page.waitForFunction(() => 'client' in globalThis);
  }

  /** By default, its passkeys are synchronized. */
  async function openAuthenticator(changes: object = {}): Promise<void> {
    const synchronized = { defaultBackupEligibility: true, defaultBackupState: true };
    authenticatorId = await addAuthenticator(cdp, { ...synchronized, ...changes });
  }

  /** Calls a function of the client in the page. Returns the code of an error. */
  async function call(name: string, ...args: unknown[]): Promise<unknown> {
    return page.evaluate(
      async ([method, values]) => {
        const result = await (globalThis as WithClient).client[method]?.(...values);
        return result?.error ? result.error.code : result;
      },
      [name, args] as const,
    );
  }

  const jwtOfPage = async () => String(await call('accessToken'));

  /** Somebody new, who is signed in in the page. */
  async function signedIn() {
    people += 1;
    const email = `browser.${people}@example.com`;
    await restApi.register(gatehouse.url, { email, password, firstName: 'Ada', lastName: 'Lovelace' });
    await verifyAddress(gatehouse, email);
    expect(await call('login', { email, password })).toMatchObject({ ok: true });
    return { email, password, jwt: await jwtOfPage() };
  }

  async function withPasskey() {
    const ada = await signedIn();
    const added = (await call('addPasskey', { currentPassword: password })) as {
      passkey: { id: string; credentialId: string; name: string };
    };
    const jwt = await jwtOfPage();
    expect(claimsOf(jwt)).toMatchObject({ acr: 'aal2' });
    return { ...ada, ...added, jwt };
  }

  async function withTwoStepPasskey() {
    const ada = await withPasskey();
    expect(await restApi.setTwoStep(gatehouse.url, { enabled: true }, ada.jwt)).toMatchObject({
      recoveryCodes: { length: 10 },
    });
    return ada;
  }

  const credentials = async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  const claimsOf = (jwt: string) => JSON.parse(Buffer.from(String(jwt.split('.')[1]), 'base64url').toString());

  async function reasons(): Promise<unknown[]> {
    await gatehouse.services.audit.close();
    const rows = await gatehouse.sql(
      "SELECT details->>'reason' AS reason FROM audit_events ORDER BY last_ts DESC LIMIT 3",
    );
    return rows.map(({ reason }) => reason);
  }

  test('a person adds a passkey, signs in with it and removes it', async () => {
    const ada = await withPasskey();
    const [credential] = await credentials();
    expect(credential).toMatchObject({ rpId: 'localhost', isResidentCredential: true, backupEligibility: true });
    expect(await call('loginWithPasskey')).toMatchObject({ user: { email: ada.email } });
    const jwt = await jwtOfPage();
    expect(claimsOf(jwt)).toMatchObject({ acr: 'aal2', amr: ['swk', 'user', 'mfa'] });

    // The same authenticator makes no second passkey for the user.
    expect(await call('addPasskey', {})).toBe('PASSKEY_EXISTS');
    expect(await call('request', 'DELETE', `/auth/passkeys/${ada.passkey.id}`)).toMatchObject({ ok: true });
    expect((await restApi.factors(gatehouse.url, jwt)).factors).toMatchObject({ passkeys: [], recoveryCodes: 0 });
    await call('signalPasskeys');
    await until(async () => (await credentials()).length === 0);
  });

  test('the browser adds a passkey by itself, and its password manager hears of the end', async () => {
    const ada = await signedIn();
    // As it is, Chromium does not answer here, and says nothing.
    await page.evaluate(addsPasskeys);
    const added = (await call('upgradeToPasskey', { currentPassword: password })) as { id: string };
    expect(added).toMatchObject({ automatic: true, backedUp: true });
    expect(claimsOf(await jwtOfPage())).toMatchObject({ acr: 'aal1' });
    // It knows the passkey, and makes no second one.
    expect(await call('upgradeToPasskey', { currentPassword: password })).toBeNull();
    expect(await call('loginWithPasskey')).toMatchObject({ user: { email: ada.email } });
    expect(claimsOf(await jwtOfPage())).toMatchObject({ acr: 'aal1', amr: ['swk'] });
    await call('signalPasskeys');
    expect(await credentials()).toHaveLength(1);
    expect(await call('request', 'DELETE', `/auth/passkeys/${added.id}`)).toMatchObject({ ok: true });
    await call('signalPasskeys');
    await until(async () => (await credentials()).length === 0);
    expect(await call('upgradeToPasskey', { currentPassword: password })).toBeNull();
  });

  test.each(apis)('the browser takes the options of the $name API, and the API its answers', async (api) => {
    const ada = await signedIn();
    const { options } = await api.addPasskeyOptions(gatehouse.url, { currentPassword: password }, ada.jwt);
    const created = await page.evaluate(async (json) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
        json as PublicKeyCredentialCreationOptionsJSON,
      );
      return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON();
    }, options);
    expect((await api.addPasskey(gatehouse.url, { passkey: created }, ada.jwt)).code).toBeNull();
    const { options: forLogin } = await api.passkeyLoginOptions(gatehouse.url);
    const login = await api.loginWithPasskey(gatehouse.url, { passkey: await answerTo(forLogin ?? {}) });
    expect(claimsOf(String(login.jwt))).toMatchObject({ acr: 'aal2' });
  });

  test('a passkey completes a login with the password', async () => {
    const ada = await withTwoStepPasskey();
    const { challenge } = await restApi.login(gatehouse.url, { email: ada.email, password });
    expect(await call('completeLogin', { challenge })).toMatchObject({ user: { email: ada.email } });
    expect(claimsOf(await jwtOfPage()).amr).toEqual(['pwd', 'swk', 'user', 'mfa']);
  });

  describe('in the example application', () => {
    const greeting = () => page.getByRole('heading', { name: 'Hello, Ada' }).waitFor();

    test('a person registers, adds a passkey, and signs in in the field of the e-mail address', async () => {
      const email = 'registered@example.com';
      await page.goto(originOf(application));
      await page.getByRole('button', { name: 'Create an account' }).click();
      await page.getByLabel('First name').fill('Ada');
      await page.getByLabel('Last name').fill('Lovelace');
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password').fill('short');
      await page.getByRole('button', { name: 'Create the account' }).click();
      await page.getByText('must have more than 8 characters').waitFor();
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Create the account' }).click();
      await greeting();
      await page.getByText(email).waitFor();
      await page.getByRole('button', { name: 'Show the sessions' }).click();
      await page.getByText('This browser').waitFor();

      await verifyAddress(gatehouse, email);
      await page.getByLabel('Current password').fill(password);
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByText('You can sign in with').waitFor();
      await page.getByRole('button', { name: 'Log out' }).click();
      // The authenticator answers the offer of the page at once.
      await greeting();
    });

    test('with the button, and as the second step', async () => {
      const ada = await withTwoStepPasskey();
      await call('logout');
      // The authenticator would answer the offer in the field of the e-mail address at once.
      await page.addInitScript(() => {
        const get = navigator.credentials.get.bind(navigator.credentials);
        navigator.credentials.get = (options) =>
          options?.mediation === 'conditional' ? new Promise(() => {}) : get(options);
      });
      await page.goto(originOf(application));
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await greeting();

      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByLabel('E-mail').fill(ada.email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      const second = page.getByRole('button', { name: 'Use a passkey' });
      await second.waitFor();
      await page.getByLabel('Code of your authenticator app').fill('000000');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
      await second.click();
      await greeting();
    });
  });

  test('an authenticator that does not verify the user is rejected by the browser, and by Gatehouse', async () => {
    const ada = await withPasskey();
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    expect(await call('loginWithPasskey')).toBe('PASSKEY_CANCELLED');
    // A page could ask for less than the options do.
    const passkey = await answerTo(await loginOptions(), { userVerification: 'discouraged' });
    expect((await restApi.loginWithPasskey(gatehouse.url, { passkey })).code).toBe('INVALID_TOKEN');
    expect(await reasons()).toContain('unverified user');
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    expect(await call('loginWithPasskey')).toMatchObject({ user: { email: ada.email } });
  });

  test('a passkey that was used on another origin is rejected', async () => {
    const ada = await withTwoStepPasskey();
    const [credential] = await credentials();
    await openTab(originOf(elsewhere));
    if (credential) await cdp.send('WebAuthn.addCredential', { authenticatorId, credential });
    expect(await call('loginWithPasskey')).toBe('INVALID_TOKEN');
    expect(await reasons()).toContain('wrong origin');
    const { challenge } = await restApi.login(gatehouse.url, { email: ada.email, password });
    expect(await call('completeLogin', { challenge })).toBe('INVALID_TOKEN');
    await signedIn();
    expect(await call('addPasskey', { currentPassword: password })).toBe('INVALID_TOKEN');
  });

  test('a passkey of another relying party is rejected', async () => {
    const ada = await signedIn();
    await openTab(originOf(application, 'id.localhost'));
    const { options } = await restApi.addPasskeyOptions(gatehouse.url, { currentPassword: password }, ada.jwt);
    const passkey = await page.evaluate(async (json) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
        json as PublicKeyCredentialCreationOptionsJSON,
      );
      publicKey.rp.id = 'id.localhost';
      return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON();
    }, options);
    expect((await restApi.addPasskey(gatehouse.url, { passkey }, ada.jwt)).code).toBe('INVALID_TOKEN');
    expect(await reasons()).toContain('wrong relying party');
  });

  test('an answer to another challenge, or for another user, is rejected', async () => {
    const [ada, grace] = [await withTwoStepPasskey(), await signedIn()];
    const { challenge: ofAda } = await restApi.login(gatehouse.url, { email: ada.email, password });
    const forLogin = await answerTo(await loginOptions());
    const input = { token: ofAda?.token, passkey: forLogin };
    expect((await restApi.completeLogin(gatehouse.url, input)).code).toBe('INVALID_TOKEN');
    expect(await reasons()).toContain('unknown challenge');
    const { options } = await restApi.addPasskeyOptions(gatehouse.url, { currentPassword: password }, grace.jwt);
    await openAuthenticator({ transport: 'usb' });
    const passkey = await page.evaluate(async (json) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
        json as PublicKeyCredentialCreationOptionsJSON,
      );
      return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON();
    }, options);
    const again = await restApi.login(gatehouse.url, { email: grace.email, password });
    expect((await restApi.addPasskey(gatehouse.url, { passkey }, again.jwt)).code).toBe('INVALID_TOKEN');
    expect((await restApi.addPasskey(gatehouse.url, { passkey }, grace.jwt)).code).toBeNull();
  });

  test('of 20 logins with one answer of the browser at the same time, one succeeds', async () => {
    await withPasskey();
    const passkey = await answerTo(await loginOptions());
    const logins = await Promise.all(
      Array.from({ length: 20 }, () => restApi.loginWithPasskey(gatehouse.url, { passkey })),
    );
    expect(logins.filter(({ success }) => success)).toHaveLength(1);
    expect(new Set(logins.map(({ code }) => code))).toEqual(new Set([null, 'INVALID_TOKEN']));
    expect((await restApi.loginWithPasskey(gatehouse.url, { passkey })).code).toBe('INVALID_TOKEN');
    expect(await reasons()).toContain('used challenge');
  });

  test('an authenticator that cannot synchronize its passkeys counts, and the log has no secret', async () => {
    await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    await openAuthenticator({ transport: 'usb', defaultBackupEligibility: false, defaultBackupState: false });
    const ada = await withPasskey();
    expect(ada.passkey.name).toBe('Security key');
    await call('loginWithPasskey');
    const jwt = await jwtOfPage();
    expect(claimsOf(jwt).amr).toEqual(['hwk', 'user', 'mfa']);
    const [row] = await gatehouse.sql(`SELECT sign_count, device_type FROM passkeys WHERE id = '${ada.passkey.id}'`);
    expect(row).toMatchObject({ device_type: 'singleDevice' });
    expect(Number(row?.sign_count)).toBeGreaterThan(0);
    const log = gatehouse.logged();
    expect(log).toContain('loginWithPasskey');
    const challenge = String(((await loginOptions()) as { challenge: string }).challenge);
    for (const secret of [jwt, challenge, ada.jwt]) expect(log).not.toContain(secret);
  });

  async function loginOptions(): Promise<object> {
    return (await restApi.passkeyLoginOptions(gatehouse.url)).options ?? {};
  }

  /** Returns what the browser answers to these options. */
  function answerTo(options: object, changes: object = {}): Promise<unknown> {
    return page.evaluate(
      async (json) => {
        const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
          json as PublicKeyCredentialRequestOptionsJSON,
        );
        return ((await navigator.credentials.get({ publicKey })) as PublicKeyCredential).toJSON();
      },
      { ...options, ...changes },
    );
  }
});
