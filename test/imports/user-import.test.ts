import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { hash as bcrypt } from '@node-rs/bcrypt';
import type { AccountStore } from '../../src/features/imports/account.store';
import { UserExport } from '../../src/features/imports/user-export.service';
import { AppError } from '../../src/platform/errors/app-error';
import { systemClock } from '../../src/platform/runtime/clock';
import { apis } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { hashTexts } from '../support/imported-passwords';
import { exportUsers, type ImportStores, importUsers } from '../support/imports';

let gatehouse: Gatehouse;
beforeEach(async () => {
  gatehouse = await startGatehouse({ DELETION_GRACE_DAYS: '0', LOGIN_PASSWORD_RULE: 'any' });
});
afterEach(() => gatehouse.stop());

const password = 'correct horse battery';
const ids = {
  ada: '01a1fafd-5d48-44fb-874f-7e0ccacee987',
  bob: '01a1fafd-5d48-44fb-874f-7e0ccacee988',
};
const person = (name: string, change: object = {}) => ({
  email: `${name}@example.com`,
  first_name: name,
  last_name: 'Example',
  ...change,
});
const google = 'https://accounts.google.com';
const addressOf = (name: string) => `${name}@example.com`;
/** An address that is verified is proved at the time of the import. */
const allUsers = async () =>
  (await gatehouse.sql('SELECT * FROM users ORDER BY email_canonical')).map((row) =>
    Object.assign(row, { email_proved_ts: row.email_proved_ts !== null }),
  );
const counts = (changes: object) => ({
  lines: 0,
  imported: 0,
  alreadyThere: 0,
  conflicts: 0,
  rejected: 0,
  passwords: {},
  fastHashes: 0,
  identities: 0,
  leftOutTimes: {},
  leftOutIdentities: {},
  ...changes,
});

test('each broken line is reported with its number, and the others become accounts', async () => {
  const lines = [
    person('ada', { id: ids.ada }),
    '{"email":',
    person('bob', { id: 17, email_verified: true, created_ts: 1_000_000_000 }),
    '',
    person('carol', { id: '17' }),
    person('dan', { email_is_verified: true }),
    person('ADA', { email: 'Ada@EXAMPLE.com' }),
    person('eve', { is_super_admin: true }),
    person('frank', { password: { format: 'bcrypt', hash: '$2b$31$secret' } }),
    person('carol'),
    person('grace', { password: { format: 'firebase-scrypt', salt: 'AAAA', hash: `${'A'.repeat(86)}==` } }),
  ];
  const { ended, counts: found, reasons } = await importUsers(gatehouse.stores, lines);
  expect(ended).toBe('complete');
  expect(found).toEqual(counts({ lines: 10, imported: 3, rejected: 7, passwords: { none: 3 } }));
  expect(reasons).toEqual([
    '2 rejected: line is not valid JSON',
    '5 rejected: id is also in line 3',
    '6 rejected: email_is_verified is not a field of an import file',
    '7 rejected: email is also in line 1',
    '8 rejected: is_super_admin is true: only the command imports super admins, with --allow-admins',
    '9 rejected: password its text is malformed for bcrypt',
    '11 rejected: password it needs the signer key of Firebase: set IMPORT_FIREBASE_SIGNER',
  ]);
  const [ada, bob, carol] = await allUsers();
  expect(ada).toMatchObject({ id: ids.ada, revision: 0, factors: [], password_hash: null, updated_ts: null });
  expect(bob).toMatchObject({ email_verified: true, created_ts: new Date('2001-09-09T01:46:40Z') });
  expect(String(bob?.id).charAt(14)).toBe('5');
  expect(String(carol?.id).charAt(14)).toBe('4');
});

test('an import that is repeated changes nothing, and does not hash again', async () => {
  const md5 = createHash('md5').update(password).digest('hex');
  const lines = [
    person('ada', { id: ids.ada, password: { format: 'md5', hash: md5 } }),
    person('bob', { password: 'legacy' }),
    ...Array.from({ length: 600 }, (_, i) => person(`user.${i}`)),
  ];
  const half = await importUsers(gatehouse.stores, lines.slice(0, 300));
  expect(half.hashed).toBe(2);
  expect(half.counts).toMatchObject({ imported: 300, fastHashes: 1, passwords: { md5: 1, legacy: 1, none: 298 } });
  const before = await allUsers();
  const all = await importUsers(gatehouse.stores, lines);
  expect(all.counts).toEqual(counts({ lines: 602, imported: 302, alreadyThere: 300, passwords: { none: 302 } }));
  expect(all.hashed).toBe(0);
  const repeated = await importUsers(gatehouse.stores, lines);
  expect(repeated.counts).toEqual(counts({ lines: 602, alreadyThere: 602 }));
  const after = await allUsers();
  expect(after).toHaveLength(602);
  expect(after.filter(({ id }) => before.some((row) => row.id === id))).toEqual(before);
  expect(String(before[0]?.password_hash)).toMatch(/^\$wrapped-md5\$argon2id\$/);
  expect(before[1]?.password_hash).toBe('$legacy$');
});

test('an address or an id of another account is a conflict, which changes nothing', async () => {
  await importUsers(gatehouse.stores, [person('ada', { id: ids.ada }), person('bob', { id: ids.bob })]);
  const before = await allUsers();
  const lines = [
    person('carol'),
    person('ada', { id: 'another id', first_name: 'Mallory' }),
    person('dan', { id: ids.bob }),
    person('bob', { first_name: 'Robert' }),
    person('eve'),
  ];
  const reasons = [
    `2 conflict: email is the address of the account ${ids.ada}`,
    `3 conflict: id is the account ${ids.bob}, which has another address`,
  ];
  const failing = await importUsers(gatehouse.stores, lines, { onConflict: 'fail' });
  expect(failing).toMatchObject({ ended: 'conflict', reasons, counts: { imported: 0, conflicts: 2 } });
  expect(await allUsers()).toEqual(before);
  const skipping = await importUsers(gatehouse.stores, lines);
  expect(skipping).toMatchObject({ ended: 'complete', reasons });
  expect(skipping.counts).toEqual(
    counts({ lines: 5, imported: 2, alreadyThere: 1, conflicts: 2, passwords: { none: 2 } }),
  );
  expect(await allUsers()).toEqual(expect.arrayContaining(before));
});

describe('identities', () => {
  const identity = (subject: string, more: object = {}) => ({ provider: 'google', subject, ...more });
  const allIdentities = () =>
    gatehouse.sql(`SELECT user_id, provider, issuer, subject, identities.email, last_used_ts FROM identities
      JOIN users ON users.id = user_id ORDER BY email_canonical, subject`);

  test('are inserted with their users, and a repeated import changes nothing', async () => {
    const issuer = 'https://sso.example.com/realms/staff';
    const lines = [
      person('ada', { id: ids.ada, identities: [identity('1', { email: 'ada@gmail.com' }), { issuer, subject: '1' }] }),
      person('bob', { id: ids.bob }),
      person('carol', { identities: [identity('2')] }),
    ];
    const first = await importUsers(gatehouse.stores, lines);
    expect(first).toMatchObject({ reasons: [], counts: { imported: 3, identities: 3 } });
    const google = { provider: 'google', issuer: 'https://accounts.google.com', email: null, last_used_ts: null };
    const before = await allIdentities();
    expect(before).toEqual([
      { ...google, user_id: ids.ada, subject: '1', email: 'ada@gmail.com' },
      { ...google, user_id: ids.ada, provider: 'sso_example_com', issuer, subject: '1' },
      { ...google, user_id: expect.any(String), subject: '2' },
    ]);
    const again = await importUsers(gatehouse.stores, lines);
    expect(again).toMatchObject({ reasons: [], counts: { imported: 0, alreadyThere: 3, identities: 0 } });
    // Users that are there are not changed, also not by other identities.
    const more = await importUsers(gatehouse.stores, [person('bob', { id: ids.bob, identities: [identity('2')] })]);
    expect(more).toMatchObject({ reasons: [], counts: { alreadyThere: 1 } });
    expect(await allIdentities()).toEqual(before);
  });

  test('that another account has are a conflict, which leaves nothing of the line', async () => {
    await importUsers(gatehouse.stores, [person('ada', { id: ids.ada, identities: [identity('1')] })]);
    const lines = [
      person('bob', { identities: [identity('0'), identity('1', { provider: undefined, issuer: google })] }),
      person('carol', { identities: [identity('2')] }),
      person('dan', { identities: [identity('2'), identity('3')] }),
      person('eve', { identities: [{ provider: 'microsoft', subject: '4' }] }),
      person('frank'),
    ];
    const reasons = [
      `1 conflict: identities contains an identity of the account ${ids.ada}`,
      '3 rejected: identities is also in line 2',
      '4 rejected: identities entry 1: issuer is required, because the provider does not tell it',
    ];
    const before = await allUsers();
    const failing = await importUsers(gatehouse.stores, lines, { onConflict: 'fail' });
    expect(failing).toMatchObject({ ended: 'conflict', counts: { imported: 0, conflicts: 1 } });
    const dry = await importUsers(gatehouse.stores, lines, { dryRun: true });
    expect(await allUsers()).toEqual(before);
    const real = await importUsers(gatehouse.stores, lines);
    expect(real).toMatchObject({ ended: 'complete', reasons, counts: { imported: 2, conflicts: 1, identities: 1 } });
    expect(dry).toEqual(real);
    expect((await allUsers()).map(({ email }) => email)).toEqual(['ada', 'carol', 'frank'].map(addressOf));
    expect((await allIdentities()).map(({ subject }) => subject)).toEqual(['1', '2']);
  });

  test('that a sign-in takes meanwhile are decided by the unique index', async () => {
    const { accounts, audit } = gatehouse.stores;
    await importUsers(gatehouse.stores, [person('ada', { id: ids.ada })]);
    const stores: ImportStores = {
      audit,
      accounts,
      transaction: async (account, work) => {
        await gatehouse.sql(`INSERT INTO identities (id, user_id, provider, issuer, subject, created_ts)
          VALUES (gen_random_uuid(), '${ids.ada}', 'google', '${google}', '1', now()) ON CONFLICT DO NOTHING`);
        return gatehouse.stores.transaction(account, work);
      },
    };
    const lines = [person('bob', { identities: [identity('1')] }), person('carol', { identities: [identity('2')] })];
    const { reasons, counts: found } = await importUsers(stores, lines);
    expect(reasons).toEqual([`1 conflict: identities contains an identity of the account ${ids.ada}`]);
    expect(found).toMatchObject({ imported: 1, conflicts: 1, identities: 1 });
    expect((await allUsers()).map(({ email }) => email)).toEqual(['ada', 'carol'].map(addressOf));
  });

  test('an answer that was lost counts as imported', async () => {
    const { accounts, audit, transaction } = gatehouse.stores;
    let calls = 0;
    const stores: ImportStores = {
      audit,
      accounts,
      transaction: async (account, work) => {
        calls += 1;
        const result = await transaction(account, work);
        if (calls === 1) throw new AppError('SERVICE_UNAVAILABLE', { msg: 'away' });
        return result;
      },
    };
    const { reasons, counts: found } = await importUsers(stores, [person('ada', { identities: [identity('1')] })]);
    expect({ calls, reasons, ...found }).toMatchObject({ calls: 2, reasons: [], imported: 1, identities: 1 });
    expect(await allIdentities()).toHaveLength(1);
  });
});

test('a dry run reports the same, and writes nothing', async () => {
  await importUsers(gatehouse.stores, [person('ada', { id: ids.ada })]);
  const [users, events] = [await allUsers(), await gatehouse.sql('SELECT id FROM audit_events')];
  const lines = [
    person('ada', { id: 'x' }),
    person('ada.2', { id: ids.ada }),
    person('bob', { password: { format: 'sha1', hash: 'a'.repeat(40) } }),
    person('bob'),
    person('carol', { first_name: '' }),
  ];
  const options = { missingName: '-' };
  const dry = await importUsers(gatehouse.stores, lines, { ...options, dryRun: true });
  expect(dry.hashed).toBe(0);
  expect(await allUsers()).toEqual(users);
  expect(await gatehouse.sql('SELECT id FROM audit_events')).toEqual(events);
  const real = await importUsers(gatehouse.stores, lines, options);
  expect(dry).toEqual({ ...real, hashed: 0 });
  expect(real.counts).toMatchObject({ imported: 2, conflicts: 2, rejected: 1, fastHashes: 1 });
  expect(await gatehouse.stores.audit.list({ action: 'users_imported', limit: 1 })).toMatchObject([
    {
      outcome: 'success',
      userId: null,
      details: { imported: 2, alreadyThere: 0, conflicts: 2, rejected: 1, ended: 'complete' },
    },
  ]);
});

test.each(apis)('an imported user can do everything through $name', async (api) => {
  const { url } = gatehouse;
  const hash = await bcrypt(password, 4);
  await importUsers(gatehouse.stores, [
    person('ada', { id: 17, password: hash, tel: '+43 1', locale: 'de', last_login_ts: '2020-01-02T03:04:05Z' }),
    person('bob', { password: null }),
    person('carol', { password: hash, disabled: true }),
  ]);
  const credentials = { email: 'ADA@example.com', password };
  expect((await api.login(url, { ...credentials, password: `${password}!` })).code).toBe('INVALID_CREDENTIALS');
  const { user, jwt, refreshToken } = await api.login(url, credentials);
  expect(user).toMatchObject({
    firstName: 'ada',
    tel: '+43 1',
    lastLoginTs: expect.stringMatching(/^2020-01-02T03:04:05/),
  });
  expect((await api.me(url, jwt)).user?.id).toBe(user?.id);
  expect((await api.refresh(url, { refreshToken })).code).toBeNull();
  expect((await api.updateProfile(url, { firstName: 'Augusta' }, jwt)).code).toBeNull();
  expect((await api.login(url, { email: 'carol@example.com', password })).code).toBe('ACCOUNT_DISABLED');
  expect((await api.login(url, { email: 'bob@example.com', password })).code).toBe('INVALID_CREDENTIALS');

  await api.requestPasswordReset(url, { email: 'bob@example.com' });
  const mail = (await gatehouse.allMails()).filter(({ to }) => to === 'bob@example.com').at(-1);
  const token = String(mail?.links[0]).split('/').at(-1) ?? '';
  const newPassword = 'a new horse battery';
  expect((await api.resetPassword(url, { token, password: newPassword })).code).toBeNull();
  expect((await api.login(url, { email: 'bob@example.com', password: newPassword })).code).toBeNull();
});

test('an erased account can be imported again, and only its new sessions are valid', async () => {
  const [api, other] = [apis[0], apis[1] ?? apis[0]];
  if (!api || !other) throw new Error('there are two APIs');
  const { url } = gatehouse;
  await importUsers(gatehouse.stores, [person('ada', { id: ids.ada, password: await bcrypt(password, 4) })]);
  const credentials = { email: 'ada@example.com', password };
  const old = await api.login(url, credentials);
  const text = await exportUsers(gatehouse.stores, true);
  expect((await api.deleteAccount(url, { currentPassword: password }, old.jwt)).code).toBeNull();
  await gatehouse.services.eraser.eraseDue(new Date(Date.now() + 1000), new AbortController().signal);
  expect(await allUsers()).toEqual([]);
  await importUsers(gatehouse.stores, text.trim().split('\n'));
  const { jwt } = await api.login(url, credentials);
  for (const one of [api, other]) {
    expect((await one.me(url, jwt)).code).toBeNull();
    expect((await one.me(url, old.jwt)).code).toBe('UNAUTHENTICATED');
  }
});

test('the import of an export gives the same table', async () => {
  const all = { tel: '', company: 'Ä', company_id_number: '1', company_id_url: 'https://e.example', locale: 'fr' };
  const flags = {
    email_verified: true,
    tel_verified: true,
    disabled: true,
    is_super_admin: true,
    roles: ['editor', 'a:b'],
  };
  const identities = [
    { provider: 'google', subject: '1', email: 'ada@gmail.com' },
    { provider: 'acme', issuer: 'https://sso.example.com/x/', subject: '"ü' },
  ];
  const identityRows = () =>
    gatehouse.sql('SELECT user_id, provider, issuer, subject, email FROM identities ORDER BY issuer, subject');
  const times = { created_ts: '2020-01-01T00:00:00.001Z', updated_ts: '2021-01-01', last_login_ts: 1_600_000_000.5 };
  const lines = Array.from({ length: 510 }, (_, i) => person(`user.${i}`, { id: i }));
  await importUsers(
    gatehouse.stores,
    [
      person('ada', { ...all, ...flags, ...times, password: await bcrypt(password, 4), identities }),
      person('bob', { password: 'legacy', last_name: '\u{2028}"\u{1F600}\\' }),
      person('carol', {
        password: { format: 'sha1', hash: 'a'.repeat(40), salt: 'AAAA' },
        identities: [{ provider: 'github', subject: '1' }],
      }),
      ...lines,
      // The last one, so that the first page has no deleted account.
      person('deleted', { id: 'ffffffff-ffff-4fff-8fff-ffffffffffff' }),
    ],
    { allowAdmins: true },
  );
  await gatehouse.sql("UPDATE users SET deletion_due_ts = now(), disabled = true WHERE email = 'deleted@example.com'");
  const exported = [await exportUsers(gatehouse.stores, true), await exportUsers(gatehouse.stores, false)];
  const [withHashes = '', without = ''] = exported;
  expect(without).not.toMatch(/password|argon2|\$/);
  expect(exported.join('')).not.toContain('deleted@');
  // Events of the same millisecond have no order.
  const events = await gatehouse.stores.audit.list({ action: 'users_exported', limit: 4 });
  const ofSecond = events.map(({ details }) => details).filter(({ withHashes }) => withHashes === false);
  expect(ofSecond.toSorted((a, b) => String(a.ended).localeCompare(String(b.ended)))).toMatchObject([
    { accounts: 513, withHashes: false, ended: 'complete' },
    { withHashes: false, ended: 'started' },
  ]);
  for await (const part of new UserExport(gatehouse.stores, systemClock).parts({ withHashes: false })) {
    expect(part.split('\n')).toHaveLength(501);
    break;
  }
  expect(await gatehouse.stores.audit.list({ action: 'users_exported', limit: 1 })).toMatchObject([
    { details: { accounts: 500, ended: 'stopped' } },
  ]);
  await gatehouse.sql("DELETE FROM users WHERE email = 'deleted@example.com'");
  const before = await allUsers();
  const identitiesBefore = await identityRows();
  expect(identitiesBefore).toHaveLength(3);
  await gatehouse.sql('DELETE FROM users');
  const { counts: found } = await importUsers(gatehouse.stores, withHashes.split('\n'), { allowAdmins: true });
  expect(found).toMatchObject({ imported: 513, rejected: 0 });
  expect(await allUsers()).toEqual(before);
  expect(await identityRows()).toEqual(identitiesBefore);
  expect(await exportUsers(gatehouse.stores, true)).toBe(withHashes);
});

test('memberships of new accounts are imported and exported, in organizations that exist', async () => {
  await gatehouse.sql(`INSERT INTO organizations (id, slug, name, created_ts) VALUES
    ('${ids.ada}', 'one', 'One', now()), ('${ids.bob}', 'full', 'Full', now())`);
  await gatehouse.sql(`INSERT INTO users (id, email, email_canonical, first_name, last_name, created_ts)
    SELECT gen_random_uuid(), n || '@m.example', n || '@m.example', 'M', 'M', now() FROM generate_series(1, 9999) AS n`);
  await gatehouse.sql(`INSERT INTO memberships SELECT '${ids.bob}', id, '{member}', now() FROM users`);
  const member = (name: string, slug: string, roles = ['member']) => person(name, { organizations: [{ slug, roles }] });
  const lines = [
    member('ada', 'one', ['owner', 'billing']),
    member('bob', 'two'),
    member('carol', 'full'),
    member('dan', 'full'),
    member('eve', 'one', ['boss']),
  ];
  const options = { organizationRoles: ['owner', 'member', 'billing'] };
  const reasons = [
    '2 rejected: organizations entry 1: there is no organization with this slug',
    '4 rejected: organizations entry 1: the organization has 10000 members',
    '5 rejected: organizations entry 1: roles must be of owner, member, billing',
  ];
  for (const dryRun of [true, false]) {
    const { counts: found, ...result } = await importUsers(gatehouse.stores, lines, { ...options, dryRun });
    expect(found).toMatchObject({ imported: 2, rejected: 3 });
    expect(result.reasons.toSorted()).toEqual(reasons);
  }
  const exported = (await exportUsers(gatehouse.stores, false)).split('\n');
  const ofAda = exported.find((line) => line.includes('ada@example.com')) ?? '{}';
  expect(JSON.parse(ofAda).organizations).toEqual([{ slug: 'one', roles: ['billing', 'owner'] }]);
  // An account that exists is not changed, and does not count.
  const again = await importUsers(gatehouse.stores, [member('ada', 'full'), member('carol', 'full')], options);
  expect(again.counts).toMatchObject({ alreadyThere: 2, rejected: 0 });
  await gatehouse.sql(`DELETE FROM users WHERE email = 'ada@example.com'`);
  expect((await importUsers(gatehouse.stores, [ofAda], options)).counts).toMatchObject({ imported: 1 });
  expect(await gatehouse.sql(`SELECT roles FROM memberships WHERE organization_id = '${ids.ada}'`)).toEqual([
    { roles: ['billing', 'owner'] },
  ]);
});

describe('when the database fails', () => {
  const away = () => new AppError('SERVICE_UNAVAILABLE', { msg: 'away' });
  const lines = [...Array.from({ length: 510 }, (_, i) => person(`user.${i}`))];
  const failing = (insertMany: AccountStore['insertMany']): ImportStores => {
    const { accounts, audit, transaction } = gatehouse.stores;
    const findIdentityOwners: AccountStore['findIdentityOwners'] = (identities) =>
      accounts.findIdentityOwners(identities);
    const findKeys: AccountStore['findKeys'] = (...keys) => accounts.findKeys(...keys);
    const findOrganizations: AccountStore['findOrganizations'] = (slugs) => accounts.findOrganizations(slugs);
    const own = { insertMany, findKeys, findIdentityOwners, findOrganizations, page: accounts.page };
    return { audit, transaction, accounts: own };
  };

  test('for a moment, the batch is tried again', async () => {
    const { accounts } = gatehouse.stores;
    let calls = 0;
    const stores = failing(async (rows) => {
      calls += 1;
      // The second failure is an answer that is lost: the rows are there.
      if (calls === 3) await accounts.insertMany(rows);
      if (calls === 1 || calls === 3) throw away();
      return accounts.insertMany(rows);
    });
    const { ended, counts: found } = await importUsers(stores, lines);
    expect({ ended, ...found }).toMatchObject({ ended: 'complete', lines: 510, imported: 510, conflicts: 0 });
    expect(await allUsers()).toHaveLength(510);
  });

  test('for good, the import ends with the error, and is recorded', async () => {
    const { accounts } = gatehouse.stores;
    const stores = failing(async (rows) => {
      if (rows.some(({ email }) => email === 'user.505@example.com')) throw new Error('the disk is full');
      return accounts.insertMany(rows);
    });
    const result = await importUsers(stores, lines);
    expect(result).toMatchObject({ ended: 'failed', error: new Error('the disk is full'), counts: { imported: 500 } });
    expect(await gatehouse.stores.audit.list({ action: 'users_imported', limit: 1 })).toMatchObject([
      { details: { imported: 500, ended: 'failed' } },
    ]);
  });
});

test('a signal ends the import after the batches in flight, and a broken file after its last line', async () => {
  const controller = new AbortController();
  async function* source() {
    for (let i = 0; i < 3000; i += 1) {
      if (i === 1100) controller.abort();
      yield Buffer.from(`${JSON.stringify(person(`user.${i}`))}\n`);
    }
  }
  const stopped = await importUsers(gatehouse.stores, source(), {}, controller.signal);
  expect(stopped).toMatchObject({ ended: 'stopped', counts: { imported: 1000 } });
  expect(await allUsers()).toHaveLength(1000);
  async function* broken() {
    yield Buffer.from(`${JSON.stringify(person('last'))}\n`);
    throw new Error('the disk is broken');
  }
  const failed = await importUsers(gatehouse.stores, broken());
  expect(failed).toMatchObject({ ended: 'failed', error: new Error('the disk is broken'), counts: { imported: 1 } });
});

test('people with a hash of another library sign in, in CSV and in lines of JSON', async () => {
  const broken = ['$pbkdf2-sha256$0$c2FsdA$YQ', 'pbkdf2:sha256:1000$$00', 'sha1$salt$00', '{noop}secret'];
  const rejected = ['for passlib', 'for Werkzeug', 'for Werkzeug', 'its format is not known'];
  const texts = [...hashTexts.map(({ imported }) => String(imported)), ...broken];
  const lines = texts.map((text, i) => person(`json${i}`, { password: text }));
  const rows = texts.map((text, i) => `csv${i}@example.com,Ada,Lovelace,"${text}"\n`);
  const csv = Readable.from([Buffer.from(`email,first_name,last_name,password\n${rows.join('')}`)]);
  for (const file of [lines, csv]) {
    const { counts, reasons } = await importUsers(gatehouse.stores, file);
    expect(counts).toMatchObject({ imported: hashTexts.length, rejected: broken.length });
    expect(reasons).toEqual(rejected.map((reason) => expect.stringContaining(reason)));
  }
  // Each text signs in through both APIs: the people of the one file through the one, of the other through the other.
  const signIn = async (i: number, { imported, password: typed }: (typeof hashTexts)[number]) => {
    for (const [api, email] of [
      [apis[i % 2], `json${i}@example.com`],
      [apis[(i + 1) % 2], `csv${i}@example.com`],
    ] as const) {
      const wrong = await api?.login(gatehouse.url, { email, password: `x${typed}` });
      expect([imported, wrong]).toEqual([imported, expect.objectContaining({ code: 'INVALID_CREDENTIALS' })]);
      const right = await api?.login(gatehouse.url, { email, password: typed });
      expect([imported, right]).toEqual([imported, expect.objectContaining({ success: true })]);
    }
  };
  await Promise.all(hashTexts.map((text, i) => signIn(i, text)));
}, 60_000);
