import type { OperationName } from '../../src/compose/features';
import { apis, restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { addIdentity } from '../support/identities';
import { loginSuperAdmin } from '../support/super-admin';

let gatehouse: Gatehouse;
let admin: Awaited<ReturnType<typeof loginSuperAdmin>>;
const password = 'correct horse battery';
const notFound = { success: false, code: 'NOT_FOUND', msg: 'There is no such user.' };
const noUser = '01a1fafd-5d47-7b3e-9a51-2f0c6f7d8e90';

beforeAll(async () => {
  gatehouse = await startGatehouse();
  admin = await loginSuperAdmin(gatehouse);
});
afterAll(() => gatehouse.stop());

let people = 0;
async function register() {
  people += 1;
  const email = `ada${people}@example.com`;
  const { user } = await restApi.register(gatehouse.url, { email, firstName: 'Ada', lastName: 'Lovelace', password });
  if (!user) throw new Error('not registered');
  return { id: user.id, email };
}
const logIn = (email: string) => restApi.login(gatehouse.url, { email, password });

/** The events that the operation has recorded about the account. */
async function eventsAbout(userId: string) {
  const rows = await gatehouse.sql(`SELECT action, details, ip, request_ids FROM audit_events
    WHERE user_id = '${userId}' AND actor_id = '${admin.id}' AND outcome = 'success' ORDER BY id`);
  expect(rows.every(({ ip, request_ids: ids }) => ip !== null && (ids as string[]).length === 1)).toBe(true);
  // Two events of one millisecond have no order.
  return rows.map(({ action }) => String(action)).toSorted();
}

const mailsTo = async (address: string) => (await gatehouse.mails()).filter(({ to }) => to === address);

/** Returns a mail by its subject: mails of one moment arrive in any order. */
const mailTo = async (address: string, subject: string) =>
  (await mailsTo(address)).find((mail) => mail.subject === `${subject} – Gatehouse`);

describe.each(apis)('$name', ({ call }) => {
  const run = <Name extends OperationName>(operation: Name, input: object) =>
    call(gatehouse.url, operation, { ...input }, admin.jwt);

  test('an account with its sessions', async () => {
    const { id, email } = await register();
    await logIn(email);
    const found = await run('user', { id: id.toUpperCase() });
    expect(found).toMatchObject({ success: true, msg: 'User returned.', result: { id, sessionCount: 1 } });
    expect(found.result?.sessions).toEqual([
      {
        id: expect.any(String),
        createdTs: expect.stringMatching(/Z$/),
        lastUsedTs: expect.any(String),
        expiresTs: expect.any(String),
        userAgent: expect.any(String),
        ip: '127.0.0.1',
        actorId: null,
        clientName: null,
      },
    ]);
    expect(JSON.stringify(found)).not.toMatch(/argon2|hash/i);
    expect(await eventsAbout(id)).toEqual(['admin_read']);
  });

  test('an invited user sets the first password with the link', async () => {
    people += 1;
    const email = `Grace.${people}@example.com`;
    const created = await run('createUser', { email, lastName: 'Hopper', locale: 'de', mailed: false });
    const user = { email, firstName: `Grace.${people}`, lastName: 'Hopper', hasPassword: false, emailVerified: false };
    expect(created).toMatchObject({ success: true, msg: 'User created.', result: { user } });
    const { user: { id } = { id: '' }, link } = created.result ?? { user: undefined, link: null };
    expect(await mailsTo(email.toLowerCase())).toEqual([]);
    const token = String(link).split('/').at(-1);
    await restApi.resetPassword(gatehouse.url, { token, password });
    expect((await logIn(email)).user).toMatchObject({ id, emailVerified: true });
    expect(await eventsAbout(id)).toEqual(['user_invited']);
    expect(await run('createUser', { email })).toMatchObject({ code: 'EMAIL_TAKEN' });
    expect(await run('sendInvitation', { id })).toMatchObject({ code: 'CONFLICT' });
  });

  test('an invitation is mailed, and again', async () => {
    people += 1;
    const email = `grace.${people}@example.com`;
    const { result } = await run('createUser', { email });
    const id = result?.user.id ?? '';
    expect(result?.link).toBeNull();
    const [first] = await mailsTo(email);
    expect(await run('sendInvitation', { id })).toMatchObject({ success: true, result: { id } });
    const [second] = await mailsTo(email);
    expect([first?.subject, second?.subject]).toEqual(Array(2).fill('You’re invited – Gatehouse'));
    const accept = (link: string | undefined) =>
      restApi.resetPassword(gatehouse.url, { token: String(link).split('/').at(-1), password });
    expect((await accept(first?.links[0])).code).toBe('INVALID_TOKEN');
    expect((await accept(second?.links[0])).success).toBe(true);
    expect(await eventsAbout(id)).toEqual(['user_invited', 'user_invited']);
  });

  test('the fields of an account, and nothing else', async () => {
    const { id, email } = await register();
    const changes = {
      firstName: 'Augusta',
      lastName: 'King',
      tel: '+44 1',
      company: 'Engines',
      companyIdNumber: '7',
      companyIdUrl: 'https://example.com/7',
      locale: 'fr',
      emailVerified: true,
      roles: ['editor', 'support'],
    };
    const updated = await run('updateUser', { id, ...changes });
    expect(updated).toMatchObject({ success: true, msg: 'User changed.', result: { id, email, ...changes } });
    const emptied = { tel: null, company: null, companyIdNumber: null, companyIdUrl: null, locale: null };
    expect((await run('updateUser', { id, ...emptied })).result).toMatchObject({ firstName: 'Augusta', ...emptied });
    expect(await eventsAbout(id)).toEqual(['roles_changed', 'user_updated', 'user_updated']);
  });

  test.each([
    ['updateUser', { roles: [] }],
    ['setSuperAdmin', { superAdmin: false }],
    ['enableUser', {}],
    ['resetFactors', {}],
  ] as const)('%s that changes nothing is recorded as a read', async (operation, input) => {
    const { id } = await register();
    expect(await run(operation, { id, ...input })).toMatchObject({ success: true, result: { id } });
    expect(await eventsAbout(id)).toEqual(['admin_read']);
    const [read] = await gatehouse.stores.audit.list({ userId: id, action: 'admin_read', limit: 1 });
    expect(read?.details).toEqual({ operation });
  });

  test('the second of two equal changes is recorded as a read', async () => {
    const { id } = await register();
    const twice = async (operation: Parameters<typeof call>[1], input: object) => {
      await run(operation, input);
      await run(operation, input);
    };
    await twice('endSessions', { userId: id });
    await twice('verifyEmail', { id });
    await twice('updateUser', { id, roles: ['editor'] });
    await twice('disableUser', { id });
    await twice('deleteUser', { id });
    const reads = await gatehouse.stores.audit.list({ userId: id, action: 'admin_read', limit: 9 });
    expect(reads.map(({ details }) => details.operation)).toEqual([
      'deleteUser',
      'disableUser',
      'updateUser',
      'verifyEmail',
      'endSessions',
      'endSessions',
    ]);
  });

  test('if one field is wrong, nothing is changed', async () => {
    const { id, email } = await register();
    const taken = (await register()).email;
    const wrong = { firstName: ' ', companyIdUrl: 'javascript:alert(1)', roles: ['No'] };
    expect(await run('updateUser', { id, lastName: 'King', ...wrong })).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: [{ field: 'firstName' }, { field: 'companyIdUrl' }, { field: 'roles' }],
    });
    expect(await run('updateUser', { id, lastName: 'King', email: 'b@example.com' })).toMatchObject({
      fields: [{ field: 'reason' }],
    });
    expect(await run('updateUser', { id, lastName: 'King', roles: ['x'], email: taken, reason: 'x' })).toMatchObject({
      code: 'EMAIL_TAKEN',
    });
    expect(await run('updateUser', { id, lastName: 'King', email, reason: 'x' })).toMatchObject({
      fields: [{ field: 'email' }],
    });
    expect((await run('user', { id })).result).toMatchObject({
      lastName: 'Lovelace',
      email,
      roles: [],
      updatedTs: null,
    });
    expect(await eventsAbout(id)).toEqual(['admin_read']);
  });

  test('a new e-mail address is verified, ends the sessions, and the old address gets a notice', async () => {
    const { id, email } = await register();
    await gatehouse.sql(`UPDATE users SET email_verified = true WHERE email = '${email}'`);
    const { jwt } = await logIn(email);
    await restApi.requestPasswordReset(gatehouse.url, { email });
    const reset = await mailTo(email, 'Set a new password');
    const to = `new.${people}.${id}@example.com`;
    const updated = await run('updateUser', { id, email: to, reason: 'lost the old mailbox' });
    expect(updated.result).toMatchObject({ email: to, emailVerified: true });
    expect((await restApi.me(gatehouse.url, jwt)).code).toBe('UNAUTHENTICATED');
    const notice = await mailTo(email, 'Your e-mail address was changed');
    expect(notice).toMatchObject({ links: [], code: null });
    const token = String(reset?.links[0]).split('/').at(-1);
    expect(token).toHaveLength(64);
    expect((await restApi.resetPassword(gatehouse.url, { token, password })).code).toBe('INVALID_TOKEN');
    expect((await logIn(email)).code).toBe('INVALID_CREDENTIALS');
    expect((await logIn(to)).success).toBe(true);
    expect(await eventsAbout(id)).toEqual(['email_changed', 'session_ended']);
    const [event] = await gatehouse.sql(
      `SELECT details FROM audit_events WHERE user_id = '${id}' AND action = 'email_changed'`,
    );
    expect(event?.details).toEqual({ statedReason: 'lost the old mailbox' });
  });

  const detailsOf = async (userId: string, action: string) =>
    (await gatehouse.sql(`SELECT details FROM audit_events WHERE user_id = '${userId}' AND action = '${action}'`)).map(
      ({ details }) => details,
    );

  test('disabled with a reason, and the user gets a mail without it if the super admin wants that', async () => {
    const reason = 'Ticket 4711: left the company';
    const quiet = await register();
    await gatehouse.sql(`UPDATE users SET email_verified = true WHERE id = '${quiet.id}'`);
    expect(await run('disableUser', { id: quiet.id, reason })).toMatchObject({ result: { disabled: true } });
    expect(await detailsOf(quiet.id, 'user_disabled')).toEqual([{ statedReason: reason }]);
    expect(await mailTo(quiet.email, 'Your account was disabled')).toBeUndefined();

    const told = await register();
    await gatehouse.sql(`UPDATE users SET email_verified = true WHERE id = '${told.id}'`);
    await run('disableUser', { id: told.id, reason, notify: true });
    const mail = await mailTo(told.email, 'Your account was disabled');
    expect(mail).toMatchObject({ links: [], code: null });
    expect(`${mail?.text}${mail?.html}`).not.toContain('4711');
    // A second time changes nothing, so nobody is told again, and the reason is with the reading.
    await run('disableUser', { id: told.id, reason: 'again', notify: true });
    expect((await mailsTo(told.email)).filter(({ subject }) => subject.includes('was disabled'))).toHaveLength(1);
    expect(await detailsOf(told.id, 'user_disabled')).toEqual([{ statedReason: reason }]);

    const unproved = await register();
    await run('disableUser', { id: unproved.id, notify: true });
    expect(await mailTo(unproved.email, 'Your account was disabled')).toBeUndefined();
    expect(await detailsOf(unproved.id, 'user_disabled')).toEqual([{}]);
  });

  test('deleted with a reason', async () => {
    const { id } = await register();
    expect(await run('deleteUser', { id, reason: 'asked for by letter' })).toMatchObject({ success: true });
    expect(await detailsOf(id, 'account_deleted')).toEqual([{ statedReason: 'asked for by letter' }]);
  });

  test.each(['disableUser', 'deleteUser'] as const)(
    '%s: a reason that breaks its rule changes nothing',
    async (operation) => {
      const { id } = await register();
      for (const reason of ['', ' ', 'a'.repeat(501), 'two\nlines', 7]) {
        const answer = await run(operation, { id, reason });
        expect([reason, answer.success]).toEqual([reason, false]);
      }
      expect(await gatehouse.sql(`SELECT disabled, deletion_due_ts FROM users WHERE id = '${id}'`)).toEqual([
        { disabled: false, deletion_due_ts: null },
      ]);
    },
  );

  test('disabled and enabled', async () => {
    const { id, email } = await register();
    const { jwt } = await logIn(email);
    expect(await run('disableUser', { id })).toMatchObject({ msg: 'User disabled.', result: { id, disabled: true } });
    expect((await restApi.me(gatehouse.url, jwt)).code).toBe('UNAUTHENTICATED');
    expect((await logIn(email)).code).toBe('ACCOUNT_DISABLED');
    expect((await run('sendPasswordReset', { id })).code).toBe('CONFLICT');
    expect(await run('disableUser', { id })).toMatchObject({ success: true });
    expect(await run('enableUser', { id })).toMatchObject({ msg: 'User enabled.', result: { disabled: false } });
    expect((await logIn(email)).success).toBe(true);
    expect(await eventsAbout(id)).toEqual(['admin_read', 'session_ended', 'user_disabled', 'user_enabled']);
  });

  test('a super admin makes another one, but never removes the last one', async () => {
    const { id, email } = await register();
    const { jwt } = await logIn(email);
    const granted = await run('setSuperAdmin', { id, superAdmin: true });
    expect(granted).toMatchObject({ msg: 'Rights of the user changed.', result: { id, isSuperAdmin: true } });
    expect((await restApi.me(gatehouse.url, jwt)).code).toBe('UNAUTHENTICATED');
    expect((await run('setSuperAdmin', { id, superAdmin: false })).result).toMatchObject({ isSuperAdmin: false });
    expect(await eventsAbout(id)).toEqual(['super_admin_granted', 'super_admin_revoked']);
    const last = { id: admin.id };
    for (const answer of [
      await run('setSuperAdmin', { ...last, superAdmin: false }),
      await run('disableUser', last),
      await run('deleteUser', last),
    ]) {
      expect(answer).toMatchObject({ code: 'CONFLICT', result: null });
    }
    expect((await run('user', last)).result).toMatchObject({ isSuperAdmin: true, disabled: false });
  });

  test('deleted, and restored', async () => {
    const { id, email } = await register();
    const deleted = await run('deleteUser', { id });
    expect(deleted).toMatchObject({ msg: 'User deleted.', result: { deletionDueTs: expect.stringMatching(/Z$/) } });
    expect((await logIn(email)).code).toBe('ACCOUNT_DISABLED');
    expect((await run('user', { id })).result).toMatchObject(deleted.result ?? {});
    expect(await mailTo(email, 'Your account will be erased')).toBeDefined();
    expect((await run('enableUser', { id })).result).toMatchObject({ deletionDueTs: null, disabled: false });
    expect(await eventsAbout(id)).toEqual(['account_deleted', 'admin_read', 'user_enabled']);
  });

  test('one session ends, or all', async () => {
    const { id, email } = await register();
    const tokens = [await logIn(email), await logIn(email), await logIn(email)].map(({ jwt }) => jwt);
    const { result } = await run('user', { id });
    const sessionId = result?.sessions?.[0]?.id;
    const codes = async () => Promise.all(tokens.map(async (jwt) => (await restApi.me(gatehouse.url, jwt)).code));
    const one = await run('endSessions', { userId: id, sessionId });
    expect(one).toMatchObject({ msg: 'Sessions ended.', result: { ended: 1 } });
    expect(await codes()).toEqual([null, null, 'UNAUTHENTICATED']);
    expect((await run('endSessions', { userId: id, sessionId })).code).toBe('NOT_FOUND');
    expect((await run('endSessions', { userId: admin.id, sessionId })).code).toBe('NOT_FOUND');
    expect(await run('endSessions', { userId: id })).toMatchObject({ result: { ended: 2 } });
    expect(await codes()).toEqual(Array(3).fill('UNAUTHENTICATED'));
    expect(await run('endSessions', { userId: id })).toMatchObject({ result: { ended: 0 } });
  });

  const identity = (id: string, provider: string) => ({
    id,
    provider,
    email: `ada@${provider}.example.com`,
    createdTs: '2026-01-02T03:04:05.678Z',
    lastUsedTs: '2026-02-03T04:05:06.789Z',
  });

  test('an identity is removed: all sessions end, and the user gets a mail', async () => {
    const { id, email } = await register();
    await gatehouse.sql(`UPDATE users SET email_verified = true WHERE id = '${id}'`);
    const ids = [await addIdentity(gatehouse, id, 'google'), await addIdentity(gatehouse, id, 'github')] as const;
    const other = await addIdentity(gatehouse, (await register()).id);
    const { jwt } = await logIn(email);
    const identities = async () => (await run('user', { id })).result?.identities;
    // Ids of one test have no order.
    expect(await identities()).toEqual(
      expect.arrayContaining([identity(ids[0], 'google'), identity(ids[1], 'github')]),
    );
    expect(await identities()).toHaveLength(2);

    const reason = 'Ticket 4711: the account at Google was stolen';
    const remove = (identityId: string) => run('removeIdentity', { userId: id, identityId, reason });
    expect(await remove(ids[0].toUpperCase())).toMatchObject({ msg: 'Provider disconnected.', result: { id, email } });
    expect(await identities()).toEqual([identity(ids[1], 'github')]);
    expect((await restApi.me(gatehouse.url, jwt)).code).toBe('UNAUTHENTICATED');
    expect(await mailTo(email, 'A provider was disconnected')).toMatchObject({ links: [] });
    const done = (await eventsAbout(id)).filter((action) => action !== 'admin_read');
    expect(done).toEqual(['identity_unlinked', 'session_ended']);
    expect(await detailsOf(id, 'identity_unlinked')).toEqual([{ provider: 'google', statedReason: reason }]);
    expect(await detailsOf(id, 'session_ended')).toEqual([{ reason: 'identities_changed', sessions: 'all' }]);

    for (const missing of [ids[0], other, noUser, 'no-id']) {
      expect(await remove(missing)).toMatchObject({
        code: 'NOT_FOUND',
        msg: 'The account has no identity with this id.',
      });
    }
    expect(await gatehouse.sql(`SELECT 1 FROM identities WHERE id = '${other}'`)).toHaveLength(1);
  });

  test('of two requests that remove an identity, one is successful', async () => {
    const { id } = await register();
    const identityId = await addIdentity(gatehouse, id);
    const answers = await Promise.all([0, 1].map(() => run('removeIdentity', { userId: id, identityId })));
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['NOT_FOUND', null].toSorted());
    expect(await detailsOf(id, 'identity_unlinked')).toEqual([{ provider: 'google' }]);
  });

  test('also the only way in is removed, and a link by e-mail sets a password', async () => {
    const { id, email } = await register();
    const identityId = await addIdentity(gatehouse, id);
    await gatehouse.sql(`UPDATE users SET password_hash = NULL, email_verified = true WHERE id = '${id}'`);
    expect(await run('removeIdentity', { userId: id, identityId })).toMatchObject({ result: { hasPassword: false } });
    expect((await logIn(email)).code).toBe('INVALID_CREDENTIALS');
    await restApi.requestPasswordReset(gatehouse.url, { email });
    const [mail] = (await mailsTo(email)).filter(({ links }) => links.length > 0);
    const token = String(mail?.links[0]).split('/').at(-1);
    expect((await restApi.resetPassword(gatehouse.url, { token, password })).success).toBe(true);
    expect((await logIn(email)).success).toBe(true);
  });

  test('a phone number is verified, with a new one or alone', async () => {
    const { id } = await register();
    const fields = [{ field: 'telVerified', msg: 'needs a phone number' }];
    const update = (changes: object) => run('updateUser', { id, ...changes });
    expect(await update({ telVerified: true })).toMatchObject({ code: 'VALIDATION_FAILED', fields });
    expect((await update({ tel: '+44 20 7946 0958' })).result).toMatchObject({ telVerified: false });
    expect((await update({ telVerified: true })).result).toMatchObject({ telVerified: true });
    expect((await update({ tel: '+44 20 7946 0959' })).result).toMatchObject({ telVerified: false });
    const both = { tel: '+44 20 7946 0960', telVerified: true };
    expect((await update(both)).result).toMatchObject(both);
    expect(await update({ tel: null, telVerified: true })).toMatchObject({ code: 'VALIDATION_FAILED', fields });
    expect((await update({ tel: null })).result).toMatchObject({ tel: null, telVerified: false });
  });

  test('help for a user who lost the password or the second factor', async () => {
    const { id, email } = await register();
    const sent = await run('sendPasswordReset', { id });
    const mail = await mailTo(email, 'Set a new password');
    expect(sent).toMatchObject({ success: true, result: { id } });
    expect(mail?.links).toHaveLength(1);
    expect(JSON.stringify(sent)).not.toContain(String(mail?.links[0]).split('/').at(-1));
    expect(await run('resetFactors', { id })).toMatchObject({ success: true, result: { factors: [] } });
    expect(await run('verifyEmail', { id })).toMatchObject({ success: true, result: { emailVerified: true } });
    expect(await run('verifyEmail', { id })).toMatchObject({ success: true });
    expect(await eventsAbout(id)).toEqual(['admin_read', 'admin_read', 'email_verified', 'password_reset_requested']);
  });

  test.each([
    ['user', {}],
    ['updateUser', { firstName: 'Ada' }],
    ['setSuperAdmin', { superAdmin: true }],
    ['disableUser', {}],
    ['enableUser', {}],
    ['deleteUser', {}],
    ['sendPasswordReset', {}],
    ['sendInvitation', {}],
    ['resetFactors', {}],
    ['verifyEmail', {}],
  ] as const)('%s of a user who does not exist', async (operation, input) => {
    for (const id of [noUser, 'no-id']) expect(await run(operation, { id, ...input })).toMatchObject(notFound);
  });

  test.each([
    ['endSessions', { sessionId: noUser }],
    ['removeIdentity', { identityId: noUser }],
    ['impersonate', { reason: 'Ticket 4711' }],
  ] as const)('%s of a user who does not exist, by the id of the user', async (operation, input) => {
    for (const userId of [noUser, 'no-id']) expect(await run(operation, { userId, ...input })).toMatchObject(notFound);
  });

  test('bulkUsers with a user who does not exist', async () => {
    const { result } = await run('bulkUsers', { action: 'disable', ids: [noUser] });
    expect(result?.results).toMatchObject([notFound]);
  });

  test('an invitation of a user who is erased at this moment', async () => {
    const { id } = await register();
    jest.spyOn(gatehouse.stores.users, 'findCredentialsById').mockResolvedValueOnce(null);
    expect(await run('sendInvitation', { id })).toMatchObject(notFound);
  });

  test.each([
    ['createUser', { email: 'x' }, 'email'],
    ['removeIdentity', { userId: noUser, identityId: noUser, reason: ' ' }, 'reason'],
    ['updateUser', { id: noUser, locale: null, tel: 'x'.repeat(33) }, 'tel'],
    ['updateUser', { id: noUser, email: 'a@example.com', reason: 'x'.repeat(501) }, 'reason'],
  ] as const)('%s with %j is not valid', async (operation, input, field) => {
    const answer = await run(operation, input);
    expect(answer.code).toBe('VALIDATION_FAILED');
    expect(answer.fields.map((problem) => problem.field)).toEqual([field]);
  });
});

test('a user by the e-mail address', async () => {
  const { id, email } = await register();
  const find = (input: object) => apis[1].call(gatehouse.url, 'user', { ...input }, admin.jwt);
  expect((await find({ email: email.toUpperCase() })).result).toMatchObject({ id });
  expect(await find({})).toMatchObject({ fields: [{ field: 'id' }] });
  expect(await find({ id, email })).toMatchObject({ fields: [{ field: 'id' }] });
});

test('both APIs return the same', async () => {
  const { id } = await register();
  await addIdentity(gatehouse, id);
  const [rest, graphql] = await Promise.all(
    apis.map(async ({ call }) => (await call(gatehouse.url, 'user', { id }, admin.jwt)).result),
  );
  expect(rest).toEqual(graphql);
});
