import { createHash, createPublicKey } from 'node:crypto';
import { decode, verify } from 'jsonwebtoken';
import type { CheckedRegistration, LoginPolicy, LoginSecondFactors } from '../../src/accounts/auth/auth.service';
import { type HashEngineName, loadHashEngine } from '../../src/accounts/passwords/hash-engine';
import { hashParameters } from '../../src/accounts/passwords/hash-parameters';
import { createPasswordHasher, type MeasuredPasswordHasher } from '../../src/accounts/passwords/password-hasher';
import type { StoredHash } from '../../src/accounts/passwords/stored-hash';
import { sessionEnds } from '../../src/accounts/sessions/sessions.reasons';
import { userActions } from '../../src/accounts/users/users.audit';
import { createAuth } from '../../src/compose/auth';
import { loadDerivationKey, loadSigningKeys } from '../../src/compose/base';
import { readConfig } from '../../src/compose/config';
import { createPasswords } from '../../src/compose/passwords';
import { createSessions } from '../../src/compose/sessions';
import { createShared, defaultTimeLimits } from '../../src/compose/shared';
import { successEvent } from '../../src/platform/audit/audit-event';
import { AppError } from '../../src/platform/errors/app-error';
import { createLog } from '../../src/platform/observability/log';
import type { RequestContext } from '../../src/platform/request/request-context';
import { InMemorySessionStore, InMemoryUserStore, inMemoryStores } from '../support/in-memory';
import { contextAt } from '../support/limits';

const engines: HashEngineName[] = ['argon2', 'node-rs'];
const now = new Date('2026-11-20T17:30:15.123Z');
const day = 86_400;
const context = contextAt('127.0.0.1');
const account = { email: 'Ada@Example.com', firstName: 'Ada', lastName: 'Lovelace', password: 'correct horse battery' };
const credentials = { email: account.email, password: account.password };

/** Returns the algorithm, version and costs of a PHC string, sorted. */
const parametersOf = (hash = ''): string[] =>
  hash
    .split('$')
    .slice(1, 4)
    .flatMap((part) => part.split(','))
    .sort();

/** Counts the hashes, because a client could measure their time. */
class CountingHasher implements MeasuredPasswordHasher {
  verified: (string[] | 'decoy')[] = [];
  readonly speed;
  readonly engine;
  constructor(private readonly inner: MeasuredPasswordHasher) {
    this.speed = inner.speed;
    this.engine = inner.engine;
  }
  close() {
    return this.inner.close();
  }
  hash(password: string) {
    return this.inner.hash(password);
  }
  isOutdated(storedHash: StoredHash) {
    return this.inner.isOutdated(storedHash);
  }
  msPerHash() {
    return this.inner.msPerHash();
  }
  async verify(storedHash: StoredHash | null, password: string) {
    this.verified.push(storedHash === null ? 'decoy' : parametersOf(storedHash.text));
    return this.inner.verify(storedHash, password);
  }
}

/** For users without a second factor. The tests of src/features/mfa have the others. */
const noSecondFactors: LoginSecondFactors = {
  areNeeded: () => false,
  login: () => Promise.reject(new Error('not needed')),
  challenge: () => Promise.reject(new Error('not needed')),
};

const config = readConfig({
  PUBLIC_URL: 'https://id.example.com',
  JWT_AUDIENCE: 'https://api.example.com',
  JWT_CLIENT_ID: 'shop',
  RATE_LIMITS: 'off',
  COMMON_PASSWORDS: 'off',
});

async function setUp(engine: HashEngineName = 'node-rs') {
  const users = new InMemoryUserStore();
  const sessionStore = new InMemorySessionStore(users);
  const seconds = { now: 0 };
  const clock = () => new Date(now.getTime() + seconds.now * 1000);
  const hasher = new CountingHasher(await createPasswordHasher(await loadHashEngine(engine), 2));
  const registrations = {
    reject() {},
    async complete({ newUser }: CheckedRegistration, context: RequestContext) {
      const user = await users.insert(newUser, successEvent(userActions.registered, newUser.createdTs, context, {}));
      if (!user) throw new AppError('EMAIL_TAKEN');
      return user;
    },
  };
  const loginPolicy: LoginPolicy = {
    problemOf: async ({ user }) => (user.disabled ? new AppError('ACCOUNT_DISABLED') : null),
  };

  const stores = inMemoryStores({ users, sessions: sessionStore, clock });
  const platform = createShared({ config, stores, log: createLog('silent') }, defaultTimeLimits);
  await loadSigningKeys(platform);
  await loadDerivationKey(platform);
  const sessions = createSessions(platform);
  const parts = { ...sessions, ...createPasswords(platform, sessions, hasher) };
  const { auth } = createAuth(platform, { ...parts, secondFactors: noSecondFactors, registrations, loginPolicy });

  const wait = (s: number) => {
    seconds.now += s;
  };
  return { users, hasher, keys: platform.keys, auth, sessionStore, wait };
}

test('a login returns a token of the profile: header, claims and no personal data', async () => {
  const { auth, keys } = await setUp();
  const { id } = await auth.register(account, context);
  const { jwt } = await auth.login(credentials, context);

  const [jwk] = keys.publicKeySet().keys;
  const publicKey = createPublicKey({ key: { ...jwk }, format: 'jwk' });
  const claims = verify(jwt, publicKey, { algorithms: ['ES256'], clockTimestamp: now.getTime() / 1000 });

  const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
  const iat = Math.floor(now.getTime() / 1000);
  expect(decode(jwt, { complete: true })?.header).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: jwk?.kid });
  expect(claims).toEqual({
    iss: 'https://id.example.com',
    aud: 'https://api.example.com',
    client_id: 'shop',
    acr: 'aal1',
    amr: ['pwd'],
    sub: id,
    sid: uuid,
    rev: 0,
    jti: uuid,
    auth_time: iat,
    iat,
    exp: iat + 3600,
  });
});

test.each(engines)('an unknown address costs one verification with %s, as a wrong password does', async (engine) => {
  const { auth, hasher } = await setUp(engine);
  await auth.register(account, context);

  await expect(auth.login({ ...credentials, password: 'wrong horse battery' }, context)).rejects.toMatchObject({
    code: 'INVALID_CREDENTIALS',
  });
  await expect(auth.login({ ...credentials, email: 'eve@example.com' }, context)).rejects.toMatchObject({
    code: 'INVALID_CREDENTIALS',
  });

  expect(hasher.verified).toEqual([['argon2id', 'm=19456', 'p=1', 't=2', 'v=19'], 'decoy']);
});

test.each(engines)('the decoy of %s has the parameters of a new hash, and matches no password', async (name) => {
  const verified: string[] = [];
  const { engine } = await loadHashEngine(name);
  const verify = async (hash: string) => {
    verified.push(hash);
    return true;
  };
  const hasher = await createPasswordHasher({ engine: { ...engine, verify } }, 2);

  expect(await hasher.verify(null, account.password)).toBe(false);
  expect(verified).toHaveLength(1);
  expect(parametersOf(verified[0])).toEqual(parametersOf(await hasher.hash(account.password)));
});

test.each(engines)(
  'a stored hash of other parameters is replaced at a login by %s, and only with the right password',
  async (name) => {
    const { auth, users } = await setUp(name);
    await auth.register(account, context);
    const row = users.rows.get('ada@example.com');
    if (!row) throw new Error('the account is not there');
    const { engine } = await loadHashEngine(name);
    const weaker = await engine.hash(account.password, { ...hashParameters, memoryCost: 8192 });
    row.passwordHash = weaker;

    await auth.login({ ...credentials, password: 'wrong horse battery' }, context).catch(() => {});
    expect(row.passwordHash).toBe(weaker);

    await auth.login(credentials, context);
    expect(parametersOf(row.passwordHash)).toContain('m=19456');
    await expect(auth.login(credentials, context)).resolves.toBeDefined();
  },
);

test('an account that is disabled while its password is checked gets no token', async () => {
  const { auth, users } = await setUp();
  await auth.register(account, context);
  const row = users.rows.get('ada@example.com');
  const find = users.findCredentials.bind(users);
  users.findCredentials = async (canonical) => {
    const found = await find(canonical);
    if (row) row.user.disabled = true;
    return found;
  };

  await expect(auth.login(credentials, context)).rejects.toMatchObject({ code: 'ACCOUNT_DISABLED' });
});

test('a registration ignores fields that a client may not set', async () => {
  const { auth } = await setUp();
  const forged = { id: 'mine', isSuperAdmin: true, disabled: true, emailVerified: true, createdTs: 0, company: 'x' };

  expect(await auth.register({ ...account, ...forged }, context)).toMatchObject({
    isSuperAdmin: false,
    disabled: false,
    emailVerified: false,
    company: null,
    createdTs: now,
  });
});

describe('a refresh token', () => {
  async function logIn() {
    const world = await setUp();
    await world.auth.register(account, context);
    const { refreshToken } = await world.auth.login({ ...credentials, scope: 'offline_access' }, context);
    return {
      ...world,
      first: refreshToken,
      refresh: (token: unknown) => world.auth.refresh({ refreshToken: token }, context),
    };
  }
  const rejected = { code: 'UNAUTHENTICATED' };

  test('is returned only if the client asks for offline access', async () => {
    const { auth } = await logIn();
    expect((await auth.login(credentials, context)).refreshToken).toBeNull();
    expect((await auth.login({ ...credentials, scope: '' }, context)).refreshToken).toBeNull();
  });

  test.each(['foo', 'offline', 'openid offline_access'])('is not asked for with the scope "%s"', async (scope) => {
    const { auth } = await logIn();
    await expect(auth.login({ ...credentials, scope }, context)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: [{ field: 'scope', msg: 'must be "offline_access"' }],
    });
  });

  test('has 256 bits, and only its SHA-256 is stored', async () => {
    const { first, sessionStore } = await logIn();
    expect(Buffer.from(first ?? '', 'base64url')).toHaveLength(32);
    expect([...sessionStore.tokens.keys()]).toEqual([
      createHash('sha256')
        .update(first ?? '')
        .digest('hex'),
    ]);
  });

  test('is exchanged for another, and returns the same one again within the grace period', async () => {
    const { first, refresh, wait } = await logIn();
    const { refreshToken: second } = await refresh(first);
    expect(second).not.toBe(first);
    wait(30);
    expect((await refresh(first)).refreshToken).toBe(second);
    expect((await refresh(second)).refreshToken).not.toBe(second);
  });

  test('that is sent again after the grace period ends its session', async () => {
    const { first, refresh, wait, sessionStore } = await logIn();
    const { refreshToken: second } = await refresh(first);
    wait(31);
    await expect(refresh(first)).rejects.toMatchObject(rejected);
    await expect(refresh(second)).rejects.toMatchObject(rejected);
    expect([...sessionStore.rows.values()].map((row) => row.revoked?.reason)).toEqual([
      sessionEnds.refresh_token_reuse,
    ]);
  });

  test('keeps a session that is used, and not one that is idle for seven days', async () => {
    const { first, refresh, wait } = await logIn();
    wait(7 * day - 1);
    const { refreshToken: second } = await refresh(first);
    wait(7 * day - 1);
    const { refreshToken: third } = await refresh(second);
    wait(7 * day);
    await expect(refresh(third)).rejects.toMatchObject(rejected);
  });

  test('does not carry a session past thirty days, nor does the token it gives', async () => {
    const { first, refresh, wait } = await logIn();
    let token: string | null = first;
    for (let i = 0; i < 4; i++) {
      wait(7 * day - 1);
      token = (await refresh(token)).refreshToken;
    }
    wait(2 * day - 10 * 60);
    const last = await refresh(token);
    expect(last.expiresInS).toBe(10 * 60 + 4);
    wait(10 * 60 + 4);
    await expect(refresh(last.refreshToken)).rejects.toMatchObject(rejected);
  });

  test.each([
    ['unknown', 'A'.repeat(43)],
    ['malformed', 'x'],
    ['empty', ''],
    ['of another alphabet', '+'.repeat(43)],
  ])('that is %s is rejected, and ends no session', async (_name, token) => {
    const { first, refresh } = await logIn();
    await expect(refresh(token)).rejects.toMatchObject(rejected);
    await expect(refresh(first)).resolves.toBeDefined();
  });
});
