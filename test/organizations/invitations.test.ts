import { cleanUpSteps } from '../../src/compose/features';
import { type Api, apis, type Input, restApi, testInTurn } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { withLimits } from '../support/limits';
import { type RegistrationHook, settingsOfHook, startRegistrationHook } from '../support/registration-hook';
import { unproveAddress, verifyAddress } from '../support/verified-address';

// Only who has the mailbox of the invited address becomes a member, and the inviter learns nothing about the address.

const password = 'correct horse battery';
const names = { firstName: 'Grace', lastName: 'Hopper' };
const invalid = { success: false, code: 'INVALID_TOKEN' };

let open: Gatehouse;
/** Registration is closed, and a hook decides. */
let closed: Gatehouse;
let hook: RegistrationHook;
beforeAll(async () => {
  hook = await startRegistrationHook();
  open = await startGatehouse({ ORGANIZATIONS: 'users', ORGANIZATION_ROLES: 'billing' });
  closed = await startGatehouse({
    ORGANIZATIONS: 'admin',
    REGISTRATION: 'closed',
    REGISTER_DOMAINS: 'example.com',
    ...settingsOfHook(hook),
  });
});
afterAll(async () => {
  await open.stop();
  await closed.stop();
  await hook.stop();
});
beforeEach(() => {
  hook.answer = {};
  hook.asked.length = 0;
});

let people = 0;
function newAddress(domain = 'example.com') {
  people += 1;
  return `inv.${people}@${domain}`;
}

async function signIn(api: Api, email: string, on = open) {
  const { user, jwt } = await api.login(on.url, { email, password });
  return { id: String(user?.id), email, jwt: String(jwt) };
}

async function person(api: Api, email = newAddress()) {
  await api.register(open.url, { email, password, firstName: 'Ada', lastName: 'Lovelace' });
  await verifyAddress(open, email);
  return signIn(api, email);
}

async function organizationOf(api: Api, owner: { jwt: string }, name = 'Example & Sons') {
  const { result } = await api.createOrganization(open.url, { name }, owner.jwt);
  return { id: String(result?.id), slug: String(result?.slug) };
}

async function team(api: Api) {
  const owner = await person(api);
  return { owner, ...(await organizationOf(api, owner)) };
}

const invite = (
  api: Api,
  { id, owner }: { id: string; owner: { jwt: string } },
  email: string,
  more: Input = {},
  on = open,
) => api.inviteMember(on.url, { organizationId: id, email, roles: ['member'], ...more }, owner.jwt);

/** The token of the newest mail to an address. */
async function tokenTo(address: string, on = open): Promise<string> {
  const mail = (await on.allMails()).filter(({ to }) => to === address.toLowerCase()).at(-1);
  return String(mail?.links[0]?.split('/').at(-1));
}

async function invited(api: Api, address = newAddress()) {
  const one = await team(api);
  const { result } = await invite(api, one, address);
  return { ...one, address, invitationId: String(result?.id), token: await tokenTo(address) };
}

const register = (api: Api, token: string, more: Input = {}, on = open) =>
  api.registerByInvitation(on.url, { token, ...names, password, ...more });

const membersOf = async (organizationId: string, on = open) =>
  (
    await on.sql(`SELECT u.email, m.roles FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE organization_id = '${organizationId}' ORDER BY m.created_ts, u.email`)
  ).map(({ email, roles }) => [email, roles]);

const openOf = async (api: Api, { id, owner }: { id: string; owner: { jwt: string } }) =>
  (await api.organization(open.url, { id }, owner.jwt)).result?.invitations;

describe.each(apis.map((api) => ({ name: api.name, api })))('through $name', ({ api }) => {
  const rule = testInTurn(api);

  rule('an invited person with an account becomes a member, once', async () => {
    const grace = await person(api, `Grace.${newAddress()}`);
    const { id, owner, slug, token, invitationId } = await invited(api, grace.email.toUpperCase());
    expect(await api.acceptInvitation(open.url, { token }, grace.jwt)).toMatchObject({
      success: true,
      result: { id, slug, roles: ['member'], invitations: null },
    });
    expect(await membersOf(id)).toEqual([
      [owner.email, ['owner']],
      [grace.email, ['member']],
    ]);
    expect(await api.acceptInvitation(open.url, { token }, grace.jwt)).toMatchObject(invalid);
    const events = await open.sql(`SELECT action, user_id, details FROM audit_events
      WHERE details->>'invitationId' = '${invitationId}' ORDER BY id`);
    const details = { organizationId: id, invitationId, roles: ['member'] };
    expect(events).toEqual([
      { action: 'member_invited', user_id: owner.id, details },
      { action: 'member_added', user_id: grace.id, details: { ...details, byUserId: owner.id } },
    ]);
  });

  rule('a person without an account registers with the invited address, which the link verifies', async () => {
    const { id, token, address } = await invited(api);
    expect(await register(api, token, { password: 'short' })).toMatchObject({ fields: [{ field: 'password' }] });
    expect(await register(api, token, { firstName: ' ' })).toMatchObject({ fields: [{ field: 'firstName' }] });
    expect(await register(api, token)).toMatchObject({
      success: true,
      user: { email: address, emailVerified: true, ...names },
    });
    expect((await membersOf(id)).at(-1)).toEqual([address, ['member']]);
    expect((await signIn(api, address)).jwt).not.toBe('null');
    expect(await register(api, token)).toMatchObject(invalid);
  });

  rule('an account of a stranger with the address that was never verified goes to who has the mailbox', async () => {
    const address = newAddress();
    const stranger = await person(api, address);
    await unproveAddress(open, address);
    const { id, token } = await invited(api, address);
    // The session alone proves nothing.
    expect(await api.acceptInvitation(open.url, { token }, stranger.jwt)).toMatchObject(invalid);
    const answer = await register(api, token, { password: 'a much longer horse' });
    expect(answer).toMatchObject({ success: true, user: { id: stranger.id, emailVerified: true, ...names } });
    expect((await api.me(open.url, stranger.jwt)).code).toBe('UNAUTHENTICATED');
    expect((await api.login(open.url, { email: address, password })).code).toBe('INVALID_CREDENTIALS');
    expect((await api.login(open.url, { email: address, password: 'a much longer horse' })).success).toBe(true);
    expect((await membersOf(id)).at(-1)).toEqual([address, ['member']]);
  });

  rule('a verified account is not replaced: its user signs in', async () => {
    const grace = await person(api);
    const { token, id } = await invited(api, grace.email);
    expect(await register(api, token)).toMatchObject({ success: false, code: 'EMAIL_TAKEN' });
    expect((await api.me(open.url, grace.jwt)).success).toBe(true);
    expect((await api.acceptInvitation(open.url, { token }, grace.jwt)).success).toBe(true);
    expect(await membersOf(id)).toHaveLength(2);
  });

  rule('nobody else accepts, and a link that is over gets the same answer', async () => {
    const grace = await person(api);
    const eve = await person(api);
    const first = await invited(api, grace.email);
    const answers: { code: string | null; msg: string }[] = [
      await api.acceptInvitation(open.url, { token: first.token }, eve.jwt),
      await api.acceptInvitation(open.url, { token: first.token }, first.owner.jwt),
      await api.acceptInvitation(open.url, { token: 'x'.repeat(64) }, grace.jwt),
    ];
    // Replaced.
    await invite(api, first, grace.email, { roles: ['billing'] });
    const second = await tokenTo(grace.email);
    answers.push(await api.acceptInvitation(open.url, { token: first.token }, grace.jwt));
    expect(await openOf(api, first)).toMatchObject([{ email: grace.email, roles: ['billing'] }]);
    // Withdrawn.
    const [listed] = (await openOf(api, first)) ?? [];
    const which = { organizationId: first.id, invitationId: listed?.id };
    expect((await api.withdrawInvitation(open.url, which, first.owner.jwt)).success).toBe(true);
    expect((await api.withdrawInvitation(open.url, which, first.owner.jwt)).code).toBe('NOT_FOUND');
    answers.push(await api.acceptInvitation(open.url, { token: second }, grace.jwt));
    answers.push(await register(api, second));
    // Over.
    await invite(api, first, grace.email);
    const third = await tokenTo(grace.email);
    await open.sql(`UPDATE organization_invitations SET expires_ts = now() WHERE organization_id = '${first.id}'`);
    expect(await openOf(api, first)).toEqual([]);
    answers.push(await api.acceptInvitation(open.url, { token: third }, grace.jwt));
    // Of an organization that was deleted.
    const gone = await invited(api, grace.email);
    await api.deleteOrganization(open.url, { id: gone.id, currentPassword: password }, gone.owner.jwt);
    answers.push(await api.acceptInvitation(open.url, { token: gone.token }, grace.jwt));
    const msg = answers[0]?.msg;
    for (const answer of answers) expect(answer).toMatchObject({ ...invalid, msg });
    expect(await membersOf(first.id)).toHaveLength(1);
    const live = await open.sql(`SELECT 1 FROM one_time_tokens
      WHERE address = '${grace.email}' AND purpose = 'organization_invitation' AND used_ts IS NULL`);
    // The one that is over has no row that is changed: its invitation says so.
    expect(live).toHaveLength(1);
  });

  rule('of 20 requests at once with one link, one makes a member', async () => {
    const grace = await person(api);
    const { id, token } = await invited(api, grace.email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.acceptInvitation(open.url, { token }, grace.jwt)),
    );
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([null, 'INVALID_TOKEN']));
    const newcomer = await invited(api);
    const registered = await Promise.all(Array.from({ length: 20 }, () => register(api, newcomer.token)));
    expect(registered.filter(({ success }) => success)).toHaveLength(1);
    expect(await membersOf(id)).toHaveLength(2);
    expect(await membersOf(newcomer.id)).toHaveLength(2);
  });

  rule('a disabled organization takes nobody, and the invitation stays open', async () => {
    const grace = await person(api);
    const { id, token, owner } = await invited(api, grace.email);
    await open.sql(`UPDATE organizations SET disabled_ts = now() WHERE id = '${id}'`);
    expect((await api.acceptInvitation(open.url, { token }, grace.jwt)).code).toBe('FORBIDDEN');
    expect((await invite(api, { id, owner }, newAddress())).code).toBe('FORBIDDEN');
    const other = await invited(api);
    await open.sql(`UPDATE organizations SET disabled_ts = now() WHERE id = '${other.id}'`);
    expect((await register(api, other.token)).code).toBe('FORBIDDEN');
    await open.sql(`UPDATE organizations SET disabled_ts = NULL WHERE id IN ('${id}', '${other.id}')`);
    expect((await api.acceptInvitation(open.url, { token }, grace.jwt)).success).toBe(true);
    expect((await register(api, other.token)).success).toBe(true);
  });

  rule('a full organization, or a person with 50, is a conflict, and the invitation stays open', async () => {
    const grace = await person(api);
    const { id, token } = await invited(api, grace.email);
    await open.sql(`
      INSERT INTO users (id, email, email_canonical, first_name, last_name, created_ts)
        SELECT gen_random_uuid(), 'full.' || n || '@${api.name.toLowerCase()}.test', 'full.' || n || '@${api.name.toLowerCase()}.test', 'F', 'N', now()
        FROM generate_series(1, 9999) AS n`);
    await open.sql(`INSERT INTO memberships SELECT '${id}', id, '{member}', now()
      FROM users WHERE email LIKE 'full.%@${api.name.toLowerCase()}.test'`);
    expect((await api.acceptInvitation(open.url, { token }, grace.jwt)).code).toBe('CONFLICT');
    await open.sql(`DELETE FROM memberships WHERE organization_id = '${id}' AND roles = '{member}'`);
    await open.sql(`INSERT INTO organizations (id, slug, name, created_ts)
      SELECT gen_random_uuid(), '${api.name.toLowerCase()}-' || n, 'N', now() FROM generate_series(1, 50) AS n`);
    await open.sql(`INSERT INTO memberships SELECT id, '${grace.id}', '{member}', now()
      FROM organizations WHERE slug ~ '^${api.name.toLowerCase()}-[0-9]+$'`);
    expect((await api.acceptInvitation(open.url, { token }, grace.jwt)).code).toBe('CONFLICT');
    await open.sql(`DELETE FROM memberships WHERE user_id = '${grace.id}'`);
    expect((await api.acceptInvitation(open.url, { token }, grace.jwt)).success).toBe(true);
  });

  rule('owners and admins invite, and only owners invite owners', async () => {
    const one = await team(api);
    const [admin, member, eve] = [await person(api), await person(api), await person(api)];
    for (const [user, role] of [
      [admin, 'admin'],
      [member, 'member'],
    ] as const)
      await open.sql(`INSERT INTO memberships VALUES ('${one.id}', '${user.id}', '{${role}}', now())`);
    const by = (owner: { jwt: string }, more: Input = {}) => invite(api, { id: one.id, owner }, newAddress(), more);
    expect((await by(admin, { roles: ['owner'] })).code).toBe('FORBIDDEN');
    expect((await by(admin, { roles: ['admin', 'billing'] })).success).toBe(true);
    expect((await by(one.owner, { roles: ['owner'] })).success).toBe(true);
    expect((await by(member)).code).toBe('FORBIDDEN');
    expect((await by(eve)).code).toBe('NOT_FOUND');
    for (const roles of [[], ['boss']])
      expect(await by(one.owner, { roles })).toMatchObject({ fields: [{ field: 'roles' }] });
    expect(await by(one.owner, { email: 'no address' })).toMatchObject({ fields: [{ field: 'email' }] });
    expect((await by(one.owner, { email: member.email.toUpperCase() })).code).toBe('CONFLICT');
    expect((await openOf(api, one))?.map(({ roles }) => roles)).toEqual([['owner'], ['admin', 'billing']]);
    const asMember = await api.organization(open.url, { id: one.id }, member.jwt);
    expect(asMember.result?.invitations).toBeNull();
    const [first] = (await openOf(api, one)) ?? [];
    const which = { organizationId: one.id, invitationId: first?.id };
    expect((await api.withdrawInvitation(open.url, which, member.jwt)).code).toBe('FORBIDDEN');
    expect((await api.withdrawInvitation(open.url, which, eve.jwt)).code).toBe('NOT_FOUND');
    const other = await team(api);
    expect((await api.withdrawInvitation(open.url, { ...which, organizationId: other.id }, other.owner.jwt)).code).toBe(
      'NOT_FOUND',
    );
  });

  rule('an organization has at most 200 open invitations', async () => {
    const one = await team(api);
    await open.sql(`INSERT INTO organization_invitations (id, organization_id, email, email_canonical, roles, created_ts, expires_ts)
      SELECT gen_random_uuid(), '${one.id}', n || '@example.com', n || '@example.com', '{member}', now(), now() + interval '1 day'
      FROM generate_series(1, 198) AS n`);
    const answers = await Promise.all(Array.from({ length: 5 }, () => invite(api, one, newAddress())));
    expect(answers.filter(({ success }) => success)).toHaveLength(2);
    expect(answers.filter(({ code }) => code === 'CONFLICT')).toHaveLength(3);
    // One that replaces another is not one more.
    expect((await invite(api, one, '7@example.com')).success).toBe(true);
    expect(await openOf(api, one)).toHaveLength(200);
  });

  rule('a name is in no mail, and the mail is in the language of the inviter', async () => {
    const owner = await person(api);
    const name = '<b>Visit https://evil.example/</b>';
    await open.sql(`UPDATE users SET first_name = 'https://evil.example', last_name = '<i>x</i>', locale = 'de'
      WHERE id = '${owner.id}'`);
    const { id, slug } = await organizationOf(api, owner, name);
    const [known, unknown] = [await person(api), { email: newAddress() }];
    const mails = [];
    for (const { email } of [known, unknown]) {
      expect(await invite(api, { id, owner }, email)).toMatchObject({ success: true, result: { email } });
      mails.push((await open.allMails()).filter(({ to }) => to === email).at(-1));
    }
    for (const mail of mails) {
      expect(mail?.text).toContain(`„${slug}“`);
      expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/evil\.example|<i>|Visit h/);
      expect(mail?.links).toHaveLength(1);
    }
  });

  rule('a member whom somebody else removes gets a mail, and one who leaves gets none', async () => {
    const one = await team(api);
    const [removed, leaver, unverified] = [await person(api), await person(api), await person(api)];
    for (const { id } of [removed, leaver, unverified])
      await open.sql(`INSERT INTO memberships VALUES ('${one.id}', '${id}', '{member}', now())`);
    await open.sql(`UPDATE users SET email_verified = false WHERE id = '${unverified.id}'`);
    const change = (userId: string, jwt: string) =>
      api.setMember(open.url, { organizationId: one.id, userId, roles: [] }, jwt);
    for (const { id } of [removed, unverified]) expect((await change(id, one.owner.jwt)).success).toBe(true);
    expect((await change(leaver.id, leaver.jwt)).success).toBe(true);
    const mails = (await open.allMails()).filter(({ subject }) => /no longer a member/.test(subject));
    const mailed = mails.map(({ to }) => to);
    expect(mailed).toContain(removed.email);
    for (const { email } of [leaver, unverified]) expect(mailed).not.toContain(email);
  });

  rule('with a closed registration, an invited person registers, unless the domain or the hook says no', async () => {
    const [row] = await closed.sql(`INSERT INTO organizations (id, slug, name, created_ts)
      VALUES (gen_random_uuid(), 'closed-${people}', 'Closed', now()) RETURNING id`);
    const id = String(row?.id);
    const email = newAddress();
    await closed.sql(`INSERT INTO users (id, email, email_canonical, first_name, last_name, created_ts, email_verified, password_hash)
      SELECT gen_random_uuid(), '${email}', '${email}', 'A', 'B', now(), true, '${await hashOf(api)}'`);
    const owner = await signIn(api, email, closed);
    await closed.sql(`INSERT INTO memberships VALUES ('${id}', '${owner.id}', '{owner}', now())`);
    const inviting = async (address: string) => {
      expect((await invite(api, { id, owner }, address, {}, closed)).success).toBe(true);
      return tokenTo(address, closed);
    };
    const [good, foreign] = [newAddress(), newAddress('example.org')];
    const token = await inviting(good);
    expect((await register(api, await inviting(foreign), {}, closed)).code).toBe('FORBIDDEN');
    expect(hook.asked).toHaveLength(0);
    hook.answer = { decision: 'reject', msg: 'Not you.' };
    expect(await register(api, token, {}, closed)).toMatchObject({ code: 'FORBIDDEN', msg: 'Not you.' });
    hook.answer = { decision: 'reject', msg: 'Not this name.', field: 'first_name' };
    expect(await register(api, token, {}, closed)).toMatchObject({ fields: [{ field: 'firstName' }] });
    expect(JSON.parse(String(hook.asked[0])).data).toMatchObject({ method: 'invitation', user: { email: good } });
    hook.answer = { roles: ['staff'] };
    expect((await register(api, token, {}, closed)).success).toBe(true);
    expect(await closed.sql(`SELECT roles FROM users WHERE email = '${good}'`)).toEqual([{ roles: ['staff'] }]);
    expect((await membersOf(id, closed)).at(-1)).toEqual([good, ['member']]);
    // An operator has chosen this address.
    await closed.sql(`INSERT INTO users (id, email, email_canonical, first_name, last_name, created_ts)
      SELECT gen_random_uuid(), '${foreign}', '${foreign}', 'A', 'B', now()`);
    expect((await register(api, await tokenTo(foreign, closed), {}, closed)).success).toBe(true);
  });
});

/** The hash of `password`, of an account elsewhere. */
async function hashOf(api: Api): Promise<unknown> {
  const { id } = await person(api);
  const [row] = await open.sql(`SELECT password_hash FROM users WHERE id = '${id}'`);
  return row?.password_hash;
}

test('30 invitations to one address send at most 5 mails, and an inviter has a limit of their own', async () => {
  const limited = await startGatehouse({ ORGANIZATIONS: 'users', ...withLimits() });
  try {
    const sent = async (email: string, target: () => string) => {
      await restApi.register(limited.url, { email, password, firstName: 'A', lastName: 'B' });
      await verifyAddress(limited, email);
      const { jwt } = await restApi.login(limited.url, { email, password });
      const { result } = await restApi.createOrganization(limited.url, { name: 'X' }, String(jwt));
      const codes: (string | null)[] = [];
      for (let i = 0; i < 15; i += 1) {
        const input = { organizationId: result?.id, email: target(), roles: ['member'] };
        const { code, limit } = await restApi.inviteMember(limited.url, input, String(jwt));
        codes.push(code === null ? null : limit);
      }
      return codes;
    };
    const victim = newAddress();
    const first = await sent(newAddress(), () => victim);
    const second = await sent(newAddress(), () => victim);
    expect([...first, ...second].filter((code) => code === null)).toHaveLength(5);
    expect(new Set(second)).toEqual(new Set(['MAIL_ADDRESS']));
    const mails = (await limited.allMails()).filter(({ to }) => to === victim);
    expect(mails.length).toBeLessThanOrEqual(5);
    const email = newAddress();
    expect(new Set(await sent(email, () => newAddress()))).toEqual(new Set([null]));
    const { jwt } = await restApi.login(limited.url, { email, password });
    const [row] = await limited.sql(`SELECT organization_id FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE u.email = '${email}'`);
    let last: string | null = null;
    for (let i = 0; i < 6; i += 1) {
      const input = { organizationId: row?.organization_id, email: newAddress(), roles: ['member'] };
      last = (await restApi.inviteMember(limited.url, input, String(jwt))).limit;
    }
    expect(last).toBe('INVITATION_ACCOUNT');
  } finally {
    await limited.stop();
  }
});

test('switched off, no operation of an invitation works, and there is no page', async () => {
  const off = await startGatehouse();
  try {
    expect(await restApi.registerByInvitation(off.url, { token: 'x'.repeat(64), ...names, password })).toMatchObject({
      code: 'FORBIDDEN',
      msg: 'Organizations are switched off.',
    });
    expect((await fetch(`${off.url}/invitation/${'x'.repeat(64)}`)).status).toBe(404);
  } finally {
    await off.stop();
  }
});

test('invitations are counted by result', async () => {
  const metric = open.services.metrics.find(({ name }) => name === 'gatehouse_organization_invitations_total');
  const counts = async () => (await metric?.read()) as { labels: { result: string }; value: number }[];
  const before = await counts();
  const grace = await person(restApi);
  const one = await invited(restApi, grace.email);
  await restApi.acceptInvitation(open.url, { token: one.token }, one.owner.jwt);
  await restApi.acceptInvitation(open.url, { token: one.token }, grace.jwt);
  const other = await invited(restApi);
  const which = { organizationId: other.id, invitationId: other.invitationId };
  await restApi.withdrawInvitation(open.url, which, other.owner.jwt);
  const counted = (await counts()).map(({ labels, value }, n) => [labels.result, value - (before[n]?.value ?? 0)]);
  expect(counted).toEqual([
    ['sent', 2],
    ['withdrawn', 1],
    ['accepted', 1],
    ['rejected', 1],
  ]);
});

test('an invitation is removed 30 days after its time', async () => {
  const [old, recent] = [await invited(restApi), await invited(restApi)];
  const expire = ({ invitationId }: { invitationId: string }, days: number) =>
    open.sql(
      `UPDATE organization_invitations SET expires_ts = now() - interval '${days} days' WHERE id = '${invitationId}'`,
    );
  await expire(old, 31);
  await expire(recent, 29);
  const step = cleanUpSteps.find(({ name }) => name === 'organization_invitations');
  expect(await step?.run(new Date(), new AbortController().signal, open.stores.sql)).toBe(1);
  expect(await open.sql(`SELECT id FROM organization_invitations WHERE id = '${recent.invitationId}'`)).toHaveLength(1);
});
