import { passkeyAssertionExample } from '../../src/accounts/factors/passkey.inputs';
import { type Api, apis, postJson, testInTurn } from '../support/apis';
import { withTotp } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { withPasskey, withTwoStepPasskey } from '../support/passkeys';

/** Each test runs through each API, and each API sees the changes of the other API. */
let gatehouse: Gatehouse;
let limited: Gatehouse;

beforeAll(async () => {
  gatehouse = await startGatehouse();
  limited = await startGatehouse({ RATE_LIMITS: 'on' });
});
afterAll(async () => {
  await gatehouse.stop();
  await limited.stop();
});
// The codes of an authenticator app depend on the time.
beforeEach(stopClock);
afterEach(() => jest.useRealTimers());

const claimsOf = (jwt: string | null) =>
  JSON.parse(Buffer.from(String(jwt).split('.')[1] ?? '', 'base64url').toString());
const password = 'correct horse battery';
const passkey = passkeyAssertionExample;
const missing = 'is required, unless another proof is sent';
const another = 'must not be sent together with another proof';
let people = 0;

async function logIn(api: Api, { url } = gatehouse) {
  people += 1;
  const credentials = { email: `step.${people}@example.com`, password };
  await api.register(url, { ...credentials, firstName: 'Ada', lastName: 'Lovelace' });
  return { ...credentials, ...(await api.login(url, credentials)) };
}

const nowS = () => Math.floor(Date.now() / 1000);
const wait = (s: number) => jest.setSystemTime(Date.now() + s * 1000);
const eventsOf = (sub: string, action: string) =>
  gatehouse.sql(`SELECT details, session_id AS "sessionId" FROM audit_events
    WHERE user_id = '${sub}' AND action = '${action}' ORDER BY id`);

describe.each(apis.map((api, i) => ({ name: api.name, api, other: apis[1 - i] ?? api })))(
  'through $name',
  ({ api, other }) => {
    const rule = testInTurn(api);
    const stepUp = (input: object, jwt: string | null) => api.stepUp(gatehouse.url, { ...input }, jwt);

    test('the password of a user without a second factor renews the time, and keeps session and refresh token', async () => {
      const { jwt, refreshToken } = await logIn(other);
      const before = claimsOf(jwt);
      expect(before).toMatchObject({ acr: 'aal1', amr: ['pwd'], auth_time: nowS() });
      wait(400);
      const answer = await stepUp({ password }, jwt);
      expect(answer).toMatchObject({ success: true, msg: 'Signed in again.', refreshToken: null });
      expect(answer.expiresIn).toBe(3600);
      const after = { sub: before.sub, sid: before.sid, acr: 'aal1', amr: ['pwd'], auth_time: nowS() };
      expect(claimsOf(answer.jwt)).toMatchObject(after);
      expect((await other.me(gatehouse.url, answer.jwt)).success).toBe(true);
      // The old access token is not revoked, and still has the old time.
      expect((await api.me(gatehouse.url, jwt)).success).toBe(true);
      const refreshed = await other.refresh(gatehouse.url, { refreshToken });
      expect(claimsOf(refreshed.jwt)).toMatchObject(after);
      expect(await eventsOf(before.sub, 'stepped_up')).toEqual([{ sessionId: before.sid, details: expect.anything() }]);
    });

    rule('a wrong password changes nothing', async () => {
      const { jwt, refreshToken } = await logIn(other);
      const { auth_time } = claimsOf(jwt);
      wait(10);
      expect(await stepUp({ password: 'wrong horse battery' }, jwt)).toMatchObject({
        code: 'INVALID_CREDENTIALS',
        jwt: null,
      });
      const refreshed = await other.refresh(gatehouse.url, { refreshToken });
      expect(claimsOf(refreshed.jwt)).toMatchObject({ auth_time });
    });

    test('a code raises the session to aal2, once', async () => {
      const ada = await withTotp(other, gatehouse);
      const before = claimsOf(ada.jwt);
      const code = ada.authenticator.next();
      const { jwt } = await stepUp({ code: ` ${code.slice(0, 3)} ${code.slice(3)} ` }, ada.jwt);
      const raised = { sub: before.sub, sid: before.sid, acr: 'aal2', amr: ['pwd', 'otp', 'mfa'], auth_time: nowS() };
      expect(claimsOf(jwt)).toMatchObject(raised);
      expect(await eventsOf(before.sub, 'stepped_up')).toEqual([
        { sessionId: before.sid, details: expect.objectContaining({ acr: 'aal2' }) },
      ]);
      expect((await other.removeTotp(gatehouse.url, ada.jwt)).code).toBe('STEP_UP_REQUIRED');
      wait(10);
      expect((await stepUp({ code }, jwt)).code).toBe('INVALID_TOKEN');
      expect((await stepUp({ code: ada.authenticator.wrong() }, jwt)).code).toBe('INVALID_TOKEN');
      expect((await other.login(gatehouse.url, { email: ada.email, password, code })).code).toBe('INVALID_TOKEN');
      expect((await other.removeTotp(gatehouse.url, jwt)).success).toBe(true);
    });

    rule('a recovery code does the same, once, and its user keeps the methods of the login', async () => {
      const ada = await withTotp(other, gatehouse);
      const login = { email: ada.email, password, code: ada.authenticator.next() };
      const { jwt, refreshToken } = await api.login(gatehouse.url, login);
      wait(400);
      const code = String(ada.recoveryCodes[0]);
      const { jwt: renewed } = await stepUp({ code }, jwt);
      const raised = { acr: 'aal2', amr: ['pwd', 'otp', 'mfa'], auth_time: nowS() };
      expect(claimsOf(renewed)).toMatchObject(raised);
      expect((await stepUp({ code }, renewed)).code).toBe('INVALID_TOKEN');
      expect(claimsOf((await other.refresh(gatehouse.url, { refreshToken })).jwt)).toMatchObject(raised);
      expect(await other.factors(gatehouse.url, jwt)).toMatchObject({ factors: { recoveryCodes: 9 } });
    });

    rule('the password of a user with two-step sign-in is not enough, and is not even compared', async () => {
      const ada = await withTotp(other, gatehouse);
      for (const sent of [password, 'wrong horse battery']) {
        expect(await stepUp({ password: sent }, ada.jwt)).toMatchObject({
          code: 'MFA_REQUIRED',
          challenge: null,
          jwt: null,
        });
      }
      const { sub } = claimsOf(ada.jwt);
      await gatehouse.services.audit.close();
      const [event] = await gatehouse.sql(
        `SELECT action, details FROM audit_events WHERE user_id = '${sub}' AND outcome = 'MFA_REQUIRED'`,
      );
      expect(event).toMatchObject({
        action: 'second_factor_failed',
        details: { operation: 'stepUp', stepsMs: { database: expect.any(Number) } },
      });
      expect(event).not.toMatchObject({ details: { stepsMs: { hash: expect.anything() } } });
    });

    rule('a second factor that is added while the password is checked is asked for', async () => {
      const ada = await withTotp(other, gatehouse);
      const { users } = gatehouse.stores;
      const find = users.findCredentialsById.bind(users);
      const before = jest.spyOn(users, 'findCredentialsById').mockImplementation(async (id) => {
        const found = await find(id);
        return found && { ...found, factors: [] };
      });
      expect((await stepUp({ password }, ada.jwt)).code).toBe('MFA_REQUIRED');
      before.mockRestore();
    });

    rule('a removed second factor leaves no aal2 behind the password', async () => {
      const ada = await withTotp(other, gatehouse);
      const { jwt } = await stepUp({ code: ada.authenticator.next() }, ada.jwt);
      expect((await other.removeTotp(gatehouse.url, jwt)).success).toBe(true);
      const refreshed = await stepUp({ password }, jwt);
      expect(claimsOf(refreshed.jwt)).toMatchObject({ acr: 'aal1', amr: ['pwd'] });
    });

    rule('only a live session is stepped up, and the code of a failed step-up can be used again', async () => {
      const ada = await withTotp(other, gatehouse);
      const { sub, sid } = claimsOf(ada.jwt);
      const provenAt = () => gatehouse.sql(`SELECT auth_ts, amr FROM sessions WHERE id = '${sid}'`);
      const before = await provenAt();
      const code = ada.authenticator.next();
      const ended = [
        [`UPDATE sessions SET revoked_ts = now() WHERE id = '${sid}'`, 'UPDATE sessions SET revoked_ts = NULL'],
        [`UPDATE users SET revision = revision + 1 WHERE id = '${sub}'`, 'UPDATE users SET revision = revision - 1'],
        [`UPDATE users SET disabled = true WHERE id = '${sub}'`, 'UPDATE users SET disabled = false'],
        [
          `UPDATE sessions SET last_used_ts = last_used_ts - interval '8 days' WHERE id = '${sid}'`,
          "UPDATE sessions SET last_used_ts = last_used_ts + interval '8 days'",
        ],
      ];
      for (const [end, undo] of ended) {
        // The instance has not heard of the end yet.
        await gatehouse.sql(String(end));
        expect((await stepUp({ code }, ada.jwt)).code).toBe('UNAUTHENTICATED');
        await gatehouse.sql(`${undo} WHERE '${sid}' = id::text OR '${sub}' = id::text`);
      }
      expect(await provenAt()).toEqual(before);
      expect(await eventsOf(sub, 'stepped_up')).toEqual([]);
      expect((await stepUp({ code }, ada.jwt)).success).toBe(true);
      expect((await stepUp({ code: ada.authenticator.next() }, null)).code).toBe('UNAUTHENTICATED');
      await other.logout(gatehouse.url, {}, ada.jwt);
      expect((await stepUp({ code: ada.authenticator.next() }, ada.jwt)).code).toBe('UNAUTHENTICATED');
    });

    rule('the code of another user is rejected', async () => {
      const ada = await withTotp(other, gatehouse);
      const eve = await withTotp(other, gatehouse);
      expect((await stepUp({ code: ada.authenticator.next() }, eve.jwt)).code).toBe('INVALID_TOKEN');
      expect((await stepUp({ code: ada.recoveryCodes[0] }, eve.jwt)).code).toBe('INVALID_TOKEN');
      expect(await api.factors(gatehouse.url, ada.jwt)).toMatchObject({ factors: { recoveryCodes: 10 } });
    });

    rule('of 20 parallel uses of one code, one succeeds', async () => {
      const ada = await withTotp(other, gatehouse);
      const stepUps = async (code: string) => {
        const one = (_: unknown, i: number) => (i % 2 ? api : other).stepUp(gatehouse.url, { code }, ada.jwt);
        const answers = await Promise.all(Array.from({ length: 20 }, one));
        return answers.map(({ code: error }) => error ?? 'success').sort();
      };
      const expected = [...Array(19).fill('INVALID_TOKEN'), 'success'];
      expect(await stepUps(ada.authenticator.next())).toEqual(expected);
      expect(await stepUps(String(ada.recoveryCodes[3]))).toEqual(expected);
      const { sub } = claimsOf(ada.jwt);
      expect(await eventsOf(sub, 'stepped_up')).toHaveLength(2);
    });

    rule('a passkey raises the session to aal2, and each of its responses is used once', async () => {
      const ada = await withTwoStepPasskey(other, gatehouse);
      const { stepUpOptions } = await api.stepUpOptions(gatehouse.url, ada.jwt);
      expect(stepUpOptions).toMatchObject({
        password: false,
        factors: ['passkey', 'recovery_code'],
        passkeyOptions: { userVerification: 'required', allowCredentials: [{ id: ada.passkey.id }] },
      });
      expect((await stepUp({ password }, ada.jwt)).code).toBe('MFA_REQUIRED');
      const passkey = ada.passkey.get(stepUpOptions?.passkeyOptions as { challenge: string });
      const one = (_: unknown, i: number) => (i % 2 ? api : other).stepUp(gatehouse.url, { passkey }, ada.jwt);
      const answers = await Promise.all(Array.from({ length: 20 }, one));
      const codes = answers.map(({ code }) => code ?? 'success').sort();
      expect(codes).toEqual([...Array(19).fill('INVALID_TOKEN'), 'success']);
      const { sub, sid } = claimsOf(ada.jwt);
      const raised = { sub, sid, acr: 'aal2', amr: ['pwd', 'swk', 'user', 'mfa'], auth_time: nowS() };
      expect(claimsOf(answers.find(({ success }) => success)?.jwt ?? null)).toMatchObject(raised);
      expect(await eventsOf(sub, 'stepped_up')).toHaveLength(1);
    });

    rule('the passkey of another user is rejected', async () => {
      const [ada, eve] = [await withPasskey(other, gatehouse), await withPasskey(other, gatehouse)];
      const { stepUpOptions } = await api.stepUpOptions(gatehouse.url, ada.jwt);
      const passkey = eve.passkey.get(stepUpOptions?.passkeyOptions as { challenge: string });
      expect((await stepUp({ passkey }, ada.jwt)).code).toBe('INVALID_TOKEN');
      expect((await stepUp({ passkey }, eve.jwt)).code).toBe('INVALID_TOKEN');
    });

    test('the options say what the user can use', async () => {
      const { jwt } = await logIn(other);
      expect(await api.stepUpOptions(gatehouse.url, jwt)).toMatchObject({
        success: true,
        stepUpOptions: { password: true, email: false, factors: [], passkeyOptions: null },
      });
      const ada = await withTotp(other, gatehouse);
      const { stepUpOptions } = await api.stepUpOptions(gatehouse.url, ada.jwt);
      expect(stepUpOptions).toEqual({
        password: false,
        email: false,
        factors: ['totp', 'recovery_code'],
        passkeyOptions: null,
      });
      expect((await api.stepUpOptions(gatehouse.url, null)).code).toBe('UNAUTHENTICATED');
      await gatehouse.sql(`UPDATE users SET password_hash = NULL WHERE id = '${claimsOf(jwt).sub}'`);
      expect(await api.stepUpOptions(gatehouse.url, jwt)).toMatchObject({ stepUpOptions: { password: false } });
    });

    rule('a user without a second factor has no code and no passkey', async () => {
      const { jwt } = await logIn(other);
      expect((await stepUp({ code: '123456' }, jwt)).code).toBe('INVALID_TOKEN');
      expect((await stepUp({ passkey }, jwt)).code).toBe('INVALID_TOKEN');
    });

    test.each([
      ['no proof', {}, 'password', missing],
      ['only null', { password: null, code: null, passkey: null }, 'password', missing],
      ['a password and a code', { password, code: '123456' }, 'code', another],
      ['a password and a passkey', { password, passkey }, 'passkey', another],
      ['a code and a passkey', { code: '123456', passkey }, 'passkey', another],
      ['a long code', { code: '1'.repeat(65) }, 'code', 'must have at most 64 characters'],
      ['a long password', { password: 'x'.repeat(2000) }, 'password', 'must have at most 256 characters'],
    ])('%s is rejected before anything else', async (_name, input, field, msg) => {
      expect(await stepUp(input, null)).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field, msg }] });
    });

    rule('wrong codes are limited like those of logins, and wrong passwords like failed logins', async () => {
      const ada = await withTotp(other, limited);
      const eve = await logIn(other, limited);
      const guess = async (input: object, jwt: string | null) => {
        for (let i = 0; i < 5; i += 1) expect((await api.stepUp(limited.url, { ...input }, jwt)).limit).toBeNull();
        return api.stepUp(limited.url, { ...input }, jwt);
      };
      const afterCodes = await guess({ code: ada.authenticator.wrong() }, ada.jwt);
      expect(afterCodes).toMatchObject({ code: 'RATE_LIMITED', limit: 'MFA_ACCOUNT', retryAfter: 1 });
      const { email } = ada;
      expect(await other.login(limited.url, { email, password, code: ada.authenticator.wrong() })).toMatchObject({
        limit: 'MFA_ACCOUNT',
      });
      const afterPasswords = await guess({ password: 'wrong horse battery' }, eve.jwt);
      expect(afterPasswords).toMatchObject({ code: 'RATE_LIMITED', limit: 'LOGIN_ACCOUNT', retryAfter: 1 });
      expect((await api.stepUp(limited.url, { code: ada.authenticator.next() }, ada.jwt)).success).toBe(true);
    });
  },
);

test('the REST answer has the access token and nothing else', async () => {
  const { jwt } = await logIn(apis[0]);
  const response = await postJson(`${gatehouse.url}/auth/step-up`, { password }, { Authorization: `Bearer ${jwt}` });
  expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null]);
  const body = JSON.parse(await response.text());
  expect(Object.keys(body)).toEqual(['success', 'msg', 'result', 'gen_at']);
  expect(Object.keys(body.result)).toEqual(['jwt', 'gen_ts', 'expires_in']);
});
