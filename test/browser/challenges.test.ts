import { randomUUID } from 'node:crypto';
import { describeWith } from '../support/needs';
import { axe, inspect, openPages, type PageBrowser, type Tab } from '../support/page-browser';
import { pagePassword } from '../support/page-client';
import { until } from '../support/until';

describeWith('Chromium')('a form with a puzzle, in a browser', () => {
  let pages: PageBrowser;
  beforeAll(async () => {
    const on = { CHALLENGE: 'puzzle', CHALLENGE_WHEN: 'always', CHALLENGE_ON: 'register,forgot,email_login,login' };
    pages = await openPages({ ...on, EMAIL_LOGIN: 'on' });
  });
  afterAll(() => pages.stop());

  const type = async ({ page }: Tab) => {
    await page.keyboard.type('Ada');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Lovelace');
    await page.keyboard.press('Tab');
    await page.keyboard.type(`${randomUUID()}@example.com`);
    await page.keyboard.press('Tab');
    await page.keyboard.type(pagePassword);
  };

  test('a person registers with the keyboard, and signs in again', async () => {
    const tab = await pages.tab();
    await tab.open('/register');
    await type(tab);
    await tab.page.keyboard.press('Enter');
    await tab.page.waitForURL('**/account**');
    await tab.open('/logout');
    await tab.page.click('main button[type=submit]');
    await tab.page.fill('#email', 'nobody@example.com');
    await tab.page.fill('#password', 'a wrong horse battery');
    await tab.page.keyboard.press('Enter');
    await tab.page.getByText('The e-mail address or the password is wrong.').waitFor();
    expect(tab.complaints).toEqual({ console: [], scripts: [], otherHosts: [] });
    await tab.close();
  });

  test('the puzzle is solved in the browser, and the page stays usable', async () => {
    const tab = await pages.tab();
    await tab.open('/register');
    const answer = () => tab.page.inputValue('[name=challenge]');
    await until(async () => (await answer()) !== '');
    expect(await answer()).toMatch(/^18[\w-]{72}\.\d+$/);
    await tab.close();
  });

  test('a form that is sent before says in words that it waits, and is not sent twice', async () => {
    const tab = await pages.tab();
    // So hard that it is not solved while the test looks.
    await tab.page.route('**/register', async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: (await response.text()).replaceAll('&quot;bits&quot;:18', '&quot;bits&quot;:32'),
      });
    });
    await tab.open('/register');
    await type(tab);
    await tab.page.keyboard.press('Enter');
    const status = tab.page.getByRole('status').filter({ hasText: 'One moment' });
    await status.waitFor();
    await tab.page.keyboard.press('Enter');
    expect([await status.isVisible(), new URL(tab.page.url()).pathname]).toEqual([true, '/register']);
    expect(await axe(tab.page)).toEqual([]);
    await tab.close();
  });

  test.each(['/register', '/forgot', '/login/email', '/login'])('%s is for everyone', async (path) => {
    const tab = await pages.tab();
    await tab.open(path);
    expect(await inspect(tab, `puzzle ${path}`)).toEqual([]);
    expect(tab.complaints).toEqual({ console: [], scripts: [], otherHosts: [] });
    await tab.close();
  });

  test('without scripts, the form says what it needs', async () => {
    const tab = await pages.tab({ javaScriptEnabled: false });
    await tab.open('/register');
    const note = tab.page.locator('noscript p');
    expect([await note.isVisible(), await note.textContent()]).toEqual([
      true,
      'This form needs scripts at the moment. Try again in ten minutes.',
    ]);
    await tab.close();
  });
});
