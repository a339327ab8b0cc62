import { locales } from '../../src/platform/request/locale';
import { describeWith } from '../support/needs';
import { inspect, openPages, type PageBrowser, signInTab, type Tab, tabTo } from '../support/page-browser';
import { PageClient } from '../support/page-client';
import { type SmsService, serviceSettings, startSms } from '../support/sms';
import { until } from '../support/until';
import { verifyAddress } from '../support/verified-address';

describeWith('Chromium')('the pages of a phone number, in a browser', () => {
  let sms: SmsService;
  let pages: PageBrowser;
  beforeAll(async () => {
    sms = await startSms();
    // A request for a code has a puzzle, also in calm.
    pages = await openPages({ ...serviceSettings(sms), CHALLENGE: 'puzzle', RATE_LIMITS: 'on' });
  });
  afterAll(async () => {
    await pages.stop();
    sms.stop();
  });

  async function openTab() {
    const client = new PageClient(pages.gatehouse);
    const { email } = await client.register();
    await verifyAddress(pages.gatehouse, email);
    const tab = await pages.tab();
    await signInTab(tab, pages, String(client.sessionCookie));
    return { tab, email };
  }

  const enter = async ({ page }: Tab) => {
    const loaded = page.waitForEvent('load');
    await page.keyboard.press('Enter');
    await loaded;
  };

  test.each(locales)('a person confirms a number with the keyboard: %s', async (locale) => {
    const { tab } = await openTab();
    const { page } = tab;
    const tel = `+4179555${String(1000 + locales.indexOf(locale))}`;
    await tab.open(`/account/phone?lang=${locale}`);
    const problems = await inspect(tab, `phone ${locale}`);
    await tabTo(page, '#tel');
    await page.keyboard.type('+41 44 668 18 00');
    await enter(tab);
    problems.push(...(await inspect(tab, `phone wrong ${locale}`, { widths: [320] })));
    await page.fill('#tel', tel);
    await page.focus('#tel');
    await enter(tab);
    problems.push(...(await inspect(tab, `phone code ${locale}`)));
    await until(() => sms.code(tel) !== '');
    await tabTo(page, '#code');
    await page.keyboard.type(sms.code(tel));
    await enter(tab);
    expect(new URL(page.url()).search).toContain('done=phone');
    problems.push(...(await inspect(tab, `phone done ${locale}`, { widths: [320] })));
    expect([problems, tab.complaints]).toEqual([[], { console: [], scripts: [], otherHosts: [] }]);
    await tab.close();
  });

  test('a super admin sees a country that has paused itself', async () => {
    const { tab, email } = await openTab();
    await pages.gatehouse.sql(`UPDATE users SET is_super_admin = true WHERE email = '${email}'`);
    await pages.gatehouse.sql(`
      INSERT INTO tel_counts (day, country, sent, confirmed, silent, paused_until_ts)
      VALUES ((now() AT TIME ZONE 'UTC')::date, 'LI', 25, 2, 20, now() + interval '1 day')`);
    await tab.open('/console/mails');
    expect(await tab.page.textContent('main')).toContain('Liechtenstein');
    expect(await inspect(tab, 'phone countries')).toEqual([]);
    expect(tab.complaints).toEqual({ console: [], scripts: [], otherHosts: [] });
    await tab.close();
  });
});
