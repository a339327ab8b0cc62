import { wordsIn } from '../../src/pages/words/words-in';
import { locales } from '../../src/platform/request/locale';
import { describeWith } from '../support/needs';
import { join, signedInPerson } from '../support/organizations';
import { inspect, openPages, type PageBrowser, signInTab, type Tab, tabTo } from '../support/page-browser';
import { PageClient, pagePassword } from '../support/page-client';

describeWith('Chromium')('the pages of the organizations, in a browser', () => {
  let pages: PageBrowser;
  beforeAll(async () => {
    pages = await openPages({ ORGANIZATIONS: 'users', ORGANIZATION_ROLES: 'billing' });
  });
  afterAll(() => pages.stop());

  const press = async ({ page }: Tab, key: string) => {
    const loaded = page.waitForEvent('load');
    await page.keyboard.press(key);
    await loaded;
  };

  test.each(locales)('a person creates one, invites, changes a member and deletes it: %s', async (locale) => {
    const [owner, member] = [await signedInPerson(pages.gatehouse), await signedInPerson(pages.gatehouse)];
    const client = new PageClient(pages.gatehouse);
    await client.signIn({ email: owner.email });
    const tab = await pages.tab();
    await signInTab(tab, pages, String(client.sessionCookie));
    const { page } = tab;
    const texts = wordsIn[locale].account.organizations;
    const note = () => page.textContent('[role=status]');

    await tab.open(`/account/organizations?lang=${locale}`);
    const problems = await inspect(tab, `organizations none ${locale}`, { widths: [320] });
    await tabTo(page, '#name');
    await page.keyboard.type('Donaudampfschifffahrtsgesellschaft & Sons');
    await tabTo(page, '#slug');
    await page.keyboard.type('No slug');
    await press(tab, 'Enter');
    problems.push(...(await inspect(tab, `organizations wrong slug ${locale}`, { widths: [320, 1280] })));
    await page.fill('#slug', `sons-${locale}`);
    await page.focus('#slug');
    await press(tab, 'Enter');
    expect(await note()).toBe(texts.done.saved);
    const [, id = ''] = /organizations\/([0-9a-f-]+)/.exec(page.url()) ?? [];
    await join(pages.gatehouse, id, member.id, 'member,billing');

    await tabTo(page, '#email');
    await page.keyboard.type(owner.email);
    await tabTo(page, '#role_billing');
    await page.keyboard.press('Space');
    await tabTo(page, `form[action$="/invitations"] button`);
    await press(tab, 'Enter');
    problems.push(...(await inspect(tab, `organization wrong ${locale}`, { widths: [320, 1280] })));
    expect(await page.textContent('[role=alert]')).toBe(texts.notInvited(200));
    expect(await page.isChecked('#role_billing')).toBe(true);
    await page.fill('#email', `the.long.address.of.grace.${locale}@example.com`);
    await page.focus('#email');
    await press(tab, 'Enter');
    expect(await note()).toBe(texts.done.invited);
    problems.push(...(await inspect(tab, `organization ${locale}`)));

    await tabTo(page, `main a[href$="/members/${member.id}"]`);
    await press(tab, 'Enter');
    problems.push(...(await inspect(tab, `organization member ${locale}`, { widths: [320, 1280] })));
    await tabTo(page, '#role_admin');
    await page.keyboard.press('Space');
    await press(tab, 'Enter');
    expect(await note()).toBe(texts.done.saved);
    expect(await page.textContent('main .rows')).toContain('admin');

    await tab.open('/account/organizations');
    problems.push(...(await inspect(tab, `organizations ${locale}`, { widths: [320, 1280] })));
    await tabTo(page, 'main a[href*="/members/"]');
    await press(tab, 'Enter');
    await tabTo(page, 'main button.danger');
    await press(tab, 'Enter');
    expect(await page.textContent('[role=alert]')).toBe(texts.lastOwner);
    problems.push(...(await inspect(tab, `organization last owner ${locale}`, { widths: [320, 1280] })));
    await tab.open(`/account/organizations/${id}`);
    await tabTo(page, 'main a[href$="/delete"]');
    await press(tab, 'Enter');
    problems.push(...(await inspect(tab, `organization delete ${locale}`, { widths: [320] })));
    await tabTo(page, '#current_password');
    await page.keyboard.type(pagePassword);
    await press(tab, 'Enter');
    expect(await note()).toBe(texts.done.deleted);
    expect(problems).toEqual([]);
    expect(tab.complaints).toEqual({ console: [], scripts: [], otherHosts: [] });
    await tab.close();
  });
});
