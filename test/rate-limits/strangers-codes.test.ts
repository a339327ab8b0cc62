import { type Api, apis, withHeaders } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { withLimits } from '../support/limits';

/** Two requests and ten guesses of a stranger, for an address: its user at home still signs in with a code. */

const password = 'correct horse battery';
let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse({
    ...withLimits(),
    TRUST_PROXY: '1',
    EMAIL_LOGIN: 'on',
    RATE_LIMIT_MAIL_ADDRESS_PAUSE: 'off',
    RATE_LIMIT_MAIL_ADDRESS: '100/3600',
    RATE_LIMIT_MAIL_NETWORK: 'off',
    RATE_LIMIT_CODE_GLOBAL: 'off',
    RATE_LIMIT_CODE_NETWORK: 'off',
  });
});
afterAll(() => gatehouse.stop());

const at = (host: number) => ({ 'X-Forwarded-For': `203.0.113.${host}` });
const home = at(7);
const elsewhere = at(9);
const wrongOf = (code: string, by: number) => String((Number(code) + by) % 1_000_000).padStart(6, '0');

describe.each(apis)('$name', (api: Api) => {
  let people = 0;
  async function registered({ isVerified = true } = {}) {
    people += 1;
    const email = `strangers-${api.name.length}-${people}@example.com`;
    const account = { email, firstName: 'Ada', lastName: 'Lovelace', password };
    await withHeaders(home, () => api.register(gatehouse.url, account));
    if (isVerified) await confirm(home, email, await codeTo(email));
    await withHeaders(home, () => api.login(gatehouse.url, { email, password }));
    return email;
  }
  const codeTo = async (email: string) => String((await gatehouse.mails()).find(({ to }) => to === email)?.code);

  const signIn = {
    request: async (from: Record<string, string>, email: string) =>
      (await withHeaders(from, () => api.requestEmailLogin(gatehouse.url, { email }))).token,
    prove: (from: Record<string, string>, _email: string, code: string, token: string | null) =>
      withHeaders(from, () => api.completeEmailLogin(gatehouse.url, { token, code })),
  };
  const reset = {
    async request(from: Record<string, string>, email: string) {
      await withHeaders(from, () => api.requestPasswordReset(gatehouse.url, { email }));
      return null;
    },
    prove: (from: Record<string, string>, email: string, code: string) =>
      withHeaders(from, () => api.resetPassword(gatehouse.url, { email, code, password: 'another horse battery' })),
  };
  const confirm = (from: Record<string, string>, email: string, code: string) =>
    withHeaders(from, () => api.confirmEmail(gatehouse.url, { email, code }));
  const verification = {
    async request(from: Record<string, string>, email: string) {
      await withHeaders(from, () => api.sendEmailVerification(gatehouse.url, { email }));
      return null;
    },
    prove: confirm,
  };
  const kinds = { signIn, reset, verification };
  type Kind = (typeof kinds)[keyof typeof kinds];

  async function strangersSpend(kind: Kind, email: string) {
    for (let i = 0; i < 2; i += 1) {
      const token = await kind.request(elsewhere, email);
      const code = await codeTo(email);
      for (let by = 1; by <= 5; by += 1) {
        expect((await kind.prove(elsewhere, email, wrongOf(code, by), token)).code).toBe('INVALID_TOKEN');
      }
    }
  }

  test.each(Object.keys(kinds) as (keyof typeof kinds)[])('at home, a code is right: %s', async (name) => {
    const kind = kinds[name];
    const email = await registered({ isVerified: name !== 'verification' });
    await strangersSpend(kind, email);
    // The stranger has had all guesses of the day, also with a new mail, which has the link alone.
    const strangers = await kind.request(elsewhere, email);
    expect(await codeTo(email)).toBe('null');
    expect((await kind.prove(elsewhere, email, '000000', strangers)).attemptsLeft).toBeNull();
    const token = await kind.request(home, email);
    expect(await kind.prove(home, email, await codeTo(email), token)).toMatchObject({ success: true });
  });

  test('kinds do not share: after the guesses at a sign-in, a reset has its codes everywhere', async () => {
    const email = await registered();
    await strangersSpend(signIn, email);
    await reset.request(elsewhere, email);
    expect(await reset.prove(elsewhere, email, await codeTo(email))).toMatchObject({ success: true });
  });

  test('a known network has ten wrong codes a day of its own, also with many mails', async () => {
    const email = await registered();
    const left = [];
    for (let by = 1; by <= 11; by += 1) {
      if (by % 4 === 1) await reset.request(home, email);
      left.push((await reset.prove(home, email, wrongOf(await codeTo(email), by))).attemptsLeft);
    }
    expect(left).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, null, null]);
    expect(await reset.prove(home, email, await codeTo(email))).toMatchObject({ code: 'INVALID_TOKEN' });
    // Other networks are not concerned.
    expect(await reset.prove(elsewhere, email, await codeTo(email))).toMatchObject({ success: true });
  });
});
