import { readFileSync } from 'node:fs';
import type { CDPSession } from 'playwright-core';
import { account } from '../../src/pages/words/de/account';
import { addAuthenticator } from '../support/chromium';
import { describeWith } from '../support/needs';
import { inspect, openPages, overflowOf, type PageBrowser, signInTab, type Tab } from '../support/page-browser';
import { PageClient, pagePassword } from '../support/page-client';
import { ageAccount, verifyAddress } from '../support/verified-address';

/** Longer than any field, in both directions of writing. */
const names = { first_name: 'عبد الرحمن بن عبد العزيز', last_name: 'Donaudampfschifffahrtsgesellschaftskapitän' };
const nothing = { console: [], scripts: [], otherHosts: [] };

describeWith('Chromium')('the pages of the account in the browser', () => {
  let pages: PageBrowser;
  let tab: Tab;
  beforeAll(async () => {
    pages = await openPages({ PRODUCT_NAME: 'Fernmeldeanlagenbetriebsgesellschaft' });
  });
  afterAll(() => pages.stop());
  afterEach(async () => {
    expect(tab.complaints).toEqual(nothing);
    await tab.close();
  });

  /** Opens a tab in which a new person is signed in. */
  async function openTab(options: Parameters<PageBrowser['tab']>[0] = {}): Promise<{ email: string }> {
    const client = new PageClient(pages.gatehouse);
    const person = await client.register(names);
    // Otherwise the registration is the proof that changes ask for.
    await ageAccount(pages.gatehouse, person.email);
    tab = await pages.tab(options);
    await signInTab(tab, pages, String(client.sessionCookie));
    return person;
  }

  async function openAuthenticator(): Promise<CDPSession> {
    const cdp = await tab.context.newCDPSession(tab.page);
    await addAuthenticator(cdp);
    return cdp;
  }

  const heading = () => tab.page.locator('h1').textContent();
  const button = (form = 'main form:not([hidden])') => tab.page.locator(`${form} button[type=submit]`).first();
  /** Uses a link or a button, and waits for the page that follows. */
  async function follow(target = button()): Promise<void> {
    const loaded = tab.page.waitForEvent('load');
    await target.click();
    await loaded;
  }
  const link = (text: string) => tab.page.getByRole('link', { name: text });
  const typePassword = () => tab.page.fill('#current_password', pagePassword);
  test('every page and state is accessible, and fits narrow and wide windows', async () => {
    const { email } = await openTab({ locale: 'de' });
    await openAuthenticator();
    const problems: Record<string, string[]> = {};
    const check = async (state: string) => {
      problems[state] = await inspect(tab, `account ${state}`);
    };
    for (const path of [
      '',
      '/email',
      '/password',
      '/sessions',
      '/security',
      '/security/totp',
      '/data',
      '/data/delete',
    ]) {
      await tab.open(`/account${path}`);
      await check(path);
    }
    await tab.open('/account/password');
    await tab.page.fill('#current_password', 'x');
    await tab.page.fill('#new_password', 'x');
    await follow();
    await check('invalid password');
    for (const path of ['totp', 'passkeys/add']) {
      await tab.open(`/account/security/${path}`);
      await typePassword();
      await follow();
      expect(await tab.page.locator('[role=alert]').textContent()).toContain(account.security.confirmFirst);
      await check(`address to confirm before ${path}`);
    }
    await verifyAddress(pages.gatehouse, email);
    await tab.open('/account');
    await check('confirmed address');
    await tab.open('/account/security/totp');
    await typePassword();
    await follow();
    await check('QR code');
    await tab.open('/account/security/passkeys/add');
    await check('password for a passkey');
    await typePassword();
    await follow();
    await check('new passkey');
    await follow();
    expect(await heading()).toBe(account.security.title);
    await check('new passkey added');
    await tab.open('/account/security/two-step');
    await check('switching two-step sign-in on');
    await follow();
    expect(await heading()).toBe(account.recoveryCodes.title);
    await check('recovery codes');
    await tab.open('/account/security/two-step');
    await check('switching two-step sign-in off');
    await pages.gatehouse.sql(
      `UPDATE passkeys SET name = 'عبد الرحمن Sicherheitsschlüssel am Donaudampfschifffahrtsgesellschaftskapitän'`,
    );
    await pages.gatehouse.sql(`INSERT INTO sessions (id, user_id, created_ts, last_used_ts, expires_ts, revision, ip, user_agent)
      SELECT gen_random_uuid(), id, now(), now() - i * interval '1 minute', now() + interval '1 day', revision,
        '2001:db8:1234:5678:9abc:def0:1234:5678', 'Mozilla/5.0 (Linux; Android 14) SamsungBrowser/25.0 Chrome/121.0 Mobile'
      FROM users, generate_series(1, 100) i WHERE email = '${email}'`);
    for (const path of ['/security', '/sessions']) {
      await tab.open(`/account${path}`);
      await check(`full ${path}`);
    }
    await tab.page.click('summary');
    await check('ending the other sessions');
    await follow(tab.page.locator('a[rel=next]'));
    await check('further sessions');
    await tab.open('/account/security');
    await follow(tab.page.locator('.rows .inner a'));
    await check('one passkey');
    await tab.open('/account/security/recovery-codes');
    await check('new recovery codes');
    await tab.open('/account/security');
    await follow(tab.page.locator('.rows .inner a'));
    await follow(tab.page.locator('main a[href$="/remove"]'));
    await check('removing a passkey');
    await follow();
    await check('note');
    expect(Object.entries(problems).filter(([, found]) => found.length > 0)).toEqual([]);
    expect(Object.keys(problems)).toHaveLength(27);
  }, 600_000);

  test('a passkey is added, and signs the person in', async () => {
    const { email } = await openTab();
    await verifyAddress(pages.gatehouse, email);
    const cdp = await openAuthenticator();
    await tab.open('/account/security');
    await follow(link('Add a passkey'));
    expect(await tab.page.locator('form[data-passkey]').count()).toBe(0);
    await typePassword();
    await follow();
    expect(await tab.page.locator('.fallback').isVisible()).toBe(false);
    await follow();
    expect(await tab.page.locator('[role=status]').textContent()).toBe(
      'The passkey is added. You can sign in with it.',
    );
    expect(await tab.page.locator('.rows .inner').count()).toBe(1);
    // The password still works, for example on a device without the passkey.
    await new PageClient(pages.gatehouse).signIn({ email });

    // The same authenticator makes no second passkey: the page says so. It asks for no step-up, because the passkey was one.
    await follow(link('Add a passkey'));
    expect(await heading()).toBe('Add a passkey');
    await button('form[data-passkey]').click();
    await tab.page.locator('[data-problem]').waitFor();

    await tab.context.clearCookies();
    await tab.open('/login');
    await tab.page.waitForURL('**/account');
    expect(await tab.page.locator('.rows').textContent()).toContain(email);
    await cdp.detach();
  });

  test('without scripts, everything works except passkeys, which the page says', async () => {
    const { email } = await openTab({ javaScriptEnabled: false });
    await verifyAddress(pages.gatehouse, email);
    await tab.open('/account');
    await tab.page.fill('#first_name', 'Grace');
    await follow();
    expect(await tab.page.inputValue('#first_name')).toBe('Grace');
    expect(await tab.page.locator('[role=status]').textContent()).toBe('Your changes are saved.');
    await tab.page.selectOption('#locale', 'fr');
    await follow(button('form[action$="/language"]'));
    expect(await tab.page.locator('html').getAttribute('lang')).toBe('fr');
    await tab.open('/account/security/passkeys/add?lang=en');
    await typePassword();
    await follow();
    expect(await tab.page.locator('form[data-passkey]').isVisible()).toBe(false);
    expect(await tab.page.locator('.fallback').isVisible()).toBe(true);
    await tab.open('/account/data');
    await follow(link('Delete the account'));
    await typePassword();
    await follow();
    expect(tab.page.url()).toBe(`${pages.url}/login?done=deleted`);
  });

  test('with the keyboard alone: another password, and the end of the other sessions', async () => {
    const { email } = await openTab();
    const other = new PageClient(pages.gatehouse);
    await other.signIn({ email });
    const { keyboard } = tab.page;
    /** Moves on until an element with this text, name or id has the focus, which must be visible. */
    const tabTo = async (target: string) => {
      for (let i = 0; i < 40; i += 1) {
        await keyboard.press('Tab');
        const [matches, outline] = (await tab.page.evaluate(`(() => {
          const { id, textContent, ariaLabel } = document.activeElement;
          return [[id, textContent.trim(), ariaLabel].includes(${JSON.stringify(target)}),
            parseFloat(getComputedStyle(document.activeElement).outlineWidth)];
        })()`)) as [boolean, number];
        if (!matches) continue;
        expect(outline).toBeGreaterThanOrEqual(2);
        return;
      }
      throw new Error(`the keyboard does not reach ${target}`);
    };
    const press = async (key: string) => {
      const loaded = tab.page.waitForEvent('load');
      await keyboard.press(key);
      await loaded;
    };
    await tab.open('/account');
    await tabTo('Skip to the content');
    await tabTo('Devices');
    await press('Enter');
    await tabTo('Sign out all other devices');
    await keyboard.press('Enter');
    await tabTo('Sign out all other devices');
    await press('Enter');
    expect(await tab.page.locator('[role=status]').textContent()).toBe('All other devices are signed out.');
    expect((await other.get('/account')).status).toBe(303);
    await tabTo('Profile');
    await press('Enter');
    await tabTo('Change the password');
    await press('Enter');
    await tabTo('current_password');
    await keyboard.type(pagePassword);
    await tabTo('new_password');
    await keyboard.type('wrong horse, right battery');
    await press('Enter');
    expect(await tab.page.locator('[role=status]').textContent()).toContain('Your password is changed.');
  });

  test('with large text, nothing is lost', async () => {
    // 400 % of 1280 px.
    await openTab({ viewport: { width: 320, height: 200 }, deviceScaleFactor: 4 });
    for (const path of ['', '/sessions', '/security', '/data/delete']) {
      await tab.open(`/account${path}`);
      expect(await overflowOf(tab.page)).toBe(0);
    }
  });

  test('recovery codes are copied and saved, and printed alone', async () => {
    const { email } = await openTab();
    await verifyAddress(pages.gatehouse, email);
    await openAuthenticator();
    await tab.open('/account/security/passkeys/add');
    await typePassword();
    await follow();
    await follow();
    await follow(link('Switch it on'));
    await follow();
    expect(await heading()).toBe('Recovery codes');
    const codes = await tab.page.locator('.codes li').allTextContents();
    await tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await tab.page.getByRole('button', { name: 'Copy' }).click();
    await tab.page.getByRole('button', { name: 'Copied' }).waitFor();
    const expected = codes.map((code) => `${code}\n`).join('');
    expect(await tab.page.evaluate('navigator.clipboard.readText()')).toBe(expected);
    const saving = tab.page.waitForEvent('download');
    await tab.page.getByRole('button', { name: 'Download' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('recovery-codes.txt');
    expect(readFileSync(await saved.path(), 'utf8')).toBe(expected);
    await tab.page.emulateMedia({ media: 'print' });
    for (const hidden of ['.bar', '.nav', '.button']) expect(await tab.page.locator(hidden).isVisible()).toBe(false);
    expect(await tab.page.locator('.codes li').last().isVisible()).toBe(true);
  });
});
