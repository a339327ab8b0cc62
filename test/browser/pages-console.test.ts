import { restApi } from '../support/apis';
import { describeWith } from '../support/needs';
import { inspect, openPages, type PageBrowser, signInTab, type Tab } from '../support/page-browser';
import { PageClient } from '../support/page-client';
import { adminPassword, loginSuperAdmin } from '../support/super-admin';

/** Longer than any column, in both directions of writing. */
const names = { firstName: 'عبد الرحمن بن عبد العزيز', lastName: 'Donaudampfschifffahrtsgesellschaftskapitän' };
const nothing = { console: [], scripts: [], otherHosts: [] };
let people = 0;

describeWith('Chromium')('the console in the browser', () => {
  let pages: PageBrowser;
  let root: { id: string; email: string };
  let tab: Tab;

  beforeAll(async () => {
    pages = await openPages({ ORGANIZATIONS: 'admin', ORGANIZATION_ROLES: 'billing,viewer' });
    root = await loginSuperAdmin(pages.gatehouse);
  });
  afterAll(() => pages.stop());
  afterEach(async () => {
    expect(tab.complaints).toEqual(nothing);
    await tab.close();
  });

  /** Opens a tab in which the super admin is signed in. */
  async function openTab(options: Parameters<PageBrowser['tab']>[0] = {}): Promise<void> {
    const client = new PageClient(pages.gatehouse);
    await client.signIn({ email: root.email, password: adminPassword });
    tab = await pages.tab(options);
    await signInTab(tab, pages, String(client.sessionCookie));
  }

  async function register(): Promise<{ id: string; email: string }> {
    people += 1;
    const email = `person.${people}@example.com`;
    const { user } = await restApi.register(pages.gatehouse.url, { ...names, email, password: adminPassword });
    return { id: String(user?.id), email };
  }

  const heading = () => tab.page.locator('h1').textContent();
  /** Clicks, and waits for the page that follows. */
  async function follow(role: 'link' | 'button', name: string | RegExp): Promise<void> {
    const loaded = tab.page.waitForEvent('load');
    await tab.page
      .locator('body')
      .getByRole(role, { name, exact: typeof name === 'string' })
      .first()
      .click();
    await loaded;
  }

  test('every page and state is accessible, and fits narrow and wide windows', async () => {
    const { id, email } = await register();
    await restApi.login(pages.gatehouse.url, { email, password: adminPassword });
    await pages.gatehouse.sql(`INSERT INTO audit_events (id, action, outcome, request_ids, details, first_ts, last_ts, count)
      SELECT gen_random_uuid(), action, 'success', '{}', details::jsonb, at, at, (40 * (1 + sin(extract(hour FROM at) / 4.0)))::int
      FROM (VALUES ('logged_in', '{"method": "password"}'), ('logged_in', '{"method": "passkey"}'), ('registered', '{}'),
          ('login_failed', '{"reason": "wrong password"}'), ('login_failed', '{"reason": "wrong factor"}'), ('limited', '{}')) AS events(action, details),
        generate_series(now() - interval '22 hours', now(), interval '1 hour') AS at`);
    // The server itself may have just counted.
    await pages.gatehouse.sql("DELETE FROM jobs WHERE name = 'figures'");
    await pages.gatehouse.services.figureCounter?.run();
    const [webhook] =
      await pages.gatehouse.sql(`INSERT INTO webhook_endpoints (id, url, types, encrypted_secret, secret_ts, created_ts, disabled_ts, failing_since_ts, disabled_problem)
      SELECT gen_random_uuid(), 'https://shop.example.com/' || repeat('webhooks/', 12), '{user.created,session.revoked}', '', at, at, at, at, 'failing'
      FROM now() AS at RETURNING id`);
    await pages.gatehouse.sql(`INSERT INTO webhook_deliveries (endpoint_id, type, data, created_ts, due_ts, ended_ts, attempts, problem, status)
      SELECT '${webhook?.id}', 'user.created', '{"user_id": "${id}"}', at, due, ended, attempts, problem, status FROM now() AS at,
        (VALUES (now(), NULL, 1, 'timeout', NULL), (NULL, now(), 10, 'status', 500), (NULL, now(), 1, NULL, 204)) AS states(due, ended, attempts, problem, status)`);
    const [organization] =
      await pages.gatehouse.sql(`INSERT INTO organizations (id, slug, name, claims, created_ts, disabled_ts)
      SELECT gen_random_uuid(), 'example-sons', '${names.lastName} & ${names.firstName}', '{"plan": "enterprise"}', now(), now() RETURNING id`);
    await pages.gatehouse.sql(
      `INSERT INTO memberships VALUES ('${organization?.id}', '${id}', '{billing,member,owner,viewer}', now())`,
    );
    await openTab({ locale: 'de' });
    const problems: Record<string, string[]> = {};
    const check = async (name: string) => {
      problems[name] = await inspect(tab, `console ${name}`);
    };
    const person = `/console/users/${id}`;
    for (const [name, path] of [
      ['overview', '/console'],
      ['users', '/console/users'],
      ['users, invalid', '/console/users?disabled=perhaps'],
      ['users, empty', '/console/users?email=none'],
      ['invite', '/console/invite'],
      ['import', '/console/import'],
      ['person', person],
      ['edit', `${person}/edit`],
      ['email', `${person}/email`],
      ['delete', `${person}/delete`],
      ['audit', '/console/audit'],
      ['audit, empty', '/console/audit?user=none'],
      ['request, invalid', '/console/requests?id=4711'],
      ['mails', '/console/mails'],
      ['webhooks', '/console/webhooks'],
      ['webhook, new', '/console/webhooks/new'],
      ['webhook', `/console/webhooks/${webhook?.id}`],
      ['webhook, deliveries', `/console/webhooks/${webhook?.id}/deliveries`],
      ['organizations', '/console/organizations'],
      ['organizations, empty', '/console/organizations?name=none&disabled=false'],
      ['organization, new', '/console/organizations/new'],
      ['organization', `/console/organizations/${organization?.id}`],
      ['organization, delete', `/console/organizations/${organization?.id}/delete`],
      ['member', `/console/organizations/${organization?.id}/members/${id}`],
      ['keys', '/console/keys'],
      ['findings', '/console/findings'],
    ] as const) {
      await tab.open(path);
      await check(name);
    }
    await tab.open('/console/users');
    await tab.page.getByRole('checkbox').first().check();
    await follow('button', 'Weiter');
    await check('several users');
    await tab.open('/console/import');
    await tab.page.fill('#people', 'email,phone_number');
    await follow('button', 'Prüfen');
    await check('import, invalid');
    await tab.page.fill('#people', `email,first_name,last_name\n${'x'.repeat(90)},A,B\nnew@example.com,A,B`);
    await follow('button', 'Prüfen');
    await check('import, checked');
    await tab.open(`${person}/impersonate`);
    await tab.page.fill('#reason', 'Ticket 4711');
    await follow('button', 'Beginnen');
    await check('acting');
    expect(Object.entries(problems).filter(([, found]) => found.length > 0)).toEqual([]);
    expect(Object.keys(problems)).toHaveLength(30);
  }, 600_000);

  test('a super admin finds out by clicks why a person cannot sign in, and helps', async () => {
    const { id, email } = await register();
    await pages.gatehouse.sql(`UPDATE users SET disabled = true WHERE id = '${id}'`);
    const login = () => restApi.login(pages.gatehouse.url, { email, password: adminPassword });
    expect((await login()).code).toBe('ACCOUNT_DISABLED');
    await openTab();
    await tab.open('/console');
    await tab.page.getByLabel('Find a person').fill(email);
    await follow('button', 'Search');
    await follow('link', new RegExp(names.lastName));
    expect(await tab.page.locator('.note.warning').textContent()).toContain('is disabled');
    await follow('button', 'Enable');
    expect(await tab.page.getByRole('status').textContent()).toBe('The account is enabled.');
    expect((await login()).code).toBeNull();
  }, 300_000);

  test('a file is imported: the script reads it into the field', async () => {
    await openTab();
    await tab.open('/console/users');
    await follow('link', 'Import');
    const text = 'email,first_name,last_name\nzoë@example.com,Zoë,Example\nzoe@example.com,Zoë,Example\n';
    await tab.page
      .getByLabel('File')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await tab.page.waitForFunction(`document.getElementById('people').value !== ''`);
    expect(await tab.page.locator('#people').inputValue()).toBe(text);
    await follow('button', 'Check');
    await follow('button', 'Import 1 user');
    expect(await tab.page.getByRole('status').textContent()).toContain('Imported: 1.');
    const [row] = await pages.gatehouse.sql(`SELECT first_name FROM users WHERE email = 'zoe@example.com'`);
    expect(row?.first_name).toBe('Zoë');
  }, 300_000);

  test('the logo of a client is chosen as a file', async () => {
    await openTab();
    await tab.open('/console/clients/new');
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
    await tab.page
      .getByLabel('Choose a picture')
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });
    await tab.page.waitForFunction("document.getElementById('logo').value !== ''");
    await tab.page.fill('#name', 'Grafana');
    await tab.page.fill('#redirect_uris', 'https://grafana.example.com/');
    await follow('button', 'Add a client');
    await follow('link', 'Open the client');
    expect(await inspect(tab, 'console client')).toEqual([]);
    const [client] = await pages.gatehouse.stores.oauthClients.list();
    expect(client?.logoUri).toBe(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`);
  });

  test('the keyboard reaches everything, and scrolls the tables', async () => {
    const { id } = await register();
    await openTab({ viewport: { width: 320, height: 800 } });
    await tab.open(`/console/users/${id}`);
    await tab.page.keyboard.press('Tab');
    expect(await focused()).toContain('Skip to the content');
    await tab.page.keyboard.press('Enter');
    const seen = new Set<string>();
    for (let text = await next(); text !== '' && !seen.has(text); text = await next()) seen.add(text);
    const all = [...seen].join('\n');
    for (const name of ['Mark e-mail as verified', 'Mail a password link', 'Act as this person', 'More', 'Edit'])
      expect(all).toContain(name);
    expect(all).toContain('Events of this account');
    await tab.open(`/console/users/${id}/disable`);
    await tab.page.getByRole('button', { name: 'Disable' }).focus();
    const loaded = tab.page.waitForEvent('load');
    await tab.page.keyboard.press('Enter');
    await loaded;
    expect(await tab.page.getByRole('status').textContent()).toBe('The account is disabled.');
  }, 300_000);

  const focused = async () =>
    String(
      await tab.page.evaluate(
        `(() => { const one = document.activeElement; return one === document.body ? '' : one.tagName + ' ' + (one.getAttribute('aria-label') ?? one.textContent) + ' ' + (one.getAttribute('href') ?? ''); })()`,
      ),
    );
  async function next(): Promise<string> {
    await tab.page.keyboard.press('Tab');
    return focused();
  }

  test('the bar is on the pages of the user, and ends the session, without scripts', async () => {
    const { id, email } = await register();
    await openTab({ javaScriptEnabled: false });
    await tab.open(`/console/users/${id}/impersonate`);
    await tab.page.fill('#reason', 'Ticket 4711');
    await follow('button', 'Act as this person');
    const bar = tab.page.getByRole('complementary', { name: 'Acting as a user' });
    expect(await bar.textContent()).toContain(`${root.email} acts as ${email}`);
    await tab.open('/account/security');
    expect(await bar.count()).toBe(1);
    await follow('button', 'Stop acting');
    expect(await heading()).toContain(names.lastName);
    expect(await bar.count()).toBe(0);
  }, 300_000);
});
