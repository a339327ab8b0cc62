import { wordsIn } from '../../src/pages/words/words-in';
import { locales } from '../../src/platform/request/locale';
import { restApi } from '../support/apis';
import { describeWith } from '../support/needs';
import { inspect, openPages, type PageBrowser, signInTab, type Tab, tabTo } from '../support/page-browser';
import { PageClient, pagePassword } from '../support/page-client';
import { settingFile } from '../support/setting-file';
import { ageAccount, verifyAddress } from '../support/verified-address';

const notes = {
  'https://notes.example.com/api': {
    name: 'Notes of the Donaudampfschifffahrtsgesellschaft',
    scopes: { 'notes:read': { en: 'Read your notes' }, 'notes:write': { en: 'Change and delete your notes' } },
    default_scopes: ['notes:read'],
  },
};

describeWith('Chromium')('the pages of the API keys, in a browser', () => {
  let pages: PageBrowser;
  beforeAll(async () => {
    pages = await openPages({ API_KEYS: 'on', RESOURCES: settingFile(notes) });
  });
  afterAll(() => pages.stop());

  async function openTab(options: Parameters<PageBrowser['tab']>[0] = {}) {
    const client = new PageClient(pages.gatehouse);
    const { email } = await client.register();
    await verifyAddress(pages.gatehouse, email);
    await ageAccount(pages.gatehouse, email);
    await pages.gatehouse.sql(`UPDATE users SET roles = '{billing:reader,editor}' WHERE email = '${email}'`);
    const tab = await pages.tab(options);
    await signInTab(tab, pages, String(client.sessionCookie));
    return { tab, email };
  }

  const press = async ({ page }: Tab, key: string) => {
    const loaded = page.waitForEvent('load');
    await page.keyboard.press(key);
    await loaded;
  };
  const shownKey = async ({ page }: Tab) => String(await page.textContent('main code'));
  const isAccepted = async (key: string) => (await restApi.exchangeApiKey(pages.gatehouse.url, { key })).success;

  test.each(locales)('a person creates a key with the keyboard, copies it, and deletes it: %s', async (locale) => {
    const { tab } = await openTab();
    const { page } = tab;
    const texts = wordsIn[locale].account.keys;
    await tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await tab.open(`/account/keys?lang=${locale}`);
    const problems = await inspect(tab, `keys none ${locale}`, { widths: [320] });
    await tabTo(page, 'main a[href$="/new"]');
    await press(tab, 'Enter');
    problems.push(...(await inspect(tab, `keys new ${locale}`)));
    await tabTo(page, '#name');
    await page.keyboard.type('Nightly backup of Donaudampfschifffahrtsgesellschaftskapitän');
    // The arrows choose among radio buttons. Only the scopes of what is chosen can be reached.
    await tabTo(page, '#days_90');
    await page.keyboard.press('ArrowDown');
    expect(await page.isChecked('#days_365')).toBe(true);
    await tabTo(page, '#resource');
    expect(await page.locator('main fieldset fieldset').isVisible()).toBe(false);
    await page.keyboard.press('ArrowDown');
    await tabTo(page, '[id="scope_0_notes:write"]');
    await page.keyboard.press('Space');
    await tabTo(page, '#role_editor');
    await page.keyboard.press('Space');
    await tabTo(page, '#current_password');
    await page.keyboard.type('wrong horse battery');
    await press(tab, 'Enter');
    expect(await page.textContent('[role=alert]')).toBe(wordsIn[locale].common.problems.wrongPassword);
    problems.push(...(await inspect(tab, `keys wrong password ${locale}`, { widths: [320, 1280] })));
    for (const id of ['days_365', 'resource_0', 'scope_0_notes:write', 'role_editor'])
      expect(await page.isChecked(`[id="${id}"]`)).toBe(true);
    await tabTo(page, '#current_password');
    await page.keyboard.type(pagePassword);
    await press(tab, 'Enter');

    problems.push(...(await inspect(tab, `keys created ${locale}`)));
    const key = await shownKey(tab);
    await tabTo(page, 'button[data-copy]');
    await page.keyboard.press('Enter');
    await page.locator('button[data-copy]', { hasText: wordsIn[locale].common.appKey.copied }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
    expect(await isAccepted(key)).toBe(true);
    await tabTo(page, 'main a.button');
    await press(tab, 'Enter');
    problems.push(...(await inspect(tab, `keys list ${locale}`)));
    expect(await page.textContent('.rows')).toContain(`…${key.slice(-4)}`);
    await tabTo(page, 'main a[href$="/delete"]');
    await press(tab, 'Enter');
    problems.push(...(await inspect(tab, `keys delete ${locale}`, { widths: [320] })));
    await tabTo(page, 'main button.danger');
    await press(tab, 'Enter');
    expect(await page.textContent('[role=status]')).toBe(texts.done.deleted);
    expect(await isAccepted(key)).toBe(false);
    expect(problems).toEqual([]);
    expect(tab.complaints).toEqual({ console: [], scripts: [], otherHosts: [] });
    await tab.close();
  });

  test('the key is shown once: not after a reload, nor with the way back', async () => {
    const { tab, email } = await openTab();
    const { page } = tab;
    await tab.open('/account/keys/new');
    await page.fill('#name', 'Backup');
    await page.fill('#current_password', pagePassword);
    await page.click('main button[type=submit]');
    const key = await shownKey(tab);
    // Later than a second click.
    await tab.context.clearCookies({ name: 'gatehouse_browser' });
    await page.reload();
    expect(page.url()).toBe(`${pages.url}/account/keys?done=repeated`);
    expect(await page.content()).not.toContain(key);
    const rows = await pages.gatehouse.sql(`SELECT k.id FROM api_keys k JOIN users u ON u.id = k.user_id
      WHERE u.email = '${email}'`);
    expect(rows).toHaveLength(1);
    await page.goBack();
    expect(await page.content()).not.toContain(key);
    await tab.close();
  });

  test('without scripts, the key is shown, and all keys are deleted with the password', async () => {
    const { tab } = await openTab({ javaScriptEnabled: false });
    const { page } = tab;
    const keys: string[] = [];
    while (keys.length < 2) {
      await tab.open('/account/keys/new');
      await page.fill('#name', 'Backup');
      await page.fill('#current_password', pagePassword);
      await page.click('main button[type=submit]');
      keys.push(await shownKey(tab));
      expect(await page.locator('[data-copy]').isVisible()).toBe(false);
    }
    await tab.open('/account/password');
    await page.getByLabel('Also delete my 2 API keys').check();
    await page.fill('#current_password', pagePassword);
    await page.fill('#new_password', 'wrong horse, right battery');
    await page.click('main button[type=submit]');
    expect(await page.textContent('[role=status]')).toContain('your API keys are deleted.');
    for (const key of keys) expect(await isAccepted(key)).toBe(false);
    await tab.close();
  });

  test.each(locales)('the box that deletes them, beside the password and the devices: %s', async (locale) => {
    const { tab, email } = await openTab();
    const { page } = tab;
    await pages.gatehouse.sql(`INSERT INTO api_keys (id, user_id, hash, last_characters, name, created_ts, expires_ts)
      SELECT gen_random_uuid(), id, uuid_send(gen_random_uuid()), '5Ef6', 'Backup', now(), now() + interval '1 day'
      FROM users, generate_series(1, 20) WHERE email = '${email}'`);
    await new PageClient(pages.gatehouse).signIn({ email });
    await tab.open(`/account/password?lang=${locale}`);
    const problems = await inspect(tab, `keys and password ${locale}`, { widths: [320] });
    await tab.open('/account/keys');
    problems.push(...(await inspect(tab, `keys full ${locale}`, { widths: [320] })));
    await tab.open('/account/sessions');
    await tabTo(page, 'summary');
    await page.keyboard.press('Enter');
    problems.push(...(await inspect(tab, `keys and sessions ${locale}`, { widths: [320] })));
    await tabTo(page, '#delete_keys');
    await page.keyboard.press('Space');
    await tabTo(page, 'main button.danger');
    await press(tab, 'Enter');
    expect(await page.textContent('[role=status]')).toBe(wordsIn[locale].account.sessions.done['others-keys']);
    await tab.open('/account/keys');
    expect(await page.textContent('.empty')).toBe(wordsIn[locale].account.keys.none);
    expect(problems).toEqual([]);
    await tab.close();
  });
});
