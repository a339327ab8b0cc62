import { type Api, apis, inTurn, testInTurn, withHeaders } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

/** Each test runs through each API, and each API sees the changes of the other API. */
let gatehouse: Gatehouse;
afterEach(() => gatehouse.stop());

const password = 'correct horse battery';
const credentials = (email: string) => ({ email, password });
const account = (email: string) => ({ ...credentials(email), firstName: 'Ada', lastName: 'Lovelace' });

async function mailsTo(address: string) {
  return (await gatehouse.allMails()).filter(({ to }) => to === address);
}

async function tokenTo(address: string) {
  const mail = (await mailsTo(address)).at(-1);
  if (!mail) throw new Error(`no mail to ${address}`);
  return { token: String(mail.links[0]).split('/').at(-1) ?? '', code: mail.code };
}

const pairs = apis.map((api, i) => ({ name: api.name, api, other: apis[1 - i] ?? api }));
const ada = 'ada@example.com';

describe.each(pairs)('with REGISTRATION=open, through $name', ({ api, other }) => {
  const rule = testInTurn(api);
  beforeEach(async () => {
    gatehouse = await startGatehouse();
  });

  test('a registration sends an e-mail, and its link verifies the address once', async () => {
    const { url } = gatehouse;
    await api.register(url, account('Ada@Example.com'));
    const { token } = await tokenTo(ada);
    const login = await api.login(url, credentials(ada));
    expect(login.user?.emailVerified).toBe(false);
    const confirmed = await withHeaders({ Authorization: `Bearer ${login.jwt}` }, () =>
      other.confirmEmail(url, { token }),
    );
    expect(confirmed).toMatchObject({
      success: true,
      user: { email: 'Ada@Example.com', emailVerified: true, updatedTs: expect.any(String) },
    });
    expect((await api.me(url, login.jwt)).user).toMatchObject({ emailVerified: true });
    expect((await api.confirmEmail(url, { token })).code).toBe('INVALID_TOKEN');
  });

  rule('the code verifies the address, and five wrong codes end it', async () => {
    const { url } = gatehouse;
    await api.register(url, account(ada));
    const { code } = await tokenTo(ada);
    expect((await api.confirmEmail(url, { email: 'ADA@example.com', code })).user?.emailVerified).toBe(true);

    const eve = 'eve@example.com';
    await api.register(url, account(eve));
    const right = await tokenTo(eve);
    for (let i = 1; i <= 5; i++) {
      const wrong = String((Number(right.code) + i) % 1_000_000).padStart(6, '0');
      expect((await other.confirmEmail(url, { email: eve, code: wrong })).code).toBe('INVALID_TOKEN');
    }
    expect((await api.confirmEmail(url, { email: eve, code: right.code })).code).toBe('INVALID_TOKEN');
    expect((await api.confirmEmail(url, { token: right.token })).code).toBeNull();
  });

  rule('the e-mail is sent again only where it is needed, with one answer for all', async () => {
    const { url } = gatehouse;
    const [verified, disabled] = ['verified@example.com', 'disabled@example.com'];
    for (const one of [ada, verified, disabled]) await api.register(url, account(one));
    await gatehouse.sql(`UPDATE users SET email_verified = true WHERE email_canonical = '${verified}'`);
    await gatehouse.sql(`UPDATE users SET disabled = true WHERE email_canonical = '${disabled}'`);
    const before = await tokenTo(ada);
    const answer = await api.sendEmailVerification(url, { email: ada });
    expect(answer).toMatchObject({ success: true, code: null });
    for (const email of [verified, disabled, 'stranger@example.com']) {
      expect(await api.sendEmailVerification(url, { email })).toEqual(answer);
    }
    expect((await mailsTo(ada)).length).toBe(2);
    for (const email of [verified, disabled]) expect(await mailsTo(email)).toHaveLength(1);
    expect(await mailsTo('stranger@example.com')).toHaveLength(0);
    // The newer e-mail replaces the older one.
    expect((await api.confirmEmail(url, { token: before.token })).code).toBe('INVALID_TOKEN');
    expect((await api.confirmEmail(url, { token: (await tokenTo(ada)).token })).code).toBeNull();
  });

  rule('the link of an address that has changed is not valid', async () => {
    const { url } = gatehouse;
    await api.register(url, account(ada));
    const { token } = await tokenTo(ada);
    await gatehouse.sql("UPDATE users SET email = 'other@example.com', email_canonical = 'other@example.com'");
    expect((await api.confirmEmail(url, { token })).code).toBe('INVALID_TOKEN');
  });

  rule('the person who did not register removes the account, unless the address is verified', async () => {
    const { url } = gatehouse;
    await api.register(url, account(ada));
    const { jwt } = await api.login(url, credentials(ada));
    const { token } = await tokenTo(ada);
    const body = new URLSearchParams({ intent: 'disown' });
    expect((await fetch(`${url}/confirm/${token}`, { method: 'POST', body })).status).toBe(200);
    expect(await gatehouse.sql('SELECT 1 FROM users')).toEqual([]);
    expect((await api.me(url, jwt)).code).toBe('UNAUTHENTICATED');
  });
});

describe.each(pairs)('with REGISTRATION=confirm, through $name', ({ api, other }) => {
  const rule = testInTurn(api);
  beforeEach(async () => {
    gatehouse = await startGatehouse({ REGISTRATION: 'confirm' });
  });

  test('the account exists after the link was used, with the id of the answer', async () => {
    const { url } = gatehouse;
    const registered = await api.register(url, account(ada));
    expect(registered).toMatchObject({ success: true, user: { email: ada, emailVerified: false } });
    expect(await gatehouse.sql('SELECT 1 FROM users')).toEqual([]);
    expect((await api.login(url, credentials(ada))).code).toBe('INVALID_CREDENTIALS');
    const { token } = await tokenTo(ada);
    const confirmed = await other.confirmEmail(url, { token, password });
    expect(confirmed).toMatchObject({ success: true, user: { id: registered.user?.id, emailVerified: true } });
    expect((await other.login(url, credentials(ada))).code).toBeNull();
    expect(await gatehouse.sql('SELECT 1 FROM pending_registrations')).toEqual([]);
  });

  rule('a taken address gets the same answer, and its user another e-mail', async () => {
    const { url } = gatehouse;
    await api.register(url, account(ada));
    await api.confirmEmail(url, { token: (await tokenTo(ada)).token, password });
    const shape = ({ user: _, result, ...answer }: Awaited<ReturnType<Api['register']>>) => ({
      ...answer,
      result: { ...result, id: '', createdTs: '', email: '' },
    });
    const taken = await api.register(url, { ...account(ada), password: 'the password of Eve' });
    const free = await api.register(url, { ...account('free@example.com'), password: 'the password of Eve' });
    expect(shape(taken)).toEqual(shape(free));
    const mails = await mailsTo(ada);
    expect(mails.at(-1)?.subject).not.toBe(mails[0]?.subject);
    expect(mails.at(-1)?.code).toBeNull();
    expect((await api.login(url, credentials(ada))).code).toBeNull();
    expect((await api.login(url, { email: ada, password: 'the password of Eve' })).code).toBe('INVALID_CREDENTIALS');
  });

  const eve = { ...account(ada), password: 'the password of Eve' };

  test.each(
    inTurn(api, [
      { when: 'first', limits: 'off', registered: [eve, account(ada)], used: 0 },
      {
        when: 'first, so that the pause stops the mail of the owner',
        limits: 'on',
        registered: [eve, account(ada)],
        used: 0,
      },
      { when: 'last, before the mail is sent again', limits: 'off', registered: [account(ada), eve], used: 2 },
    ]),
  )('a stranger who registers $when does not know the password', async ({ limits, registered, used }) => {
    const { url } = await gatehouse.another({ REGISTRATION: 'confirm', RATE_LIMITS: limits });
    for (const one of registered) expect((await api.register(url, one)).code).toBeNull();
    await api.sendEmailVerification(url, { email: ada });
    const link = String((await mailsTo(ada))[used]?.links[0]);
    const token = link.split('/').at(-1);
    expect((await other.confirmEmail(url, { token, password })).user).toMatchObject({
      email: ada,
      emailVerified: true,
    });
    expect((await api.login(url, { email: ada, password: eve.password })).code).toBe('INVALID_CREDENTIALS');
    expect((await api.login(url, credentials(ada))).user).toMatchObject({ email: ada });
  });

  rule('a confirmation without a password, or with a bad one, changes nothing', async () => {
    const { url } = gatehouse;
    await api.register(url, eve);
    const { token, code } = await tokenTo(ada);
    for (const proof of [{ token }, { email: ada, code }]) {
      for (const bad of [{}, { password: null }]) {
        expect(await api.confirmEmail(url, { ...proof, ...bad })).toMatchObject({
          code: 'VALIDATION_FAILED',
          fields: [{ field: 'password', msg: 'is required, because this creates an account' }],
        });
      }
      const { code: short, fields } = await api.confirmEmail(url, { ...proof, password: 'short' });
      expect({ short, fields }).toMatchObject({ short: 'VALIDATION_FAILED', fields: [{ field: 'password' }] });
    }
    expect((await api.confirmEmail(url, { token, password: 'password1234' })).fields).toMatchObject([
      { field: 'password' },
    ]);
    expect(await gatehouse.sql('SELECT 1 FROM users')).toEqual([]);
    expect((await api.confirmEmail(url, { email: ada, code, password })).code).toBeNull();
    expect((await api.login(url, credentials(ada))).code).toBeNull();
  });

  rule('the password of a registration is stored nowhere', async () => {
    await api.register(gatehouse.url, eve);
    const [row] = await gatehouse.sql('SELECT * FROM pending_registrations');
    expect(row).toMatchObject({ email: ada });
    expect(JSON.stringify(row)).not.toMatch(/password|argon2/);
  });

  rule('of two links of one address used at the same time, one creates the account', async () => {
    const { url } = gatehouse;
    await api.register(url, account(ada));
    await other.register(url, account(ada));
    const tokens = (await mailsTo(ada)).map(({ links }) => String(links[0]).split('/').at(-1));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        (i % 2 ? api : other).confirmEmail(url, { token: tokens[i % tokens.length], password }),
      ),
    );
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    for (const { code } of answers.filter(({ success }) => !success)) {
      expect(['CONFLICT', 'INVALID_TOKEN']).toContain(code);
    }
  });

  rule('the e-mail of a registration that waits is sent again', async () => {
    const { url } = gatehouse;
    await api.register(url, account(ada));
    await api.sendEmailVerification(url, { email: ada });
    const mails = await mailsTo(ada);
    expect(mails).toHaveLength(2);
    expect((await api.confirmEmail(url, { token: (await tokenTo(ada)).token, password })).code).toBeNull();
  });

  rule('a mail contains no name and no other words of the person', async () => {
    const { url } = gatehouse;
    await api.register(url, { ...account(ada), firstName: 'Buy-cheap', lastName: 'example.net' });
    const [mail] = await mailsTo(ada);
    expect(JSON.stringify(mail)).not.toMatch(/Buy-cheap|example\.net/);
  });
});

describe.each(pairs)('with REGISTRATION=closed, through $name', ({ api }) => {
  test('a registration is FORBIDDEN', async () => {
    gatehouse = await startGatehouse({ REGISTRATION: 'closed' });
    expect(await api.register(gatehouse.url, account(ada))).toMatchObject({ success: false, code: 'FORBIDDEN' });
    expect(await gatehouse.sql('SELECT 1 FROM users')).toEqual([]);
    expect(await gatehouse.allMails()).toEqual([]);
  });
});

describe('with EMAIL_VERIFICATION=required', () => {
  const [api, other] = apis;

  test('a login needs a verified address, and sends the e-mail at most once a minute', async () => {
    gatehouse = await startGatehouse({ EMAIL_VERIFICATION: 'required', RATE_LIMITS: 'on' });
    const { url } = gatehouse;
    await api.register(url, account(ada));
    // A mail whose link was replaced before it was sent would not be sent.
    expect(await mailsTo(ada)).toHaveLength(1);
    for (const one of [api, other, api]) {
      expect(await one.login(url, credentials(ada))).toMatchObject({
        success: false,
        code: 'EMAIL_NOT_VERIFIED',
        jwt: null,
      });
    }
    expect((await api.login(url, { email: ada, password: 'a wrong password' })).code).toBe('INVALID_CREDENTIALS');
    // One of the registration, and one of the three logins.
    expect(await mailsTo(ada)).toHaveLength(2);
    expect((await api.confirmEmail(url, { token: (await tokenTo(ada)).token })).code).toBeNull();
    expect((await other.login(url, credentials(ada))).code).toBeNull();
  });
});
