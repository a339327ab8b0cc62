import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { restApi } from '../support/apis';
import { launchChromium, patienceMs } from '../support/chromium';
import { readExample } from '../support/doc-pages';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { describeWith } from '../support/needs';
import { verifyAddress } from '../support/verified-address';

const password = 'correct horse battery';

/** What the files of the documentation export, in the page. */
type Client = typeof globalThis & { client: Record<string, (...args: unknown[]) => Promise<unknown>> };

interface LoggedIn {
  jwt: string;
  user: { email: string };
}

/** The application of the page, with an authenticator of Chromium. The page's addresses are replaced, nothing else. */
describeWith('Chromium')('passkeys in the browser', () => {
  const files = readExample('passkeys');
  let browser: Browser;
  let gatehouse: Gatehouse;
  let application: Server;
  let elsewhere: Server;
  let context: BrowserContext;
  let page: Page;
  let cdp: CDPSession;
  let authenticatorId: string;
  let api: 'rest' | 'graphql';
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
  });
  afterAll(async () => {
    await browser.close();
    await gatehouse.stop();
    for (const server of [application, elsewhere]) {
      server.closeAllConnections();
      server.close();
    }
  });
  beforeEach(async () => {
    api = 'rest';
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

  function serve({ url }: IncomingMessage, res: ServerResponse): void {
    const name = url === '/' ? 'index.html' : String(url).slice(1);
    const type = name.endsWith('.js') ? 'text/javascript' : 'text/html';
    const content = name === 'empty.html' ? '<!doctype html><title>Empty</title>' : files.get(name);
    const text = content
      ?.replaceAll('http://localhost:4000', gatehouse.url)
      .replace("'./passkeys-rest.js'", `'./passkeys-${api}.js'`);
    res.writeHead(text === undefined ? 404 : 200, { 'Content-Type': type }).end(text);
  }

  /** Opens a page that only has the client, with its own authenticator. */
  async function openTab(origin: string): Promise<void> {
    page = await context.newPage();
    cdp = await context.newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    await addAuthenticator();
    await page.goto(`${origin}/empty.html`);
    await page.addScriptTag({
      type: 'module',
      content: "import * as passkeys from './passkeys.js'; globalThis.client = passkeys;",
    });
    await page.waitForFunction(() => 'client' in globalThis);
  }

  async function addAuthenticator(changes: object = {}): Promise<void> {
    const options = {
      protocol: 'ctap2' as const,
      ctap2Version: 'ctap2_1' as const,
      transport: 'internal' as const,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: true,
      defaultBackupState: true,
      ...changes,
    };
    ({ authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options }));
  }

  /** Calls a function of the client in the page. Returns the code or the name of an error. */
  async function call(name: string, ...args: unknown[]): Promise<unknown> {
    return page.evaluate(
      ([method, values]) =>
        (globalThis as Client).client[method]?.(...values).catch((error: { code?: string; name: string }) =>
          typeof error.code === 'string' ? error.code : error.name,
        ),
      [name, args] as const,
    );
  }

  async function signedIn() {
    people += 1;
    const credentials = { email: `browser.${people}@example.com`, password };
    await restApi.register(gatehouse.url, { ...credentials, firstName: 'Ada', lastName: 'Lovelace' });
    await verifyAddress(gatehouse, credentials.email);
    const { jwt } = await restApi.login(gatehouse.url, credentials);
    return { ...credentials, jwt: String(jwt) };
  }

  async function withPasskey() {
    const ada = await signedIn();
    const added = (await call('addPasskey', ada.jwt, { currentPassword: password })) as {
      passkey: { id: string; credentialId: string; name: string };
      jwt: string;
    };
    expect(claimsOf(added.jwt)).toMatchObject({ acr: 'aal2' });
    return { ...ada, ...added };
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

  test.each(['rest', 'graphql'] as const)('the %s client adds a passkey, signs in and removes it', async (kind) => {
    api = kind;
    await openTab(originOf(application));
    const ada = await withPasskey();
    const [credential] = await credentials();
    expect(credential).toMatchObject({ rpId: 'localhost', isResidentCredential: true, backupEligibility: true });
    const login = (await call('logIn')) as LoggedIn;
    expect(login.user.email).toBe(ada.email);
    expect(claimsOf(login.jwt)).toMatchObject({ acr: 'aal2', amr: ['swk', 'user', 'mfa'] });

    // The same authenticator makes no second passkey for the user.
    expect(await call('addPasskey', login.jwt, {})).toBe('InvalidStateError');
    await call('removePasskey', login.jwt, ada.passkey, 'localhost');
    expect((await restApi.factors(gatehouse.url, login.jwt)).factors).toMatchObject({ passkeys: [], recoveryCodes: 0 });
  });

  test('a passkey completes a login with the password', async () => {
    const ada = await withTwoStepPasskey();
    const { challenge } = await restApi.login(gatehouse.url, { email: ada.email, password });
    const login = (await call('completeLogin', challenge)) as LoggedIn;
    expect(login.user.email).toBe(ada.email);
    expect(claimsOf(login.jwt).amr).toEqual(['pwd', 'swk', 'user', 'mfa']);
  });

  test('the page of the documentation offers passkeys in the field of the e-mail address, and with a button', async () => {
    const ada = await withPasskey();
    const [credential] = await credentials();
    if (!credential) throw new Error('the authenticator has no passkey');
    await page.goto(originOf(application));
    await page.waitForFunction(
      (text) => document.querySelector('output')?.textContent === text,
      `Logged in: ${ada.email}`,
    );

    // With a button: the offer in the field gets no answer while the simulation is off.
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false });
    await page.goto(originOf(application));
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true });
    await page.click('#passkey');
    await page.waitForFunction(
      (text) => document.querySelector('output')?.textContent === text,
      `Logged in: ${ada.email}`,
    );
  });

  test('an authenticator that does not verify the user is rejected by the browser, and by Gatehouse', async () => {
    const ada = await withPasskey();
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    expect(await call('logIn')).toBe('NotAllowedError');
    // A page could ask for less than the options do.
    const passkey = await answerTo(await loginOptions(), { userVerification: 'discouraged' });
    expect((await restApi.loginWithPasskey(gatehouse.url, { passkey })).code).toBe('INVALID_TOKEN');
    expect(await reasons()).toContain('unverified user');
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    expect(await call('logIn')).toMatchObject({ user: { email: ada.email } });
  });

  test('a passkey that was used on another origin is rejected', async () => {
    const ada = await withTwoStepPasskey();
    const [credential] = await credentials();
    await openTab(originOf(elsewhere));
    if (credential) await cdp.send('WebAuthn.addCredential', { authenticatorId, credential });
    expect(await call('logIn')).toBe('INVALID_TOKEN');
    expect(await reasons()).toContain('wrong origin');
    const { challenge } = await restApi.login(gatehouse.url, { email: ada.email, password });
    expect(await call('completeLogin', challenge)).toBe('INVALID_TOKEN');
    const grace = await signedIn();
    expect(await call('addPasskey', grace.jwt, { currentPassword: password })).toBe('INVALID_TOKEN');
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
    await addAuthenticator({ transport: 'usb' });
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
    await addAuthenticator({ transport: 'usb', defaultBackupEligibility: false, defaultBackupState: false });
    const ada = await withPasskey();
    expect(ada.passkey.name).toBe('Security key');
    const login = (await call('logIn')) as LoggedIn;
    expect(claimsOf(login.jwt).amr).toEqual(['hwk', 'user', 'mfa']);
    const [row] = await gatehouse.sql(`SELECT sign_count, device_type FROM passkeys WHERE id = '${ada.passkey.id}'`);
    expect(row).toMatchObject({ device_type: 'singleDevice' });
    expect(Number(row?.sign_count)).toBeGreaterThan(0);
    const log = gatehouse.logged();
    expect(log).toContain('loginWithPasskey');
    const challenge = String(((await loginOptions()) as { challenge: string }).challenge);
    for (const secret of [login.jwt, challenge, ada.jwt]) expect(log).not.toContain(secret);
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
