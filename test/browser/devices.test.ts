import { locales } from '../../src/platform/request/locale';
import { createDeviceApp, pollTokens, startDevice } from '../support/device';
import { describeWith } from '../support/needs';
import { inspect, openPages, type PageBrowser, signInTab, tabTo } from '../support/page-browser';
import { PageClient } from '../support/page-client';

describeWith('Chromium')('the page for the code of a device, in a browser', () => {
  let pages: PageBrowser;
  beforeAll(async () => {
    pages = await openPages();
  });
  afterAll(() => pages.stop());

  test.each(locales)('a person types the code with the keyboard, and allows the sign-in: %s', async (locale) => {
    const { gatehouse } = pages;
    const client = new PageClient(gatehouse);
    await client.register();
    const tab = await pages.tab();
    await signInTab(tab, pages, String(client.sessionCookie));
    const app = await createDeviceApp(gatehouse, { name: 'A television in the living room' });
    const { body } = await startDevice(gatehouse.url, app, { scope: 'openid profile email roles offline_access' });

    await tab.open(`/device?user_code=${body.user_code}&lang=${locale}`);
    expect(await tab.page.getAttribute('html', 'lang')).toBe(locale);
    expect(await tab.page.inputValue('#user_code')).toBe('');
    const problems = await inspect(tab, `device code ${locale}`);
    await tab.page.keyboard.type('bbbb bbbb');
    await tab.page.keyboard.press('Enter');
    await tab.page.locator('[role=alert]').waitFor();
    problems.push(...(await inspect(tab, `device wrong code ${locale}`, { widths: [320] })));
    await tabTo(tab.page, '#user_code');
    await tab.page.keyboard.type(body.user_code.toLowerCase());
    await tab.page.keyboard.press('Enter');
    await tab.page.locator('button[value=allow]').waitFor();
    problems.push(...(await inspect(tab, `device question ${locale}`)));
    await tabTo(tab.page, 'button[value=allow]');
    await tab.page.keyboard.press('Enter');
    await tab.page.waitForURL('**/device?done=allowed');
    problems.push(...(await inspect(tab, `device done ${locale}`)));
    expect(problems).toEqual([]);
    expect((await pollTokens(gatehouse.url, app, body.device_code)).status).toBe(200);
    expect([tab.complaints.otherHosts, tab.complaints.scripts]).toEqual([[], []]);
    await tab.close();
  });
});
