import { randomBytes } from 'node:crypto';
import { userActions } from '../../src/accounts/users/users.audit';
import { readConfig } from '../../src/compose/config';
import { purposes } from '../../src/compose/features';
import { createStores, type Stores } from '../../src/compose/stores';
import { openKeyRing } from '../../src/compose/tokens';
import { invalidateAllTokens } from '../../src/features/admin-installation/after-restore';
import { successEvent } from '../../src/platform/audit/audit-event';
import type { Database } from '../../src/platform/db/database';
import { derivingFrom } from '../../src/platform/encryption/derivation-key';
import { createLog } from '../../src/platform/observability/log';
import type { OneTimeToken } from '../../src/platform/one-time-tokens/one-time-token';
import { oneTimeTokenCleanUp } from '../../src/platform/one-time-tokens/one-time-token-clean-up';
import { createOneTimeTokenTexts } from '../../src/platform/one-time-tokens/one-time-token-text';
import {
  type OneTimeTokens,
  openOneTimeTokens,
  type ProvenToken,
  type TokenRequest,
} from '../../src/platform/one-time-tokens/one-time-tokens';
import { oneTimeTokenReasons } from '../../src/platform/one-time-tokens/one-time-tokens.reasons';
import { type TokenPurpose, tokenPurposes } from '../../src/platform/one-time-tokens/purpose';
import { uuidv7 } from '../../src/platform/runtime/uuid';
import { createMigratedDatabase, type TestDatabase } from '../support/database';
import { newUser } from '../support/new-user';

const { reset_password } = purposes;
const config = readConfig({});
const start = new Date('2026-11-22T10:00:00.000Z');
const key = randomBytes(32);
let now = start;
const clock = () => now;
const wait = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

let testDatabase: TestDatabase;
let database: Database;
let stores: Stores;
let tokens: OneTimeTokens;
beforeAll(async () => {
  testDatabase = await createMigratedDatabase();
  database = await testDatabase.open();
  stores = createStores(database, { current: randomBytes(32), previous: null });
  tokens = createTokens(key);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
beforeEach(async () => {
  now = start;
  await database.query('DELETE FROM one_time_tokens');
});

function createTokens(derivationKey: Buffer): OneTimeTokens {
  const texts = createOneTimeTokenTexts(derivingFrom(derivationKey));
  return openOneTimeTokens(stores, texts, config.tokenLifetimes, clock);
}

const issue = (request: TokenRequest) => stores.transaction(null, (tx) => tokens.issue(tx, request));
const consume = (proven: ProvenToken) => stores.transaction(null, (tx) => tokens.consume(tx, proven));
const invalid = { code: 'INVALID_TOKEN' };
const rejected = (reason: keyof typeof oneTimeTokenReasons) => ({ ...invalid, reason: oneTimeTokenReasons[reason] });

async function createUser(address = `${uuidv7()}@example.com`) {
  const user = newUser({ email: address, passwordHash: 'x', createdTs: start });
  await stores.users.insert(user, successEvent(userActions.user_created, start, null, { userId: user.id }));
  return { userId: user.id, address };
}

async function issueReset() {
  const user = await createUser();
  const token = await issue({ purpose: reset_password, ...user });
  return { ...user, token, text: tokens.tokenOf(token) };
}

const codeOf = (token: OneTimeToken): string => tokens.codeOf(token)?.code ?? '';
const wrongCodeOf = (token: OneTimeToken): string => String((Number(codeOf(token)) + 1) % 1_000_000).padStart(6, '0');
const proveCode = (address: string, code: string, purpose: TokenPurpose = reset_password) =>
  tokens.prove({ address, code }, [purpose]);

describe('a link', () => {
  test('is a text of 64 characters that is used once', async () => {
    const { token, text, userId, address } = await issueReset();
    expect(text).toMatch(/^[A-Za-z0-9_-]{64}$/);
    const proven = await tokens.prove({ token: text }, [purposes.verify_email, reset_password]);
    expect(proven).toMatchObject({ by: 'link', token: { id: token.id, userId, address, purpose: 'reset_password' } });
    await consume(proven);
    await expect(consume(proven)).rejects.toMatchObject(invalid);
    await expect(tokens.prove({ token: text }, [reset_password])).rejects.toMatchObject(rejected('used link'));
  });

  test('can be looked at any number of times', async () => {
    const { text } = await issueReset();
    for (let i = 0; i < 10; i += 1) expect(await tokens.find(text, [reset_password])).not.toBeNull();
    await consume(await tokens.prove({ token: text }, [reset_password]));
    expect(await tokens.find(text, [reset_password])).toBeNull();
  });

  test('is rejected with one error for every reason', async () => {
    const { text } = await issueReset();
    const swapped = (at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
    const wrong = ['', 'x', `${text}A`, text.slice(1), `${text.slice(0, -1)}=`, swapped(0), swapped(30), swapped(62)];
    const texts = wrong.map((token) => ({ token, of: [reset_password] as TokenPurpose[] }));
    for (const { token, of } of [...texts, { token: text, of: [purposes.verify_email] }]) {
      await expect(tokens.prove({ token }, of)).rejects.toMatchObject(rejected('unknown link'));
      expect(await tokens.find(token, of)).toBeNull();
    }
    const errors = new Set<string>();
    const note = (error: Error) => void errors.add(error.message);
    await tokens.prove({ token: swapped(40) }, [reset_password]).catch(note);
    wait(config.tokenLifetimes.resetPasswordS);
    await expect(tokens.prove({ token: text }, [reset_password])).rejects.toMatchObject(rejected('expired link'));
    await tokens.prove({ token: text }, [reset_password]).catch(note);
    expect([...errors]).toHaveLength(1);
  });

  test('of another installation is rejected', async () => {
    const { token } = await issueReset();
    const text = createTokens(randomBytes(32)).tokenOf(token);
    await expect(tokens.prove({ token: text }, [reset_password])).rejects.toMatchObject(rejected('unknown link'));
  });

  test('is bound to its purpose and its address: a changed row makes it invalid', async () => {
    const { text, token } = await issueReset();
    await database.query(`UPDATE one_time_tokens SET purpose = 'invite' WHERE id = '${token.id}'`);
    await expect(tokens.prove({ token: text }, [purposes.invite])).rejects.toMatchObject(invalid);
    await database.query(`UPDATE one_time_tokens SET purpose = 'reset_password', address = 'eve@example.com'`);
    await expect(tokens.prove({ token: text }, [reset_password])).rejects.toMatchObject(invalid);
  });

  test('stays valid if its operation fails', async () => {
    const { text } = await issueReset();
    const proven = await tokens.prove({ token: text }, [reset_password]);
    const failing = stores.transaction(null, async (tx) => {
      await tokens.consume(tx, proven);
      throw new Error('the hash could not be stored');
    });
    await expect(failing).rejects.toThrow('the hash could not be stored');
    await consume(await tokens.prove({ token: text }, [reset_password]));
  });

  test('of 20 concurrent operations, one succeeds', async () => {
    const { text, userId } = await issueReset();
    const proven = await tokens.prove({ token: text }, [reset_password]);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) =>
        stores.transaction(null, async (tx) => {
          await tokens.consume(tx, proven);
          await tx.users.upgradePasswordHash(userId, 'x', `hash ${i}`);
        }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(invalid);
    const [user] = await database.query(`SELECT password_hash FROM users WHERE id = '${userId}'`);
    expect(user?.password_hash).toBe(`hash ${results.findIndex(({ status }) => status === 'fulfilled')}`);
  });

  test.each<[keyof typeof purposes, boolean]>([
    ['verify_email', false],
    ['reset_password', false],
    ['approve_email_change', false],
    ['change_email', true],
    ['undo_email_change', true],
  ])('%s after a change of the address: accepted is %s', async (name, isAccepted) => {
    const purpose = purposes[name];
    const user = await createUser();
    const proven = await tokens.prove({ token: tokens.tokenOf(await issue({ purpose, ...user })) }, [purpose]);
    await database.query(`UPDATE users SET email_canonical = 'new-${user.address}' WHERE id = '${user.userId}'`);
    const used = consume(proven);
    if (isAccepted) expect(await used).toMatchObject({ purpose: name });
    else await expect(used).rejects.toMatchObject(invalid);
  });

  test('of an account that was deleted is rejected', async () => {
    const { text, userId } = await issueReset();
    const proven = await tokens.prove({ token: text }, [reset_password]);
    await database.query(`DELETE FROM users WHERE id = '${userId}'`);
    await expect(consume(proven)).rejects.toMatchObject(invalid);
  });
});

describe('a new token', () => {
  test.each<[keyof typeof purposes, boolean]>([
    ['verify_email', true],
    ['reset_password', true],
    ['change_email', true],
    ['approve_email_change', true],
    ['invite', true],
    ['confirm_registration', false],
    ['undo_email_change', false],
    ['cancel_deletion', false],
  ])('%s replaces the older one: %s', async (name, replaces) => {
    const purpose = purposes[name];
    const [user, other] = [await createUser(), await createUser()];
    const request = { purpose, expiresTs: new Date(start.getTime() + 1e6) };
    const older = await issue({ ...request, ...user });
    const ofOther = await issue({ ...request, ...other });
    const newer = await issue({ ...request, ...user });
    const isValid = async (token: OneTimeToken) => (await tokens.find(tokens.tokenOf(token), [purpose])) !== null;
    expect([await isValid(older), await isValid(ofOther), await isValid(newer)]).toEqual([!replaces, true, true]);
  });

  test('without an account replaces the older one of the address', async () => {
    const request = { purpose: purposes.invite, userId: null, address: 'grace@example.com' } as const;
    const older = await issue(request);
    await issue(request);
    expect(await tokens.find(tokens.tokenOf(older), [purposes.invite])).toBeNull();
  });

  test('expires as the settings say', async () => {
    const user = await createUser();
    const ttlOf = async (name: keyof typeof purposes) =>
      ((await issue({ purpose: purposes[name], ...user })).expiresTs.getTime() - start.getTime()) / 1000;
    expect(await ttlOf('verify_email')).toBe(86_400);
    expect(await ttlOf('confirm_registration')).toBe(86_400);
    expect(await ttlOf('reset_password')).toBe(1800);
    expect(await ttlOf('undo_email_change')).toBe(604_800);
    expect(await ttlOf('invite')).toBe(604_800);
    for (const name of ['cancel_deletion', 'complete_login'] as const) {
      await expect(ttlOf(name)).rejects.toThrow('the caller decides');
    }
  });
});

describe('a code', () => {
  test('has six digits and is used once, also instead of the link', async () => {
    const { token, text, address } = await issueReset();
    expect(codeOf(token)).toMatch(/^\d{6}$/);
    const proven = await proveCode(address, codeOf(token));
    expect(proven).toMatchObject({ by: 'code', token: { id: token.id } });
    await consume(proven);
    await expect(proveCode(address, codeOf(token))).rejects.toMatchObject(rejected('wrong code'));
    await expect(tokens.prove({ token: text }, [reset_password])).rejects.toMatchObject(invalid);
  });

  test('is for its address and its purpose alone', async () => {
    const { token } = await issueReset();
    const other = await issueReset();
    await expect(proveCode(other.address, codeOf(token))).rejects.toMatchObject(invalid);
    await expect(proveCode(other.address, codeOf(other.token), purposes.verify_email)).rejects.toMatchObject(invalid);
    expect(await proveCode(other.address, codeOf(other.token))).toMatchObject({ by: 'code' });
  });

  test('expires before the link', async () => {
    const { token, address, text } = await issueReset();
    const code = codeOf(token);
    wait(600);
    await expect(proveCode(address, code)).rejects.toMatchObject(invalid);
    expect(tokens.codeOf(token)).toBeNull();
    expect(await tokens.find(text, [reset_password])).not.toBeNull();
  });

  test('five wrong ones end the code and not the link', async () => {
    const { token, address, text } = await issueReset();
    for (let i = 0; i < 5; i += 1) {
      await expect(proveCode(address, wrongCodeOf(token))).rejects.toMatchObject(rejected('wrong code'));
    }
    await expect(proveCode(address, codeOf(token))).rejects.toMatchObject(rejected('wrong code'));
    await consume(await tokens.prove({ token: text }, [reset_password]));
  });

  test('concurrent wrong ones get no more attempts', async () => {
    const { token, address } = await issueReset();
    const guess = (i: number) => String((Number(codeOf(token)) + 1 + i) % 1_000_000).padStart(6, '0');
    const guesses = Array.from({ length: 30 }, (_, i) => proveCode(address, guess(i)));
    const results = await Promise.allSettled(guesses);
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await database.query('SELECT attempts_left, wrong_codes FROM one_time_tokens')).toEqual([
      { attempts_left: 0, wrong_codes: 5 },
    ]);
  });

  test('after ten wrong ones in a day, the address gets links alone, and codes again a day later', async () => {
    const { userId, address } = await createUser();
    const request = { purpose: reset_password, userId, address } as const;
    for (const attempts of [5, 5]) {
      const token = await issue(request);
      expect(token.attemptsLeft).toBe(attempts);
      for (let i = 0; i < 5; i += 1) await proveCode(address, wrongCodeOf(token)).catch(() => {});
      wait(60);
    }
    for (let i = 0; i < 3; i += 1) {
      const token = await issue(request);
      expect(tokens.codeOf(token)).toBeNull();
      expect(await tokens.find(tokens.tokenOf(token), [reset_password])).not.toBeNull();
      wait(3600);
    }
    wait(86_400 - 3 * 3600);
    expect(codeOf(await issue(request))).toMatch(/^\d{6}$/);
  });

  test('a wrong one says how many are compared at least, also if the day ends them', async () => {
    const address = 'three@example.com';
    const issued: OneTimeToken[] = [];
    for (const registrationId of ['1', '2', '3']) {
      issued.push(
        await issue({ purpose: purposes.confirm_registration, userId: null, address, details: { registrationId } }),
      );
    }
    const right = issued.map(codeOf);
    const wrong = ['000000', '000001', '000002', '000003'].find((code) => !right.includes(code)) ?? '';
    // Each attempt counts for three tokens, and the address has ten.
    for (const attemptsLeft of [3, 2, 1, null, null]) {
      const guess = proveCode(address, wrong, purposes.confirm_registration);
      await expect(guess).rejects.toMatchObject({ ...rejected('wrong code'), attemptsLeft });
    }
  });

  const withCode = tokenPurposes.all().filter(({ hasCode }) => hasCode);

  test.each(withCode.map((purpose) => ({ name: purpose.name, purpose })))(
    'wrong ones of strangers end those of no known network, and of no other purpose: $name',
    async ({ purpose }) => {
      const { userId, address } = await createUser();
      const request = (one: TokenPurpose) => ({ purpose: one, userId, address }) as const;
      for (let i = 0; i < 2; i += 1) {
        const token = await issue(request(purpose));
        for (let n = 0; n < 5; n += 1) await proveCode(address, wrongCodeOf(token), purpose).catch(() => {});
      }
      expect(tokens.codeOf(await issue(request(purpose)))).toBeNull();
      for (const other of withCode.filter((one) => one !== purpose)) {
        const token = await issue(request(other));
        expect(await proveCode(address, codeOf(token), other)).toMatchObject({ by: 'code' });
      }
      const token = await issue({ ...request(purpose), isOfKnownNetwork: true });
      // Each code that is compared counts, and some purposes have several live tokens.
      await database.query(`UPDATE one_time_tokens SET used_ts = created_ts WHERE id <> '${token.id}'`);
      const home = async () => `home of ${address}`;
      const atHome = (code: string) => tokens.prove({ address, code }, [purpose], {}, home);
      const guesses = Array.from({ length: 9 }, () => atHome(wrongCodeOf(token)));
      expect((await Promise.allSettled(guesses)).every(({ status }) => status === 'rejected')).toBe(true);
      const proven = await atHome(codeOf(token));
      await expect(atHome(wrongCodeOf(token))).rejects.toMatchObject({ ...rejected('wrong code'), attemptsLeft: null });
      await expect(atHome(codeOf(token))).rejects.toMatchObject(rejected('wrong code'));
      await consume(proven);
      expect(await database.query(`SELECT min(wrong_codes) AS least FROM one_time_tokens`)).toEqual([{ least: 0 }]);
    },
  );

  test('right ones do not count as wrong', async () => {
    const { userId, address } = await createUser();
    for (let i = 0; i < 12; i += 1) {
      const token = await issue({ purpose: purposes.verify_email, userId, address });
      await consume(await proveCode(address, codeOf(token), purposes.verify_email));
      wait(60);
    }
  });

  test('of several registrations of an address, each is accepted for its own', async () => {
    const address = 'grace@example.com';
    const issued: OneTimeToken[] = [];
    for (const registrationId of ['1', '2', '3']) {
      issued.push(
        await issue({ purpose: purposes.confirm_registration, userId: null, address, details: { registrationId } }),
      );
    }
    for (const token of issued) {
      const proven = await proveCode(address, codeOf(token), purposes.confirm_registration);
      expect(proven.token.details).toEqual(token.details);
    }
  });

  test.each(['undo_email_change', 'invite'] as const)('%s has none', async (name) => {
    const user = await createUser();
    expect(tokens.codeOf(await issue({ purpose: purposes[name], ...user }))).toBeNull();
  });
});

describe('a decoy', () => {
  test('leaves the same rows as a token of an account, and nothing accepts it', async () => {
    const { address: known, userId } = await createUser();
    const unknown = 'unknown@example.com';
    for (let i = 0; i < 2; i += 1) {
      await issue({ purpose: reset_password, userId, address: known });
      await issue({ purpose: reset_password, userId: null, address: unknown, isDecoy: true });
    }
    for (const address of [known, unknown]) await proveCode(address, '').catch(() => {});
    const rows = (address: string) =>
      database.query(`SELECT used_ts IS NULL AS live, attempts_left, wrong_codes FROM one_time_tokens
        WHERE address = '${address}' ORDER BY used_ts`);
    expect(await rows(unknown)).toEqual(await rows(known));
    expect(await rows(known)).toEqual([
      { live: false, attempts_left: 5, wrong_codes: 0 },
      { live: true, attempts_left: 4, wrong_codes: 1 },
    ]);

    const decoy = await issue({ purpose: reset_password, userId: null, address: unknown, isDecoy: true });
    const link = tokens.prove({ token: tokens.tokenOf(decoy) }, [reset_password]);
    await expect(link).rejects.toMatchObject(rejected('unknown link'));
    await expect(proveCode(unknown, codeOf(decoy))).rejects.toMatchObject(rejected('wrong code'));
  });
});

test('the database has neither a link nor a code, and no part of the HMAC', async () => {
  const { token, text } = await issueReset();
  const [row] = await database.query('SELECT t::text AS text FROM one_time_tokens t');
  expect(row?.text).toContain(token.id);
  const hmac = Buffer.from(text, 'base64url').subarray(16);
  for (const secret of [text, text.slice(22), hmac.toString('hex'), hmac.toString('base64')]) {
    expect(row?.text).not.toContain(secret);
  }
  // Six digits are also in an id, by chance.
  expect(row?.text).not.toMatch(new RegExp(`(?<![0-9a-f-])${codeOf(token)}(?![0-9a-f-])`));
});

test('all tokens of a user can be made invalid, except those that take the account back', async () => {
  const [user, other] = [await createUser(), await createUser()];
  for (const purpose of [purposes.verify_email, reset_password, purposes.undo_email_change]) {
    await issue({ purpose, ...user });
    await issue({ purpose, ...other });
  }
  await stores.transaction(null, (tx) => tokens.voidAll(tx, user.userId));
  const live = await database.query(
    'SELECT purpose, user_id FROM one_time_tokens WHERE used_ts IS NULL ORDER BY user_id, purpose',
  );
  expect(live.map(({ purpose, user_id }) => `${purpose} ${user_id === user.userId ? 'user' : 'other'}`).sort()).toEqual(
    ['reset_password other', 'undo_email_change other', 'undo_email_change user', 'verify_email other'],
  );
});

describe('the clean-up removes', () => {
  async function cleanUpAt(time: Date): Promise<unknown[]> {
    for (const { run } of oneTimeTokenCleanUp) await run(time, new AbortController().signal, stores.sql);
    return (await database.query('SELECT id FROM one_time_tokens')).map(({ id }) => id);
  }
  const minutesAfter = (time: Date, minutes: number) => new Date(time.getTime() + minutes * 60_000);

  test('tokens of mails a week after their end', async () => {
    const { token } = await issueReset();
    expect(await cleanUpAt(minutesAfter(token.expiresTs, 6.9 * 1440))).toEqual([token.id]);
    expect(await cleanUpAt(minutesAfter(token.expiresTs, 7.1 * 1440))).toEqual([]);
  });

  test('challenges of logins an hour after their end', async () => {
    const { userId, token } = await issueReset();
    const expiresTs = minutesAfter(start, 5);
    const challenge = await issue({ purpose: purposes.complete_login, userId, address: null, expiresTs });
    expect((await cleanUpAt(minutesAfter(expiresTs, 59))).sort()).toEqual([token.id, challenge.id].sort());
    expect(await cleanUpAt(minutesAfter(expiresTs, 61))).toEqual([token.id]);
  });
});

test('after a restore, links that were used after the backup stay invalid', async () => {
  const { text } = await issueReset();
  const keys = await openKeyRing(config, stores, createLog('silent'));
  expect(await invalidateAllTokens(keys, stores.transaction, clock)).toMatchObject({ linksVoided: 1 });
  await expect(tokens.prove({ token: text }, [reset_password])).rejects.toMatchObject(rejected('used link'));
});
