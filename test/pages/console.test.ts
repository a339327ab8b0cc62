import { UserLifecycleService } from '../../src/features/admin-users/user-lifecycle.service';
import { wordsIn } from '../../src/pages/words/words-in';
import { locales } from '../../src/platform/request/locale';
import { restApi } from '../support/apis';
import { Authenticator } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { addIdentity } from '../support/identities';
import { registerPerson } from '../support/impersonation';
import { formTo, languageLinks, PageClient, type PageReply } from '../support/page-client';
import { adminPassword, loginSuperAdmin } from '../support/super-admin';
import { until } from '../support/until';
import { verifyAddress } from '../support/verified-address';

const google = { PROVIDERS: 'google', PROVIDER_GOOGLE_CLIENT_ID: 'gatehouse', PROVIDER_GOOGLE_CLIENT_SECRET: 'none' };
const unknownId = '01a1fafd-5e0c-7b1f-9c55-0d0f5f1d6c3a';
let gatehouse: Gatehouse;
let root: Awaited<ReturnType<typeof loginSuperAdmin>>;
let admin: PageClient;

beforeAll(async () => {
  gatehouse = await startGatehouse({ ...google, API_KEYS: 'on' });
  root = await loginSuperAdmin(gatehouse);
  admin = await clientOf(gatehouse, root.email);
});
afterAll(() => gatehouse.stop());
afterEach(() => jest.useRealTimers());

async function clientOf(served: Gatehouse, email: string): Promise<PageClient> {
  const client = new PageClient(served);
  await client.signIn({ email, password: adminPassword });
  return client;
}

const personPath = (id: string) => `/console/users/${id}`;
const gets = (id: string) => [
  '/console',
  '/console/users',
  '/console/users?email=ada%40example.com&disabled=true',
  '/console/users?text=ada&sort=email',
  '/console/invite',
  '/console/import',
  personPath(id),
  ...[
    'edit',
    'email',
    'impersonate',
    'disable',
    'enable',
    'delete',
    'verify-email',
    'password-reset',
    'invitation',
  ].map((page) => `${personPath(id)}/${page}`),
  ...['reset-factors', 'end-sessions', 'make-super-admin', 'revoke-super-admin'].map(
    (page) => `${personPath(id)}/${page}`,
  ),
  '/console/clients',
  '/console/clients/new',
  '/console/webhooks',
  '/console/webhooks/new',
  '/console/audit',
  '/console/requests',
  '/console/requests?id=4711',
  '/console/mails',
  '/console/keys',
  '/console/findings',
];
const posts = (id: string): [path: string, fields: Record<string, string>][] => [
  ['/console/bulk', { action: 'disable', confirmed: 'yes', [`user_${id}`]: 'ada@example.com' }],
  ['/console/invite', { email: 'new@example.com', mailed: 'yes' }],
  ['/console/import', { people: 'email,first_name,last_name\nnew@example.com,Ada,King\n', intent: 'import' }],
  ['/console/clients/new', { name: 'orders', kind: 'service' }],
  [`/console/mails/${unknownId}`, {}],
  [`${personPath(id)}/sessions/${unknownId}`, {}],
  [`${personPath(id)}/identities/${unknownId}`, {}],
  [`${personPath(id)}/keys/${unknownId}`, {}],
  [`${personPath(id)}/edit`, { first_name: 'Eve' }],
  [`${personPath(id)}/email`, { email: 'eve@example.com', reason: 'none' }],
  [`${personPath(id)}/impersonate`, { reason: 'none' }],
  ...['disable', 'enable', 'delete', 'verify-email', 'password-reset', 'invitation'].map(
    (action): [string, Record<string, string>] => [`${personPath(id)}/${action}`, {}],
  ),
  ...['reset-factors', 'end-sessions', 'make-super-admin', 'revoke-super-admin'].map(
    (action): [string, Record<string, string>] => [`${personPath(id)}/${action}`, {}],
  ),
];

/** Everything that a rejected request must not change. */
const state = () =>
  gatehouse.sql(`SELECT (SELECT json_agg(users ORDER BY id) FROM users)::text AS users,
    (SELECT count(*) FROM sessions WHERE revoked_ts IS NULL)::int AS sessions, (SELECT count(*) FROM messages)::int AS messages, (SELECT count(*) FROM oauth_clients)::int AS clients`);

const eventsOf = async (id: string) =>
  (
    await gatehouse.sql(
      `SELECT action, actor_id, details FROM audit_events WHERE user_id = '${id}' AND outcome = 'success' AND action <> 'admin_read' ORDER BY last_ts DESC, id DESC`,
    )
  ).map(({ action, actor_id, details }) => ({ action, actor: actor_id, details }));

/** Rejections are recorded after the answer. */
const untilRecorded = (id: string, action: string) =>
  until(
    async () =>
      (await gatehouse.sql(`SELECT 1 FROM audit_events WHERE user_id = '${id}' AND action = '${action}'`)).length > 0,
  );

const userRow = async (id: string) => (await gatehouse.sql(`SELECT * FROM users WHERE id = '${id}'`))[0];

describe('who may open the console', () => {
  test('a person who is not signed in comes to the sign-in page, and back', async () => {
    const stranger = new PageClient(gatehouse);
    for (const path of gets(unknownId)) {
      const { status, location } = await stranger.get(path);
      expect([status, location]).toEqual([303, `/login?return_to=${encodeURIComponent(path)}`]);
    }
  });

  test('a person who is no super admin may not', async () => {
    const person = await registerPerson(gatehouse);
    const client = await clientOf(gatehouse, person.credentials.email);
    const before = await state();
    for (const path of gets(root.id)) {
      const reply = await client.get(path);
      expect([path, reply.status, reply.text.includes('root@example.com')]).toEqual([path, 403, false]);
    }
    for (const [path, fields] of posts(root.id)) {
      expect([path, (await client.post(path, fields)).status]).toEqual([path, 403]);
    }
    expect(await state()).toEqual(before);
  });

  test('a form of another site changes nothing', async () => {
    const { id } = await registerPerson(gatehouse);
    const before = await state();
    for (const [path, fields] of posts(id)) {
      const reply = await admin.post(path, fields, { headers: { 'Sec-Fetch-Site': 'cross-site' } });
      expect([path, reply.status]).toEqual([path, 403]);
    }
    expect(await state()).toEqual(before);
  });

  test.each([[{ ADMIN: 'off' }], [{ PAGES: 'sign-in,account' }]])('with %j there is no console', async (settings) => {
    const other = await startGatehouse(settings);
    try {
      const client = new PageClient(other);
      for (const path of gets(unknownId)) expect([path, (await client.get(path)).status]).toEqual([path, 404]);
      for (const [path, fields] of posts(unknownId)) {
        expect([path, (await client.post(path, fields)).status]).toEqual([path, 404]);
      }
    } finally {
      await other.stop();
    }
  });

  const stepUpTo = (path: string) => `/step-up?return_to=${encodeURIComponent(path)}&acr=aal2`;

  test('a proof that is too weak leads to the step-up, and back', async () => {
    const strict = await startGatehouse({ ADMIN_MIN_ACR: 'aal2' });
    try {
      const { id, email } = await loginSuperAdmin(strict);
      const client = await clientOf(strict, email);
      for (const path of gets(id)) {
        const { status, location } = await client.get(path);
        expect([status, location]).toEqual([303, stepUpTo(path)]);
      }
      for (const [path, fields] of posts(id)) {
        const { status, location } = await client.post(path, fields);
        expect([path, status, location]).toEqual([path, 303, stepUpTo(path)]);
      }
    } finally {
      await strict.stop();
    }
  });

  test('a super admin without a second factor adds one, and comes to the console', async () => {
    const strict = await startGatehouse({ ADMIN_MIN_ACR: 'aal2' });
    try {
      const { email } = await loginSuperAdmin(strict);
      await verifyAddress(strict, email);
      const client = await clientOf(strict, email);
      const due = stepUpTo('/console');
      const needed = await client.follow(await client.get('/console'));
      // The password is not offered: it would lead here again.
      expect(needed).toMatchObject({ status: 200, heading: 'You need a second factor', forms: [] });
      expect(needed.links).toEqual(expect.arrayContaining(['/account/security/totp?return_to=%2Fconsole', '/account']));
      expect(needed.links).not.toContain('/console');
      const headings = locales.map(async (locale) => (await client.get(`${due}&lang=${locale}`)).heading);
      expect(new Set(await Promise.all(headings)).size).toBe(4);
      client.cookies.delete('__Host-gatehouse_language');
      for (const other of ['/step-up?return_to=/console', '/step-up?return_to=/console&acr=aal1']) {
        expect(formTo(await client.get(other), '/step-up').inputs).toHaveProperty('password');
      }

      const scan = await client.post('/account/security/totp', { current_password: adminPassword });
      const action = '/account/security/totp/confirm';
      const authenticator = new Authenticator(String(formTo(scan, action).fields.secret));
      await client.submit(scan, action, { code: authenticator.next() });
      // One code is enough: it has raised the session.
      expect(await client.get('/console')).toMatchObject({ status: 200, title: expect.stringContaining('Overview') });
    } finally {
      await strict.stop();
    }
  });

  test('with PAGES=sign-in,console, no link leads to the account', async () => {
    const strict = await startGatehouse({ ADMIN_MIN_ACR: 'aal2', PAGES: 'sign-in,console' });
    try {
      const client = await clientOf(strict, (await loginSuperAdmin(strict)).email);
      const needed = await client.follow(await client.get('/console'));
      expect(needed.heading).toBe('You need a second factor');
      expect(needed.links.filter((link) => link.startsWith('/account'))).toEqual([]);
    } finally {
      await strict.stop();
    }
  });

  test('after a step-up, the person comes to a page that exists', async () => {
    const { id } = await registerPerson(gatehouse);
    for (const [path] of posts(id)) {
      const { status, location } = await admin.get(path);
      expect([path, status === 200 || location?.startsWith('/console/')]).toEqual([path, true]);
    }
  });
});

describe('every page', () => {
  test('has a heading, the navigation and no secret', async () => {
    const { id } = await registerPerson(gatehouse);
    const hashes = await gatehouse.sql('SELECT password_hash FROM users');
    for (const path of gets(id).filter((one) => !one.includes('?'))) {
      const reply = await admin.get(path);
      expect([path, reply.status, reply.heading !== '']).toEqual([path, 200, true]);
      expect(reply.html.match(/aria-current="page"/g)).toHaveLength(1);
      expect(reply.links).toEqual(expect.arrayContaining(['/console', '/console/users', '/console/audit', '/logout']));
      for (const { password_hash: hash } of hashes) expect(reply.html).not.toContain(String(hash));
    }
  });

  test('is in four languages', async () => {
    const { id } = await registerPerson(gatehouse);
    for (const path of ['/console', '/console/users', personPath(id), '/console/mails', '/console/findings']) {
      const titles = await Promise.all(
        locales.map(async (language) => (await admin.get(path, { headers: { 'Accept-Language': language } })).html),
      );
      expect(new Set(titles.map((html) => /<ul class="nav">[\s\S]*?<\/ul>/.exec(html)?.[0])).size).toBe(4);
    }
  });

  test('an unknown user is not found', async () => {
    for (const id of [unknownId, 'new', '%27']) {
      expect([id, (await admin.get(personPath(id))).status]).toEqual([id, 404]);
      expect([id, (await admin.post(`${personPath(id)}/disable`)).status]).toEqual([id, 404]);
    }
  });
});

describe('the list of users', () => {
  const namesIn = ({ html }: PageReply) => [...html.matchAll(/name="user_([0-9a-f-]{36})"/g)].map(([, id]) => id);

  beforeAll(async () => {
    await gatehouse.sql(`INSERT INTO users (id, email, email_canonical, first_name, last_name, created_ts, disabled, email_verified)
      SELECT gen_random_uuid(), 'listed' || n || '@example.com', 'listed' || n || '@example.com', 'Lis' || n, 'Ted', now() - interval '1 hour' * n, n = 7, n = 8
      FROM generate_series(1, 30) AS n`);
  });
  // Other tests make super admins.
  beforeEach(() => gatehouse.sql(`UPDATE users SET is_super_admin = false WHERE id <> '${root.id}'`));

  test('has pages, forwards and backwards', async () => {
    const first = await admin.get('/console/users?email=listed');
    expect(namesIn(first)).toHaveLength(25);
    const next = first.links.find((link) => link.includes('after='));
    expect(next).toMatch(/^\/console\/users\?email=listed&after=[\w-]+&from=26$/);
    expect(first.text).toContain('1–25');
    const second = await admin.get(String(next));
    expect(namesIn(second)).toHaveLength(5);
    expect(new Set([...namesIn(first), ...namesIn(second)]).size).toBe(30);
    expect(second.text).toContain('26–30');
    const previous = second.links.find((link) => link.includes('before='));
    expect(previous).toMatch(/^\/console\/users\?email=listed&before=[\w-]+&from=1$/);
    const back = await admin.get(String(previous));
    expect([namesIn(back), back.text.includes('1–25')]).toEqual([namesIn(first), true]);
    expect(back.links.filter((link) => link.includes('before=') && !link.includes('lang='))).toEqual([]);
    expect(second.links.filter((link) => link.includes('after=') && !link.includes('lang='))).toEqual([]);
  });

  test.each([
    ['text=lis7', ['Lis7']],
    ['text=STED8%40', ['Lis8']],
    ['email=LISTED7%40', ['Lis7']],
    ['name=lis8', ['Lis8']],
    ['contains=STED7%40', ['Lis7']],
    ['contains=is8+te', ['Lis8']],
    ['email=listed&disabled=true', ['Lis7']],
    ['email=listed&email_verified=true', ['Lis8']],
    ['super_admin=true', ['Root']],
    ['name=Ted&created_after=2999-01-01T00%3A00', []],
    ['name=Ted&created_before=2000-01-01T00%3A00', []],
    ['email=listed%25', []],
    ['email=%27%3B+DROP+TABLE+users', []],
    ['name=<script>alert(1)</script>', []],
  ])('finds with %s', async (query, names) => {
    const reply = await admin.get(`/console/users?${query}`);
    expect(reply.status).toBe(200);
    expect([...reply.html.matchAll(/<th scope="row"><a [^>]*>([^ <]*)/g)].map(([, name]) => name)).toEqual(names);
    expect(reply.html).not.toContain('<script>');
    if (names.length === 0) expect(reply.text).toContain('No user matches this search.');
  });

  test.each([
    'disabled=perhaps',
    'after=4711',
    'created_after=yesterday',
    'email=a&email=b',
    `email=${'a'.repeat(300)}`,
    'name=%00',
    `contains=${'a'.repeat(101)}`,
  ])('shows that %s cannot be used', async (query) => {
    const reply = await admin.get(`/console/users?${query}`);
    expect(reply.status).toBe(400);
    expect(reply.html).toContain('role="alert"');
    const { inputs } = formTo(reply, '/console/users');
    expect(inputs.email ?? inputs.name ?? inputs.contains ?? inputs.text).toBeDefined();
  });

  test('is sorted, says how many there are, and how each signs in', async () => {
    await gatehouse.sql(`UPDATE users SET factors = '{passkey}', two_step = true WHERE email = 'listed3@example.com'`);
    await gatehouse.sql(`INSERT INTO identities (id, user_id, provider, issuer, subject, created_ts)
      SELECT gen_random_uuid(), id, 'acme', 'https://acme.example.com', 'x', now() FROM users WHERE email = 'listed3@example.com'`);
    const reply = await admin.get('/console/users?text=listed&sort=email');
    const [{ count = 0 } = {}] = await gatehouse.sql('SELECT count(*)::int AS count FROM users');
    const accounts = `${Number(count).toLocaleString('en')} accounts.`;
    expect(reply.text).toContain(`30 matches. ${accounts}`);
    const sorted = await gatehouse.sql(
      "SELECT id FROM users WHERE email LIKE 'listed%' ORDER BY email_canonical LIMIT 25",
    );
    expect(namesIn(reply)).toEqual(sorted.map(({ id }) => id));
    const { id } = (await gatehouse.sql("SELECT id FROM users WHERE email = 'listed3@example.com'"))[0] ?? {};
    expect(namesIn(reply)).toContain(id);
    expect(reply.text).toContain('listed3@example.com No password Passkey acme Two-step');
    expect((await admin.get('/console/users')).text).toContain(accounts);
  });

  test('is exported as the search finds it', async () => {
    const page = await admin.get('/console/users?text=lis7');
    const file = await admin.submit(page, '/console/users.csv');
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(file.html.split('\n').map((line) => line.split(',')[1]?.trim())).toEqual([
      'email',
      'listed7@example.com',
      undefined,
    ]);
  });

  test('keeps what was searched for', async () => {
    const reply = await admin.get('/console/users?email=%22%3Cb&disabled=false&created_after=2026-01-02T03%3A04');
    expect(formTo(reply, '/console/users').fields).toMatchObject({
      email: '"<b',
      disabled: 'false',
      created_after: '2026-01-02T03:04',
    });
    expect(reply.html).not.toContain('"<b');
  });

  test('names of people cannot become tags', async () => {
    const name = '<img src=x onerror=alert(1)>';
    await restApi.register(gatehouse.url, {
      email: 'tags@example.com',
      firstName: name,
      lastName: '"\'>',
      password: adminPassword,
    });
    for (const path of ['/console/users?email=tags', await pathOf('tags@example.com')]) {
      const reply = await admin.get(path);
      expect(reply.html).not.toContain('<img');
      expect(reply.html).toContain('&lt;img src=x onerror=alert(1)>');
    }
  });
});

const pathOf = async (email: string) =>
  personPath(String((await gatehouse.sql(`SELECT id FROM users WHERE email_canonical = '${email}'`))[0]?.id));

describe('several users', () => {
  const select = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [`user_${id}`, `${id}@example.com`]));

  test('are changed after a confirmation, with a result for each', async () => {
    const people = [await registerPerson(gatehouse), await registerPerson(gatehouse)];
    const ids = people.map(({ id }) => id);
    const confirm = await admin.post('/console/bulk', { action: 'disable', ...select([...ids, root.id]) });
    expect(confirm.text).toContain('This changes 3 accounts.');
    expect((await userRow(String(ids[0])))?.disabled).toBe(false);
    const done = await admin.submit(confirm, '/console/bulk');
    expect(done.status).toBe(200);
    expect(done.text).toContain('Changed: 2. Not changed: 1.');
    expect(done.text).toContain('or your own account');
    expect([confirm, done].map(languageLinks)).toEqual([[], []]);
    for (const id of ids) {
      expect((await userRow(id))?.disabled).toBe(true);
      expect((await eventsOf(id))[0]).toMatchObject({ action: 'user_disabled', actor: root.id });
    }
    expect((await userRow(root.id))?.disabled).toBe(false);
  });

  test.each([
    ['enable', 'user_enabled', 'disabled = true'],
    ['end_sessions', 'session_ended', 'disabled = false'],
    ['send_reset', 'password_reset_requested', 'disabled = false'],
    ['delete', 'account_deleted', 'disabled = false'],
  ])('%s', async (action, event, before) => {
    const { id, login } = await registerPerson(gatehouse);
    await login();
    await gatehouse.sql(`UPDATE users SET ${before} WHERE id = '${id}'`);
    const confirm = await admin.post('/console/bulk', { action, ...select([id]) });
    expect((await admin.submit(confirm, '/console/bulk')).text).toContain('Changed: 1. Not changed: 0.');
    expect((await eventsOf(id))[0]).toMatchObject({ action: event, actor: root.id });
  });

  test('get the seconds until the next mail if there were too many', async () => {
    const limited = await startGatehouse({ RATE_LIMITS: 'on', RATE_LIMIT_MAIL_ADDRESS: '1/100' });
    try {
      const client = await clientOf(limited, (await loginSuperAdmin(limited)).email);
      const { id } = await registerPerson(limited);
      const send = async () =>
        client.submit(await client.post('/console/bulk', { action: 'send_reset', ...select([id]) }), '/console/bulk');
      expect((await send()).text).toContain('Changed: 1. Not changed: 0.');
      expect((await send()).text).toMatch(/Not changed Too many attempts\. Please try again in (100|9\d) seconds\./);
    } finally {
      await limited.stop();
    }
  });

  test('are changed once, also if the browser loads the result again', async () => {
    const { id } = await registerPerson(gatehouse);
    const mailsTo = async () =>
      (await gatehouse.sql(`SELECT count(*)::int AS n FROM messages WHERE user_id = '${id}'`))[0]?.n;
    const before = Number(await mailsTo());
    const open = () => admin.post('/console/bulk', { action: 'send_reset', ...select([id]) });
    const [confirm, other] = [await open(), await open()];
    expect((await admin.submit(confirm, '/console/bulk')).text).toContain('Changed: 1. Not changed: 0.');
    expect(await mailsTo()).toBe(before + 1);
    const { fields } = formTo(confirm, '/console/bulk');
    for (const form_id of [String(fields.form_id), '', 'x', 'x'.repeat(22)]) {
      const again = await admin.post('/console/bulk', { ...fields, form_id });
      expect([form_id, again.location]).toEqual([form_id, '/console/users?done=repeated']);
      expect((await admin.follow(again)).text).toContain(
        'This form was already sent, or it is too old. Nothing was changed this time.',
      );
    }
    expect(await mailsTo()).toBe(before + 1);
    // A form in another window still works, and the oldest of many does not.
    expect((await admin.submit(other, '/console/bulk')).text).toContain('Changed: 1. Not changed: 0.');
    expect(await mailsTo()).toBe(before + 2);
    const many = [];
    for (let i = 0; i < 6; i += 1) many.push(await open());
    const [oldest, second] = many as [PageReply, PageReply];
    expect((await admin.submit(oldest, '/console/bulk')).location).toBe('/console/users?done=repeated');
    expect((await admin.submit(second, '/console/bulk')).status).toBe(200);
    const cookie = second.cookies.find(({ name }) => name === '__Host-gatehouse_forms');
    expect(cookie?.attributes).toMatchObject({ httponly: '', secure: '', samesite: 'Lax', path: '/' });
  });

  test('can still be sent after a step-up, because nothing was changed before', async () => {
    const { id } = await registerPerson(gatehouse);
    const client = await clientOf(gatehouse, root.email);
    const confirm = await client.post('/console/bulk', { action: 'disable', ...select([id]) });
    await gatehouse.sql(`UPDATE sessions SET auth_ts = now() - interval '2 hours' WHERE user_id = '${root.id}'`);
    const late = await client.submit(confirm, '/console/bulk');
    expect([late.status, late.location]).toEqual([303, expect.stringContaining('/step-up')]);
    expect((await userRow(id))?.disabled).toBe(false);
    await client.submit(await client.follow(late), '/step-up', { password: adminPassword });
    expect((await client.submit(confirm, '/console/bulk')).text).toContain('Changed: 1. Not changed: 0.');
    await gatehouse.sql(`UPDATE sessions SET auth_ts = now() WHERE user_id = '${root.id}'`);
  });

  test('are changed with a reason, which can be corrected', async () => {
    const { id } = await registerPerson(gatehouse);
    const confirm = await admin.post('/console/bulk', { action: 'disable', ...select([id]) });
    expect(formTo(confirm, '/console/bulk').inputs).toHaveProperty('notify');
    const wrong = await admin.submit(confirm, '/console/bulk', { reason: 'a'.repeat(501) });
    expect(wrong.status).toBe(400);
    expect(formTo(wrong, '/console/bulk').inputs.reason).toHaveProperty('aria-invalid');
    expect((await userRow(id))?.disabled).toBe(false);
    const done = await admin.submit(wrong, '/console/bulk', { reason: 'Ticket 4711' });
    expect(done.text).toContain('Changed: 1. Not changed: 0.');
    expect((await eventsOf(id))[0]).toMatchObject({
      action: 'user_disabled',
      details: { statedReason: 'Ticket 4711' },
    });
  });

  test('all that a search finds are selected together, also those of later pages', async () => {
    const prefix = 'together';
    const insert = (from: number, to: number) =>
      gatehouse.sql(`INSERT INTO users (id, email, email_canonical, first_name, last_name, created_ts)
        SELECT gen_random_uuid(), '${prefix}' || n || '@example.com', '${prefix}' || n || '@example.com', 'Many', 'People', now()
        FROM generate_series(${from}, ${to}) AS n`);
    await insert(1, 25);
    const path = `/console/users?email=${prefix}`;
    const few = await admin.get(path);
    expect(few.text).toContain('25 matches.');
    expect(formTo(few, '/console/bulk').inputs).not.toHaveProperty('all');
    await insert(26, 40);
    const many = await admin.get(path);
    expect(many.text).toContain('Select all 40 matches');
    const form = { search: String(formTo(many, '/console/bulk').fields.search), action: 'disable', all: 'yes' };
    const confirm = await admin.post('/console/bulk', form);
    expect(confirm.text).toContain('This changes 40 accounts.');
    expect(confirm.text).toContain('Change 40 users');
    expect((await admin.submit(confirm, '/console/bulk')).text).toContain('Changed: 40. Not changed: 0.');
    const [row] = await gatehouse.sql(
      `SELECT count(*)::int AS n FROM users WHERE email LIKE '${prefix}%' AND disabled`,
    );
    expect(row?.n).toBe(40);
    await insert(41, 1001);
    expect((await admin.get(path)).text).toContain('1,000 or more matches.');
    const most = await admin.post('/console/bulk', { ...form, action: 'enable' });
    expect(most.text).toContain('Change 1000 users');
    // What was not reached in time is the next change: with the twentieth account, the time is over.
    const { enable } = UserLifecycleService.prototype;
    const now = performance.now.bind(performance);
    const enabled = jest.spyOn(UserLifecycleService.prototype, 'enable').mockImplementation(function (
      this: UserLifecycleService,
      ...args
    ) {
      if (enabled.mock.calls.length === 20) jest.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
      return enable.apply(this, args);
    });
    const part = await admin.submit(most, '/console/bulk');
    expect(part.status).toBe(200);
    const changed = enabled.mock.calls.length;
    // A few accounts are changed at the same time.
    expect(changed).toBeLessThan(30);
    const next = await admin.submit(part, '/console/bulk');
    expect(part.text).toContain(`Continue with the remaining ${1000 - changed}`);
    expect(next.text).toContain(`This changes ${1000 - changed} accounts.`);
  });

  test('need a selection and a known action', async () => {
    const reply = await admin.post('/console/bulk', { action: 'delete' });
    expect(reply.location).toBe('/console/users?done=nothing');
    expect((await admin.follow(reply)).text).toContain('nothing was changed.');
    expect((await admin.post('/console/bulk', { action: 'promote', ...select([root.id]) })).status).toBe(400);
    const confirm = await admin.post('/console/bulk', { action: 'disable', ...select(['"><b>']) });
    const unknown = await admin.submit(confirm, '/console/bulk');
    expect(unknown.text).toContain('This account does not exist.');
    expect(unknown.html).not.toContain('"><b>');
  });
});

async function addPasskey(id: string) {
  await gatehouse.sql(`INSERT INTO passkeys (id, credential_id, user_id, public_key, sign_count, transports, aaguid,
      device_type, backed_up, name, created_ts)
    VALUES (gen_random_uuid(), '${id}'::text::bytea, '${id}', '', 0, '{}', gen_random_uuid(), 'singleDevice', false, 'key', now())`);
  await gatehouse.sql(`UPDATE users SET factors = '{passkey}' WHERE id = '${id}'`);
}

describe('one person', () => {
  test('the page has the account, its sessions and its events', async () => {
    const { id, credentials, login } = await registerPerson(gatehouse);
    await login();
    await restApi.login(gatehouse.url, { email: credentials.email, password: 'wrong horse battery' });
    await untilRecorded(id, 'login_failed');
    const reply = await admin.get(personPath(id));
    expect(reply.heading).toBe('Ada Lovelace');
    expect(reply.text).toContain(credentials.email);
    expect(reply.text).toContain('E-mail not verified');
    expect(reply.text).toContain('Two-step sign-in Off');
    await gatehouse.sql(`UPDATE users SET two_step = true WHERE id = '${id}'`);
    expect((await admin.get(personPath(id))).text).toContain('Two-step sign-in On');
    expect(reply.text).toContain('Login failed The password is wrong.');
    expect(reply.text).toContain('Logged in');
    expect(reply.forms.filter(({ action }) => action.includes('/sessions/'))).toHaveLength(1);
    expect(reply.links.filter((link) => link.startsWith('/console/requests?id='))).not.toEqual([]);
  });

  test.each([
    ['disable', 'enabled', 'user_disabled', { disabled: true }],
    ['enable', 'disabled', 'user_enabled', { disabled: false }],
    ['verify-email', 'enabled', 'email_verified', { email_verified: true }],
    ['password-reset', 'enabled', 'password_reset_requested', {}],
    ['reset-factors', 'enabled', 'factors_reset', {}],
    ['end-sessions', 'enabled', 'session_ended', {}],
    ['make-super-admin', 'enabled', 'super_admin_granted', { is_super_admin: true }],
    ['delete', 'enabled', 'account_deleted', { disabled: true }],
  ])('%s, with a confirmation that names the person', async (action, before, event, after) => {
    const { id, credentials, login } = await registerPerson(gatehouse);
    await login();
    if (action === 'reset-factors') await addPasskey(id);
    if (before === 'disabled') await gatehouse.sql(`UPDATE users SET disabled = true WHERE id = '${id}'`);
    const path = `${personPath(id)}/${action}`;
    const confirm = await admin.get(path);
    expect(confirm.text).toContain(credentials.email);
    const reply = await admin.submit(confirm, path);
    expect([reply.status, reply.location]).toEqual([303, `${personPath(id)}?done=${action}`]);
    expect((await admin.follow(reply)).html).toContain('role="status"');
    expect(await userRow(id)).toMatchObject(after);
    expect(await eventsOf(id)).toContainEqual(expect.objectContaining({ action: event, actor: root.id }));
  });

  test.each([
    ['disable', 'user_disabled'],
    ['delete', 'account_deleted'],
  ])('%s takes a reason, which the page of the person shows', async (action, event) => {
    const { id } = await registerPerson(gatehouse);
    const path = `${personPath(id)}/${action}`;
    const tooLong = await admin.submit(await admin.get(path), path, { reason: 'a'.repeat(501) });
    expect(tooLong.status).toBe(400);
    expect(formTo(tooLong, path).inputs.reason).toHaveProperty('aria-invalid');
    expect(formTo(tooLong, path).fields.reason).toHaveLength(501);
    expect((await userRow(id))?.disabled).toBe(false);
    const reason = 'Ticket <4711>';
    expect((await admin.submit(tooLong, path, { reason })).status).toBe(303);
    expect((await eventsOf(id)).find(({ action: one }) => one === event)?.details).toMatchObject({
      statedReason: reason,
    });
    const page = await admin.get(personPath(id));
    expect(page.html).toMatch(
      /<section class="note warning"[^>]*>.*Since .*by <a[^>]*>Root Admin<\/a>.*<q dir="auto">Ticket &lt;4711>/s,
    );
    expect(formTo(await admin.get(`${personPath(id)}/enable`), `${personPath(id)}/enable`).inputs).not.toHaveProperty(
      'reason',
    );
  });

  test('a person who is disabled gets a mail if it is ticked, and only with a verified address', async () => {
    const { id, credentials } = await registerPerson(gatehouse);
    const path = `${personPath(id)}/disable`;
    expect(formTo(await admin.get(path), path).inputs).not.toHaveProperty('notify');
    await gatehouse.sql(`UPDATE users SET email_verified = true WHERE id = '${id}'`);
    await admin.submit(await admin.get(path), path, { notify: 'yes' });
    const subjects = (await gatehouse.allMails())
      .filter(({ to }) => to === credentials.email)
      .map((mail) => mail.subject);
    expect(subjects).toContain('Your account was disabled – Gatehouse');
  });

  test.each(['disable', 'delete', 'revoke-super-admin'])('%s of the last super admin is a conflict', async (action) => {
    await gatehouse.sql(`UPDATE users SET is_super_admin = false WHERE id <> '${root.id}'`);
    const reply = await admin.post(`${personPath(root.id)}/${action}`);
    expect(reply.status).toBe(409);
    expect(reply.html).toContain('role="alert"');
    expect(reply.text).toContain('This is the last super admin');
    expect(await userRow(root.id)).toMatchObject({ disabled: false, is_super_admin: true });
  });

  test('a super admin loses the right', async () => {
    const { id } = await registerPerson(gatehouse);
    await gatehouse.sql(`UPDATE users SET is_super_admin = true WHERE id = '${id}'`);
    const reply = await admin.post(`${personPath(id)}/revoke-super-admin`);
    expect(reply.status).toBe(303);
    expect(await userRow(id)).toMatchObject({ is_super_admin: false });
  });

  test('what the state of the account does not allow is a conflict', async () => {
    const { id } = await registerPerson(gatehouse);
    expect((await admin.post(`${personPath(id)}/invitation`)).text).toContain('The account already has a password');
    await gatehouse.sql(`UPDATE users SET disabled = true WHERE id = '${id}'`);
    expect((await admin.post(`${personPath(id)}/password-reset`)).status).toBe(409);
    const acting = await admin.post(`${personPath(id)}/impersonate`, { reason: 'Ticket 4711' });
    expect([acting.status, acting.cookies]).toEqual([409, []]);
  });

  test('one session ends, and an ended one is not found', async () => {
    const { id, login } = await registerPerson(gatehouse);
    await login();
    await login();
    const page = await admin.get(personPath(id));
    const [first] = page.forms.filter(({ action }) => action.includes('/sessions/'));
    const path = String(first?.action);
    expect((await admin.submit(page, path)).location).toBe(`${personPath(id)}?done=session`);
    expect((await restApi.sessions(gatehouse.url, {}, null)).success).toBe(false);
    const again = await admin.post(path);
    expect(again.status).toBe(404);
    expect(again.text).toContain('This session had already ended.');
    expect(again.forms.filter(({ action }) => action.includes('/sessions/'))).toHaveLength(1);
  });

  test('an identity is disconnected after a confirmation, with a reason', async () => {
    const { id, credentials, login } = await registerPerson(gatehouse);
    await login();
    expect((await admin.get(personPath(id))).text).toContain('No provider connected.');
    const path = `${personPath(id)}/identities/${await addIdentity(gatehouse, id)}`;
    const page = await admin.get(personPath(id));
    expect(page.text).toMatch(/Google ada@google\.example\.com Connected .*2026.* · Last used .*2026.* Disconnect/);
    expect(page.links).toContain(path);
    const confirm = await admin.get(path);
    expect(confirm).toMatchObject({ status: 200, heading: 'Disconnect Google' });
    expect(confirm.text).toContain(credentials.email);
    expect(confirm.text).not.toContain('no other way to sign in');
    const tooLong = await admin.submit(confirm, path, { reason: 'a'.repeat(501) });
    expect(tooLong.status).toBe(400);
    expect(formTo(tooLong, path).fields.reason).toHaveLength(501);

    const reply = await admin.submit(tooLong, path, { reason: 'Ticket 4711' });
    expect([reply.status, reply.location]).toEqual([303, `${personPath(id)}?done=identity`]);
    const after = await admin.follow(reply);
    expect(after.text).toContain('The provider is disconnected, and all sessions have ended.');
    expect(after.text).toContain('Not signed in anywhere.');
    expect(after.text).toContain('Provider disconnected');
    const details = { provider: 'google', statedReason: 'Ticket 4711' };
    expect(await eventsOf(id)).toContainEqual({ action: 'identity_unlinked', actor: root.id, details });
    const again = await admin.post(path);
    expect(again.status).toBe(404);
    expect(again.text).toContain('This provider had already been disconnected.');
    expect((await admin.get(path)).location).toBe(personPath(id));
  });

  test('an API key is deleted after a confirmation, with a reason', async () => {
    const { id, credentials, login } = await registerPerson(gatehouse);
    const { email, password } = credentials;
    await verifyAddress(gatehouse, email);
    await gatehouse.sql(`UPDATE users SET roles = '{editor}' WHERE id = '${id}'`);
    const { jwt } = await login();
    expect((await admin.get(personPath(id))).html).not.toContain('id="api-keys"');
    const create = async (input: object) => {
      const all = { ...input, currentPassword: password };
      const { result } = await restApi.createApiKey(gatehouse.url, all, jwt);
      return { keyId: String(result?.apiKey.id), key: String(result?.key) };
    };
    const spared = await create({ name: 'Laptop' });
    const { keyId, key } = await create({ name: '<b>Backup</b>', roles: ['editor'] });
    const path = `${personPath(id)}/keys/${keyId}`;
    await gatehouse.sql(`
      WITH one AS (INSERT INTO organizations (id, slug, name, created_ts) VALUES (gen_random_uuid(), 'sons', 'Sons', now()) RETURNING id)
      INSERT INTO memberships SELECT id, '${id}', '{member}', now() FROM one`);
    await gatehouse.sql(
      `UPDATE api_keys SET organization_id = (SELECT id FROM organizations WHERE slug = 'sons') WHERE id = '${keyId}'`,
    );
    const page = await admin.get(personPath(id));
    expect(page.text).toContain(`<b>Backup</b> …${key.slice(-4)} Roles: editor · Organization: Sons Created`);
    expect(page.text).toMatch(/Valid until .*2027.* · Last used Never Delete/);
    expect(page.html).not.toContain(key.slice(5, 40));
    expect(page.links).toEqual(expect.arrayContaining([path, `${personPath(id)}/keys/${spared.keyId}`]));
    const confirm = await admin.get(path);
    expect(confirm).toMatchObject({ status: 200, heading: 'Delete the key “<b>Backup</b>”' });
    expect(confirm.text).toContain(email);
    const tooLong = await admin.submit(confirm, path, { reason: 'a'.repeat(501) });
    expect(tooLong.status).toBe(400);

    const reply = await admin.submit(tooLong, path, { reason: 'Ticket 4711' });
    expect([reply.status, reply.location]).toEqual([303, `${personPath(id)}?done=apiKey`]);
    const after = await admin.follow(reply);
    expect(after.text).toContain('The API key is deleted.');
    expect(after.text).toContain('API key deleted');
    expect(after.links).not.toContain(path);
    expect((await restApi.me(gatehouse.url, key)).code).toBe('UNAUTHENTICATED');
    for (const sent of [jwt, spared.key]) expect((await restApi.me(gatehouse.url, sent)).success).toBe(true);
    const details = { keyId, statedReason: 'Ticket 4711' };
    expect(await eventsOf(id)).toContainEqual({ action: 'api_key_deleted', actor: root.id, details });
    const again = await admin.post(path);
    expect(again.status).toBe(404);
    expect(again.text).toContain('This API key had already been deleted, or had expired.');
    expect((await admin.get(path)).location).toBe(personPath(id));
  });

  test('a person without a password who signs in with a provider is no one who was only invited', async () => {
    const { id, login } = await registerPerson(gatehouse);
    await login();
    await gatehouse.sql(`UPDATE users SET password_hash = NULL WHERE id = '${id}'`);
    const path = `${personPath(id)}/identities/${await addIdentity(gatehouse, id)}`;
    const formsOf = ({ forms }: PageReply) => forms.map(({ action }) => action);
    const page = await admin.get(personPath(id));
    expect(page.text).not.toContain('has no password yet');
    expect(formsOf(page)).toContain(`${personPath(id)}/password-reset`);
    const confirm = await admin.get(path);
    expect(confirm.text).toContain('The person has no other way to sign in.');
    const after = await admin.follow(await admin.submit(confirm, path));
    expect(after.text).toContain('has no password yet');
    expect(formsOf(after)).toContain(`${personPath(id)}/password-reset`);
    expect(formsOf(after)).not.toContain(`${personPath(id)}/invitation`);
  });

  test('without providers, the page does not name them', async () => {
    const other = await startGatehouse();
    try {
      const { id, email } = await loginSuperAdmin(other);
      const client = await clientOf(other, email);
      expect((await client.get(personPath(id))).html).not.toContain('id="identities"');
      await addIdentity(other, id, 'former');
      expect((await client.get(personPath(id))).html).toContain('<h3>former</h3>');
    } finally {
      await other.stop();
    }
  });

  test('the profile and the roles are edited, and the audit names only what has changed', async () => {
    const { id } = await registerPerson(gatehouse);
    const path = `${personPath(id)}/edit`;
    const page = await admin.get(path);
    expect(formTo(page, path).fields).toMatchObject({ first_name: 'Ada', last_name: 'Lovelace', roles: '' });
    expect((await admin.submit(page, path)).location).toBe(`${personPath(id)}?done=unchanged`);
    const changes = { tel: '+49 30 1234', company: 'Analytical GmbH', roles: ' editor  billing:read ', locale: 'de' };
    expect((await admin.submit(page, path, changes)).location).toBe(`${personPath(id)}?done=saved`);
    expect(await userRow(id)).toMatchObject({
      tel: '+49 30 1234',
      company: 'Analytical GmbH',
      roles: ['billing:read', 'editor'],
      locale: 'de',
      first_name: 'Ada',
    });
    const [updated] = (await eventsOf(id)).filter(({ action }) => action === 'user_updated');
    expect(updated?.details).toEqual({ fields: ['tel', 'company', 'locale'] });
    const cleared = await admin.submit(await admin.get(path), path, { tel: '', roles: '' });
    expect(cleared.status).toBe(303);
    expect(await userRow(id)).toMatchObject({ tel: null, roles: [] });
  });

  test('an older form does not undo what another super admin has changed since', async () => {
    const { id } = await registerPerson(gatehouse);
    const path = `${personPath(id)}/edit`;
    await gatehouse.sql(`UPDATE users SET roles = '{billing}', company = 'Before' WHERE id = '${id}'`);
    const older = await admin.get(path);
    await gatehouse.sql(`UPDATE users SET roles = '{}', company = 'After' WHERE id = '${id}'`);
    expect((await admin.submit(older, path, { tel: '+49 30 1' })).location).toBe(`${personPath(id)}?done=saved`);
    expect(await userRow(id)).toMatchObject({ tel: '+49 30 1', roles: [], company: 'After' });
    const rejected = await admin.submit(older, path, { roles: 'billing editor', tel: '+49 30 2' });
    expect(rejected.status).toBe(409);
    expect(formTo(rejected, path).fields).toMatchObject({ roles: '', company: 'After', tel: '+49 30 2' });
    expect(await userRow(id)).toMatchObject({ roles: [], tel: '+49 30 1' });
    expect((await admin.submit(rejected, path, { roles: 'editor' })).location).toBe(`${personPath(id)}?done=saved`);
    expect(await userRow(id)).toMatchObject({ roles: ['editor'], tel: '+49 30 2', company: 'After' });
  });

  test('a profile that cannot be saved keeps what was typed', async () => {
    const { id } = await registerPerson(gatehouse);
    const path = `${personPath(id)}/edit`;
    const typed = { first_name: '', roles: 'Editor !', company_id_url: 'javascript:alert(1)' };
    const reply = await admin.submit(await admin.get(path), path, typed);
    expect(reply.status).toBe(400);
    expect(formTo(reply, path).fields).toMatchObject(typed);
    for (const name of Object.keys(typed)) expect(formTo(reply, path).inputs[name]).toHaveProperty('aria-invalid');
    expect(await userRow(id)).toMatchObject({ first_name: 'Ada', roles: [] });
  });

  test('an address of the company that runs a script is no link', async () => {
    const { id } = await registerPerson(gatehouse);
    await gatehouse.sql(`UPDATE users SET company_id_url = 'javascript:alert(1)' WHERE id = '${id}'`);
    const reply = await admin.get(personPath(id));
    expect(reply.text).toContain('javascript:alert(1)');
    expect(reply.links.filter((link) => link.startsWith('javascript:'))).toEqual([]);
  });

  test('the e-mail address is changed with a reason', async () => {
    const { id, credentials } = await registerPerson(gatehouse);
    const path = `${personPath(id)}/email`;
    const page = await admin.get(path);
    const missing = await admin.submit(page, path, { email: 'changed@example.com' });
    expect(missing.status).toBe(400);
    expect(formTo(missing, path).inputs.reason).toHaveProperty('aria-invalid');
    const taken = await admin.submit(page, path, { email: root.email, reason: 'Ticket 4711' });
    expect(taken.status).toBe(409);
    expect(taken.text).toContain('This e-mail address already has an account.');
    const done = await admin.submit(page, path, { email: 'changed@example.com', reason: 'Ticket 4711' });
    expect(done.location).toBe(`${personPath(id)}?done=saved`);
    expect(await userRow(id)).toMatchObject({ email: 'changed@example.com', email_verified: true });
    const [changed] = (await eventsOf(id)).filter(({ action }) => action === 'email_changed');
    expect(changed).toMatchObject({ actor: root.id, details: { statedReason: 'Ticket 4711' } });
    expect(credentials.email).not.toBe('changed@example.com');
  });
});

describe('an invitation', () => {
  test('is mailed, and mailed again', async () => {
    const page = await admin.get('/console/invite');
    const typed = {
      email: 'grace@example.com',
      first_name: 'Grace',
      last_name: 'Hopper',
      roles: 'editor',
      locale: 'fr',
    };
    const reply = await admin.submit(page, '/console/invite', typed);
    expect(reply.location).toMatch(/^\/console\/users\/[0-9a-f-]{36}\?done=invited$/);
    const person = await admin.follow(reply);
    expect(person.heading).toBe('Grace Hopper');
    expect(person.text).toContain('This account has no password yet');
    await gatehouse.mails();
    const again = String(person.forms.find(({ action }) => action.endsWith('/invitation'))?.action);
    expect((await admin.submit(person, again)).status).toBe(303);
    const mails = (await gatehouse.allMails()).filter(({ to }) => to === 'grace@example.com');
    expect(mails).toHaveLength(2);
  });

  test('without names shows the address until it is accepted', async () => {
    const reply = await admin.post('/console/invite', { email: 'Ivy@example.com' });
    const link = String(/<code>([^<]*)<\/code>/.exec(reply.html)?.[1]);
    const path = await pathOf('ivy@example.com');
    for (const language of locales) {
      const headers = { 'Accept-Language': language };
      const { namePending } = wordsIn[language].console.users;
      const person = await admin.get(path, { headers });
      expect([person.heading, person.text]).toEqual(['Ivy@example.com', expect.stringContaining(namePending)]);
      expect(person.text).not.toContain('Ivy Ivy');
      const listed = await admin.get('/console/users?email=ivy@', { headers });
      expect(listed.text).toContain(`Ivy@example.com ${namePending}`);
      expect(listed.text).not.toContain('Ivy Ivy');
    }
    expect((await admin.get(`${path}/disable`)).text).toContain('Ivy@example.com, Name pending');
    const stored = await gatehouse.sql(`SELECT first_name, last_name FROM users WHERE email = 'Ivy@example.com'`);
    expect(stored).toEqual([{ first_name: 'Ivy', last_name: 'Ivy' }]);

    await restApi.resetPassword(gatehouse.url, { token: link.split('/').at(-1), password: adminPassword });
    expect((await admin.get(path)).heading).toBe('Ivy Ivy');
  });

  test('without a mail shows the link, once', async () => {
    const reply = await admin.post('/console/invite', { email: 'alan@example.com', first_name: 'Alan' });
    expect(reply.status).toBe(200);
    const link = /<code>([^<]*)<\/code>/.exec(reply.html)?.[1];
    expect(link).toMatch(/^https:\/\/id\.example\.com\/reset\//);
    expect(languageLinks(reply)).toEqual([]);
    expect((await gatehouse.allMails()).filter(({ to }) => to === 'alan@example.com')).toEqual([]);
    expect((await admin.get(await pathOf('alan@example.com'))).html).not.toContain('/reset/');
    // The browser loads the page again: the form is rejected, and the link still works.
    const before = await state();
    const again = await admin.post('/console/invite', { email: 'alan@example.com', first_name: 'Alan' });
    expect(again.status).toBe(409);
    expect(again.text).toContain('This e-mail address already has an account.');
    expect(await state()).toEqual(before);
    const reset = await new PageClient(gatehouse).get(new URL(String(link)).pathname);
    expect(reset.status).toBe(200);
  });

  test('of an address that has an account, or is none, keeps what was typed', async () => {
    for (const [email, status] of [
      [root.email, 409],
      ['no address', 400],
    ] as const) {
      const reply = await admin.post('/console/invite', { email, roles: 'editor', mailed: 'yes' });
      expect([email, reply.status]).toEqual([email, status]);
      expect(formTo(reply, '/console/invite').fields).toMatchObject({ email, roles: 'editor', mailed: 'yes' });
    }
  });
});

describe('operation', () => {
  test('the audit is searched, page by page', async () => {
    const { credentials } = await registerPerson(gatehouse);
    for (let i = 0; i < 51; i += 1) await gatehouse.sql(eventOf(credentials.email, i));
    const first = await admin.get(
      `/console/audit?user=${encodeURIComponent(credentials.email)}&action=profile_changed`,
    );
    expect(first.html.match(/<tr>/g)).toHaveLength(51);
    const next = first.links.find((link) => link.includes('after='));
    expect((await admin.get(String(next))).html.match(/<tr>/g)).toHaveLength(2);
    const none = await admin.get('/console/audit?user=unknown%40example.com');
    expect(none.text).toContain('No event matches this search.');
  });

  const eventOf = (
    email: string,
    i: number,
  ) => `INSERT INTO audit_events (id, action, outcome, user_id, request_ids, details, first_ts, last_ts)
    SELECT gen_random_uuid(), 'profile_changed', 'success', id, '{}', '{}', now() - interval '1 minute' * ${i}, now() - interval '1 minute' * ${i}
    FROM users WHERE email_canonical = '${email}'`;

  test.each(['user=no+address', 'action=coffee', 'since=yesterday', 'after=1', 'actor=%3Cb%3E', 'network=%00'])(
    'the audit cannot be searched for %s',
    async (query) => {
      const reply = await admin.get(`/console/audit?${query}`);
      expect(reply.status).toBe(400);
      expect(reply.html).toContain('role="alert"');
      expect(reply.html).not.toContain('<b>');
    },
  );

  test('a request is explained', async () => {
    const { id: person, credentials } = await registerPerson(gatehouse);
    const response = await fetch(`${gatehouse.url}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: credentials.email, password: 'wrong horse battery' }),
    });
    const id = String(response.headers.get('x-request-id'));
    await untilRecorded(person, 'login_failed');
    const reply = await admin.get(`/console/requests?id=%20${id}%20`);
    expect(reply.text).toContain('The password is wrong. What to do: Let the user reset the password if it is lost.');
    const inLanguage = async (language: string) =>
      (await admin.get(`/console/requests?id=${id}`, { headers: { 'Accept-Language': language } })).html;
    for (const [language, cause, advice] of [
      ['en', 'The password is wrong.', 'Let the user reset the password if it is lost.'],
      ['de', 'Das Passwort ist falsch.', 'Hat die Person das Passwort vergessen, kann sie es zurücksetzen.'],
      ['fr', 'Le mot de passe est incorrect.', 'Si la personne l’a oublié, elle peut le réinitialiser.'],
      ['es', 'La contraseña no es correcta.', 'Si la persona la ha olvidado, puede restablecerla.'],
    ] as const) {
      const html = await inLanguage(language);
      const [before = '', folded = ''] = html.split('<details class="stack">');
      expect(before).toMatch(new RegExp(`${cause}</h2>.*${advice}.*${personPath(person)}`, 's'));
      // What the database has is one click away.
      expect(before).not.toContain('INVALID_CREDENTIALS');
      expect(folded).toContain('(login_failed, INVALID_CREDENTIALS, wrong password)');
    }
    for (const [unknown, status] of [
      ['4711', 404],
      ['a'.repeat(300), 400],
    ] as const) {
      const missing = await admin.get(`/console/requests?id=${unknown}`);
      expect([unknown, missing.status]).toEqual([unknown, status]);
      expect(missing.html).toContain('role="alert"');
    }
  });

  test('an explanation says what the super admin can do, and does not lead to itself', async () => {
    const { id, credentials } = await registerPerson(gatehouse);
    await admin.post(`${personPath(id)}/disable`, {});
    const response = await fetch(`${gatehouse.url}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(credentials),
    });
    const requestId = String(response.headers.get('x-request-id'));
    await untilRecorded(id, 'login_failed');
    const page = `/console/requests?id=${requestId}`;
    const reply = await admin.get(page);
    expect(reply.html).toContain(`href="${personPath(id)}/enable" dir="auto">Ada Lovelace → Enable</a>`);
    expect(reply.text).not.toContain('What to do:');
    expect(reply.links).not.toContain(page);
    await admin.post(`${personPath(id)}/enable`, {});
    expect((await admin.get(page)).text).not.toContain('→ Enable');
  });

  test('mails that failed are listed, and sent again', async () => {
    const { id, credentials } = await registerPerson(gatehouse);
    await gatehouse.mails();
    expect((await admin.get('/console/mails?state=waiting')).text).toContain('No mail is in this state.');
    const messageId = '01a1fafd-5e0c-7b1f-9c55-0d0f5f1d6c3b';
    await gatehouse.sql(`INSERT INTO messages (id, channel, template, user_id, recipient, locale, created_ts, expires_ts, attempts, ended_ts, problem)
      VALUES ('${messageId}', 'email', 'passkey_added', '${id}', '${credentials.email}', 'en', now(), now() + interval '1 day', 8, now(), 'unreachable')`);
    const page = await admin.get('/console/mails?state=failed');
    expect(page.text).toContain('The mail server cannot be reached.');
    expect((await admin.get('/console')).text).toContain('Some mails have failed.');
    const path = `/console/mails/${messageId}`;
    expect((await admin.submit(page, path)).location).toBe('/console/mails?done=retried');
    await gatehouse.mails();
    const again = await admin.post(path);
    expect(again.status).toBe(409);
    expect((await admin.get('/console/mails?state=sent')).status).toBe(400);
  });

  test('keys and checks', async () => {
    const [kid] = gatehouse.services.keys.list().map((key) => key.kid);
    expect((await admin.get('/console/keys')).text).toContain(`${kid} ES256 Signs`);
    const checks = await admin.get('/console/findings');
    expect(checks.html.match(/<h2 class="row-name">/g)?.length).toBeGreaterThan(5);
    expect(checks.text).toContain('clients Not checked there is no OAuth client');
    const german = await admin.get('/console/findings', { headers: { 'Accept-Language': 'de' } });
    expect(german.text).toContain('OAuth-Clients Nicht geprüft es gibt keinen OAuth-Client');
    expect(german.text).not.toMatch(/ the /);
  });

  test('every page that is read is in the audit', async () => {
    await admin.get('/console/keys');
    const [event] = await gatehouse.sql(
      `SELECT actor_id, details FROM audit_events WHERE action = 'admin_read' ORDER BY last_ts DESC, id DESC LIMIT 1`,
    );
    expect(event).toEqual({ actor_id: root.id, details: { operation: 'signingKeys' } });
  });
});

describe('acting as a user', () => {
  const acting = '__Host-gatehouse_acting';
  const session = '__Host-gatehouse_session';
  const bar = 'class="acting"';

  /** A super admin with a session of their own, who acts as a new person. */
  async function begin() {
    const person = await registerPerson(gatehouse);
    const client = await clientOf(gatehouse, root.email);
    const path = `${personPath(person.id)}/impersonate`;
    const page = await client.get(path);
    const started = await client.submit(page, path, { reason: 'Ticket 4711' });
    return { person, client, started };
  }

  test('is in the audit with its reason, and with the names and addresses of both as links', async () => {
    const { person } = await begin();
    const page = await admin.get('/console/audit?action=impersonation_started');
    const [, row = ''] = page.html.split('</thead>');
    const linkTo = (id: string, name: string, email: string) =>
      new RegExp(`<a href="${personPath(id)}"[^>]*>${name}<span[^>]*> ${email}</span></a>`);
    expect(row).toMatch(linkTo(root.id, 'Root Admin', root.email));
    expect(row).toMatch(linkTo(person.id, 'Ada Lovelace', person.credentials.email));
    expect(row).toContain('Reason: <q dir="auto">Ticket 4711</q>');
    expect((await admin.get(personPath(person.id))).html).toContain('Reason: <q dir="auto">Ticket 4711</q>');
  });

  test('needs a reason', async () => {
    const { id } = await registerPerson(gatehouse);
    for (const reason of ['', ' ', 'a'.repeat(501)]) {
      const reply = await admin.post(`${personPath(id)}/impersonate`, { reason });
      expect([reply.status, reply.cookies]).toEqual([400, []]);
      expect(formTo(reply, `${personPath(id)}/impersonate`).inputs.reason).toHaveProperty('aria-invalid');
    }
    expect((await admin.post(`${personPath(root.id)}/impersonate`, { reason: 'x' })).status).toBe(403);
  });

  test('gives the session a cookie of its own, and the bar is on every page', async () => {
    const { person, client, started } = await begin();
    expect([started.status, started.location]).toEqual([303, '/account']);
    expect(started.cookies.map(({ name }) => name)).toEqual([acting]);
    expect(started.cookies[0]?.attributes).toMatchObject({ httponly: '', secure: '', path: '/', samesite: 'Lax' });
    const { email } = person.credentials;
    for (const path of ['/account', '/account/sessions', '/account/security', '/account/data', '/forgot']) {
      const reply = await client.get(path);
      expect([path, reply.status, reply.html.includes(bar)]).toEqual([path, 200, true]);
      expect(reply.text).toContain(`root@example.com acts as ${email} , until`);
      expect(reply.links).not.toContain('/console');
    }
    expect((await client.get('/account')).text).toContain(email);
    for (const path of ['/console', '/console/users', personPath(unknownId), '/logout']) {
      expect([path, (await client.get(path)).html.includes(bar)]).toEqual([path, true]);
    }
    expect((await client.get('/console')).status).toBe(200);
    expect((await admin.get('/account')).html).not.toContain(bar);
  });

  test('what only the user can do is not offered, and the page says why', async () => {
    const { client } = await begin();
    const why = 'Only they can change this.';
    for (const section of ['', '/sessions', '/security', '/data']) {
      const page = await client.get(`/account${section}`);
      expect([section, page.text]).toEqual([section, expect.stringContaining(why)]);
      const below = page.links.filter((link) => /^\/account\/(?:email|password|security\/|data\/)/.test(link));
      const forms = page.forms.filter(({ action }) => /^\/account\/(?:sessions|security|data)/.test(action));
      expect([section, below, forms]).toEqual([section, [], []]);
    }
    expect((await admin.get('/account/security')).text).not.toContain(why);
  });

  test('what only the user can do is forbidden, and the rest is recorded with the super admin', async () => {
    const { person, client } = await begin();
    const before = await userRow(person.id);
    for (const [page, fields] of [
      ['/account/password', { current_password: adminPassword, new_password: 'another battery horse' }],
      ['/account/email', { current_password: adminPassword, email: 'stolen@example.com' }],
      ['/account/delete', { current_password: adminPassword }],
      ['/account/sessions/end-others', {}],
    ] as const) {
      const reply = await client.post(page, { ...fields, acting_as: person.id });
      expect([page, [403, 404].includes(reply.status)]).toEqual([page, true]);
    }
    const forbidden = await client.post('/account/sessions/end-others', { acting_as: person.id });
    expect(forbidden.status).toBe(403);
    expect(forbidden.html).toContain(bar);
    expect(await userRow(person.id)).toEqual(before);
    const profile = await client.get('/account');
    const form = profile.forms.find(({ inputs }) => inputs.first_name);
    const saved = await client.post(String(form?.action), { ...form?.fields, first_name: 'Augusta' });
    expect(saved.status).toBe(303);
    expect(await userRow(person.id)).toMatchObject({ first_name: 'Augusta' });
    expect(await eventsOf(person.id)).toContainEqual(
      expect.objectContaining({ action: 'profile_changed', actor: root.id }),
    );
  });

  test('a form that was made for another user changes nothing', async () => {
    const { person, client } = await begin();
    const form = (await client.get('/account')).forms.find(({ inputs }) => inputs.first_name);
    expect(form?.fields.acting_as).toBe(person.id);
    const path = String(form?.action);
    const fields: Record<string, string> = { ...form?.fields, first_name: 'Mallory' };
    const own = await admin.post(path, fields);
    expect([own.status, own.location]).toEqual([409, null]);
    const { acting_as: _, ...withoutUser } = fields;
    for (const changed of [withoutUser, { ...withoutUser, acting_as: root.id }]) {
      expect((await client.post(path, changed)).status).toBe(409);
    }
    expect((await userRow(person.id))?.first_name).toBe('Ada');
    expect((await userRow(root.id))?.first_name).toBe('Root');
  });

  test('a further one ends the one before', async () => {
    const { person, client } = await begin();
    const other = await registerPerson(gatehouse);
    await client.post(`${personPath(other.id)}/impersonate`, { reason: 'Ticket 4712' });
    expect((await client.get('/account')).text).toContain(other.credentials.email);
    const rows = await gatehouse.sql(
      `SELECT revoked_reason FROM sessions WHERE user_id = '${person.id}' AND actor_id IS NOT NULL`,
    );
    expect(rows).toEqual([{ revoked_reason: 'impersonation_ended' }]);
  });

  test('the button ends only that session', async () => {
    const { person, client } = await begin();
    const page = await client.get('/account');
    const reply = await client.submit(page, '/stop-acting');
    expect(reply.location).toBe(`${personPath(person.id)}?done=stopped`);
    expect(reply.cookies.map(({ name, attributes }) => [name, new Date(String(attributes.expires)).getTime()])).toEqual(
      [[acting, 0]],
    );
    const after = await client.follow(reply);
    expect(after.text).toContain('You no longer act as this person.');
    expect(after.html).not.toContain(bar);
    expect((await client.get('/account')).text).toContain(root.email);
    const ended = await gatehouse.sql(
      `SELECT revoked_reason AS reason FROM sessions WHERE user_id = '${person.id}' AND actor_id IS NOT NULL`,
    );
    expect(ended).toEqual([{ reason: 'impersonation_ended' }]);
    expect((await client.post('/stop-acting')).location).toBe('/console');
    expect((await client.get('/console')).status).toBe(200);
  });

  test('the sign-out ends both', async () => {
    const { client } = await begin();
    const cookies = new Map(client.cookies);
    const reply = await client.submit(await client.get('/logout'), '/logout');
    expect(reply.location).toBe('/login?done=signed-out');
    expect([...client.cookies.keys()].filter((name) => name !== '__Host-gatehouse_language')).toEqual([]);
    for (const [name, value] of cookies) client.cookies.set(name, value);
    for (const path of ['/account', '/console']) expect((await client.get(path)).location).toContain('/login');
    // Also with the cookie alone: the session of the super admin has ended.
    const other = await clientOf(gatehouse, root.email);
    other.cookies.set(acting, String(cookies.get(acting)));
    expect((await other.get('/account')).html).not.toContain(bar);
  });

  test('the cookie of one session is not accepted as the other', async () => {
    const { person, client } = await begin();
    const [own, other] = [String(client.cookies.get(session)), String(client.cookies.get(acting))];
    const stranger = new PageClient(gatehouse);
    stranger.cookies.set(session, other);
    expect((await stranger.get('/account')).location).toContain('/login');
    stranger.cookies.set(session, own);
    stranger.cookies.set(acting, own);
    const reply = await stranger.get('/account');
    expect(reply.html).not.toContain(bar);
    expect(reply.text).toContain(root.email);
    // Neither does it open anything for another person, not even for the user.
    const user = await clientOf(gatehouse, person.credentials.email);
    user.cookies.set(acting, other);
    expect((await user.get('/account')).html).not.toContain(bar);
    const api = await fetch(`${gatehouse.url}/auth/me`, { headers: { Cookie: `${acting}=${other}` } });
    expect(api.status).toBe(401);
  });

  test('ends when the super admin loses the right to act', async () => {
    const person = await registerPerson(gatehouse);
    const second = await registerPerson(gatehouse);
    await gatehouse.sql(`UPDATE users SET is_super_admin = true WHERE id = '${second.id}'`);
    const client = await clientOf(gatehouse, second.credentials.email);
    await client.post(`${personPath(person.id)}/impersonate`, { reason: 'Ticket 4711' });
    expect((await client.get('/account')).html).toContain(bar);
    await admin.post(`${personPath(second.id)}/end-sessions`);
    expect((await client.get('/account')).location).toContain('/login');
  });

  test('ends when the super admin is no longer one, although the own session continues', async () => {
    const person = await registerPerson(gatehouse);
    const second = await registerPerson(gatehouse);
    await gatehouse.sql(`UPDATE users SET is_super_admin = true WHERE id = '${second.id}'`);
    const client = await clientOf(gatehouse, second.credentials.email);
    await client.post(`${personPath(person.id)}/impersonate`, { reason: 'Ticket 4711' });
    expect((await client.get('/account')).html).toContain(bar);
    expect((await admin.post(`${personPath(second.id)}/revoke-super-admin`)).status).toBe(303);
    const after = await client.get('/account');
    expect(after.html).toContain(second.credentials.email);
    expect(after.html).not.toContain(bar);
  });

  test('a login removes the cookie', async () => {
    const { client } = await begin();
    const reply = await client.post('/login', { email: root.email, password: adminPassword });
    expect(reply.status).toBe(303);
    expect(client.cookies.has(acting)).toBe(false);
  });
});
