import { wordsIn } from '../../src/pages/words/words-in';
import { locales } from '../../src/platform/request/locale';
import { apis } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { PageClient } from '../support/page-client';
import { adminPassword, loginSuperAdmin } from '../support/super-admin';

interface Answer {
  range: string;
  bars: {
    startTs: string;
    signIns: { label: string; count: number }[];
    rejected: { label: string; count: number }[];
    newAccounts: number;
  }[];
  sinceTs: string | null;
  countedTs: string | null;
  accounts: { total: number; active: number; verified: number; twoStep: number; passkey: number } | null;
}

const hourMs = 3_600_000;
let gatehouse: Gatehouse;
let root: Awaited<ReturnType<typeof loginSuperAdmin>>;
/** The start of the current hour, a moment before noon. */
let currentMs = 0;

beforeEach(async () => {
  stopClock();
  jest.setSystemTime(new Date('2026-11-27T11:20:00Z'));
  currentMs = new Date('2026-11-27T11:00:00Z').getTime();
  gatehouse = await startGatehouse();
  root = await loginSuperAdmin(gatehouse);
  await gatehouse.sql('DELETE FROM audit_events');
});
afterEach(async () => {
  await gatehouse.stop();
  jest.useRealTimers();
});

const hoursAgo = (hours: number) => new Date(currentMs - hours * hourMs);

async function add(action: string, at: Date, details: object = {}, count = 1): Promise<void> {
  const ts = at.toISOString();
  await gatehouse.sql(`INSERT INTO audit_events (id, action, outcome, request_ids, details, first_ts, last_ts, count)
    VALUES (gen_random_uuid(), '${action}', 'EMAIL_NOT_VERIFIED', '{}', '${JSON.stringify(details)}', '${ts}', '${ts}', ${count})`);
}

/** A later run, which counts although the last one was less than a minute ago. */
async function count(): Promise<void> {
  await gatehouse.sql("DELETE FROM jobs WHERE name = 'figures'");
  await gatehouse.services.figureCounter?.run();
}

async function figures(range?: string): Promise<Answer> {
  const answers = await Promise.all(
    apis.map(({ call }) => call(gatehouse.url, 'figures', range ? { range } : {}, root.jwt)),
  );
  const [one, other] = answers.map(({ msg, result }) => {
    expect(msg).toBe('Figures returned.');
    // Only REST leaves the Z out.
    return JSON.stringify(result).replaceAll(/(\d\d\.\d{3})"/g, '$1Z"');
  });
  expect(one).toBe(other);
  return JSON.parse(String(one));
}

test('both APIs return sign-ins by method, rejections by reason and new accounts, by hour, quarter of a day and day', async () => {
  await add('logged_in', hoursAgo(3), { method: 'password' });
  await add('logged_in', new Date(hoursAgo(2).getTime() - 1), { method: 'password', factor: 'totp' });
  await add('logged_in', hoursAgo(3), { method: 'google' });
  await add('logged_in', hoursAgo(60 * 24), {});
  await add('login_failed', hoursAgo(3), { reason: 'wrong password' }, 40);
  await add('second_factor_failed', hoursAgo(3), { reason: 'wrong factor' }, 2);
  await add('login_failed', hoursAgo(4));
  await add('limited', hoursAgo(4), {}, 7);
  await add('second_factor_required', hoursAgo(4));
  await add('registered', hoursAgo(4));
  await add('registered', hoursAgo(4), { migrated: true });
  await add('user_invited', hoursAgo(4));
  await add('user_invited', hoursAgo(4), { again: true });
  expect(await figures()).toMatchObject({ range: '24h', sinceTs: null, countedTs: null, accounts: null });
  // The oldest event is 1440 hours ago, and a run counts 200.
  await count();
  expect((await figures()).sinceTs).toBe(hoursAgo(199).toISOString());
  for (let run = 0; run < 8; run += 1) await count();

  const day = await figures();
  expect(day.bars.map(({ startTs }) => startTs)).toEqual(
    Array.from({ length: 24 }, (_, i) => hoursAgo(23 - i).toISOString()),
  );
  expect(day.bars[20]).toEqual({
    startTs: hoursAgo(3).toISOString(),
    signIns: [
      { label: 'google', count: 1 },
      { label: 'password', count: 2 },
    ],
    rejected: [
      { label: 'wrong factor', count: 2 },
      { label: 'wrong password', count: 40 },
    ],
    newAccounts: 0,
  });
  expect(day.bars[19]).toMatchObject({
    signIns: [],
    rejected: [
      { label: 'EMAIL_NOT_VERIFIED', count: 1 },
      { label: 'limited', count: 7 },
    ],
    newAccounts: 2,
  });
  expect(day).toMatchObject({ sinceTs: hoursAgo(60 * 24).toISOString(), countedTs: '2026-11-27T11:20:00.000Z' });

  const week = await figures('7d');
  expect(week.bars).toHaveLength(28);
  expect(week.bars.at(-1)).toMatchObject({ startTs: '2026-11-27T06:00:00.000Z', newAccounts: 2 });
  const quarter = await figures('90d');
  expect(quarter.bars).toHaveLength(90);
  expect(quarter.bars[29]?.signIns).toEqual([{ label: 'unknown', count: 1 }]);
  expect((await figures('30d')).bars).toHaveLength(30);
  for (const { call } of apis) {
    expect(await call(gatehouse.url, 'figures', { range: '1y' }, root.jwt)).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  }
});

test('an hour is counted again until its late events are there, by one instance, and stays when the audit is gone', async () => {
  await add('logged_in', hoursAgo(0), { method: 'passkey' });
  const other = await gatehouse.another();
  await Promise.all([gatehouse.services.figureCounter?.run(), other.services.figureCounter?.run()]);
  const passkeys = async () => (await figures()).bars.flatMap(({ signIns }) => signIns);
  expect(await passkeys()).toEqual([{ label: 'passkey', count: 1 }]);
  await add('logged_in', hoursAgo(0), { method: 'passkey' });
  await gatehouse.services.figureCounter?.run();
  // Less than a minute ago.
  expect(await passkeys()).toEqual([{ label: 'passkey', count: 1 }]);
  jest.setSystemTime(new Date('2026-11-27T12:05:00Z'));
  await count();
  expect(await passkeys()).toEqual([{ label: 'passkey', count: 2 }]);
  jest.setSystemTime(new Date('2026-11-27T12:10:00Z'));
  await count();
  await gatehouse.sql('DELETE FROM audit_events');
  await add('logged_in', hoursAgo(30));
  await count();
  expect(await passkeys()).toEqual([{ label: 'passkey', count: 2 }]);
});

test('the accounts are counted once an hour', async () => {
  await gatehouse.sql(`INSERT INTO users (id, email, email_canonical, first_name, last_name, created_ts, email_verified, factors, two_step, last_login_ts)
    SELECT gen_random_uuid(), n || '@example.com', n || '@example.com', 'A', 'B', now(), n % 2 = 0,
      CASE WHEN n < 10 THEN '{passkey}' WHEN n < 15 THEN '{totp}' ELSE '{}' END::text[], n < 13,
      CASE WHEN n < 30 THEN timestamptz '2026-11-01' WHEN n < 50 THEN timestamptz '2026-10-01' END
    FROM generate_series(1, 100) AS n`);
  await count();
  const counted = { total: 101, active: 30, verified: 50, twoStep: 12, passkey: 9 };
  expect((await figures()).accounts).toMatchObject(counted);
  await gatehouse.sql('UPDATE users SET email_verified = true');
  await count();
  expect((await figures()).accounts).toMatchObject(counted);
  jest.setSystemTime(new Date('2026-11-27T12:00:00Z'));
  await count();
  expect((await figures()).accounts).toMatchObject({ ...counted, verified: 101 });
});

test('the first page of the console shows them as bars and as a table, in each range', async () => {
  await add('logged_in', hoursAgo(3), { method: 'password' }, 1200);
  await add('logged_in', hoursAgo(3), { method: 'passkey' }, 34);
  await add('login_failed', hoursAgo(3), { reason: 'wrong password' }, 40);
  for (let n = 0; n < 8; n += 1) await add('login_failed', hoursAgo(5), { reason: `reason ${n}` }, 1);
  const admin = new PageClient(gatehouse);
  await admin.signIn({ email: root.email, password: adminPassword });
  expect((await admin.get('/console')).text).toContain('Not counted yet.');
  await count();
  const { text, html } = await admin.get('/console');
  expect(text).toContain('Password 1,201');
  expect(text).toContain('Passkey 34');
  expect(text).toContain('The password is wrong. 40');
  expect(text).toMatch(/Others 4/);
  expect(text).toContain('With a verified address');
  expect(html.match(/class="bars"/g)).toHaveLength(2);
  // 1,234 sign-ins on a scale to 2,000, 320 high.
  expect(html).toContain('<rect class="color-0" x="201" y="128" width="8" height="192"');
  expect(html).not.toContain('style="');
  for (const [range, rows] of [
    ['24h', 24],
    ['7d', 28],
    ['30d', 30],
    ['90d', 90],
  ] as const) {
    const page = await admin.get(`/console?range=${range}`);
    expect(page.html).toMatch(new RegExp(`href="/console\\?range=${range}" aria-current="true"`));
    expect([range, page.html.match(/<th scope="row">/g)?.length]).toEqual([range, 2 * rows]);
  }
  expect((await admin.get('/console?range=1y')).status).toBe(400);
  for (const language of locales) {
    const head = wordsIn[language].console.overview.signIns;
    expect((await admin.get('/console', { headers: { 'Accept-Language': language } })).text).toContain(head);
  }
});
