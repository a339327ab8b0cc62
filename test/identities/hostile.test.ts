import { defaultTimeLimits } from '../../src/compose/shared';
import { apis, graphqlApi, inTurn, restApi, testInTurn } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { follow } from '../support/providers/follow';
import { type ModeOf, modesOf } from '../support/providers/hostile-modes';
import { ada, type HostileProvider, startHostileProvider } from '../support/providers/hostile-provider';
import {
  appUrl,
  comeBack,
  logInWith,
  openCallback,
  settingsOf,
  startLogin,
} from '../support/providers/provider-logins';

/** A provider that lies, and those who can answer in its place: nobody is signed in, and nothing is written. */
let gatehouse: Gatehouse;
let provider: HostileProvider;
let other: HostileProvider;

beforeAll(async () => {
  [provider, other] = await Promise.all([startHostileProvider(), startHostileProvider()]);
  const settings = { ...settingsOf(other, 'other'), ...settingsOf(provider), PROVIDERS: 'acme,other' };
  const env = { ...settings, PROVIDER_ACME_AUDIENCES: 'the-app' };
  gatehouse = await startGatehouse(env, undefined, undefined, undefined, { providerMs: defaultTimeLimits.providerMs });
  await honestLogin();
});
afterAll(async () => {
  await gatehouse.stop();
  await Promise.all([provider.close(), other.close()]);
});
beforeEach(() => {
  provider.claims = ada;
});
afterEach(() => {
  provider.mode = 'honest';
});

const url = () => gatehouse.url;

/** Also resets the count of failures that would stop requests to the provider. */
async function honestLogin() {
  provider.mode = 'honest';
  const answer = await logInWith(restApi, url(), 'acme');
  expect(answer).toMatchObject({ success: true, user: { email: 'ada@example.com' } });
}

const rowsNow = async () => {
  const [row] = await gatehouse.sql(`SELECT (SELECT count(*)::int FROM users) AS users,
    (SELECT count(*)::int FROM identities) AS identities, (SELECT count(*)::int FROM sessions) AS sessions`);
  return row;
};

/** The reasons of the rejections, newest first. */
async function reasons(): Promise<string[]> {
  await gatehouse.services.audit.close();
  const rows = await gatehouse.sql(
    `SELECT details->>'reason' AS reason FROM audit_events WHERE action = 'provider_rejected' ORDER BY last_ts DESC`,
  );
  return rows.map(({ reason }) => String(reason));
}

/** Goes through a provider, and returns what the application gets, or the status of the page that the browser shows. */
async function answerOf(mode: HostileProvider['mode']): Promise<string | number> {
  const { goTo } = await startLogin(restApi, url(), 'acme');
  provider.mode = mode;
  const callback = await follow(goTo);
  const response = await fetch(url() + callback.pathname + callback.search, { redirect: 'manual' });
  const location = response.headers.get('location');
  if (location === null) return response.status;
  const back = new URL(location);
  expect(`${back.origin}${back.pathname}`).toBe(appUrl);
  return back.searchParams.get('error') ?? `code ${back.searchParams.get('code')}`;
}

/** Each request went to the provider, and none to the other host to which it redirects. */
function expectNoOtherHost() {
  expect(provider.asked.filter(({ host }) => !host.startsWith('127.0.0.1'))).toEqual([]);
}

/** The discovery document was read before, and userinfo is not asked, because the ID token has an address. */
const ofFlow = modesOf('protocol').filter(
  (mode) => !['discovery of another issuer', 'userinfo of somebody else', 'wrong state'].includes(mode),
);

describe('the answer of a provider', () => {
  test.each(ofFlow)('%s', async (mode) => {
    const before = await rowsNow();
    expect(await answerOf(mode)).toBe('PROVIDER_REJECTED');
    expect(await rowsNow()).toEqual(before);
    const [reason] = await reasons();
    expect(['forged answer', 'unaccepted person']).toContain(reason);
    expectNoOtherHost();
    await honestLogin();
  });

  test('with the state of nobody ends on a page, because nobody knows where the browser should go', async () => {
    expect(await answerOf('wrong state')).toBe(400);
  });

  test('userinfo of somebody else', async () => {
    provider.claims = { ...ada, email: undefined };
    expect(await answerOf('userinfo of somebody else')).toBe('PROVIDER_REJECTED');
  });

  test('a second time', async () => {
    const { goTo } = await startLogin(restApi, url(), 'acme');
    const callback = await follow(goTo);
    await openCallback(callback, url());
    expect((await fetch(url() + callback.pathname + callback.search, { redirect: 'manual' })).status).toBe(400);
    expect((await reasons())[0]).toBe('used link');
  });

  test('of another provider (mix-up)', async () => {
    const { goTo } = await startLogin(restApi, url(), 'acme');
    const callback = await follow(goTo);
    other.asked.length = 0;
    const mixed = `${url()}/login/callback/other${callback.search}`;
    expect((await fetch(mixed, { redirect: 'manual' })).status).toBe(400);
    // The state is not used up by that, and the code went to nobody.
    expect(other.asked.filter(({ path }) => path === '/token')).toEqual([]);
    expect((await openCallback(callback, url())).searchParams.has('code')).toBe(true);
  });

  test('without the browser that has started: nobody is signed in with the code alone', async () => {
    const started = await startLogin(restApi, url(), 'acme');
    const { code } = await comeBack(started, url());
    const stolen = await graphqlApi.completeProviderLogin(url(), { code, codeVerifier: 'x'.repeat(43) });
    expect(stolen.code).toBe('INVALID_TOKEN');
  });

  test('parameters twice, of 100 kB, or of another kind', async () => {
    const { goTo } = await startLogin(restApi, url(), 'acme');
    const { search } = await follow(goTo);
    for (const query of [`${search}&state=x`, `?state=${'x'.repeat(10_000)}`, '?state[]=x', '?error=%00', '']) {
      const { status } = await fetch(`${url()}/login/callback/acme${query}`, { redirect: 'manual' });
      expect([303, 400, 404, 414, 431]).toContain(status);
    }
    expect((await fetch(`${url()}/login/callback/nobody${search}`, { redirect: 'manual' })).status).toBe(404);
  });
});

describe('a provider that does not answer', () => {
  const ofDiscovery = modesOf('network').filter((mode) => mode.startsWith('discovery'));
  const ofAnswers = modesOf('network').filter((mode) => !mode.startsWith('discovery'));

  test.each(ofAnswers)('%s', async (mode) => {
    if (mode.startsWith('userinfo')) provider.claims = { ...ada, email: undefined };
    // So that the keys are read.
    const instance = mode.startsWith('keys') ? await gatehouse.another() : gatehouse;
    const before = await rowsNow();
    const started = await startLogin(restApi, instance.url, 'acme');
    provider.mode = mode;
    const startedAt = performance.now();
    const back = await openCallback(await follow(started.goTo), instance.url);
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    expect(['PROVIDER_REJECTED', 'SERVICE_UNAVAILABLE']).toContain(back.searchParams.get('error'));
    expect(await rowsNow()).toEqual(before);
    expectNoOtherHost();
    if (instance !== gatehouse) return;
    provider.claims = ada;
    await honestLogin();
  });

  test.each([...ofDiscovery, 'discovery of another issuer'] as const)('%s', async (mode) => {
    const instance = await gatehouse.another();
    provider.mode = mode;
    for (const api of apis) {
      const codeChallenge = 'x'.repeat(43);
      const answer = await api.startProviderLogin(instance.url, { provider: 'acme', returnTo: appUrl, codeChallenge });
      expect(answer.code).toBe('SERVICE_UNAVAILABLE');
    }
    expectNoOtherHost();
    provider.mode = 'honest';
    expect(await logInWith(graphqlApi, instance.url, 'acme')).toMatchObject({ success: true });
  });

  test('is not asked for a while, and nothing else waits for it', async () => {
    const instance = await gatehouse.another();
    provider.mode = 'discovery unavailable';
    const input = { provider: 'acme', returnTo: appUrl, codeChallenge: 'x'.repeat(43) };
    for (let i = 0; i < 5; i += 1) await restApi.startProviderLogin(instance.url, input);
    const asked = provider.asked.length;
    const answer = await graphqlApi.startProviderLogin(instance.url, input);
    expect(answer).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: expect.any(Number) });
    expect(provider.asked.length).toBe(asked);
    // The other provider is asked.
    expect(await logInWith(restApi, instance.url, 'other')).toMatchObject({ code: 'LINK_REQUIRED' });
  });
});

/** What the provider answers to one person. */
const ofOnePerson = {
  'userinfo fails': 'SERVICE_UNAVAILABLE',
  'userinfo limited': 'SERVICE_UNAVAILABLE',
  'userinfo large': 'PROVIDER_REJECTED',
  'token endpoint resets': 'SERVICE_UNAVAILABLE',
} as const;

test.each(Object.entries(ofOnePerson) as [keyof typeof ofOnePerson, string][])(
  'answers that one person causes are errors for this person, and close the provider for nobody: %s',
  async (mode, error) => {
    const instance = await gatehouse.another();
    provider.claims = { ...ada, email: undefined };
    for (let i = 0; i < 6; i += 1) {
      const { goTo } = await startLogin(restApi, instance.url, 'acme');
      provider.mode = mode;
      const back = await openCallback(await follow(goTo), instance.url);
      expect(back.searchParams.get('error')).toBe(error);
      provider.mode = 'honest';
    }
    provider.claims = ada;
    for (const api of apis) expect(await logInWith(api, instance.url, 'acme')).toMatchObject({ success: true });
  },
);

describe('what a provider says of a person', () => {
  const expected: Record<ModeOf<'address'>, string> = {
    'email_verified "false"': 'EMAIL_NOT_VERIFIED',
    'email_verified 1': 'EMAIL_NOT_VERIFIED',
    'email_verified false': 'EMAIL_NOT_VERIFIED',
    'no email_verified': 'EMAIL_NOT_VERIFIED',
    'no email': 'VALIDATION_FAILED email',
    'email is a list': 'VALIDATION_FAILED email',
    'email with control characters': 'VALIDATION_FAILED email',
    'email is no address': 'VALIDATION_FAILED email',
    'names with control characters': 'VALIDATION_FAILED firstName lastName',
    'names of 10,000 characters': 'VALIDATION_FAILED firstName lastName',
    'names are objects': 'VALIDATION_FAILED firstName lastName',
  };

  test.each(apis.flatMap((api) => inTurn(api, modesOf('address')).map((mode) => ({ mode, name: api.name, api }))))(
    '$mode, through $name',
    async ({ mode, name, api }) => {
      const id = `${mode} ${name}`;
      provider.claims = { ...ada, sub: id, email: `${Buffer.from(id).toString('hex')}@example.org`.slice(-60) };
      provider.mode = mode;
      const { code, fields } = await logInWith(api, url(), 'acme');
      expect([code, ...fields.map(({ field }) => field)].join(' ')).toBe(expected[mode]);
    },
  );
});

describe.each(apis.map((api) => ({ name: api.name, api })))('an ID token, through $name', ({ name, api }) => {
  const rule = testInTurn(api);
  const logIn = async (claims: object, mode: HostileProvider['mode'] = 'honest', nonce = 'n') => {
    const idToken = await provider.idToken({ nonce: 'n', jti: Math.random(), ...claims }, { mode });
    return api.loginWithIdToken(url(), { provider: 'acme', idToken, nonce });
  };

  // Not about ID tokens, or too long for one.
  const others = ["other's code", 'no ID token', 'iss of another provider', 'no iss', 'sub of 10,000 characters'];
  const ofTokens = ofFlow.filter((mode) => !others.includes(mode));

  test.each(inTurn(api, ofTokens))('%s', async (mode) => {
    const before = await rowsNow();
    expect((await logIn({}, mode)).code).toBe('PROVIDER_REJECTED');
    expect(await rowsNow()).toEqual(before);
  });

  /** Values that a claim can have, and that no code expects. */
  const values: readonly unknown[] = [
    null,
    true,
    '',
    'true',
    'a\u0000b',
    'a\ud800b',
    'ä',
    'x'.repeat(3000),
    -1,
    1.5,
    1e15,
    1e308,
    [],
    [['a']],
    {},
    { toString: 1, valueOf: 1 },
  ];
  const claims = [
    'sub',
    'iat',
    'exp',
    'nbf',
    'auth_time',
    'azp',
    'aud',
    'iss',
    'nonce',
    'jti',
    'email',
    'email_verified',
  ];
  const more = ['given_name', 'family_name', 'name', 'hd', 'tid', 'oid', 'acr', 'amr', 'locale', 'xms_edov', 'roles'];

  test.each(inTurn(api, [...claims, ...more]))('with any value of the claim %s is no error of ours', async (claim) => {
    for (const value of values) {
      const { code } = await logIn({ [claim]: value });
      expect([null, 'PROVIDER_REJECTED', 'VALIDATION_FAILED', 'EMAIL_NOT_VERIFIED', 'LINK_REQUIRED']).toContain(code);
    }
  });

  rule('that never expires signs in once, because its age decides', async () => {
    const idToken = await provider.idToken({ nonce: 'n', jti: `forever ${name}`, exp: 1e15 });
    const send = async () => (await api.loginWithIdToken(url(), { provider: 'acme', idToken, nonce: 'n' })).code;
    expect([await send(), await send()]).toEqual([null, 'PROVIDER_REJECTED']);
  });

  test('of one of our applications, with the nonce or its hash, signs in once', async () => {
    const hash = 'e8bc163c82eee18733288c7d4ac636db3a6deb013ef2d37b68322be20edc45cc';
    for (const claims of [
      {},
      { aud: 'the-app' },
      { nonce: await sha256Of('n') },
      { aud: ['gatehouse', 'the-app'], azp: 'the-app' },
    ]) {
      expect(await logIn(claims)).toMatchObject({ success: true });
    }
    expect((await logIn({ nonce: hash })).code).toBe('PROVIDER_REJECTED');
    expect((await logIn({}, 'honest', 'another')).code).toBe('PROVIDER_REJECTED');
    const idToken = await provider.idToken({ nonce: 'n', jti: name });
    const inputs = Array.from({ length: 10 }, () => ({ provider: 'acme', idToken, nonce: 'n' }));
    const answers = await Promise.all(inputs.map((input) => api.loginWithIdToken(url(), input)));
    expect(answers.map(({ code }) => code ?? 'success').sort()).toEqual([
      ...Array(9).fill('PROVIDER_REJECTED'),
      'success',
    ]);
  });

  rule('is used, also if its text has been changed without changing what was signed', async () => {
    const idToken = await provider.idToken({
      nonce: 'n',
      sub: `changed ${name}`,
      email: `changed.${name}@example.com`,
    });
    const send = async (text: string) =>
      (await api.loginWithIdToken(url(), { provider: 'acme', idToken: text, nonce: 'n' })).code;
    expect(await send(idToken)).toBeNull();
    // The last character of a signature of 256 bytes has two bits that say nothing.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const other = alphabet[alphabet.indexOf(idToken.slice(-1)) ^ 1];
    for (const text of [idToken, idToken.slice(0, -1) + other, `${idToken} `, `${idToken}\n`, `${idToken}==`]) {
      expect(await send(text)).toBe('PROVIDER_REJECTED');
    }
    await gatehouse.services.audit.close();
    expect(
      await gatehouse.sql(`SELECT DISTINCT action FROM audit_events WHERE details->>'reason' = 'used ID token'`),
    ).toEqual([{ action: 'provider_rejected' }]);
  });

  rule('of another provider', async () => {
    const idToken = await other.idToken({ nonce: 'n' });
    expect((await api.loginWithIdToken(url(), { provider: 'acme', idToken, nonce: 'n' })).code).toBe(
      'PROVIDER_REJECTED',
    );
    expect((await api.loginWithIdToken(url(), { provider: 'acme', idToken: name, nonce: 'n' })).code).toBe(
      'PROVIDER_REJECTED',
    );
  });
});

async function sha256Of(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(digest).toString('hex');
}
