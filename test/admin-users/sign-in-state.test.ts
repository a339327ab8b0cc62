import type { OperationName } from '../../src/compose/features';
import { restApi as api, apis } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { addIdentity } from '../support/identities';
import { stopClock, withLimits } from '../support/limits';
import { PageClient } from '../support/page-client';
import { loginOptions, withTwoStepPasskey } from '../support/passkeys';
import { adminPassword, loginSuperAdmin } from '../support/super-admin';
import { verifyAddress } from '../support/verified-address';

interface SignIn {
  possible: boolean;
  methods: string[];
  blockers: string[];
  secondFactor: string;
  lastFailure: { ts: string; cause: string; count: number } | null;
  limits: { limit: string; network: string | null; untilTs: string }[];
}

const google = { PROVIDERS: 'google', PROVIDER_GOOGLE_CLIENT_ID: 'gatehouse', PROVIDER_GOOGLE_CLIENT_SECRET: 'none' };
const password = 'correct horse battery';
const [rest] = apis;
const servers: Gatehouse[] = [];
let people = 0;

/** A clock that stands, so that no pause ends during a test. */
beforeAll(() => stopClock());
afterAll(async () => {
  for (const server of servers) await server.stop();
  jest.useRealTimers();
});

/** With `strict`, a second instance has settings with which the super admin could not have signed in. */
async function serve(env: Record<string, string> = {}, strict?: Record<string, string>) {
  const first = await startGatehouse({ ...withLimits(), ...env });
  servers.push(first);
  const root = await loginSuperAdmin(first);
  const gatehouse = strict ? { ...first, url: (await first.another(strict)).url } : first;
  const change = (operation: OperationName, input: object) =>
    rest.call(gatehouse.url, operation, { ...input }, root.jwt);
  /** The same through both APIs. */
  const signInOf = async (id: string): Promise<SignIn> => {
    const readBoth = () =>
      Promise.all(
        apis.map(async ({ call }) => {
          const { result } = await call(gatehouse.url, 'user', { id }, root.jwt);
          if (!result?.signIn) throw new Error('no such user');
          const { possible, methods, blockers, secondFactor, lastFailure, limits } = result.signIn;
          return { possible, methods, blockers, secondFactor, lastFailure, limits };
        }),
      );
    let [one, other] = await readBoth();
    // Only REST leaves the Z out. A limit has a rest of time, to which each request adds its own now.
    const withZ = (value: unknown) =>
      JSON.stringify(value)
        .replaceAll(/(\.\d{3})"/g, '$1Z"')
        .replaceAll(/"untilTs":"[^"]*"/g, '"untilTs":"soon"');
    // A rejected login is recorded a moment later, which can be between the two.
    if (withZ(one) !== withZ(other)) [one, other] = await readBoth();
    expect(withZ(one)).toBe(withZ(other));
    return one as SignIn;
  };
  const register = async ({ isVerified = true } = {}) => {
    people += 1;
    const email = `ada.${people}@example.com`;
    const { user } = await api.register(gatehouse.url, { email, password, firstName: 'Ada', lastName: 'Lovelace' });
    if (isVerified) await verifyAddress(gatehouse, email);
    return { email, id: String(user?.id) };
  };
  const codeOfLogin = async (email: string, with_ = password) =>
    (await api.login(gatehouse.url, { email, password: with_ })).code;
  return { gatehouse, root, change, signInOf, register, codeOfLogin };
}

const verdict = ({ possible, methods, blockers, secondFactor }: SignIn) => [possible, methods, blockers, secondFactor];

describe('the verdict is what a login does', () => {
  let server: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    server = await serve(google);
  });

  test('with a password, a provider, and neither', async () => {
    const { gatehouse, change, signInOf, register, codeOfLogin } = server;
    const ada = await register({ isVerified: false });
    expect(verdict(await signInOf(ada.id))).toEqual([true, ['password'], [], 'none']);
    expect(await codeOfLogin(ada.email)).toBeNull();
    await addIdentity(gatehouse, ada.id);
    expect(verdict(await signInOf(ada.id))).toEqual([true, ['password', 'google'], [], 'none']);
    await gatehouse.sql("UPDATE identities SET provider = 'gone'");
    expect(verdict(await signInOf(ada.id))).toEqual([true, ['password'], [], 'none']);
    const { result } = await change('createUser', { email: 'grace@example.com', mailed: false });
    expect(verdict(await signInOf((result as { user: { id: string } }).user.id))).toEqual([
      false,
      [],
      ['no_method'],
      'none',
    ]);
    expect(await codeOfLogin('grace@example.com')).toBe('INVALID_CREDENTIALS');
  });

  test('of a disabled and of a deleted account', async () => {
    const { change, signInOf, register, codeOfLogin } = server;
    const ada = await register();
    await change('disableUser', { id: ada.id });
    expect(verdict(await signInOf(ada.id))).toEqual([false, [], ['disabled'], 'none']);
    expect(await codeOfLogin(ada.email)).toBe('ACCOUNT_DISABLED');
    await change('deleteUser', { id: ada.id });
    expect(verdict(await signInOf(ada.id))).toEqual([false, [], ['deleted'], 'none']);
    await change('enableUser', { id: ada.id });
    expect(verdict(await signInOf(ada.id))).toEqual([true, ['password'], [], 'none']);
    expect(await codeOfLogin(ada.email)).toBeNull();
  });

  test('with two-step sign-in, whose passkey is both steps', async () => {
    const { gatehouse, signInOf, codeOfLogin } = server;
    const ada = await withTwoStepPasskey(api, gatehouse);
    const [row] = await gatehouse.sql(`SELECT id FROM users WHERE email = '${ada.email}'`);
    expect(verdict(await signInOf(String(row?.id)))).toEqual([true, ['password', 'passkey'], [], 'required']);
    expect(await codeOfLogin(ada.email, ada.password)).toBe('MFA_REQUIRED');
    const passkey = ada.passkey.get(await loginOptions(api, gatehouse.url));
    expect((await api.loginWithPasskey(gatehouse.url, { passkey })).code).toBeNull();
  });
});

test('an address that must be verified', async () => {
  const { gatehouse, signInOf, register, codeOfLogin } = await serve({}, { EMAIL_VERIFICATION: 'required' });
  const ada = await register({ isVerified: false });
  expect(verdict(await signInOf(ada.id))).toEqual([false, [], ['unverified'], 'none']);
  expect(await codeOfLogin(ada.email)).toBe('EMAIL_NOT_VERIFIED');
  await verifyAddress(gatehouse, ada.email);
  expect(verdict(await signInOf(ada.id))).toEqual([true, ['password'], [], 'none']);
  expect(await codeOfLogin(ada.email)).toBeNull();
});

test('a second factor that is required, and codes by mail', async () => {
  const { gatehouse, signInOf, register, codeOfLogin } = await serve({}, { MFA: 'required', EMAIL_LOGIN: 'on' });
  const ada = await register({ isVerified: false });
  // The code by mail proves the address.
  expect(verdict(await signInOf(ada.id))).toEqual([true, ['email'], ['unverified'], 'must_add']);
  expect(await codeOfLogin(ada.email)).toBe('EMAIL_NOT_VERIFIED');
  await verifyAddress(gatehouse, ada.email);
  expect(verdict(await signInOf(ada.id))).toEqual([true, ['password', 'email'], [], 'must_add']);
  const { code, challenge } = await api.login(gatehouse.url, { email: ada.email, password });
  expect([code, challenge?.factors]).toEqual(['MFA_REQUIRED', []]);
});

test('wrong passwords: the last failure, the limit, and a super admin who lifts it, in both APIs and in the console', async () => {
  const { gatehouse, root, signInOf, register, codeOfLogin } = await serve();
  const admin = new PageClient(gatehouse);
  await admin.signIn({ email: root.email, password: adminPassword });
  for (const [i, { call }] of [...apis, { call: null }].entries()) {
    const ada = await register();
    for (let attempt = 0; attempt < 5; attempt += 1) await codeOfLogin(ada.email, 'wrong horse battery');
    expect(await codeOfLogin(ada.email)).toBe('RATE_LIMITED');
    await gatehouse.services.audit.close();
    const before = await signInOf(ada.id);
    expect(before.possible).toBe(true);
    expect(before.lastFailure).toMatchObject({ cause: expect.stringContaining('password'), count: 5 });
    expect(before.limits).toMatchObject([{ limit: 'LOGIN_ACCOUNT', network: null }]);
    const page = `/console/users/${ada.id}`;
    const { text } = await admin.get(page);
    expect(text).toContain('Can sign in with: Password');
    expect(text).toMatch(/Last failure: .* \(5 times\)/);
    expect(text).toMatch(/limited until .* · Lift the limit/);
    const reason = `ticket ${i}`;
    if (call) {
      const lifted = await call(gatehouse.url, 'liftLimits', { id: ada.id, reason }, root.jwt);
      expect(lifted).toMatchObject({ success: true, msg: 'Limits lifted.', result: { id: ada.id } });
    } else {
      const done = await admin.post(`${page}/lift-limits`, { reason });
      expect(done.location).toBe(`${page}?done=lift-limits`);
      expect((await admin.get(String(done.location))).text).toContain('The limit is lifted.');
    }
    expect((await signInOf(ada.id)).limits).toEqual([]);
    expect(await codeOfLogin(ada.email)).toBeNull();
    expect(
      await gatehouse.sql(
        `SELECT details, actor_id FROM audit_events WHERE action = 'limits_lifted' AND user_id = '${ada.id}'`,
      ),
    ).toEqual([{ details: { statedReason: reason }, actor_id: root.id }]);
  }
});
