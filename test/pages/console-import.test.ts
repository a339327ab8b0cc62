import { locales } from '../../src/platform/request/locale';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { formTo, languageLinks, PageClient } from '../support/page-client';
import { adminPassword, loginSuperAdmin } from '../support/super-admin';

const path = '/console/import';
let gatehouse: Gatehouse;
let root: Awaited<ReturnType<typeof loginSuperAdmin>>;
let admin: PageClient;

beforeAll(async () => {
  gatehouse = await startGatehouse();
  root = await loginSuperAdmin(gatehouse);
  admin = new PageClient(gatehouse);
  await admin.signIn({ email: root.email, password: adminPassword });
});
afterAll(() => gatehouse.stop());
beforeEach(() => gatehouse.sql(`DELETE FROM users WHERE id <> '${root.id}'`));

const csv = (...rows: string[]) => ['email,first_name,last_name', ...rows, ''].join('\n');
const ada = 'ada@example.com,"Ada ""A"" <b>",Lovelace';
const people = async () =>
  (await gatehouse.sql(`SELECT email, first_name FROM users WHERE id <> '${root.id}' ORDER BY email`)).map(
    ({ email, first_name }) => `${email} ${first_name}`,
  );
const importEvents = () => gatehouse.stores.audit.list({ action: 'users_imported', limit: 9 });
const check = async (content: string, more: Record<string, string> = {}) =>
  admin.submit(await admin.get(path), path, { people: content, intent: 'check', ...more });

test('people are imported from pasted text, after a check that writes nothing', async () => {
  const users = await admin.get('/console/users');
  expect(users.links).toContain(path);
  const before = (await importEvents()).length;
  const checked = await check(csv(ada, 'no address,Bob,Example', `${root.email},Root,Admin`));
  expect(checked).toMatchObject({ status: 200, heading: 'Check the import' });
  expect(checked.text).toContain('To import: 1. Already there: 1. Conflicts: 0. Rejected: 1.');
  expect(checked.text).toContain('3 Rejected email must be one e-mail address');
  expect([await people(), (await importEvents()).length]).toEqual([[], before]);
  expect(checked.text).toContain('Import 1 user');
  const done = await admin.submit(checked, path, { intent: 'import' });
  expect(done).toMatchObject({ status: 200, heading: 'What was imported' });
  expect(done.text).toContain('Imported: 1. Already there: 1. Conflicts: 0. Rejected: 1.');
  expect(await people()).toEqual(['ada@example.com Ada "A" <b>']);
  expect((await importEvents())[0]).toMatchObject({ actorId: root.id, details: { imported: 1, rejected: 1 } });
  expect([checked, done].map(languageLinks)).toEqual([[], []]);

  // The browser loads the answer again.
  const again = await admin.submit(checked, path, { intent: 'import' });
  expect(again.text).toContain('Imported: 0. Already there: 2. Conflicts: 0. Rejected: 1.');
  expect(await people()).toHaveLength(1);
});

test('the text can be changed after the check, and lines that nobody can import have no button', async () => {
  const content = `${csv('bob@example.com,Bob,')}\n`;
  const checked = await check(content);
  expect(checked.text).toContain('To import: 0.');
  expect(checked.html).not.toContain('value="import"');
  const form = await admin.submit(checked, path, { intent: 'edit' });
  expect(formTo(form, path).fields.people).toBe(content);
  const better = await admin.submit(form, path, { missing_name: '-', intent: 'check' });
  expect(better.text).toContain('To import: 1.');
  await admin.submit(better, path, { intent: 'import' });
  expect(await people()).toEqual(['bob@example.com Bob']);
});

test('a text that cannot be read stays in its field, with the reason', async () => {
  for (const intent of ['check', 'import']) {
    const content = 'email,phone_number\nada@example.com,1\n';
    const reply = await admin.submit(await admin.get(path), path, { people: content, intent });
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('Enter CSV or JSON with 1 to 500 people.');
    expect(reply.text).toContain('content cannot be read. The column "phone_number" is not a field of an import file');
    expect(formTo(reply, path).fields.people).toBe(content);
    expect(reply.html).toMatch(/<textarea id="people"[^>]* aria-invalid/);
  }
  const longName = await check(csv(ada), { missing_name: 'x'.repeat(101) });
  expect(formTo(longName, path).inputs.missing_name).toHaveProperty('aria-invalid');
  expect(await people()).toEqual([]);
});

test('the form takes as much as the API, in the encoding of forms, and no more', async () => {
  const line = (n: number) =>
    JSON.stringify({ email: `ada.${n}@example.com`, first_name: 'A', last_name: 'B', company: '"'.repeat(60) });
  const lines = Array.from({ length: 320 }, (_, n) => line(n)).join('\n');
  expect(lines.length).toBeGreaterThan(60 * 1024);
  const longest = lines.padEnd(64 * 1024, '\n');
  // As a browser sends them.
  const asForm = (text: string) => text.replaceAll('\n', '\r\n');
  expect((await check(asForm(longest))).text).toContain('To import: 320.');
  const long = await check(asForm(`${longest}\n`));
  expect([long.status, long.text]).toEqual([400, expect.stringContaining('content must have at most 64 kB')]);
  expect((await check('x'.repeat(200 * 1024))).status).toBe(413);
});

test('the file is chosen with a script: without it, the field is hidden and not sent', async () => {
  const { html } = await admin.get(path);
  expect(html).toMatch(/<div class="field" data-fills="people" hidden>/);
  expect(html).toMatch(/<input type="file" id="file" accept="[^"]+"\/?>/);
});

test('after a step-up, the form can be sent', async () => {
  const client = new PageClient(gatehouse);
  await client.signIn({ email: root.email, password: adminPassword });
  const checked = await client.submit(await client.get(path), path, { people: csv(ada), intent: 'check' });
  await gatehouse.sql(`UPDATE sessions SET auth_ts = now() - interval '2 hours' WHERE user_id = '${root.id}'`);
  const late = await client.submit(checked, path, { intent: 'import' });
  expect([late.status, late.location]).toEqual([
    303,
    expect.stringMatching(/^\/step-up\?return_to=%2Fconsole%2Fimport/),
  ]);
  expect(await people()).toEqual([]);
  const back = await client.submit(await client.follow(late), '/step-up', { password: adminPassword });
  expect(back.location).toBe(path);
  await client.submit(checked, path, { intent: 'import' });
  expect(await people()).toHaveLength(1);
  await gatehouse.sql(`UPDATE sessions SET auth_ts = now() WHERE user_id = '${root.id}'`);
});

test('each language has its words', async () => {
  const headings = [];
  for (const locale of locales) {
    const headers = { 'Accept-Language': locale };
    const form = await admin.get(path, { headers });
    const checked = await admin.post(path, { people: csv(ada), intent: 'check' }, { headers });
    headings.push(form.heading, checked.heading);
  }
  expect(new Set(headings).size).toBe(2 * locales.length);
});
