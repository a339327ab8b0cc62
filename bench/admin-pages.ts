import 'reflect-metadata';
import type { ManagedUser } from '../src/accounts/users/managed-user';
import type { UserListFilter } from '../src/accounts/users/user-list.store';
import { readConfig } from '../src/compose/config';
import { openStores, type Stores } from '../src/compose/stores';
import type { AuditPageRequest } from '../src/platform/audit/audit.store';
import type { PagePosition } from '../src/platform/request/page-cursor';
import { createFilled, GATEHOUSE_SECRET } from './admin-data';
import { type Bench, median, runBench } from './support';

// Measures the pages of the administration API with a million users and a million audit events on PostgreSQL: the time of
// each statement at the store, with the filters that an index supports well and those that it supports badly.
const mostMs = 50;
/** For 100 000 events, in the background of a page. */
const mostCountMs = 150;
const repeats = 15;

const noFilter: UserListFilter = {
  email: null,
  name: null,
  contains: null,
  disabled: null,
  isSuperAdmin: null,
  emailVerified: null,
  createdAfter: null,
  createdBefore: null,
};

async function main(bench: Bench): Promise<void> {
  const DATABASE_URL = process.argv[2] ?? (await createFilled(bench));
  const stores = await openStores(readConfig({ DATABASE_URL, GATEHOUSE_SECRET }));
  try {
    await measureUsers(bench, stores);
    await measureAudit(bench, stores);
  } finally {
    await stores.close();
  }
}

/** Runs the page several times, and compares the median with the bound. */
async function measure<Row>(bench: Bench, name: string, page: () => Promise<Row[]>, atMostMs = mostMs): Promise<Row[]> {
  let found = await page();
  const times: number[] = [];
  for (let i = 0; i < repeats; i += 1) {
    const startedAt = performance.now();
    found = await page();
    times.push(performance.now() - startedAt);
  }
  const [ms, slowest] = [median(times), Math.max(...times)];
  const text = `${name}: ${found.length} rows, median ${ms.toFixed(2)} ms, slowest ${slowest.toFixed(2)} ms (at most ${atMostMs})`;
  bench.bound(text, ms <= atMostMs);
  return found;
}

async function measureUsers(bench: Bench, { userLists }: Stores): Promise<void> {
  const first = 50;
  const page = async (filter: Partial<UserListFilter>, after: PagePosition | null) =>
    (await userLists.list({ first, after, filter: { ...noFilter, ...filter } })).users;
  const positionOf = ({ createdTs: ts, id }: ManagedUser): PagePosition => ({ ts, id });
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const filters: [string, Partial<UserListFilter>][] = [
    ['all users', {}],
    ['an address', { email: 'user123456@' }],
    ['an address that no user has', { email: 'zzz' }],
    ['the beginning of every fifth address', { email: 'info' }],
    ['one character of an address', { email: 'u' }],
    ['a frequent name', { name: 'ada' }],
    ['a rare name', { name: 'Lc4ca4238a0b9' }],
    ['a name that no user has', { name: 'zzz' }],
    ['one character of a name', { name: 'l' }],
    ['disabled', { disabled: true }],
    ['not disabled', { disabled: false }],
    ['super admins', { isSuperAdmin: true }],
    ['verified, which is rare', { emailVerified: true }],
    ['not verified', { emailVerified: false }],
    ['disabled with a frequent name', { disabled: true, name: 'grace' }],
    ['verified with a frequent name', { emailVerified: true, name: 'ada' }],
    ['the beginning of every fifth address, and a name that these never have', { email: 'info', name: 'grace' }],
    ['a name that only the oldest 20 000 users have', { name: 'oldest' }],
    ['a name that only the oldest 500 users have', { name: 'older' }],
    ['the beginning of an address that only the oldest 20 000 users have', { email: 'old' }],
    ['verified and not disabled', { emailVerified: true, disabled: false }],
    ['disabled and not verified', { disabled: true, emailVerified: false }],
    ['disabled and verified, which no user is', { disabled: true, emailVerified: true }],
    ['not disabled, with the beginning of an address', { disabled: false, email: 'user99' }],
    ['registered yesterday, with a frequent name', { createdAfter: daysAgo(1), name: 'ada' }],
    [
      'registered in one week, with the beginning of an address',
      { createdAfter: daysAgo(100), createdBefore: daysAgo(93), email: 'info' },
    ],
    ['registered before half a year, and verified', { createdBefore: daysAgo(180), emailVerified: true }],
    ['registered before half a year', { createdBefore: daysAgo(180) }],
    ['registered before a year, with a frequent name', { createdBefore: daysAgo(340), name: 'ada' }],
    ['registered yesterday', { createdAfter: daysAgo(1) }],
    ['registered yesterday, and disabled', { createdAfter: daysAgo(1), disabled: true }],
    ['a field of every second user', { fields: { plan: 'pro' } }],
    ['a field of 1000 users', { fields: { seats: 7 } }],
    ['a field of ten users', { fields: { code: 77_777 } }],
    ['a field that only the oldest 20 000 users have', { fields: { old: true } }],
    ['a field that no user has', { fields: { plan: 'gold' } }],
    ['two fields', { fields: { plan: 'pro', seats: 7 } }],
    ['a field and a frequent name', { fields: { seats: 7 }, name: 'ada' }],
  ];
  for (const [name, filter] of filters) await measure(bench, `users, ${name}`, () => page(filter, null));
  for (const [name, before] of [
    ['in the middle', daysAgo(173)],
    ['at the end', daysAgo(347.2)],
  ] as const) {
    const [from] = await page({ createdBefore: before }, null);
    if (!from) throw new Error('no such user');
    await measure(bench, `users, a page ${name}`, () => page({}, positionOf(from)));
    await measure(bench, `users, a page ${name} with a frequent name`, () => page({ name: 'ada' }, positionOf(from)));
  }
  await measure(bench, 'the estimate of all users', async () => [await userLists.estimateTotal()]);
}

async function measureAudit(bench: Bench, { audit, activity }: Stores): Promise<void> {
  const user = '00000000-0000-4000-8000-000000000001';
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const none = {
    person: null,
    actorId: null,
    action: null,
    outcome: null,
    network: null,
    organizationId: null,
    since: null,
    until: null,
    reads: null,
  };
  const person = { userId: user, accountKey: null };
  const filters: [string, Partial<AuditPageRequest>][] = [
    ['all events', {}],
    ['of a user', { person }],
    ['of a super admin', { actorId: user }],
    ['of a frequent action', { action: 'session_ended' }],
    ['of a rare action', { action: 'key_added' }],
    ['of logins', { action: 'logged_in' }],
    ['that succeeded', { outcome: 'success' }],
    ['with a rare outcome', { outcome: 'CONFLICT' }],
    ['with a rare outcome of a user', { person, outcome: 'CONFLICT' }],
    ['of a network', { network: '10.0.7.1' }],
    ['of a rare action in a network', { action: 'key_added', network: '10.0.7.1' }],
    ['of a user and a rare action', { person, action: 'key_added' }],
    ['until a month ago', { until: daysAgo(30) }],
    ['of an hour', { since: daysAgo(40), until: daysAgo(39.96) }],
  ];
  const page = (request: Partial<AuditPageRequest>) => audit.page({ first: 100, after: null, ...none, ...request });
  for (const [name, filter] of filters) await measure(bench, `audit, ${name}`, () => page(filter));
  for (const [name, days] of [
    ['in the middle', 34.7],
    ['at the end', 69.4],
  ] as const) {
    const after = { ts: daysAgo(days), id: user };
    await measure(bench, `audit, a page ${name}`, () => page({ after }));
    await measure(bench, `audit, a page ${name} of a frequent action`, () => page({ after, action: 'session_ended' }));
  }
  // An event each 6 seconds: the limit of the rows ends the count of these three weeks.
  const countBusyHour = async () => [await activity.count(daysAgo(21), daysAgo(0), 100_000)];
  await measure(bench, 'the count of the busiest hour', countBusyHour, mostCountMs);
}

void runBench(900, main);
