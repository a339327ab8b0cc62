import { execFileSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import path from 'node:path';
import * as nodeRs from '@node-rs/argon2';
import argon2 from 'argon2';
import { type HashEngineName, loadHashEngine } from '../../src/accounts/passwords/hash-engine';
import { readStoredHash } from '../../src/accounts/passwords/stored-hash';

const names: HashEngineName[] = ['argon2', 'node-rs'];
const engineOf = async (name: HashEngineName) => (await loadHashEngine(name)).engine;

interface Parameters {
  /** Both libraries use the same numbers: argon2d, argon2i, argon2id. */
  type: 0 | 1 | 2;
  version: 16 | 19;
  memoryCost: number;
  timeCost: number;
  parallelism: number;
  hashLength: number;
  salt: Buffer;
}

/** Computes the hash with each library directly, with any parameters. */
const hashes: Record<HashEngineName, (password: string, parameters: Parameters) => Promise<string>> = {
  argon2: (password, parameters) => argon2.hash(password, parameters),
  'node-rs': (password, { type, version, hashLength, ...parameters }) =>
    nodeRs.hash(password, { ...parameters, algorithm: type, version: version === 19 ? 1 : 0, outputLen: hashLength }),
};

/** Checks that both libraries make the same text, and that both engines verify each form that a database can have. */
async function expectAgreement(password: string, parameters: Parameters): Promise<void> {
  const [stored = '', other] = await Promise.all(names.map((name) => hashes[name](password, parameters)));
  expect(other).toBe(stored);
  const [, algorithm, version, costs = '', ...rest] = stored.split('$');
  const forms = [stored, ['', algorithm, version, costs.split(',').reverse().join(','), ...rest].join('$')];
  if (parameters.version === 16) forms.push(stored.replace('$v=16', ''));
  // Hashes of much memory are verified in one form only, because the cost changes nothing about the others.
  for (const form of parameters.memoryCost > 10_000 ? forms.slice(0, 1) : forms) {
    expect(readStoredHash(form)).toMatchObject({ text: form });
    for (const name of names) {
      const { verify } = await engineOf(name);
      expect([form, name, await verify(form, password), await verify(form, `${password}.`)]).toEqual([
        form,
        name,
        true,
        false,
      ]);
    }
  }
}

describe.each([
  ['argon2d', 0],
  ['argon2i', 1],
  ['argon2id', 2],
] as const)('%s', (_, type) => {
  const base = { type, version: 19, memoryCost: 256, timeCost: 3, parallelism: 1, hashLength: 32 } as const;
  const salt = Buffer.from('somesaltsomesalt');

  test.each<Partial<Parameters>>([
    {},
    { version: 16 },
    { timeCost: 1 },
    { version: 16, timeCost: 1 },
    { memoryCost: 8 },
    { memoryCost: 4096 },
    // The parameters of new hashes and the default memory of other programs take long.
    ...(type === 2
      ? [
          { memoryCost: 19_456, timeCost: 2 },
          { memoryCost: 65_536, timeCost: 1, parallelism: 4 },
        ]
      : []),
    { parallelism: 2, memoryCost: 17 },
    { parallelism: 16, memoryCost: 128 },
    { version: 16, parallelism: 3, memoryCost: 100 },
    { salt: Buffer.alloc(8, 7) },
    { salt: Buffer.alloc(9, 7) },
    { salt: Buffer.alloc(64, 7) },
    { hashLength: 16 },
    { hashLength: 17 },
    { hashLength: 64, salt: Buffer.alloc(48, 255) },
  ])('each engine verifies what the other library makes: %j', (change) =>
    expectAgreement('correct horse battery staple', { ...base, salt, ...change }),
  );
});

/** Returns any code points, including NUL and halves of surrogate pairs. */
function randomPassword(): string {
  const longest = [1, 8, 64, 1024, 20_000][randomInt(5)] ?? 1;
  const ranges = [1, 0x80, 0x800, 0x10000, 0x110000];
  return String.fromCodePoint(
    ...Array.from({ length: randomInt(longest + 1) }, () => randomInt(ranges[randomInt(ranges.length)] ?? 1)),
  );
}

test('the libraries agree on random passwords and parameters', async () => {
  for (let i = 0; i < 30; i += 1) {
    const parallelism = 1 + randomInt(4);
    await expectAgreement(i === 0 ? '' : randomPassword(), {
      type: randomInt(3) as 0 | 1 | 2,
      version: randomInt(2) === 0 ? 16 : 19,
      memoryCost: 8 * parallelism + randomInt(200),
      timeCost: 1 + randomInt(4),
      parallelism,
      hashLength: 16 + randomInt(49),
      salt: randomBytes(8 + randomInt(57)),
    });
  }
});

test('a password ends where it ends, and not at a NUL', async () => {
  for (const name of names) {
    const { hash, verify } = await engineOf(name);
    const stored = await hash('correct\0horse');
    expect([await verify(stored, 'correct\0horse'), await verify(stored, 'correct')]).toEqual([true, false]);
  }
});

test('the libraries agree on damaged hashes that are not rejected before', async () => {
  const { engine: reference } = await loadHashEngine('argon2');
  const { engine } = await loadHashEngine('node-rs');
  const outcome = (work: Promise<boolean>) => work.catch(() => 'error');
  const original = `$argon2id$v=19$m=64,t=2,p=2$c29tZXNhbHQ$${'Q'.repeat(22)}`;
  const salt = original.indexOf('$c29t') + 1;
  const hash = original.length - 22;
  // All characters of the parameters, and of the salt and the hash those at the start, in the middle and at the end.
  const places = [...Array(salt).keys(), salt, salt + 5, hash - 2, hash - 1, hash, hash + 11, original.length - 1];
  const changes = places.flatMap((at) =>
    [...'$,=argon2idmtpv0169+/Az'].flatMap((character) =>
      [0, 1].map((replaced) => original.slice(0, at) + character + original.slice(at + replaced)),
    ),
  );
  let compared = 0;
  for (const stored of new Set(changes)) {
    if (typeof readStoredHash(stored) === 'string') continue;
    compared += 1;
    const [one, other] = await Promise.all([reference, engine].map(({ verify }) => outcome(verify(stored, 'pw'))));
    expect([stored, other]).toEqual([stored, one]);
    expect([stored, one]).toEqual([stored, false]);
  }
  expect(compared).toBeGreaterThan(100);
});

test('the example of RFC 9106, 5.3', async () => {
  const [password, salt, secret, associatedData] = [
    Buffer.alloc(32, 1),
    Buffer.alloc(16, 2),
    Buffer.alloc(8, 3),
    Buffer.alloc(12, 4),
  ];
  const tag = Buffer.from('0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659', 'hex');
  const options = { salt, secret, associatedData, memoryCost: 32, timeCost: 3, parallelism: 4 };
  expect(await argon2.hash(password, { ...options, type: argon2.argon2id, raw: true })).toEqual(tag);
  // This library accepts associated data only to verify.
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const stored = `$argon2id$v=19$m=32,t=3,p=4,data=${base64(associatedData)}$${base64(salt)}$${base64(tag)}`;
  expect(await nodeRs.verify(stored, password, { secret })).toBe(true);
  expect(await nodeRs.verify(stored, password)).toBe(false);
});

test.each(names)('%s makes hashes of the one form', async (name) => {
  const { hash } = await engineOf(name);
  const made = await Promise.all([hash('a password'), hash('a password')]);
  for (const stored of made) {
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  }
  expect(made[0]).not.toBe(made[1]);
});

const dist = path.join(__dirname, '../../dist/accounts/passwords/hash-engine.js');

/** Runs a script in a process whose environment has only `env`. Returns the JSON that the script prints. */
function run(script: string, env: Record<string, string> = {}) {
  const text = `const { loadHashEngine } = require(${JSON.stringify(dist)});
    const print = (value) => process.stdout.write(JSON.stringify(value));
    const binaries = () => process.report.getReport().sharedObjects.filter((file) => file.endsWith('.node'));
    ${script}`;
  return JSON.parse(execFileSync(process.execPath, ['-e', text], { env, encoding: 'utf8' }));
}

describe('the choice', () => {
  const choose = (choice: string, env?: Record<string, string>) =>
    run(
      `loadHashEngine(${JSON.stringify(choice)}).then(
        ({ engine, ...loaded }) => print({ name: engine.name, ...loaded, binaries: binaries() }),
        ({ name, problems }) => print({ name, problems, binaries: binaries() }),
      )`,
      env,
    );
  const nowhere = { NAPI_RS_NATIVE_LIBRARY_PATH: '/nowhere.node' };
  // The loader of argon2 looks for a binary of the architecture in npm_config_arch.
  const neither = { ...nowhere, npm_config_arch: 's390x' };

  test('a library is loaded only if it is used', () => {
    expect(run('print(binaries())')).toEqual([]);
    const ofNodeRs = [expect.stringContaining('/@node-rs/argon2-')];
    expect(choose('auto')).toEqual({ name: 'node-rs', binaries: ofNodeRs });
    expect(choose('node-rs')).toEqual({ name: 'node-rs', binaries: ofNodeRs });
    expect(choose('argon2')).toEqual({ name: 'argon2', binaries: [expect.stringContaining('/argon2/prebuilds/')] });
  });

  test('auto takes the other one, and says why, where one cannot be loaded', () => {
    expect(choose('auto', nowhere)).toMatchObject({
      name: 'argon2',
      passedOver: "node-rs cannot be used here: Cannot find module '/nowhere.node'",
    });
    expect(choose('argon2', nowhere)).toEqual({ name: 'argon2', binaries: [expect.any(String)] });
  });

  test('what cannot be loaded is a wrong setting', () => {
    const noNodeRs = "node-rs cannot be used here: Cannot find module '/nowhere.node'";
    const noArgon2 = expect.stringMatching(/argon2 cannot be used here: No native build was found .*arch=s390x/);
    expect(choose('node-rs', nowhere)).toEqual({
      name: 'ConfigError',
      problems: [`HASH_ENGINE: ${noNodeRs}`],
      binaries: [],
    });
    expect(choose('argon2', neither)).toEqual({ name: 'ConfigError', problems: [noArgon2], binaries: [] });
    expect(choose('auto', neither)).toEqual({ name: 'ConfigError', problems: [noArgon2], binaries: [] });
    expect(choose('auto', neither).problems[0]).toContain(noNodeRs);
  });

  test.each([
    ['accepts every password', async () => true],
    ['accepts none', async () => false],
    ['cannot compute', () => Promise.reject(new Error('out of luck'))],
  ])('auto takes the other library if one computes wrong hashes: it %s', async (_, verify) => {
    const broken = jest.spyOn(require('@node-rs/argon2') as typeof nodeRs, 'verify').mockImplementation(verify);
    const { engine, passedOver } = await loadHashEngine('auto');
    broken.mockRestore();
    expect(engine.name).toBe('argon2');
    expect(passedOver).toMatch(/^node-rs cannot be used here: (it computes wrong hashes|out of luck)$/);
  });
});

test.each(names)('%s computes on the threads of the pool, and on no other', (name) => {
  const order = run(
    `const { readdirSync, stat } = require('node:fs');
    const { lookup } = require('node:dns');
    const threads = () => readdirSync('/proc/self/task').length;
    loadHashEngine(${JSON.stringify(name)}).then(async ({ engine }) => {
      const before = process.platform === 'linux' ? threads() : 0;
      const order = [];
      const after = (what, work) => work.then(() => order.push(what));
      await Promise.all([
        ...[1, 2, 3].map(() => after('hash', engine.hash('p'))),
        after('file', new Promise((resolve) => stat('/', resolve))),
        after('DNS', new Promise((resolve) => lookup('localhost', resolve))),
      ]);
      print({ order, added: process.platform === 'linux' ? threads() - before : 0 });
    });`,
    { UV_THREADPOOL_SIZE: '1' },
  );
  expect(order).toEqual({ order: ['hash', 'hash', 'hash', 'file', 'DNS'], added: 0 });
});
