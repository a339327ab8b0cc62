import type { CDPSession } from 'playwright-core';
import { restApi } from '../support/apis';
import { Authenticator } from '../support/authenticator';
import { addAuthenticator } from '../support/chromium';
import type { Instance } from '../support/gatehouse';
import { describeWith } from '../support/needs';
import { authorizePath, createApp, createPkce } from '../support/openid';
import { inspect, openPages, type PageBrowser, signInTab, type Tab, tabTo } from '../support/page-browser';
import { PageClient, pagePassword } from '../support/page-client';
import { until } from '../support/until';
import { verifyAddress } from '../support/verified-address';

const nothing = { console: [], scripts: [], otherHosts: [] };

describeWith('Chromium')('the pages for signing in, in a browser', () => {
  let pages: PageBrowser;
  let strict: Instance;
  let people = 0;

  beforeAll(async () => {
    pages = await openPages({ EMAIL_LOGIN: 'on' });
    strict = await pages.gatehouse.another({ MFA: 'required' });
  });
  afterAll(() => pages.stop());

  async function person() {
    people += 1;
    const client = new PageClient(pages.gatehouse);
    const { email } = await client.register({ email: `visitor.${people}@example.com`, first_name: 'سارة' });
    return { client, email };
  }

  test('after too many attempts, the button is locked until the seconds have passed', async () => {
    const limited = await pages.gatehouse.another({ RATE_LIMITS: 'on', RATE_LIMIT_LOGIN_NETWORK: '1/4' });
    const tab = await pages.tab({}, limited.url.replace('127.0.0.1', 'localhost'));
    await tab.open('/login');
    for (let i = 0; i < 3; i += 1) {
      await tab.page.fill('#email', 'nobody@example.com');
      await tab.page.fill('#password', 'a wrong horse battery');
      await tab.page.keyboard.press('Enter');
      await tab.page.locator('[role=alert], [data-wait]').first().waitFor();
      if (await tab.page.locator('[data-wait]').count()) break;
    }
    const button = tab.page.getByRole('button', { name: 'Sign in', exact: true });
    expect([await tab.page.textContent('[data-wait]'), await button.isDisabled()]).toEqual([
      expect.stringMatching(/Please try again in \d seconds?\./),
      true,
    ]);
    await tab.page.locator('[data-wait]').waitFor({ state: 'hidden' });
    expect(await button.isEnabled()).toBe(true);
    expect(tab.complaints.scripts).toEqual([]);
    await tab.close();
    await limited.stop();
  });

  async function withTotp() {
    const { client, email } = await person();
    const { url } = pages.gatehouse;
    await verifyAddress(pages.gatehouse, email);
    const { jwt } = await restApi.login(url, { email, password: pagePassword });
    const { secret } = await restApi.enrollTotp(url, { currentPassword: pagePassword }, jwt);
    const code = new Authenticator(String(secret)).at(Date.now());
    const { recoveryCodes } = await restApi.confirmTotp(url, { code }, jwt);
    return { client, email, recoveryCodes: recoveryCodes ?? [] };
  }

  const logIn = async ({ page }: Tab, email: string, password = pagePassword) => {
    await page.fill('#email', email);
    await page.fill('#password', password);
    await page.click('form:not([data-passkey]) button[type=submit]');
  };

  /** Every page and state: brings a tab there. */
  const states: Record<string, (tab: Tab) => Promise<unknown>> = {
    login: (tab) => tab.open('/login'),
    'login, signed out': (tab) => tab.open('/login?done=signed-out'),
    'login, unknown return': (tab) => tab.open('/login?return_to=https://evil.example/'),
    'login, wrong password': async (tab) => {
      await tab.open('/login');
      await logIn(tab, 'a.rather.long.name.of.a.person@department.of.a.company.example.com', 'wrong horse battery');
      await tab.page.getByRole('alert').waitFor();
    },
    register: (tab) => tab.open('/register'),
    'register, rejected': async (tab) => {
      await tab.open('/register');
      await tab.page.fill('#first_name', 'سارة');
      await tab.page.fill('#last_name', 'Donaudampfschifffahrtsgesellschaft'.repeat(4));
      await tab.page.fill('#email', 'ada@example.com');
      await tab.page.fill('#password', 'short');
      await tab.page.click('main button[type=submit]');
      await tab.page.getByRole('alert').waitFor();
    },
    forgot: (tab) => tab.open('/forgot'),
    'forgot, sent': async (tab) => {
      await tab.open('/forgot');
      await tab.page.fill('#email', 'ada@example.com');
      await tab.page.click('main button[type=submit]');
      await tab.page.getByRole('status').waitFor();
    },
    'code by mail': (tab) => tab.open('/login/email'),
    'code by mail, sent': async (tab) => {
      await tab.open('/login/email');
      await tab.page.fill('#email', 'ada@example.com');
      await tab.page.click('main button[type=submit]');
      await tab.page.getByRole('status').waitFor();
    },
    'second factor': async (tab) => {
      const { email } = await withTotp();
      await tab.open('/login');
      await logIn(tab, email);
      await tab.page.waitForSelector('#code');
    },
    'second factor, wrong code': async (tab) => {
      const { email } = await withTotp();
      await tab.open('/login');
      await logIn(tab, email);
      await tab.page.fill('#code', '000000');
      await tab.page.click('main button[type=submit]');
      await tab.page.getByRole('alert').waitFor();
    },
    'step-up': async (tab) => {
      const { client } = await person();
      await signInTab(tab, pages, String(client.sessionCookie));
      await tab.open('/step-up?return_to=/account');
    },
    'step-up with a code': async (tab) => {
      const { email, recoveryCodes } = await withTotp();
      await tab.open('/login');
      await logIn(tab, email);
      await tab.page.fill('#code', recoveryCodes[0] ?? '');
      await tab.page.click('main button[type=submit]');
      await tab.page.waitForURL(`${pages.url}/account`);
      await tab.open('/step-up?return_to=/account');
    },
    'step-up, no second factor': async (tab) => {
      const { client } = await person();
      await signInTab(tab, pages, String(client.sessionCookie));
      await tab.open('/step-up?return_to=/console&acr=aal2');
    },
    logout: (tab) => tab.open('/logout'),
    'an unknown address': (tab) => tab.open('/account/unknown'),
    'a sign-in that is over': async (tab) => {
      const { client } = await person();
      await signInTab(tab, pages, String(client.sessionCookie));
      const app = await createApp(pages.gatehouse, { name: 'Wiki' });
      const going = await client.get(authorizePath(app, {}, createPkce()));
      await client.follow(going);
      await tab.open(String(going.location));
      await tab.page.getByRole('link', { name: 'Back to Wiki' }).waitFor();
    },
    'a sign-in that nobody knows': (tab) => tab.open('/oauth/continue?request=unknown'),
    'no form of ours': (tab) => tab.open('/reset/unknown'),
  };

  test('the pages, in every state, are accessible, fit the window, and load nothing from elsewhere', async () => {
    const problems: string[] = [];
    for (const [name, reach] of Object.entries(states)) {
      const tab = await pages.tab();
      await reach(tab);
      problems.push(...(await inspect(tab, name)));
      expect([name, tab.complaints]).toEqual([name, nothing]);
      await tab.close();
    }
    // Passkeys work only on the host of PUBLIC_URL.
    const enrolling = await pages.tab({}, strict.url.replace('127.0.0.1', 'localhost'));
    await enrolling.open('/login');
    const { email } = await person();
    await logIn(enrolling, email);
    await enrolling.page.getByRole('status').waitFor();
    problems.push(...(await inspect(enrolling, 'login, address not verified')));
    await verifyAddress(pages.gatehouse, email);
    await enrolling.open('/login');
    await logIn(enrolling, email);
    await enrolling.page.waitForSelector('.qr');
    problems.push(...(await inspect(enrolling, 'enroll')));
    expect(enrolling.complaints).toEqual(nothing);
    await enrolling.close();
    expect(problems).toEqual([]);
  });

  test('the pages are accessible and fit the window in the other languages', async () => {
    const problems: string[] = [];
    for (const locale of ['de', 'fr', 'es']) {
      const tab = await pages.tab({ locale });
      for (const name of [
        'login, wrong password',
        'register, rejected',
        'forgot',
        'logout',
        'second factor',
      ] as const) {
        await states[name]?.(tab);
        expect(await tab.page.getAttribute('html', 'lang')).toBe(locale);
        problems.push(...(await inspect(tab, `${name} (${locale})`, { widths: [320], schemes: ['light'] })));
      }
      await tab.close();
    }
    expect(problems).toEqual([]);
  });

  test.each([true, false])(
    'a person registers, signs out and signs in by keyboard alone, with scripts: %s',
    async (javaScriptEnabled) => {
      const tab = await pages.tab({ javaScriptEnabled });
      const { page } = tab;
      const email = `keyboard.${javaScriptEnabled}@example.com`;
      await tab.open('/login');
      expect(await page.evaluate('document.activeElement.id')).toBe('email');
      await tabTo(page, '.skip');
      await tabTo(page, '[href="/register"]');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/register');
      for (const [field, text] of [
        ['first_name', 'Ada'],
        ['last_name', 'Lovelace'],
        ['email', email],
        ['password', 'short'],
      ] as const) {
        await tabTo(page, `#${field}`);
        await page.keyboard.type(text);
      }
      await page.keyboard.press('Enter');
      // The reason has the focus, and the fields follow.
      await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'alert');
      expect(await page.inputValue('#email')).toBe(email);
      expect(await page.inputValue('#password')).toBe('');
      await tabTo(page, '#password[aria-invalid]');
      await page.keyboard.type(pagePassword);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/account');

      await tab.open('/logout');
      await tabTo(page, 'main button[type=submit]');
      await page.keyboard.press('Enter');
      await page.getByRole('status').waitFor();
      for (const [field, text] of [
        ['email', email],
        ['password', pagePassword],
      ] as const) {
        await tabTo(page, `#${field}`);
        await page.keyboard.type(text);
      }
      await page.keyboard.press('Enter');
      await page.waitForURL('**/account');
      expect(tab.complaints).toEqual(nothing);
      await tab.close();
    },
  );

  test.each([true, false])('a double click registers and signs in, with scripts: %s', async (javaScriptEnabled) => {
    const tab = await pages.tab({ javaScriptEnabled });
    const { page } = tab;
    const forms: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && forms.push(request.url()));
    await tab.open('/register');
    const email = `double.${javaScriptEnabled}@example.com`;
    const person = { first_name: 'Ada', last_name: 'Lovelace', email, password: pagePassword };
    for (const [field, text] of Object.entries(person)) await page.fill(`#${field}`, text);
    await page.dblclick('main button[type=submit]', { delay: 40 });
    // Without scripts the second click ends the first navigation, which waitForURL calls an error.
    await until(() => page.url() === `${pages.url}/account`);
    await page.waitForLoadState();
    // Chromium itself can drop the first of two that come at once.
    if (javaScriptEnabled) expect(forms).toHaveLength(1);
    expect(tab.complaints).toEqual(nothing);
    await tab.close();
  });

  test('a form can be sent again on the page that the browser has kept', async () => {
    const tab = await pages.tab();
    const { page } = tab;
    await tab.open('/forgot');
    for (const email of ['first@example.com', 'second@example.com']) {
      await page.fill('#email', email);
      await page.click('main button[type=submit]');
      await page.getByText(email).first().waitFor();
      await page.goBack();
    }
    await tab.close();
  });

  test('a person without scripts completes a login with a second factor, and sees no passkeys', async () => {
    const { email, recoveryCodes } = await withTotp();
    const tab = await pages.tab({ javaScriptEnabled: false });
    await tab.open('/login');
    expect(await tab.page.isVisible('[data-passkey]')).toBe(false);
    await logIn(tab, email);
    await tab.page.fill('#code', recoveryCodes[0] ?? '');
    await tab.page.click('main button[type=submit]');
    await tab.page.waitForURL(`${pages.url}/account`);
    await tab.close();
  });

  test('a password can be shown, and the rules that it keeps are marked', async () => {
    const tab = await pages.tab();
    const { page } = tab;
    await tab.open('/register');
    for (const [field, text] of Object.entries({
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@example.com',
    })) {
      await page.fill(`#${field}`, text);
    }
    const kept = () => page.locator('.rules .kept').allTextContents();
    const [long, own] = ['More than 8 characters', 'Not just your name or your e-mail address'];
    for (const [password, rules] of [
      ['', []],
      ['Ada Lovelace', [long]],
      ['12345', [own]],
      ['lovelace horse', [long, own]],
    ] as const) {
      await page.fill('#password', password);
      expect([password, await kept()]).toEqual([password, rules]);
    }
    const typeOf = () => page.getAttribute('#password', 'type');
    await page.getByRole('button', { name: 'Show (Password)' }).click();
    expect(await typeOf()).toBe('text');
    expect(await inspect(tab, 'register, shown password')).toEqual([]);
    await page.getByRole('button', { name: 'Hide (Password)' }).click();
    expect(await typeOf()).toBe('password');
    expect(tab.complaints).toEqual({ console: [], scripts: [], otherHosts: [] });
    await tab.close();
  });

  test('times are those of the person, with the time in UTC as a hint', async () => {
    const tab = await pages.tab({ timezoneId: 'Asia/Kolkata', locale: 'de' });
    const { email } = await person();
    await tab.open('/login');
    await logIn(tab, email);
    await tab.open('/account/sessions');
    const [shown = '', hint = '', at = ''] = (await tab.page.evaluate(
      '(({ textContent, title, dateTime }) => [textContent, title, dateTime])(document.querySelector("time"))',
    )) as string[];
    const format = (timeZone: string) =>
      new Intl.DateTimeFormat('de', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(at));
    expect([shown, hint]).toEqual([format('Asia/Kolkata'), `${format('UTC')} UTC`]);
    await tab.close();
  });

  test('the language of the footer stays', async () => {
    const tab = await pages.tab();
    await tab.open('/login?return_to=/account/security');
    await tab.page.click('footer [lang=de]');
    await tab.page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    expect(await tab.page.inputValue('[name=return_to]')).toBe('/account/security');
    await tab.open('/register');
    expect(await tab.page.textContent('h1')).toBe('Konto bei Gatehouse anlegen');
    await tab.close();
  });

  test('a browser that cannot use a passkey: the page says so to who has asked, and nothing about its offer', async () => {
    const tab = await pages.tab();
    // Without an authenticator, some programs say that they can offer a passkey, and cannot.
    await tab.page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => true;
      navigator.credentials.get = async () => {
        Object.assign(globalThis, { hasAsked: true });
        throw new DOMException('empty allowCredentials', 'NotSupportedError');
      };
    });
    await tab.open('/login');
    await tab.page.waitForFunction('globalThis.hasAsked');
    expect(await tab.page.isVisible('[data-problem]')).toBe(false);
    await tab.page.click('[data-passkey] button');
    await tab.page.getByRole('alert').waitFor();
    await tab.close();
  });

  describe('with a passkey', () => {
    let tab: Tab;
    let cdp: CDPSession;
    let authenticatorId: string;
    let email: string;

    beforeEach(async () => {
      tab = await pages.tab();
      cdp = await tab.context.newCDPSession(tab.page);
      authenticatorId = await addAuthenticator(cdp, { automaticPresenceSimulation: false });
      ({ email } = await person());
      await verifyAddress(pages.gatehouse, email);
      const { url } = pages.gatehouse;
      const { jwt } = await restApi.login(url, { email, password: pagePassword });
      const { options: creation } = await restApi.addPasskeyOptions(url, { currentPassword: pagePassword }, jwt);
      await tab.open('/forgot');
      await simulatePresence(true);
      const passkey = await tab.page.evaluate(async (json) => {
        const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
          json as PublicKeyCredentialCreationOptionsJSON,
        );
        return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON();
      }, creation);
      const added = await restApi.addPasskey(url, { passkey }, jwt);
      expect((await restApi.setTwoStep(url, { enabled: true }, added.jwt)).code).toBeNull();
      await simulatePresence(false);
    });
    afterEach(() => tab.close());

    const simulatePresence = (enabled: boolean) =>
      cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });

    test('the field of the address offers it', async () => {
      await simulatePresence(true);
      await tab.open('/login');
      await tab.page.waitForURL(`${pages.url}/account`);
      expect(tab.complaints).toEqual(nothing);
    });

    test('the button uses it, also after a ceremony that the person has cancelled', async () => {
      // The script says nothing about a cancelled ceremony, so the test observes the browser.
      await tab.page.addInitScript(() => {
        const { credentials } = navigator;
        const get = credentials.get.bind(credentials);
        const ended: string[] = [];
        Object.assign(globalThis, { ended });
        credentials.get = (options) =>
          get(options).catch((error: Error) => {
            ended.push(error.name);
            throw error;
          });
      });
      await tab.open('/login?return_to=/account/security');
      await tab.page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
      await simulatePresence(true);
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
      await tab.page.click('[data-passkey] button');
      await tab.page.waitForFunction(() => (globalThis as { ended?: string[] }).ended?.includes('NotAllowedError'));
      expect(await tab.page.evaluate('ended')).toEqual(['AbortError', 'NotAllowedError']);
      expect(await tab.page.isVisible('[data-problem]')).toBe(false);
      expect(tab.page.url()).toContain('/login?');
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
      await tab.page.click('[data-passkey] button');
      await tab.page.waitForURL(`${pages.url}/account/security`);
      expect(tab.complaints).toEqual(nothing);
    });

    test('it completes a login with the password, and a step-up', async () => {
      await tab.open('/login');
      await logIn(tab, email);
      await tab.page.getByRole('heading', { name: 'Second step' }).waitFor();
      expect(await inspect(tab, 'second factor with a passkey')).toEqual([]);
      await simulatePresence(true);
      await tab.page.click('[data-passkey] button');
      await tab.page.waitForURL(`${pages.url}/account`);
      const before = await tab.context.cookies();
      await tab.open('/step-up?return_to=/account/sessions');
      expect(await inspect(tab, 'step-up with a passkey')).toEqual([]);
      await tab.page.click('[data-passkey] button');
      await tab.page.waitForURL(`${pages.url}/account/sessions`);
      const after = await tab.context.cookies();
      expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
      const sessionIn = (cookies: typeof after) => cookies.find(({ name }) => name === 'gatehouse_session')?.value;
      expect(sessionIn(after)).not.toBe(sessionIn(before));
      expect(tab.complaints).toEqual(nothing);
    });
  });
});
