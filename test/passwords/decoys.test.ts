import { type DecoyHash, Decoys } from '../../src/accounts/passwords/decoys';
import { loadHashEngine } from '../../src/accounts/passwords/hash-engine';
import { PasswordCheck } from '../../src/accounts/passwords/password-check';
import { createPasswordHasher, type MeasuredPasswordHasher } from '../../src/accounts/passwords/password-hasher';
import type { SchemeCount } from '../../src/accounts/passwords/password-scheme.store';
import { passwordReasons } from '../../src/accounts/passwords/passwords.reasons';
import type { StoredHash } from '../../src/accounts/passwords/stored-hash';
import { legacyPassword } from '../../src/accounts/users/legacy-password';
import { AppError } from '../../src/platform/errors/app-error';
import { createLog } from '../../src/platform/observability/log';
import { storedHashOf } from '../support/imported-passwords';
import { contextAt } from '../support/limits';

const own = '$argon2id$v=19$m=19456,t=2,p=1';
const context = contextAt('127.0.0.1');
const addresses = Array.from({ length: 20_000 }, (_, i) => `unknown${i}@example.com`);

let hasher: MeasuredPasswordHasher;
beforeAll(async () => {
  hasher = await createPasswordHasher(await loadHashEngine('auto'), 1);
});
afterAll(() => hasher.close());

/** Counts what `counts` has. An `Error` there fails the count. */
function createDecoys(first: readonly SchemeCount[], { isLegacyAsked = false, key = 'key' } = {}) {
  const state: { counts: readonly SchemeCount[] | Error } = { counts: first };
  const schemes = {
    count: async () => {
      if (state.counts instanceof Error) throw state.counts;
      return [...state.counts];
    },
  };
  const derive = () => Buffer.from(key);
  return { state, decoys: new Decoys(schemes, derive, isLegacyAsked, hasher.isOutdated, createLog('silent')) };
}

const schemeOf = (decoy: DecoyHash | null): string =>
  decoy === null ? own : (/^(\$2b\$\d\d|\$6|\$legacy\$|\$argon2i.*(?=\$.*\$))/.exec(textOf(decoy))?.[0] ?? '?');
const textOf = (decoy: DecoyHash): string => (typeof decoy === 'string' ? decoy : decoy.text);
const picksOf = (decoys: Decoys) => addresses.map((address) => schemeOf(decoys.pick(address)));

function sharesOf(picks: readonly string[]): Record<string, number> {
  const shares: Record<string, number> = {};
  for (const pick of picks) shares[pick] = (shares[pick] ?? 0) + 1 / picks.length;
  return shares;
}

test('without foreign hashes, there is only the decoy of new hashes', async () => {
  const counts = [
    { scheme: own, accounts: 1000 },
    { scheme: '$argon2id$v=19$p=1,t=2,m=19456', accounts: 3 },
  ];
  const { decoys } = createDecoys(counts, { isLegacyAsked: true });
  expect(decoys.pick('before the first count')).toBeNull();
  await decoys.refresh();
  expect(new Set(picksOf(decoys))).toEqual(new Set([own]));
});

test('unknown addresses get the formats and costs in the proportions of the accounts', async () => {
  const counts = [
    { scheme: '$2b$12', accounts: 500 },
    { scheme: own, accounts: 200 },
    { scheme: '$6', accounts: 200 },
    { scheme: '$2b$10', accounts: 100 },
    // No account of these can sign in, so they are like unknown addresses.
    { scheme: '$2b$31', accounts: 1000 },
    { scheme: legacyPassword, accounts: 1000 },
    { scheme: '$2$', accounts: 1000 },
  ];
  const { decoys } = createDecoys(counts);
  await decoys.refresh();
  const shares = sharesOf(picksOf(decoys));
  expect(Object.keys(shares)).toHaveLength(4);
  const expected = { $2b$12: 0.5, $2b$10: 0.1, $6: 0.2, [own]: 0.2 };
  for (const [scheme, share] of Object.entries(expected)) expect(shares[scheme]).toBeCloseTo(share, 1);

  const { decoys: others } = createDecoys(counts, { isLegacyAsked: true });
  await others.refresh();
  expect(sharesOf(picksOf(others))[legacyPassword]).toBeCloseTo(0.5, 1);
});

test('an address keeps its decoy, and while users sign in, addresses move to the decoy of new hashes', async () => {
  const { decoys, state } = createDecoys([{ scheme: '$2b$12', accounts: 1000 }]);
  await decoys.refresh();
  const before = addresses.map((address) => decoys.pick(address));
  expect(addresses.map((address) => decoys.pick(address))).toEqual(before);
  expect(new Set(picksOf(decoys))).toEqual(new Set(['$2b$12']));
  let last = picksOf(decoys);
  for (const migrated of [100, 500, 999, 1000]) {
    state.counts = [
      { scheme: '$2b$12', accounts: 1000 - migrated },
      { scheme: own, accounts: migrated },
    ].filter(({ accounts }) => accounts > 0);
    await decoys.refresh();
    const now = picksOf(decoys);
    expect(now.filter((pick, i) => pick !== last[i] && pick !== own)).toEqual([]);
    expect(sharesOf(now)[own]).toBeCloseTo(migrated / 1000, 1);
    last = now;
  }
  expect(decoys.pick('ada@example.com')).toBeNull();
});

test('with several foreign formats, nearly every address that moves gets the decoy of new hashes', async () => {
  const counts = (bcrypt: number) => [
    { scheme: '$2b$12', accounts: bcrypt },
    { scheme: '$6', accounts: 200 },
    { scheme: own, accounts: 800 - bcrypt },
  ];
  const { decoys, state } = createDecoys(counts(500));
  await decoys.refresh();
  const before = picksOf(decoys);
  state.counts = counts(400);
  await decoys.refresh();
  const moved = picksOf(decoys).filter((pick, i) => pick !== before[i]);
  expect(moved.length / addresses.length).toBeGreaterThan(0.05);
  expect(moved.filter((pick) => pick !== own).length / moved.length).toBeLessThan(0.35);
});

test('the key decides, so no one can compute the decoy of an address', async () => {
  const counts = [
    { scheme: '$2b$12', accounts: 500 },
    { scheme: own, accounts: 500 },
  ];
  const [one, other] = [createDecoys(counts).decoys, createDecoys(counts, { key: 'other' }).decoys];
  await one.refresh();
  await other.refresh();
  const others = picksOf(other);
  const same = picksOf(one).filter((pick, i) => pick === others[i]).length;
  expect(same / addresses.length).toBeCloseTo(0.5, 1);
});

test('a failed count keeps the last proportions, and the next one corrects them', async () => {
  const { decoys, state } = createDecoys([{ scheme: '$2b$12', accounts: 1 }]);
  await decoys.refresh();
  const before = decoys.pick('ada@example.com');
  state.counts = new AppError('SERVICE_UNAVAILABLE');
  await expect(decoys.refresh()).rejects.toThrow();
  expect(decoys.pick('ada@example.com')).toBe(before);
  state.counts = [{ scheme: own, accounts: 1 }];
  await decoys.refresh();
  expect(decoys.pick('ada@example.com')).toBeNull();
});

describe('the comparison', () => {
  const log = createLog('silent');
  const noSignerKeys = { find: async () => null };
  const user = { id: 'ada', email: 'ada@example.com' };
  const outcomes = [
    ['unknown address', null],
    ['no password', { user, passwordHash: null }],
    ['unusable hash', { user, passwordHash: 'not a hash' }],
    ['unusable hash', { user, passwordHash: `$firebase-scrypt$ln=1,r=1,k=7$AAAA$${'A'.repeat(86)}` }],
  ] as const;

  test.each(outcomes)('of an account with "%s" verifies the decoy that was picked', async (reason, found) => {
    const decoy = storedHashOf(`$2b$04$${'.'.repeat(53)}`);
    const verified: unknown[] = [];
    const passwords = {
      verify: async (storedHash: StoredHash | null) => {
        verified.push(storedHash);
        return true;
      },
      isOutdated: () => false,
    };
    const check = new PasswordCheck(
      passwords,
      null,
      { pick: (account) => (account === user.email ? decoy : null) },
      noSignerKeys,
      log,
    );
    expect(await check.check('ada@example.com', found, 'password', context)).toEqual({
      mismatch: passwordReasons[reason],
    });
    expect(verified).toEqual([decoy]);
  });

  test.each(outcomes)('of an account with "%s" takes the time of the old service', async (reason, found) => {
    const pretended: string[] = [];
    const legacy = {
      accepts: () => Promise.reject(new Error('the old service must not be asked')),
      pretend: async () => {
        pretended.push('once');
      },
    };
    const passwords = { verify: () => Promise.reject(new Error('nothing is hashed')), isOutdated: () => false };
    const check = new PasswordCheck(passwords, legacy, { pick: () => legacyPassword }, noSignerKeys, log);
    expect(await check.check('ada@example.com', found, 'password', context)).toEqual({
      mismatch: passwordReasons[reason],
    });
    expect(pretended).toEqual(['once']);
  });
});
