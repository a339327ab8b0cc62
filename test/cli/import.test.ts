import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hash as bcrypt } from '@node-rs/bcrypt';
import { durationOf, ImportProgress } from '../../src/features/imports/import-progress';
import { apis } from '../support/apis';
import {
  cliFile,
  createInstallation,
  createMigratedSettings,
  type Installation,
  type Ran,
  spawnCli,
  withoutProgress,
} from '../support/cli';
import { toLines } from '../support/imports';
import { shortLived } from '../support/process';

const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-import-'));
let installation: Installation;
beforeEach(async () => {
  installation = await createInstallation();
});
afterEach(() => installation.remove());
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) => installation.run(args);
const fileOf = (name: string) => path.join(folder, name);
const write = (name: string, lines: readonly unknown[]): string => {
  writeFileSync(fileOf(name), toLines(lines));
  return fileOf(name);
};
const person = (name: string, change: object = {}) => ({
  email: `${name}@example.com`,
  first_name: name,
  last_name: 'Example',
  ...change,
});
const password = 'correct horse battery';
const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

test('a wrong command line changes nothing', async () => {
  const file = write('one.ndjson', [person('one')]);
  const usage = async (message: RegExp, ...args: string[]) =>
    expect(await run(...args)).toEqual({ code: 2, out: '', err: expect.stringMatching(message) });
  await usage(/Without a terminal, confirm with --yes/, 'import', 'users', file);
  await usage(/there is no file/, 'import', 'users', fileOf('none'), '--yes');
  await usage(/is the file to read/, 'import', 'users', file, '--yes', '--report', file);
  await usage(/Allowed choices are skip, fail/, 'import', 'users', file, '--yes', '--on-conflict', 'overwrite');
  await usage(/It must not be blank/, 'import', 'users', file, '--yes', '--missing-name', ' ');
  await usage(/--without-passwords is for --preset/, 'import', 'users', file, '--yes', '--without-passwords');
  await usage(/confirm with --yes/, 'export', 'users', '--with-hashes');
  await usage(/Replace .*one.ndjson\? Without a terminal/, 'export', 'users', file);
  expect(readFileSync(file, 'utf8')).toContain('one@example.com');
  expect((await run('export', 'users')).out).toBe('');
});

test('import from standard input, and sign in through both APIs', async () => {
  const lines = [
    person('ada', { password: await bcrypt(password, 4) }),
    person('bob', { password: '$2b$31$secret' }),
    person('carol', { last_name: null }),
  ];
  const args = ['import', 'users', '-', '--yes', '--json'];
  const { code, out, err } = await installation.run(args, toLines(lines));
  expect(JSON.parse(out)).toMatchObject({
    dryRun: false,
    ended: 'complete',
    lines: 3,
    imported: 1,
    rejected: 2,
    passwords: { bcrypt: 1 },
    notes: [expect.stringContaining('LOGIN_PASSWORD_RULE=any')],
  });
  expect({ code, err }).toEqual({
    code: 3,
    err: 'line 2: password its text is malformed for bcrypt\nline 3: last_name must be a string\n',
  });
  const gatehouse = await installation.serve();
  for (const api of apis) {
    expect((await api.login(gatehouse.url, { email: 'ada@example.com', password })).code).toBeNull();
  }
  await gatehouse.stop();
});

test('the report has the rejected lines for its owner alone, and no password', async () => {
  const file = write('mixed.ndjson', [
    person('ada'),
    person('dan', { password: '$2b$31$secret' }),
    ...Array.from({ length: 12 }, () => '{"email":'),
    person('eve'),
  ]);
  await run('import', 'users', write('first.ndjson', [person('ada')]), '--yes');
  const report = fileOf('rejected.ndjson');
  writeFileSync(report, 'an old report', { mode: 0o644 });
  expect((await run('import', 'users', file, '--dry-run', '--report', report)).err).toMatch(/Replace .*--yes/);
  const dry = await run('import', 'users', file, '--dry-run', '--report', report, '--yes');
  expect(dry).toMatchObject({ code: 3, err: '' });
  expect(dry.out).toMatch(/^checked 15 lines in .*, and wrote nothing\nto import {6}1\nalready there {2}1\n/);
  const [first, ...others] = readFileSync(report, 'utf8').trim().split('\n');
  expect(JSON.parse(first ?? '')).toEqual({
    line: 2,
    outcome: 'rejected',
    errors: [{ field: 'password', msg: 'its text is malformed for bcrypt' }],
  });
  expect([others.length, modeOf(report)]).toEqual([12, '600']);
  expect(first).not.toContain('secret');
  const shown = await run('import', 'users', file, '--missing-name', '-', '--yes');
  expect(shown.err.split('\n')).toHaveLength(11);
  expect(shown.out).toContain('The reasons of the other 3 lines are not shown. To see them all, use --report.');
  const conflict = write('conflict.ndjson', [person('eve', { id: 'x' }), person('frank')]);
  expect(await run('import', 'users', conflict, '--yes', '--on-conflict', 'fail')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^imported {7}0\n.*\nconflicts {6}1$/m),
    err: expect.stringContaining('error: the import ended at a conflict'),
  });
});

test('CSV and a JSON array are imported, also with other names of fields', async () => {
  const csv = fileOf('people.csv');
  writeFileSync(csv, `mail;Vorname;last_name;email_verified\nada@example.com;Ada;Lovelace;true\nbob;Bob;B;maybe\n`);
  const map = ['--map', 'email=mail', '--map', 'first_name=Vorname'];
  expect(await run('import', 'users', csv, '--yes', ...map)).toEqual({
    code: 3,
    out: expect.stringMatching(/^imported {7}1$/m),
    err: expect.stringMatching(/^line 3: email must be one e-mail address.*; email_verified must be true or false\n$/),
  });
  const array = fileOf('people.json');
  writeFileSync(array, JSON.stringify([person('ada'), person('carol')], null, 2));
  const { out } = await run('import', 'users', array, '--yes', '--json');
  expect(JSON.parse(out)).toMatchObject({ ended: 'complete', alreadyThere: 1, imported: 1 });
  expect(await run('import', 'users', csv, '--yes')).toMatchObject({ code: 1, err: expect.stringContaining('CSV') });
  const usage = async (message: RegExp, ...args: string[]) =>
    expect(await run('import', 'users', csv, '--yes', ...args)).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(message),
    });
  await usage(/such as first_name=Vorname/, '--map', 'nickname=Spitzname');
  await usage(/such as first_name=Vorname/, '--map', 'first_name');
  await usage(/It is there twice/, '--map', 'email=a', '--map', 'email=b');
  await usage(/--map is not for --preset/, '--map', 'email=a', '--preset', 'auth0');
});

test('a preset reads the export of another service, and a broken one is an error', async () => {
  const user = { localId: 'abc', email: 'grace@example.com', displayName: 'Grace Hopper', createdAt: '1500000000000' };
  writeFileSync(fileOf('firebase.json'), JSON.stringify({ users: [user] }));
  const args = ['import', 'users', fileOf('firebase.json'), '--preset', 'firebase', '--yes', '--json'];
  expect(await run(...args)).toMatchObject({ code: 0, out: expect.stringContaining('"imported": 1') });
  // The example that Google publishes.
  const hashed = {
    localId: 'def',
    email: 'user1@example.com',
    displayName: 'User One',
    passwordHash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
    salt: '42xEC+ixf3L2lw==',
  };
  const signer = 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==';
  writeFileSync(fileOf('firebase.json'), JSON.stringify({ users: [hashed] }));
  expect(await run(...args)).toMatchObject({
    code: 3,
    err: 'record 1 (line 1): password it needs the signer key of Firebase: set IMPORT_FIREBASE_SIGNER\n',
  });
  const env = { IMPORT_FIREBASE_SIGNER: signer };
  for (const option of ['--dry-run', '--yes']) {
    expect((await installation.run([...args.filter((arg) => arg !== '--yes'), option], '', env)).out).toContain(
      '"firebase-scrypt": 1',
    );
  }
  const gatehouse = await installation.serve();
  const login = await apis[0].login(gatehouse.url, { email: 'user1@example.com', password: 'user1password' });
  expect(login.code).toBeNull();
  await gatehouse.stop();

  writeFileSync(fileOf('firebase.json'), JSON.stringify({ users: [user] }).slice(0, -4));
  expect(await run(...args)).toMatchObject({ code: 1, err: expect.stringMatching(/^error: /m) });
});

test('identities of a preset have the issuers of PROVIDERS, and those without one are named', async () => {
  const federatedIdentities = [
    { identityProvider: 'acme-staff', userId: 'a-7', userName: 'ada' },
    { identityProvider: 'twitter', userId: '12', userName: 'ada' },
  ];
  const ada = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', enabled: true, federatedIdentities };
  writeFileSync(fileOf('realm.json'), JSON.stringify({ realm: 'acme', users: [ada] }));
  const env = {
    PROVIDERS: 'acme_staff',
    PROVIDER_ACME_STAFF_CLIENT_ID: 'id',
    PROVIDER_ACME_STAFF_CLIENT_SECRET: 'secret',
    PROVIDER_ACME_STAFF_ISSUER: 'https://sso.acme.example',
  };
  const args = ['import', 'users', fileOf('realm.json'), '--preset', 'keycloak'];
  const dry = await installation.run([...args, '--dry-run', '--json']);
  expect(JSON.parse(dry.out)).toMatchObject({ identities: 0, leftOutIdentities: { 'acme-staff': 1, twitter: 1 } });
  const { code, out } = await installation.run([...args, '--yes'], '', env);
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^identities {5}1$/m) });
  expect(out).toContain('Identities that were left out, because the issuer of their provider is not known: twitter 1.');
  const [exported = ''] = (await run('export', 'users')).out.split('\n');
  expect(JSON.parse(exported).identities).toEqual([
    { provider: 'acme_staff', issuer: 'https://sso.acme.example', subject: 'a-7', email: null },
  ]);
});

test('a fast hash takes time, which a dry run reports', async () => {
  const file = write('fast.ndjson', [person('fast', { password: { format: 'md5', hash: 'a'.repeat(32) } })]);
  expect((await run('import', 'users', file, '--dry-run')).out).toMatch(
    /has 1 fast hash, .* argon2id\. On this machine this takes about \d+ s\./,
  );
});

test('export writes a file for its owner alone, or to standard output', async () => {
  await run('import', 'users', write('grace.ndjson', [person('grace')]), '--yes');
  const gatehouse = await installation.serve();
  const ada = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password };
  expect((await apis[0].register(gatehouse.url, ada)).code).toBeNull();
  await gatehouse.stop();
  const file = fileOf('export.ndjson');
  const exported = await run('export', 'users', file, '--with-hashes', '--yes', '--json');
  const { exported: number } = JSON.parse(exported.out);
  expect(exported).toMatchObject({ code: 0, out: expect.stringContaining('"deleted": 0') });
  expect(modeOf(file)).toBe('600');
  const lines = readFileSync(file, 'utf8');
  expect(lines).toMatch(/"email":"ada@example.com".*"password":"\$argon2id\$/);
  expect(readdirSync(folder).filter((name) => name.startsWith('export.ndjson'))).toEqual(['export.ndjson']);
  const { out, err } = await run('export', 'users');
  expect(out.split('\n').length - 1).toBe(number);
  expect(out).not.toContain('password');
  expect(err).toBe(`exported ${number} accounts\n`);
  expect(await run('import', 'users', file, '--yes')).toMatchObject({
    code: 0,
    out: expect.stringContaining(`already there  ${number}`),
  });
});

describe('a process that exports to standard output', () => {
  let settings: Awaited<ReturnType<typeof createMigratedSettings>>;
  beforeAll(async () => {
    settings = await createMigratedSettings();
    const imported = await spawnCli(settings.env, ['import', 'users', '-', '--yes'], toLines([person('ada')]));
    expect(imported).toMatchObject({ code: 0, err: '' });
  });
  afterAll(() => settings.remove());

  async function exportTo(output: number | 'closed'): Promise<Ran> {
    const child = spawn(process.execPath, [...shortLived, cliFile, 'export', 'users'], {
      env: { PATH: process.env.PATH, ...settings.env },
      stdio: ['ignore', output === 'closed' ? 'pipe' : output, 'pipe'],
    });
    child.stdout?.destroy();
    let err = '';
    child.stderr?.on('data', (chunk) => {
      err += chunk;
    });
    const [code] = await once(child, 'close');
    return withoutProgress({ code, out: '', err });
  }

  test('fails on a full disk', async () => {
    const full = openSync('/dev/full', 'w');
    expect(await exportTo(full)).toMatchObject({ code: 1, err: expect.stringContaining('cannot be written (ENOSPC)') });
    closeSync(full);
  });

  test('ends without an error if the reader closes the pipe', async () => {
    expect(await exportTo('closed')).toMatchObject({ code: 0, err: '' });
  });
});

test('the progress has the rate of the last half minute and the estimated rest', () => {
  let nowMs = 0;
  const progress = new ImportProgress(1000, () => nowMs);
  nowMs = 10_000;
  expect(progress.describe({ bytes: 100, lines: 10, leftOut: 0 })).toBe('10 lines, 1 per second, 90 s left');
  nowMs = 60_000;
  expect(progress.describe({ bytes: 110, lines: 60, leftOut: 2 })).toBe(
    '60 lines, 1 per second, 2 left out, 74 min left',
  );
  expect(new ImportProgress(null, () => nowMs).describe({ bytes: 5, lines: 1, leftOut: 0 })).toBe(
    '1 lines, 1 per second',
  );
  expect([0, 99.4, 100, 5999, 12_000].map(durationOf)).toEqual(['0 s', '99 s', '2 min', '1 h 40 min', '3 h 20 min']);
});
