import { type Answer, type Api, graphqlApi, restApi } from '../support/apis';
import { Authenticator } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { creationOptions, loginOptions, signedIn } from '../support/passkeys';
import { type HostileProvider, startHostileProvider } from '../support/providers/hostile-provider';
import { settingsOf } from '../support/providers/provider-logins';
import { SoftwarePasskey } from '../support/software-passkey';

/**
 * Every way to sign in, for every kind of account. The APIs take turns, so that each way succeeds through both, also with a
 * second step. The refresh token is in the body for one kind of account, and in the cookie for the next.
 */

let gatehouse: Gatehouse;
let provider: HostileProvider;
const cookies: (string | null)[] = [];
const realFetch = globalThis.fetch;

beforeAll(async () => {
  provider = await startHostileProvider();
  gatehouse = await startGatehouse({ ...settingsOf(provider), EMAIL_LOGIN: 'on' });
  globalThis.fetch = async (...request) => {
    const response = await realFetch(...request);
    cookies.push(response.headers.get('set-cookie'));
    return response;
  };
});
afterAll(async () => {
  globalThis.fetch = realFetch;
  await gatehouse.stop();
  await provider.close();
});
beforeEach(stopClock);
afterEach(() => jest.useRealTimers());

interface Person {
  email: string;
  password: string;
  authenticator: Authenticator | null;
  passkey: SoftwarePasskey | null;
}

async function withFactors(api: Api, state: readonly string[]): Promise<Person> {
  const { email, password, jwt } = await signedIn(api, gatehouse);
  const person: Person = { email, password, authenticator: null, passkey: null };
  let token = jwt;
  if (state.includes('passkey')) {
    const passkey = new SoftwarePasskey();
    await api.addPasskey(
      gatehouse.url,
      { passkey: passkey.create(await creationOptions(api, gatehouse.url, token)) },
      token,
    );
    person.passkey = passkey;
    const options = await loginOptions(api, gatehouse.url);
    token = String((await api.loginWithPasskey(gatehouse.url, { passkey: passkey.get(options) })).jwt);
  }
  if (state.includes('totp')) {
    const input = state.includes('passkey') ? {} : { currentPassword: password };
    const { secret } = await api.enrollTotp(gatehouse.url, input, token);
    person.authenticator = new Authenticator(String(secret));
    token = String((await api.confirmTotp(gatehouse.url, { code: person.authenticator.next() }, token)).jwt);
  }
  if (state.length > 0) await api.setTwoStep(gatehouse.url, { enabled: !state.includes('off') }, token);
  return person;
}

type Place = 'body' | 'cookie';
/** The values of an enum are in upper case in GraphQL. */
const placed = (api: Api, place: Place) => ({ refreshTokenIn: api === graphqlApi ? place.toUpperCase() : place });

const withPassword = (api: Api, { email, password }: Person, place: Place): Promise<Answer> =>
  api.login(gatehouse.url, { email, password, ...placed(api, place) });

async function byMail(api: Api, { email }: Person, place: Place): Promise<Answer> {
  const { token: request } = await api.requestEmailLogin(gatehouse.url, { email });
  const code = (await gatehouse.allMails()).filter(({ to }) => to === email).at(-1)?.code;
  return api.completeEmailLogin(gatehouse.url, { token: request, code, ...placed(api, place) });
}

/** Signs in with a provider to which the account is connected. */
async function byProvider(api: Api, { email }: Person, place: Place): Promise<Answer> {
  await gatehouse.sql(`INSERT INTO identities (id, user_id, provider, issuer, subject, created_ts)
    SELECT gen_random_uuid(), id, 'acme', '${provider.issuer}', email, now() FROM users WHERE email = '${email}'
    ON CONFLICT DO NOTHING`);
  const idToken = await provider.idToken({ sub: email, nonce: 'n', jti: Math.random() });
  return api.loginWithIdToken(gatehouse.url, { provider: 'acme', idToken, nonce: 'n', ...placed(api, place) });
}

type Way = (api: Api, person: Person, place: Place) => Promise<Answer>;

/** With a code, if the first step asks for a second one. */
const thenCode =
  (first: Way): Way =>
  async (api, person, place) => {
    const asked = await first(api, person, place);
    if (!asked.challenge) return asked;
    const code = person.authenticator?.next() ?? '123456';
    return api.completeLogin(gatehouse.url, { token: asked.challenge.token, code });
  };

/** With a passkey, if the first step asks for a second one. */
const thenPasskey =
  (first: Way): Way =>
  async (api, person, place) => {
    const asked = await first(api, person, place);
    if (!asked.challenge) return asked;
    const { token, passkeyOptions } = asked.challenge;
    const options = passkeyOptions ?? (await loginOptions(api, gatehouse.url));
    return api.completeLogin(gatehouse.url, { token, passkey: (person.passkey ?? new SoftwarePasskey()).get(options) });
  };

const ways = {
  'the password alone': withPassword,
  'the code in the login': (api, { email, password, authenticator }, place) =>
    api.login(gatehouse.url, { email, password, code: authenticator?.next() ?? '123456', ...placed(api, place) }),
  'completeLogin with a code': thenCode(withPassword),
  'completeLogin with a passkey': thenPasskey(withPassword),
  'a code by mail': byMail,
  'a code by mail, then a code': thenCode(byMail),
  'a code by mail, then a passkey': thenPasskey(byMail),
  'a provider': byProvider,
  'a provider, then a code': thenCode(byProvider),
  'a provider, then a passkey': thenPasskey(byProvider),
  'a passkey alone': async (api, { passkey }, place) => {
    const options = await loginOptions(api, gatehouse.url);
    const response = (passkey ?? new SoftwarePasskey()).get(options);
    return api.loginWithPasskey(gatehouse.url, { passkey: response, ...placed(api, place) });
  },
} satisfies Record<string, Way>;

const password = 'aal1: pwd';
const code = 'aal2: pwd otp mfa';
const mail = 'aal1: otp';
const federated = 'aal1: fed';
const federatedAndCode = 'aal2: otp fed mfa';
const federatedAndPasskey = 'aal2: fed swk user mfa';
const mailAndCode = 'aal2: otp mfa';
const mailAndPasskey = 'aal2: otp swk user mfa';
const both = 'aal2: pwd swk user mfa';
const passkey = 'aal2: swk user mfa';
/** While two-step sign-in is off, a login asks for nothing but the password. */
const withoutSecondStep = {
  'the password alone': password,
  'the code in the login': password,
  'completeLogin with a code': password,
  'completeLogin with a passkey': password,
  'a code by mail': mail,
  'a code by mail, then a code': mail,
  'a code by mail, then a passkey': mail,
  'a provider': federated,
  'a provider, then a code': federated,
  'a provider, then a passkey': federated,
};
const expected: Record<string, Record<keyof typeof ways, string>> = {
  '': { ...withoutSecondStep, 'a passkey alone': 'INVALID_TOKEN' },
  'totp off': { ...withoutSecondStep, 'a passkey alone': 'INVALID_TOKEN' },
  'passkey off': { ...withoutSecondStep, 'a passkey alone': passkey },
  'totp passkey off': { ...withoutSecondStep, 'a passkey alone': passkey },
  totp: {
    'the password alone': 'MFA_REQUIRED',
    'the code in the login': code,
    'completeLogin with a code': code,
    'completeLogin with a passkey': 'INVALID_TOKEN',
    'a code by mail': 'MFA_REQUIRED',
    'a code by mail, then a code': mailAndCode,
    'a code by mail, then a passkey': 'INVALID_TOKEN',
    'a provider': 'MFA_REQUIRED',
    'a provider, then a code': federatedAndCode,
    'a provider, then a passkey': 'INVALID_TOKEN',
    'a passkey alone': 'INVALID_TOKEN',
  },
  'totp passkey': {
    'the password alone': 'MFA_REQUIRED',
    'the code in the login': code,
    'completeLogin with a code': code,
    'completeLogin with a passkey': both,
    'a code by mail': 'MFA_REQUIRED',
    'a code by mail, then a code': mailAndCode,
    'a code by mail, then a passkey': mailAndPasskey,
    'a provider': 'MFA_REQUIRED',
    'a provider, then a code': federatedAndCode,
    'a provider, then a passkey': federatedAndPasskey,
    'a passkey alone': passkey,
  },
  passkey: {
    'the password alone': 'MFA_REQUIRED',
    'the code in the login': 'INVALID_TOKEN',
    'completeLogin with a code': 'INVALID_TOKEN',
    'completeLogin with a passkey': both,
    'a code by mail': 'MFA_REQUIRED',
    'a code by mail, then a code': 'INVALID_TOKEN',
    'a code by mail, then a passkey': mailAndPasskey,
    'a provider': 'MFA_REQUIRED',
    'a provider, then a code': 'INVALID_TOKEN',
    'a provider, then a passkey': federatedAndPasskey,
    'a passkey alone': passkey,
  },
};

const cases = Object.entries(expected).map(([state, outcomes], i) => ({
  state: state.split(' ').filter(Boolean),
  title: state || 'none',
  i,
  outcomes,
}));

test.each(cases)('factors: $title', async ({ state, i, outcomes }) => {
  const apiOf = (n: number) => (n % 2 ? graphqlApi : restApi);
  const person = await withFactors(apiOf(i), state);
  for (const [n, [way, outcome]] of Object.entries(outcomes).entries()) {
    const api = apiOf(i + n);
    const place = i % 2 ? 'cookie' : 'body';
    cookies.length = 0;
    const answer = await ways[way as keyof typeof ways](api, person, place);
    expect({ [way]: outcomeOf(answer) }).toEqual({ [way]: outcome });
    const cookie = cookies.at(-1) ?? '';
    expect(/gatehouse_refresh=\S+;/.test(cookie)).toBe(answer.success && place === 'cookie');
    expect(answer.refreshToken !== null).toBe(answer.success && place === 'body');
  }
});

function outcomeOf({ success, code: error, jwt, challenge }: Answer): string {
  if (!success) return error === 'MFA_REQUIRED' && !challenge ? 'no challenge' : String(error);
  const claims = JSON.parse(Buffer.from(String(jwt).split('.')[1] ?? '', 'base64url').toString());
  return `${claims.acr}: ${claims.amr.join(' ')}`;
}
