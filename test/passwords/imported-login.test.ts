import type { HashParameters } from '../../src/accounts/passwords/hash-parameters';
import type { ImportedPasswordHasher } from '../../src/accounts/passwords/imported-password';
import { parseImportedPassword } from '../../src/accounts/passwords/imported-password';
import { createSecretRotation } from '../../src/compose/admin-installation';
import { createBase } from '../../src/compose/base';
import { openImportedPasswordHasher } from '../../src/compose/imported-passwords';
import { createLog } from '../../src/platform/observability/log';
import { apis, graphqlApi, restApi } from '../support/apis';
import { cheapHashes, type Gatehouse, type Instance, startGatehouse } from '../support/gatehouse';
import { firebaseSigner, importedVectors } from '../support/imported-passwords';
import { inBatches } from '../support/rows';

const log = createLog('silent');
/** The beginning of a new hash. No imported hash has these parameters. */
const parameters = phcOf(cheapHashes);

let gatehouse: Gatehouse;
/** Another instance, which checks the length of a password at a login. */
let strict: Instance;
let hasher: ImportedPasswordHasher;
/** What an import stores for each vector. A fast digest is hashed with the real parameters, which takes long. */
let storedHashes: string[];
beforeAll(async () => {
  gatehouse = await startImporting();
  strict = await gatehouse.another({ LOGIN_PASSWORD_RULE: 'specification' });
  hasher = await hasherOf(gatehouse);
  storedHashes = await Promise.all(importedVectors.map(({ imported }) => store(imported)));
});
afterAll(() => gatehouse.stop());

function phcOf({ memoryCost, timeCost, parallelism }: HashParameters): string {
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;
}
const startImporting = () => startGatehouse({ IMPORT_FIREBASE_SIGNER: firebaseSigner, LOGIN_PASSWORD_RULE: 'any' });
const hasherOf = ({ config, stores }: Gatehouse) => openImportedPasswordHasher(config, stores, log);
const store = (imported: unknown, by = hasher) => by.store(parseImportedPassword(imported));
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const storedHashOf = async (email: string) => {
  const [row] = await gatehouse.sql(`SELECT password_hash FROM users WHERE email = ${quoted(email)}`);
  return String(row?.password_hash);
};

/** Stores what an import would have stored. */
async function importAccount(email: string, storedHash: string, { sql } = gatehouse): Promise<void> {
  await sql(`INSERT INTO users (id, email, email_canonical, password_hash, first_name, last_name, created_ts)
    VALUES (gen_random_uuid(), ${quoted(email)}, ${quoted(email)}, ${quoted(storedHash)}, 'Ada', 'Lovelace', now())`);
}

// Both APIs call the same login, which knows no formats. So each format signs in through one of them.
test.each(importedVectors.map((vector, i) => [vector.name, i, vector] as const))(
  'the first login with %s replaces the hash',
  async (_, i, { password }) => {
    const api = i % 2 ? graphqlApi : restApi;
    const email = `vector-${i}@example.com`;
    const storedHash = storedHashes[i] ?? '';
    await importAccount(email, storedHash);
    const login = (typed: string) => api.login(gatehouse.url, { email, password: typed });

    expect(await login(`x${password}`)).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect(await storedHashOf(email)).toBe(storedHash);
    expect(await login(password)).toMatchObject({ success: true });
    const replaced = await storedHashOf(email);
    expect(replaced.startsWith(parameters)).toBe(true);
    expect(await login(password)).toMatchObject({ success: true });
    expect(await storedHashOf(email)).toBe(replaced);
    // bcrypt had used 72 bytes. The new hash uses all.
    if (password.length > 72) {
      expect(await login(`${password}b`)).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    }
  },
);

describe.each(apis.map((api) => [api.name, api] as const))('%s', (name, api) => {
  test('of ten first logins at the same time, each succeeds', async () => {
    const email = `${name.toLowerCase()}-parallel@example.com`;
    await importAccount(email, await store('$2y$04$TTTEa0Bj5rovSHTkf.4.mep8MdupM9WBi1N/.NVSMJNE5s4.4nKs.'));
    const logins = Array.from({ length: 10 }, () =>
      api.login(gatehouse.url, { email, password: 'correct horse battery' }),
    );
    for (const login of await Promise.all(logins)) expect(login).toMatchObject({ success: true });
    expect((await storedHashOf(email)).startsWith(parameters)).toBe(true);
  });

  test('the length of a password is checked at a login, unless LOGIN_PASSWORD_RULE=any', async () => {
    const email = `${name.toLowerCase()}-short@example.com`;
    await importAccount(email, await store({ format: 'md5', hash: '5f4dcc3b5aa765d61d8327deb882cf99' }));
    const tooShort = [{ field: 'password', msg: 'must have more than 8 characters' }];
    const credentials = { email, password: 'password' };
    expect(await api.login(strict.url, credentials)).toMatchObject({ code: 'VALIDATION_FAILED', fields: tooShort });
    expect(await api.login(gatehouse.url, credentials)).toMatchObject({ success: true });
    expect(await api.login(strict.url, credentials)).toMatchObject({ code: 'VALIDATION_FAILED', fields: tooShort });
    for (const password of ['', 'p', 'passwort']) {
      expect(await api.login(gatehouse.url, { email, password })).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    }
    const tooLong = [{ field: 'password', msg: 'must have at most 256 characters' }];
    expect(await api.login(gatehouse.url, { email, password: 'p'.repeat(257) })).toMatchObject({ fields: tooLong });

    const { jwt } = await api.login(gatehouse.url, credentials);
    const account = { email: `new-${email}`, firstName: 'Ada', lastName: 'Lovelace', password: 'password' };
    expect(await api.register(gatehouse.url, account)).toMatchObject({ fields: tooShort });
    const change = { currentPassword: 'password', password: 'passwort' };
    expect(await api.changePassword(gatehouse.url, change, jwt)).toMatchObject({ fields: tooShort });
    const reset = { token: 'x', password: 'passwort' };
    expect(await api.resetPassword(gatehouse.url, reset)).toMatchObject({ fields: tooShort });
  });
});

test('the document of the REST API has the rule for the length', async () => {
  const minimumAt = async (url: string) => {
    const { components } = (await (await fetch(`${url}/openapi.json`)).json()) as OpenapiDocument;
    return components.schemas.LoginInput?.properties.password?.minLength;
  };
  expect(await minimumAt(strict.url)).toBe(9);
  expect(await minimumAt(gatehouse.url)).toBeUndefined();
});

interface OpenapiDocument {
  components: { schemas: Record<string, { properties: Record<string, { minLength?: number }> }> };
}

test('neither a fast digest nor the signer key of Firebase is in a dump', async () => {
  for (const [i, storedHash] of storedHashes.entries()) await importAccount(`dump-${i}@example.com`, storedHash);
  const tables = await gatehouse.sql(
    'SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema()',
  );
  let dump = '';
  for (const { name } of tables) {
    const rows = await gatehouse.sql(`SELECT to_jsonb(t)::text AS row FROM ${String(name)} t`);
    dump += rows.map(({ row }) => `${String(row)}\n`).join('');
  }
  expect(dump).toContain('$wrapped-md5$argon2id$');
  expect(dump).toContain('$firebase-scrypt$ln=14,r=8,k=1$');
  const secrets = [Buffer.from(firebaseSigner, 'base64')];
  for (const { imported } of importedVectors) {
    const { format, hash } = imported as { format?: string; hash?: string };
    if (!hash || !/^(md5|sha\d|ssha|hmac)/.test(format ?? '')) continue;
    const text = hash.replace(/^\{.*\}/, '');
    secrets.push(Buffer.from(text, /^[0-9a-f]+$/.test(text) ? 'hex' : 'base64'));
  }
  expect(secrets.length).toBeGreaterThan(10);
  for (const secret of secrets) {
    const part = secret.subarray(0, 15);
    for (const encoding of ['hex', 'base64', 'latin1'] as const) expect(dump).not.toContain(part.toString(encoding));
  }
});

test('the schemes of all formats are counted, and no salt or hash is read', async () => {
  await gatehouse.sql('TRUNCATE users CASCADE');
  const expected = new Map<string, number>();
  for (const [i, { scheme }] of importedVectors.entries()) {
    await importAccount(`scheme-${i}@example.com`, storedHashes[i] ?? '');
    expected.set(scheme, (expected.get(scheme) ?? 0) + 1);
  }
  const others = ['$legacy$', '$1$28772684$iEwNOgGugqO9.bIz5sk8k/', 'plain text', '', '$', '$2', 'NULL'];
  for (const [i, text] of others.entries()) await importAccount(`other-${i}@example.com`, text);
  await importAccount('invited@example.com', '');
  await gatehouse.sql("UPDATE users SET password_hash = NULL WHERE email = 'invited@example.com'");
  const counted = await gatehouse.stores.passwordSchemes.count();
  const known = counted.filter(({ scheme }) => expected.has(scheme));
  expect(new Map(known.map(({ scheme, accounts }) => [scheme, accounts]))).toEqual(expected);
  expect(counted.filter(({ scheme }) => !expected.has(scheme))).toEqual([
    { scheme: '$2$', accounts: 1 },
    { scheme: '$legacy$', accounts: 1 },
  ]);
});

test('a table of any size is read in part', async () => {
  // 400 pages with four accounts each. The half of them is read.
  await inBatches(
    gatehouse.sql,
    1,
    1600,
    (
      series,
    ) => `INSERT INTO users (id, email, email_canonical, password_hash, first_name, last_name, company, created_ts)
      SELECT gen_random_uuid(), 'many' || n, 'many' || n, CASE WHEN n % 4 = 0 THEN '$2b$12$${'.'.repeat(53)}'
        ELSE '${parameters}${'A'.repeat(66)}' END, 'Ada', 'Lovelace', repeat('x', 1700), now() FROM ${series}`,
    400,
  );
  const [first, second] = [
    await gatehouse.stores.passwordSchemes.count(),
    await gatehouse.stores.passwordSchemes.count(),
  ];
  expect(second).toEqual(first);
  const total = first.reduce((sum, { accounts }) => sum + accounts, 0);
  expect(total).toBeGreaterThan(200);
  expect(total).toBeLessThan(1400);
  const share = (first.find(({ scheme }) => scheme === '$2b$12')?.accounts ?? 0) / total;
  expect(share).toBeGreaterThan(0.2);
  expect(share).toBeLessThan(0.3);
});

test('a rotation of the secret keeps the signer key', async () => {
  const firebase = importedVectors.find(({ name }) => name.includes('Firebase'));
  const email = 'rotated@example.com';
  // The other tests need the secret that this test replaces.
  const own = await startImporting();
  await importAccount(email, await store(firebase?.imported, await hasherOf(own)), own);
  const previous = own.config.secret?.reveal() ?? '';
  const current = Buffer.from(Array.from({ length: 32 }, (_, i) => i * 5 + 1)).toString('base64');
  const secrets = { current: Buffer.from(current, 'base64'), previous: Buffer.from(previous, 'base64') };
  expect(await createSecretRotation(own.stores, secrets).reencrypt()).toBeGreaterThan(0);
  const rotated = { ...own.stores, secrets: { current: secrets.current, previous: null } };
  const { derivationKey, signerKeys } = createBase(own.config, rotated, log);
  await derivationKey.load();
  expect(await signerKeys.find(1)).toEqual(Buffer.from(firebaseSigner, 'base64'));
  expect(await signerKeys.ownId()).toBe(1);
  expect(await signerKeys.find(2)).toBeNull();
  await own.stop();
});
