import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as bcrypt from '@node-rs/bcrypt';
import { computeCrypt } from '../../src/accounts/passwords/formats/crypt';
import { CryptWorkers } from '../../src/accounts/passwords/formats/crypt-workers';
import { formatOf } from '../../src/accounts/passwords/formats/hash-formats';
import { loadHashEngine } from '../../src/accounts/passwords/hash-engine';
import {
  ImportedPasswordHasher,
  parseImportedPassword,
  UnusablePasswordError,
} from '../../src/accounts/passwords/imported-password';
import { createPasswordHasher, type MeasuredPasswordHasher } from '../../src/accounts/passwords/password-hasher';
import { readStoredHash } from '../../src/accounts/passwords/stored-hash';
import { firebaseSigner, type ImportedVector, importedVectors, storedHashOf } from '../support/imported-passwords';

const signerKey = Buffer.from(firebaseSigner, 'base64');
let hasher: MeasuredPasswordHasher;
let imported: ImportedPasswordHasher;
beforeAll(async () => {
  hasher = await createPasswordHasher(await loadHashEngine('auto'), 2);
  imported = new ImportedPasswordHasher(hasher.hash, { ownId: async () => 1, has: async (id) => id === 1 });
});
afterAll(() => hasher.close());

const store = (value: unknown) => imported.store(parseImportedPassword(value));
const storedTexts = new Map<ImportedVector, Promise<string>>();
/** What is stored for the vector, made once: a fast digest is hashed, which takes long. */
function storedOf(vector: ImportedVector): Promise<string> {
  const stored = storedTexts.get(vector) ?? store(vector.imported);
  storedTexts.set(vector, stored);
  return stored;
}
const verify = (stored: string, password: string) => hasher.verify(storedHashOf(stored), password, signerKey);

/** Another text with one other character, which is in every alphabet of these formats. */
const otherAt = (text: string, at: number): string => {
  const index = at < 0 ? text.length + at : at;
  return text.slice(0, index) + (text[index] === 'a' ? 'b' : 'a') + text.slice(index + 1);
};

describe.each(importedVectors.map((vector) => [vector.name, vector] as const))('%s', (_, vector) => {
  test('has the right password, and no other by a byte of the password or of the hash', async () => {
    const stored = await storedOf(vector);
    expect(stored.startsWith(`${vector.scheme}`)).toBe(true);
    expect(await verify(stored, vector.password)).toBe(true);
    expect(hasher.isOutdated(storedHashOf(stored))).toBe(true);
    expect(await verify(stored, otherAt(vector.password, 0))).toBe(false);
    const other = otherAt(stored, -5);
    expect(await verify(other, vector.password)).toBe(false);
    // bcrypt uses 72 bytes, as it did at the other service.
    expect(await verify(stored, `${vector.password}b`)).toBe(vector.password.length > 72);
    // What is stored can be exported, and imported again.
    expect(await store(stored)).toBe(stored);
    if (typeof vector.imported === 'string') return;
    const { format = '', hash = '' } = vector.imported as { format?: string; hash?: string };
    if (!/^(md5|sha\d|ssha|hmac)/.test(format)) return;
    // No fast digest is stored.
    const digest = Buffer.from(hash.replace(/^\{.*\}/, ''), /^[0-9a-f]+$/.test(hash) ? 'hex' : 'base64');
    for (const encoding of ['hex', 'base64'] as const) {
      expect(stored).not.toContain(digest.subarray(0, 15).toString(encoding));
    }
  });

  test('its decoy has the same format and cost, and matches nothing', async () => {
    const format = formatOf(vector.scheme);
    const [decoy, another] = [format?.decoyOf(vector.scheme) ?? '', format?.decoyOf(vector.scheme) ?? ''];
    expect(decoy.startsWith(vector.scheme)).toBe(true);
    expect(await verify(decoy, vector.password)).toBe(false);
    expect(another).not.toBe(decoy);
    const stored = await storedOf(vector);
    expect(Math.abs(decoy.length - stored.length)).toBeLessThan(40);
  });
});

test('the bytes that the user typed are compared first, then NFC', async () => {
  const decomposed = 'pässwörd €'.normalize('NFD');
  const { imported: value } = importedVectors.find(({ name }) => name.startsWith('SHA-256-crypt of libx')) ?? {};
  expect(await verify(await store(value), decomposed)).toBe(true);
  const digest = parseImportedPassword({ format: 'md5', hash: md5Of(decomposed) });
  const stored = await imported.store(digest);
  expect(await verify(stored, decomposed)).toBe(true);
  expect(await verify(stored, decomposed.normalize('NFC'))).toBe(false);
  expect(await verify(await hasher.hash(decomposed), decomposed.normalize('NFC'))).toBe(true);
});

const md5Of = (text: string): string => createHash('md5').update(text).digest('hex');

test('a byte of value 0 does not end a password', async () => {
  const stored = [
    await bcrypt.hash('before\0after', 4),
    `$6$salt$${computeCrypt({ kind: 'sha512-crypt', password: 'before\0after', salt: 'salt', rounds: 5000 })}`,
    `$P$9saltsalt${computeCrypt({ kind: 'phpass', password: 'before\0after', salt: 'saltsalt', rounds: 2 ** 11 })}`,
  ];
  for (const text of stored) {
    expect(await verify(text, 'before\0after')).toBe(true);
    expect(await verify(text, 'before')).toBe(false);
    expect(await verify(text, 'before\0other')).toBe(false);
  }
});

test('a bcrypt hash with random bits where no bit is used is corrected', async () => {
  const right = '$2a$04$abcdefghijklmnopqrstuuqREtd3VJD2QVZbuFskFSLk6eRIrQoOS';
  const sloppy = '$2a$04$abcdefghijklmnopqrstuvqREtd3VJD2QVZbuFskFSLk6eRIrQoOT';
  expect(readStoredHash(sloppy)).toBe('its base64 is cut off');
  expect(await store(sloppy)).toBe(right);
});

const b64 = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64');
const unpadded = (bytes: number) => b64(bytes).replace(/=+$/, '');
const tooExpensive = 'its parameters are too expensive';

test.each<[string, unknown, string | RegExp]>([
  ['4 GiB of argon2', `$argon2id$v=19$m=4194304,t=1,p=1$${unpadded(16)}$${unpadded(32)}`, tooExpensive],
  ['129 MiB of argon2', `$argon2id$v=19$m=132096,t=1,p=1$${unpadded(16)}$${unpadded(32)}`, tooExpensive],
  ['a thousand passes of argon2', `$argon2id$v=19$m=19456,t=1000,p=1$${unpadded(16)}$${unpadded(32)}`, tooExpensive],
  ['bcrypt of cost 14', `$2b$14$${'.'.repeat(53)}`, tooExpensive],
  ['bcrypt of cost 31', `$2b$31$${'.'.repeat(53)}`, tooExpensive],
  ['bcrypt of cost 3', `$2b$03$${'.'.repeat(53)}`, /malformed/],
  ['bcrypt of cost 99', `$2b$99$${'.'.repeat(53)}`, tooExpensive],
  ['bcrypt that is cut off', `$2b$10$${'.'.repeat(52)}`, /malformed/],
  ['bcrypt of another base64', `$2b$10$${'+'.repeat(53)}`, /malformed/],
  ['bcrypt of the PHP with an error', `$2x$10$${'.'.repeat(53)}`, /not known/],
  ['scrypt with N of 2^63', `$scrypt$ln=63,r=8,p=1$${unpadded(16)}$${unpadded(32)}`, tooExpensive],
  ['scrypt with N of 2^18', `$scrypt$ln=18,r=8,p=1$${unpadded(16)}$${unpadded(32)}`, tooExpensive],
  ['scrypt with p of 99', `$scrypt$ln=14,r=8,p=99$${unpadded(16)}$${unpadded(32)}`, tooExpensive],
  ['scrypt with a p of ten digits', `$scrypt$ln=14,r=8,p=1073741823$${unpadded(16)}$${unpadded(32)}`, /malformed/],
  [
    'scrypt with N that is no power of 2',
    { format: 'scrypt', n: 1000, r: 8, p: 1, salt: b64(16), hash: b64(32) },
    /malf/,
  ],
  ['scrypt with a hash of 0 bytes', { format: 'scrypt', n: 1024, r: 8, p: 1, salt: b64(16), hash: '' }, /malformed/],
  [
    'scrypt of a fraction',
    { format: 'scrypt', n: 1024.5, r: 8, p: 1, salt: b64(16), hash: b64(32) },
    'its field n is missing or malformed',
  ],
  ['scrypt without a salt', { format: 'scrypt', n: 1024, r: 8, p: 1, hash: b64(32) }, /field salt/],
  ['PBKDF2 of a billion', `$pbkdf2-sha256$i=999999999$${unpadded(16)}$${unpadded(32)}`, tooExpensive],
  [
    'PBKDF2 with a long hash',
    { format: 'pbkdf2', digest: 'sha1', iterations: 1e6, salt: b64(8), hash: b64(60) },
    tooExpensive,
  ],
  [
    'PBKDF2 with a short hash',
    { format: 'pbkdf2', digest: 'sha1', iterations: 1000, salt: b64(8), hash: b64(8) },
    /malformed|short/,
  ],
  ['PBKDF2 with a hash that is cut off', `$pbkdf2-sha256$i=1000$${unpadded(16)}$${unpadded(31)}`, /cut off/],
  [
    'PBKDF2 with another digest',
    { format: 'pbkdf2', digest: 'md5', iterations: 1, salt: b64(8), hash: b64(16) },
    /field digest/,
  ],
  ['phpass of 2^30', `$P$S${'.'.repeat(30)}`, tooExpensive],
  ['phpass of 2^18', `$P$G${'.'.repeat(30)}`, tooExpensive],
  ['phpass that is cut off', '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r', /malformed/],
  ['SHA-crypt of a billion', `$6$rounds=999999999$salt$${'.'.repeat(86)}`, tooExpensive],
  ['SHA-crypt that is cut off', `$6$salt$${'.'.repeat(85)}`, /malformed/],
  ['md5-crypt', '$1$28772684$iEwNOgGugqO9.bIz5sk8k/', /not known/],
  ['Firebase with mem_cost 20', { format: 'firebase-scrypt', salt: b64(8), hash: b64(64), mem_cost: 20 }, tooExpensive],
  ['Firebase with a short hash', { format: 'firebase-scrypt', salt: b64(8), hash: b64(63) }, /malformed/],
  ['an MD5 that is cut off', { format: 'md5', hash: 'abcdef' }, /malformed/],
  ['an MD5 as SHA-1', { format: 'sha1', hash: '88e4ddd2402d92d50e1879d6ecd9ffd4' }, /malformed/],
  [
    'an MD5 with a salt of 1 kB',
    { format: 'md5', hash: '88e4ddd2402d92d50e1879d6ecd9ffd4', salt: b64(1024) },
    /too long/,
  ],
  ['LDAP without a digest', { format: 'ssha', hash: '{SSHA}' }, /malformed/],
  ['LDAP of crypt', { format: 'ssha', hash: '{CRYPT}$1$abc' }, /not known/],
  ['LDAP without a scheme', { format: 'ssha', hash: 'abc' }, /malformed/],
  [
    'a wrapped digest of argon2i',
    `$wrapped-md5$argon2i$v=19$m=64,t=2,p=1$${unpadded(16)}$${unpadded(32)}`,
    /malformed/,
  ],
  [
    'an expensive wrapped digest',
    `$wrapped-md5$argon2id$v=19$m=4194304,t=2,p=1$${unpadded(16)}$${unpadded(32)}`,
    tooExpensive,
  ],
  ['a text of 10 MB', '$'.repeat(1e7), /malformed/],
  ['a bcrypt text of 10 MB', `$2b$10$${'.'.repeat(1e7)}`, /malformed/],
  ['base64 of 10 MB', { format: 'md5', hash: 'A'.repeat(1e7) }, /field hash/],
  ['a salt of 10 MB', { format: 'md5', hash: '88e4ddd2402d92d50e1879d6ecd9ffd4', salt: '='.repeat(1e7) }, /field salt/],
  [
    'passlib with a hash that is cut off',
    `$pbkdf2-sha256$1000$c2FsdA$${unpadded(31)}`,
    'its text is malformed for passlib',
  ],
  ['passlib of 0 iterations', `$pbkdf2-sha256$0$c2FsdA$${unpadded(32)}`, 'its text is malformed for passlib'],
  ['passlib of a billion', `$pbkdf2-sha256$999999999$c2FsdA$${unpadded(32)}`, tooExpensive],
  ['passlib of ten digits', `$pbkdf2-sha256$9999999999$c2FsdA$${unpadded(32)}`, 'its text is malformed for passlib'],
  ['passlib with base64 of another alphabet', `$pbkdf2-sha256$1000$c2FsdA$${unpadded(31)}+`, /malformed for passlib/],
  ['passlib of another digest', `$pbkdf2-sha384$1000$c2FsdA$${unpadded(48)}`, /not known/],
  [
    'bcrypt_sha256 of version 3',
    `$bcrypt-sha256$v=3,t=2b,r=4$${'.'.repeat(22)}$${'.'.repeat(31)}`,
    /for bcrypt-sha256/,
  ],
  ['bcrypt_sha256 of cost 14', `$bcrypt-sha256$v=2,t=2b,r=14$${'.'.repeat(22)}$${'.'.repeat(31)}`, tooExpensive],
  ['bcrypt_sha256 that is cut off', `$bcrypt-sha256$v=2,t=2b,r=4$${'.'.repeat(22)}$${'.'.repeat(30)}`, /malformed/],
  ['Werkzeug without a salt', `pbkdf2:sha256:1000$$${'a'.repeat(64)}`, 'its text is malformed for Werkzeug'],
  ['Werkzeug without iterations', `pbkdf2:sha256$salt$${'a'.repeat(64)}`, 'its text is malformed for Werkzeug'],
  ['Werkzeug of 0 iterations', `pbkdf2:sha256:0$salt$${'a'.repeat(64)}`, /malformed for Werkzeug/],
  ['Werkzeug of a billion', `pbkdf2:sha256:999999999$salt$${'a'.repeat(64)}`, tooExpensive],
  ['Werkzeug that is cut off', `pbkdf2:sha256:1000$salt$${'a'.repeat(62)}`, /malformed for Werkzeug/],
  ['Werkzeug as SHA-1', `pbkdf2:sha1:1000$salt$${'a'.repeat(64)}`, /malformed for Werkzeug/],
  ['scrypt of Werkzeug that is cut off', `scrypt:1024:8:1$salt$${'a'.repeat(64)}`, /malformed for Werkzeug/],
  ['scrypt of Werkzeug that is too expensive', `scrypt:1048576:8:1$salt$${'a'.repeat(128)}`, tooExpensive],
  ['scrypt of Werkzeug with N that is no power of 2', `scrypt:1000:8:1$salt$${'a'.repeat(128)}`, /malformed/],
  ['an HMAC of Werkzeug that is cut off', `sha256$salt$${'a'.repeat(62)}`, /malformed for Werkzeug/],
  ['an HMAC of Werkzeug with a long salt', `sha256$${'s'.repeat(129)}$${'a'.repeat(64)}`, /too long/],
  ['what Django and Werkzeug read differently', `sha1$salt$${'a'.repeat(40)}`, /Django \(use its preset\) or Werkzeug/],
  ['a plain password of Werkzeug', 'plain$$secret', /not known/],
  ['Django without a salt', `pbkdf2_sha256$1000$$${b64(32)}`, 'its text is malformed for Django'],
  ['Django of 0 iterations', `pbkdf2_sha256$0$salt$${b64(32)}`, /malformed for Django/],
  ['Django of a billion', `pbkdf2_sha256$999999999$salt$${b64(32)}`, tooExpensive],
  ['Django that is cut off', `pbkdf2_sha256$1000$salt$${b64(31)}`, /malformed for Django/],
  ['scrypt of Django that is cut off', `scrypt$1024$salt$8$1$${b64(63)}`, /malformed for Django/],
  ['LDAP that is cut off', `{SHA256}${b64(31)}`, 'its text is malformed for LDAP'],
  ['LDAP with a salt and no scheme for it', `{SHA}${b64(24)}`, 'its text is malformed for LDAP'],
  ['SHA-256 of Spring', `{SHA256}${'a'.repeat(80)}`, 'its text is malformed for LDAP'],
  ['LDAP with 1 kB of salt', `{SSHA}${b64(1044)}`, /too long/],
  [
    'PBKDF2 of LDAP that is cut off',
    `{PBKDF2-SHA1}10000$ZBEH6B07rgQpJSikyvMU2w$TAA03a5IYkz1QlPsbJKvUsTqNV`,
    /for LDAP/,
  ],
  ['DES of LDAP', '{CRYPT}ab1234567890.', /not known/],
  ['md5-crypt of LDAP', '{CRYPT}$1$28772684$iEwNOgGugqO9.bIz5sk8k/', /not known/],
  ['a scheme in a scheme', `{CRYPT}{CRYPT}$2b$04$${'.'.repeat(53)}`, /not known/],
  ['a plain password of Spring', '{noop}secret', /not known/],
  ['a hash as a plain password of Spring', `{noop}$2b$04$${'.'.repeat(53)}`, /not known/],
  ['a plain text', 'correct horse battery', /not known/],
  ['an empty text', '', /not known/],
  ['a number', 5, /neither/],
  ['a list', [], /neither|not known/],
  ['no format', {}, /not known/],
  ['another format', { format: 'constructor', hash: 'x' }, /not known/],
  ['a format in another prefix', { format: 'bcrypt', hash: '$1$28772684$iEwNOgGugqO9.bIz5sk8k/' }, /malformed/],
  ['a legacy text of another form', '$legacy$x', /not known/],
])('%s is rejected in milliseconds', (_, value, reason) => {
  let error: unknown = null;
  let leastMs = Number.POSITIVE_INFINITY;
  // CPU time, because the wall clock includes other processes. Measured again if it is too long, because it includes
  // other work of this process (for example garbage collection).
  for (let i = 0; i < 3 && !(leastMs < 200); i += 1) {
    const before = process.cpuUsage();
    try {
      parseImportedPassword(value);
    } catch (thrown) {
      error = thrown;
    }
    const { user, system } = process.cpuUsage(before);
    leastMs = Math.min(leastMs, (user + system) / 1000);
  }
  expect(error).toBeInstanceOf(UnusablePasswordError);
  const { message } = error as UnusablePasswordError;
  expect(message).toMatch(reason);
  expect(message.length).toBeLessThan(300);
  // The cheapest of these would take seconds if it was computed. Copying a text takes longer than checking it.
  expect(leastMs).toBeLessThan(200);
});

test('the examples of docs/reference/import.md can be imported', () => {
  const page = readFileSync(path.join(__dirname, '../../docs/reference/import.md'), 'utf8');
  const examples = [...page.matchAll(/^- .*?: `([{"].*)`$/gm)].map(
    ([, example = '']) => JSON.parse(example) as unknown,
  );
  expect(examples.length).toBeGreaterThan(12);
  for (const example of examples) expect(() => parseImportedPassword(example)).not.toThrow();
});

test('the marker of the old service is stored as it is', async () => {
  for (const value of ['legacy', '$legacy$', { format: 'legacy' }]) expect(await store(value)).toBe('$legacy$');
});

test('a hash of Firebase needs its signer key', async () => {
  const { imported: value } = importedVectors.find(({ name }) => name.includes('Firebase')) ?? {};
  const without = new ImportedPasswordHasher(hasher.hash, { ownId: async () => null, has: async () => false });
  await expect(without.store(parseImportedPassword(value))).rejects.toThrow('set IMPORT_FIREBASE_SIGNER');
  await expect(without.store(parseImportedPassword(await store(value)))).rejects.toThrow('does not have');
  expect(await hasher.verify(storedHashOf(await store(value)), 'user1password', Buffer.alloc(64, 1))).toBe(false);
});

describe('threads', () => {
  const task = { kind: 'sha512-crypt', password: 'pw', salt: 'salt', rounds: 30_000 } as const;

  test('the event loop is free while a thread computes', async () => {
    const workers = new CryptWorkers();
    await workers.compute({ ...task, rounds: 1000 });
    let isComputing = true;
    const computed = Promise.all([workers.compute(task), workers.compute({ ...task, kind: 'phpass' })]).then(() => {
      isComputing = false;
    });
    let turns = 0;
    for (; isComputing; turns += 1) await new Promise(setImmediate);
    await computed;
    expect(turns).toBeGreaterThan(100);
    expect(workers.threads).toBe(2);
    await workers.close();
  });

  test('a password of more than 512 bytes matches nothing, and takes the time of one with 512', async () => {
    const workers = new CryptWorkers();
    expect(await workers.compute({ ...task, rounds: 1000, password: 'p'.repeat(513) })).toBe('');
    expect(await workers.compute({ ...task, rounds: 1000, password: 'p'.repeat(512) })).toHaveLength(86);
    await workers.close();
  });

  test('closing ends a computation, and no thread starts later', async () => {
    const workers = new CryptWorkers();
    const computing = workers.compute({ ...task, rounds: 10_000_000 });
    const closed = workers.close();
    await expect(computing).rejects.toThrow('has ended');
    await closed;
    expect(workers.threads).toBe(0);
    await expect(workers.compute(task)).rejects.toThrow('closed');
  });

  test('a thread that ends is replaced', async () => {
    const workers = new CryptWorkers();
    await expect(workers.compute({ ...task, kind: 'nothing' as 'phpass', salt: null as never })).rejects.toThrow();
    expect(workers.threads).toBe(0);
    expect(await workers.compute({ ...task, rounds: 1000 })).toHaveLength(86);
    await workers.close();
  });
});
