import { passkeyAssertionExample } from '../../src/accounts/factors/passkey.inputs';
import { type Api, apis, postJson, restApi, testInTurn } from '../support/apis';
import { Authenticator, type PersonWithTotp, withTotp } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { ageAccount, verifyAddress } from '../support/verified-address';

/** Each test runs through each API, and each API sees the changes of the other API. */
let gatehouse: Gatehouse;

beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());
// The codes of an authenticator app depend on the time.
beforeEach(stopClock);
afterEach(async () => {
  // Before the clock goes back: a mail of a later time would not be due.
  await gatehouse.allMails();
  jest.useRealTimers();
});

const claimsOf = (jwt: string | null) =>
  JSON.parse(Buffer.from(String(jwt).split('.')[1] ?? '', 'base64url').toString());
const credentialsOf = ({ email, password }: PersonWithTotp) => ({ email, password });

async function challengeOf(api: Api, person: PersonWithTotp): Promise<string> {
  const { code, challenge } = await api.login(gatehouse.url, credentialsOf(person));
  if (code !== 'MFA_REQUIRED' || !challenge) throw new Error(`no challenge, but ${code}`);
  return challenge.token;
}

describe.each(apis.map((api, i) => ({ name: api.name, api, other: apis[1 - i] ?? api })))(
  'through $name',
  ({ api, other }) => {
    const rule = testInTurn(api);
    test('an authenticator app is a second factor from its first right code on', async () => {
      const credentials = { email: `enrol.${api.name.toLowerCase()}@example.com`, password: 'correct horse battery' };
      await api.register(gatehouse.url, { ...credentials, firstName: 'Ada', lastName: 'Lovelace' });
      await verifyAddress(gatehouse, credentials.email);
      const [{ jwt }, elsewhere] = [
        await api.login(gatehouse.url, credentials),
        await other.login(gatehouse.url, credentials),
      ];
      const enrolled = await api.enrollTotp(gatehouse.url, { currentPassword: credentials.password }, jwt);
      expect(enrolled).toMatchObject({ success: true, secret: expect.stringMatching(/^[A-Z2-7]{32}$/) });
      expect(enrolled.uri).toContain(`secret=${enrolled.secret}`);
      const authenticator = new Authenticator(String(enrolled.secret));
      expect((await api.login(gatehouse.url, credentials)).code).toBeNull();
      // Nothing but the limits counts these codes.
      const wrong = { code: authenticator.wrong() };
      expect(await api.confirmTotp(gatehouse.url, wrong, jwt)).toMatchObject({
        code: 'INVALID_TOKEN',
        attemptsLeft: 1,
      });

      const confirmed = await api.confirmTotp(gatehouse.url, { code: authenticator.next() }, jwt);
      expect(confirmed).toMatchObject({ success: true, recoveryCodes: { length: 10 } });
      expect(new Set(confirmed.recoveryCodes).size).toBe(10);
      for (const code of confirmed.recoveryCodes ?? [])
        expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/);
      expect(await other.factors(gatehouse.url, jwt)).toMatchObject({ factors: { totp: true, recoveryCodes: 10 } });
      for (const token of [jwt, elsewhere.jwt]) expect((await other.me(gatehouse.url, token)).code).toBeNull();
      const subjects = (await gatehouse.allMails())
        .filter(({ to }) => to === credentials.email)
        .map(({ subject }) => subject);
      // The clock is stopped, so the mails have no order.
      expect(subjects.filter((subject) => /authenticator/i.test(subject))).toEqual([
        'An authenticator app was added – Gatehouse',
      ]);
      // A second application needs a removal first.
      expect((await api.enrollTotp(gatehouse.url, { currentPassword: credentials.password }, jwt)).code).toBe(
        'STEP_UP_REQUIRED',
      );
    });

    rule('enrolment needs the current password', async () => {
      const credentials = { email: `careful.${api.name.toLowerCase()}@example.com`, password: 'correct horse battery' };
      await api.register(gatehouse.url, { ...credentials, firstName: 'Ada', lastName: 'Lovelace' });
      const { jwt } = await api.login(gatehouse.url, credentials);
      await ageAccount(gatehouse, credentials.email);
      const fields = [{ field: 'currentPassword', msg: 'is required' }];
      expect(await api.enrollTotp(gatehouse.url, {}, jwt)).toMatchObject({ code: 'VALIDATION_FAILED', fields });
      const wrong = await api.enrollTotp(gatehouse.url, { currentPassword: 'wrong horse battery' }, jwt);
      expect(wrong).toMatchObject({ code: 'INVALID_CREDENTIALS', secret: null });
      expect((await api.enrollTotp(gatehouse.url, {}, null)).code).toBe('UNAUTHENTICATED');
      expect((await api.confirmTotp(gatehouse.url, { code: '123456' }, jwt)).code).toBe('INVALID_TOKEN');
    });

    test('a login without a code returns a challenge and no token, which a code completes', async () => {
      const ada = await withTotp(other, gatehouse);
      const before = await api.me(gatehouse.url, ada.jwt);
      const asked = await api.login(gatehouse.url, credentialsOf(ada));
      expect(asked).toMatchObject({ success: false, code: 'MFA_REQUIRED', jwt: null, refreshToken: null, user: null });
      expect(asked.challenge).toEqual({
        token: expect.stringMatching(/^[\w-]{64}$/),
        factors: ['totp', 'recovery_code'],
        passkeyOptions: null,
        expiresIn: 300,
      });
      // The challenge is no access token, and no link.
      const token = asked.challenge?.token ?? '';
      expect((await api.me(gatehouse.url, token)).code).toBe('UNAUTHENTICATED');
      expect((await api.resetPassword(gatehouse.url, { token, password: 'a much longer horse' })).code).toBe(
        'INVALID_TOKEN',
      );
      expect((await api.me(gatehouse.url, ada.jwt)).user?.lastLoginTs).toBe(before.user?.lastLoginTs);

      const code = ada.authenticator.next();
      const login = await other.completeLogin(gatehouse.url, { token, code });
      expect(login).toMatchObject({ success: true, user: { email: ada.email, lastLoginTs: before.user?.lastLoginTs } });
      expect(login.refreshToken).not.toBeNull();
      expect(claimsOf(login.jwt)).toMatchObject({
        acr: 'aal2',
        amr: ['pwd', 'otp', 'mfa'],
        auth_time: expect.any(Number),
      });
      const refreshed = await api.refresh(gatehouse.url, { refreshToken: login.refreshToken });
      expect(claimsOf(refreshed.jwt)).toMatchObject({ acr: 'aal2', auth_time: claimsOf(login.jwt).auth_time });
      // The challenge and the code are used up.
      expect((await api.completeLogin(gatehouse.url, { token, code: ada.authenticator.next() })).code).toBe(
        'INVALID_TOKEN',
      );
      const second = await challengeOf(api, ada);
      expect((await api.completeLogin(gatehouse.url, { token: second, code })).code).toBe('INVALID_TOKEN');
    });

    test('one request with the code is enough', async () => {
      const ada = await withTotp(other, gatehouse);
      const login = await api.login(gatehouse.url, { ...credentialsOf(ada), code: ada.authenticator.next() });
      expect(login).toMatchObject({ success: true, challenge: null });
      expect(claimsOf(login.jwt)).toMatchObject({ acr: 'aal2', amr: ['pwd', 'otp', 'mfa'] });
      const code = ` ${ada.recoveryCodes[0]?.toLowerCase().replaceAll('-', ' ')} `;
      expect((await api.login(gatehouse.url, { ...credentialsOf(ada), code })).success).toBe(true);
      expect((await api.login(gatehouse.url, { ...credentialsOf(ada), code })).code).toBe('INVALID_TOKEN');
    });

    rule('with a wrong password, nothing says that there is a second factor', async () => {
      const ada = await withTotp(other, gatehouse);
      const wrong = { email: ada.email, password: 'wrong horse battery', code: ada.authenticator.next() };
      expect(await api.login(gatehouse.url, wrong)).toMatchObject({ code: 'INVALID_CREDENTIALS', challenge: null });
      // The code was not used up.
      expect((await api.login(gatehouse.url, { ...credentialsOf(ada), code: wrong.code })).success).toBe(true);
    });

    rule('a challenge accepts five attempts', async () => {
      const ada = await withTotp(other, gatehouse);
      const token = await challengeOf(api, ada);
      const complete = (code: string) => api.completeLogin(gatehouse.url, { token, code });
      // A number: the same challenge takes another code. Null: the user signs in again.
      for (const attemptsLeft of [4, 3, 2, 1, null]) {
        expect(await complete(ada.authenticator.wrong())).toMatchObject({ code: 'INVALID_TOKEN', attemptsLeft });
      }
      expect(await complete(ada.authenticator.next())).toMatchObject({ code: 'INVALID_TOKEN', attemptsLeft: null });
    });

    rule('five logins can wait, and a sixth replaces the oldest', async () => {
      const ada = await withTotp(other, gatehouse);
      const tokens: string[] = [];
      for (let i = 0; i < 6; i += 1) {
        jest.setSystemTime(Date.now() + 10);
        tokens.push(await challengeOf(api, ada));
      }
      const complete = (token = '') => api.completeLogin(gatehouse.url, { token, code: ada.authenticator.next() });
      expect((await complete(tokens[0])).code).toBe('INVALID_TOKEN');
      expect((await complete(tokens[1])).success).toBe(true);
      expect((await complete(tokens[5])).success).toBe(true);
    });

    rule('a challenge ends with its time, a change of the password, and a log-out of all sessions', async () => {
      const ada = await withTotp(other, gatehouse);
      const complete = (token: string) =>
        api.completeLogin(gatehouse.url, { token, code: ada.authenticator.next() }).then(({ code }) => code);
      const late = await challengeOf(api, ada);
      jest.setSystemTime(Date.now() + 301_000);
      expect(await complete(late)).toBe('INVALID_TOKEN');
      const { jwt } = await api.login(gatehouse.url, { ...credentialsOf(ada), code: ada.authenticator.next() });
      const before = await challengeOf(api, ada);
      expect((await api.logout(gatehouse.url, { sessions: 'others' }, jwt)).success).toBe(true);
      expect(await complete(before)).toBe('INVALID_TOKEN');
      const changed = { currentPassword: ada.password, password: 'a much longer horse' };
      const another = await challengeOf(api, ada);
      expect(await api.changePassword(gatehouse.url, changed, jwt)).toMatchObject({ success: true });
      expect(await complete(another)).toBe('INVALID_TOKEN');
    });

    test('a removal needs a recent second factor, and makes the login easy again', async () => {
      const ada = await withTotp(other, gatehouse);
      expect((await api.removeTotp(gatehouse.url, ada.jwt)).code).toBe('STEP_UP_REQUIRED');
      const { jwt } = await api.login(gatehouse.url, { ...credentialsOf(ada), code: ada.authenticator.next() });
      expect((await api.me(gatehouse.url, ada.jwt)).success).toBe(true);
      expect(await api.regenerateRecoveryCodes(gatehouse.url, jwt)).toMatchObject({ recoveryCodes: { length: 10 } });
      const old = { ...credentialsOf(ada), code: ada.recoveryCodes[0] };
      expect((await api.login(gatehouse.url, old)).code).toBe('INVALID_TOKEN');
      expect((await api.me(gatehouse.url, ada.jwt)).code).toBe('UNAUTHENTICATED');
      jest.setSystemTime(Date.now() + 301_000);
      expect((await api.removeTotp(gatehouse.url, jwt)).code).toBe('STEP_UP_REQUIRED');
      const fresh = await api.login(gatehouse.url, { ...credentialsOf(ada), code: ada.authenticator.next() });
      expect((await api.removeTotp(gatehouse.url, fresh.jwt)).success).toBe(true);
      expect((await api.removeTotp(gatehouse.url, fresh.jwt)).code).toBe('CONFLICT');
      expect((await api.regenerateRecoveryCodes(gatehouse.url, fresh.jwt)).code).toBe('CONFLICT');
      expect(await api.factors(gatehouse.url, fresh.jwt)).toMatchObject({ factors: { totp: false, recoveryCodes: 0 } });
      const login = await api.login(gatehouse.url, credentialsOf(ada));
      expect(claimsOf(login.jwt)).toMatchObject({ acr: 'aal1', amr: ['pwd'] });
    });

    rule('of 20 parallel uses of one code, one succeeds', async () => {
      const ada = await withTotp(other, gatehouse);
      const logins = async (code: string) => {
        const login = (_: unknown, i: number) =>
          (i % 2 ? api : other).login(gatehouse.url, { ...credentialsOf(ada), code });
        const answers = await Promise.all(Array.from({ length: 20 }, login));
        return answers.map(({ code: error }) => error ?? 'success').sort();
      };
      const expected = [...Array(19).fill('INVALID_TOKEN'), 'success'];
      expect(await logins(ada.authenticator.next())).toEqual(expected);
      expect(await logins(String(ada.recoveryCodes[3]))).toEqual(expected);
    });

    test.each([
      { sent: {}, fields: ['token', 'code'] },
      { sent: { token: 'x' }, fields: ['code'] },
      { sent: { token: 'x', code: '1', passkey: passkeyAssertionExample }, fields: ['code'] },
      { sent: { token: 'x', code: '1'.repeat(65) }, fields: ['code'] },
    ])('completeLogin rejects the fields of $sent', async ({ sent, fields }) => {
      const answer = await api.completeLogin(gatehouse.url, sent);
      expect(answer.code).toBe('VALIDATION_FAILED');
      // GraphQL reports a missing required field before the others.
      expect(fields).toEqual(expect.arrayContaining(answer.fields.map(({ field }) => field)));
      expect((await api.completeLogin(gatehouse.url, { token: 'x'.repeat(64), code: '123456' })).code).toBe(
        'INVALID_TOKEN',
      );
    });
  },
);

test('a legacy client gets 401 and sends the code in the request that it knows', async () => {
  const ada = await withTotp(restApi, gatehouse);
  const response = await postJson(`${gatehouse.url}/auth/login`, credentialsOf(ada));
  expect(response.status).toBe(401);
  const answer = (await response.json()) as object;
  expect(answer).toEqual({
    success: false,
    msg: expect.stringContaining('code'),
    code: 'MFA_REQUIRED',
    mfa: { token: expect.any(String), factors: ['totp', 'recovery_code'], passkey_options: null, expires_in: 300 },
  });
  const login = await postJson(`${gatehouse.url}/auth/login`, {
    ...credentialsOf(ada),
    code: ada.authenticator.next(),
  });
  expect(login.status).toBe(200);
  expect(Object.keys(((await login.json()) as { result: object }).result)).toEqual(['jwt', 'user', 'gen_ts']);
});

test('no row, log line or event contains a seed, a code or a challenge', async () => {
  const ada = await withTotp(restApi, gatehouse);
  const token = await challengeOf(restApi, ada);
  const used = String(ada.recoveryCodes[1]);
  await restApi.login(gatehouse.url, { ...credentialsOf(ada), code: used });
  const secrets = [token, ...ada.recoveryCodes, used.replaceAll('-', '')];
  const tables = await gatehouse.sql(
    'SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema()',
  );
  const rows = await Promise.all(tables.map(({ name }) => gatehouse.sql(`SELECT t::text AS row FROM ${name} t`)));
  const dump = JSON.stringify(rows);
  expect(dump).toContain('complete_login');
  for (const secret of secrets) {
    expect(gatehouse.logged()).not.toContain(secret);
    expect(dump).not.toContain(secret);
  }
  // The seed in the dump is encrypted: 1 byte of version, 12 of IV, 16 of tag, 20 of seed.
  const [stored] = await gatehouse.sql('SELECT length(encrypted_seed) AS length FROM totp_factors LIMIT 1');
  expect(stored).toEqual({ length: 49 });
});
