import { createPublicKey, randomBytes } from 'node:crypto';
import argon2 from 'argon2';
import { decode, verify } from 'jsonwebtoken';
import { AccessTokens } from '../../src/auth/access-token';
import { AuthService } from '../../src/auth/auth.service';
import { createPasswordHasher, hashParameters, type PasswordHasher } from '../../src/auth/password';
import { KeyRing } from '../../src/signing-keys/key-ring';
import { createSeal } from '../../src/signing-keys/seal';
import { InMemorySigningKeyStore, InMemoryUserStore } from '../support/in-memory';

const now = new Date('2026-11-20T17:30:15.123Z');
const clock = () => now;
const account = { email: 'Ada@Example.com', firstName: 'Ada', lastName: 'Lovelace', password: 'correct horse battery' };
const credentials = { email: account.email, password: account.password };

/** The algorithm, version and costs of a PHC string, sorted. */
const parametersOf = (hash = ''): string[] =>
  hash
    .split('$')
    .slice(1, 4)
    .flatMap((part) => part.split(','))
    .sort();

/** Counts the work, which is what a client could time. */
class CountingHasher implements PasswordHasher {
  verified: (string[] | 'decoy')[] = [];
  constructor(private readonly inner: PasswordHasher) {}
  hash(password: string) {
    return this.inner.hash(password);
  }
  isOutdated(storedHash: string) {
    return this.inner.isOutdated(storedHash);
  }
  async verify(storedHash: string | null, password: string) {
    this.verified.push(storedHash === null ? 'decoy' : parametersOf(storedHash));
    return this.inner.verify(storedHash, password);
  }
}

async function setUp() {
  const users = new InMemoryUserStore();
  const hasher = new CountingHasher(await createPasswordHasher());
  const keys = new KeyRing(new InMemorySigningKeyStore(), createSeal(randomBytes(32), 'test'), clock);
  await keys.load();
  const settings = { issuer: 'https://id.example.com', audience: 'https://api.example.com', ttlS: 3600 };
  const auth = new AuthService(users, hasher, new AccessTokens(keys, settings), clock);
  return { users, hasher, keys, auth };
}

test('a login gives a token of the profile: header, claims and nothing personal', async () => {
  const { auth, keys } = await setUp();
  const { id } = await auth.register(account);
  const { jwt } = await auth.login(credentials);

  const [jwk] = keys.publicKeySet().keys;
  const publicKey = createPublicKey({ key: { ...jwk }, format: 'jwk' });
  const claims = verify(jwt, publicKey, { algorithms: ['ES256'], clockTimestamp: now.getTime() / 1000 });

  const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
  const iat = Math.floor(now.getTime() / 1000);
  expect(decode(jwt, { complete: true })?.header).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: jwk?.kid });
  expect(claims).toEqual({
    iss: 'https://id.example.com',
    aud: 'https://api.example.com',
    sub: id,
    sid: uuid,
    jti: uuid,
    iat,
    exp: iat + 3600,
  });
});

test('an unknown address costs one verification, as a wrong password does', async () => {
  const { auth, hasher } = await setUp();
  await auth.register(account);

  await expect(auth.login({ ...credentials, password: 'wrong horse battery' })).rejects.toMatchObject({
    code: 'INVALID_CREDENTIALS',
  });
  await expect(auth.login({ ...credentials, email: 'eve@example.com' })).rejects.toMatchObject({
    code: 'INVALID_CREDENTIALS',
  });

  expect(hasher.verified).toEqual([['argon2id', 'm=19456', 'p=1', 't=2', 'v=19'], 'decoy']);
});

test('the decoy has the parameters of a new hash, and no password opens it', async () => {
  const verified: string[] = [];
  const spy = jest.spyOn(argon2, 'verify').mockImplementation(async (hash) => {
    verified.push(hash);
    return true;
  });
  const hasher = await createPasswordHasher();

  expect(await hasher.verify(null, account.password)).toBe(false);
  spy.mockRestore();
  expect(verified).toHaveLength(1);
  expect(parametersOf(verified[0])).toEqual(parametersOf(await hasher.hash(account.password)));
});

test('a stored hash of other parameters is replaced at a login, and only with the right password', async () => {
  const { auth, users } = await setUp();
  await auth.register(account);
  const row = users.rows.get('ada@example.com');
  if (!row) throw new Error('the account is not there');
  const weaker = await (await createPasswordHasher({ ...hashParameters, memoryCost: 8192 })).hash(account.password);
  row.passwordHash = weaker;

  await auth.login({ ...credentials, password: 'wrong horse battery' }).catch(() => {});
  expect(row.passwordHash).toBe(weaker);

  await auth.login(credentials);
  expect(parametersOf(row.passwordHash)).toContain('m=19456');
  await expect(auth.login(credentials)).resolves.toBeDefined();
});

test('an account that is disabled while its password is checked gets no token', async () => {
  const { auth, users } = await setUp();
  await auth.register(account);
  const row = users.rows.get('ada@example.com');
  const find = users.findCredentials.bind(users);
  users.findCredentials = async (canonical) => {
    const found = await find(canonical);
    if (row) row.user.disabled = true;
    return found;
  };

  await expect(auth.login(credentials)).rejects.toMatchObject({ code: 'ACCOUNT_DISABLED' });
});

test('a registration takes nothing that a client may not set', async () => {
  const { auth } = await setUp();
  const forged = { id: 'mine', isSuperAdmin: true, disabled: true, emailVerified: true, createdTs: 0, company: 'x' };

  expect(await auth.register({ ...account, ...forged })).toMatchObject({
    isSuperAdmin: false,
    disabled: false,
    emailVerified: false,
    company: null,
    createdTs: now,
  });
});
