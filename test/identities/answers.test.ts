import { usedOfTokenAnswer } from '../../src/accounts/providers/provider-answers';
import { defaultTimeLimits } from '../../src/compose/shared';
import { type Api, apis, inTurn, restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { follow } from '../support/providers/follow';
import { ada, type HostileProvider, startHostileProvider } from '../support/providers/hostile-provider';
import { appUrl, logInWith, openCallback, settingsOf, startLogin } from '../support/providers/provider-logins';

/** Answers of providers that are not quite those of the standards: what is not used ends no login. */
let gatehouse: Gatehouse;
let provider: HostileProvider;
let strict: HostileProvider;

beforeAll(async () => {
  [provider, strict] = await Promise.all([startHostileProvider(), startHostileProvider()]);
  const settings = { ...settingsOf(strict, 'strict'), ...settingsOf(provider), PROVIDERS: 'acme,strict' };
  const env = { ...settings, PROVIDER_STRICT_REQUIRE: 'department=it' };
  gatehouse = await startGatehouse(env, undefined, undefined, undefined, { providerMs: defaultTimeLimits.providerMs });
});
afterAll(async () => {
  await gatehouse.stop();
  await Promise.all([provider, strict].map((one) => one.close()));
});
afterEach(() => {
  for (const one of [provider, strict]) Object.assign(one, { claims: ada, only: {}, sends: {}, mode: 'honest' });
});

let people = 0;
/** A new person, with other claims than Ada. */
function newPerson(claims: object = {}, of = provider): string {
  people += 1;
  const email = `answer.${people}@example.com`;
  of.claims = { ...ada, sub: `answer-${people}`, email, ...claims };
  of.asked.length = 0;
  return email;
}

const asksOf = (path: string, of = provider) => of.asked.filter((asked) => asked.path === path).length;
/** Each API takes its turn with the rows. */
const inBoth = <Rest extends unknown[]>(rows: readonly [string, ...Rest][]): [string, Api, ...Rest][] =>
  apis.flatMap((api) =>
    inTurn(api, rows).map(([what, ...rest]): [string, Api, ...Rest] => [`${what}, through ${api.name}`, api, ...rest]),
  );

/** Returns `success`, or the error with the names of its fields. */
async function resultOf(api: Api, id = 'acme'): Promise<string> {
  const { success, code, fields } = await logInWith(api, gatehouse.url, id);
  return success ? 'success' : [code, ...fields.map(({ field }) => field)].join(' ');
}

const noNames = { given_name: undefined, family_name: undefined, name: undefined };

describe('userinfo is asked for what the ID token does not say', () => {
  const eve = 'eve@example.com';
  const rows: [string, { inIdToken: object; inUserinfo?: object }, string, number][] = [
    ['nothing is missing', { inIdToken: {}, inUserinfo: { given_name: 'Eve' } }, 'success', 0],
    ['one name that has two words', { inIdToken: { ...noNames, name: 'Ada King' } }, 'success', 0],
    ['the names', { inIdToken: noNames }, 'success', 1],
    ['the last name', { inIdToken: { family_name: undefined, name: undefined } }, 'success', 1],
    ['names without a value', { inIdToken: { given_name: null, family_name: '', name: '' } }, 'success', 1],
    ['whether the address is verified', { inIdToken: { email_verified: undefined } }, 'success', 1],
    ['all but the subject and the address', { inIdToken: { ...noNames, email_verified: undefined } }, 'success', 1],
    ['all but the subject', { inIdToken: { ...noNames, email: undefined, email_verified: undefined } }, 'success', 1],
    ['an address without a value', { inIdToken: { email: null } }, 'success', 1],
    // What the ID token says counts.
    ['the address is not verified', { inIdToken: { email_verified: false } }, 'EMAIL_NOT_VERIFIED', 0],
    [
      'a verified address that is another one',
      { inIdToken: { email_verified: undefined }, inUserinfo: { email: eve } },
      'EMAIL_NOT_VERIFIED',
      1,
    ],
    [
      'a verified address that is none',
      { inIdToken: { email_verified: undefined }, inUserinfo: { email: undefined } },
      'EMAIL_NOT_VERIFIED',
      1,
    ],
    [
      'an address that only the ID token calls verified, without naming it',
      { inIdToken: { email: undefined }, inUserinfo: { email_verified: undefined } },
      'EMAIL_NOT_VERIFIED',
      1,
    ],
    [
      'an address that userinfo does not call verified',
      { inIdToken: { email: undefined }, inUserinfo: { email_verified: false } },
      'EMAIL_NOT_VERIFIED',
      1,
    ],
    [
      'what userinfo says of somebody else',
      { inIdToken: { email_verified: undefined }, inUserinfo: { sub: 'somebody-else' } },
      'EMAIL_NOT_VERIFIED',
      1,
    ],
    [
      'names of somebody else',
      { inIdToken: noNames, inUserinfo: { sub: 'somebody-else' } },
      'VALIDATION_FAILED firstName lastName',
      1,
    ],
    [
      'a subject that is a number',
      { inIdToken: noNames, inUserinfo: { sub: 4711 } },
      'VALIDATION_FAILED firstName lastName',
      1,
    ],
  ];
  test.each(inBoth(rows))('%s', async (_, api, only, expected, asked) => {
    newPerson();
    provider.only = only as HostileProvider['only'];
    expect(await resultOf(api)).toBe(expected);
    expect(asksOf('/userinfo')).toBe(asked);
  });

  test('its address counts, also in capital letters, and its names never replace those of the ID token', async () => {
    const email = newPerson();
    provider.only = {
      inIdToken: { email_verified: undefined },
      inUserinfo: { email: email.toUpperCase(), given_name: 'Eve', family_name: 'Eve' },
    };
    const { user } = await logInWith(restApi, gatehouse.url, 'acme');
    expect(user).toMatchObject({ email, emailVerified: true, firstName: 'Ada', lastName: 'Lovelace' });
  });

  test('a claim that a person must have, and no other than the ID token says', async () => {
    const results: string[] = [];
    for (const [inIdToken, inUserinfo] of [
      [{}, { department: 'it' }],
      [{}, { department: 'hr' }],
      [{ department: 'hr' }, { department: 'it' }],
    ]) {
      newPerson({}, strict);
      strict.only = { inIdToken, inUserinfo } as HostileProvider['only'];
      results.push(await resultOf(restApi, 'strict').catch(({ message }) => message));
    }
    const rejected = 'the provider was rejected: ?error=PROVIDER_REJECTED';
    expect(results).toEqual(['success', rejected, rejected]);
  });

  const modes = [
    'userinfo fails',
    'userinfo limited',
    'userinfo large',
    'userinfo silent',
    'userinfo of somebody else',
  ] as const;
  test.each(modes)('it ends no login that needs nothing of it: %s', async (mode) => {
    newPerson({ email_verified: undefined, ...noNames });
    const names = { firstName: 'Ada', lastName: 'Lovelace' };
    provider.mode = mode;
    const startedAt = performance.now();
    expect(await logInWith(restApi, gatehouse.url, 'acme', names)).toMatchObject({ code: 'EMAIL_NOT_VERIFIED' });
    expect(performance.now() - startedAt).toBeLessThan(8000);
  });

  test('it is not waited for again and again, and the token endpoint is still asked', async () => {
    newPerson();
    provider.mode = 'userinfo silent';
    const instance = await gatehouse.another();
    const logIn = async () => (await logInWith(restApi, instance.url, 'acme')).success;
    provider.only = { inIdToken: { email_verified: undefined } };
    const codes = () => logInWith(restApi, instance.url, 'acme').then(({ code }) => code);
    expect(await Promise.all(Array.from({ length: 6 }, codes))).toEqual(Array(6).fill('EMAIL_NOT_VERIFIED'));
    const asked = asksOf('/userinfo');
    expect(await codes()).toBe('EMAIL_NOT_VERIFIED');
    expect(asksOf('/userinfo')).toBe(asked);
    provider.only = {};
    expect(await logIn()).toBe(true);
  });
});

describe('email_verified', () => {
  const rows: [string, unknown, string][] = [
    ['true', true, 'success'],
    // As Cognito, Apple and PayPal write it.
    ['the text true', 'true', 'success'],
    ...['false', 'TRUE', 'True', ' true', '1', 'yes', 1, ['true'], [true], { true: true }, null].map(
      (value): [string, unknown, string] => [JSON.stringify(value), value, 'EMAIL_NOT_VERIFIED'],
    ),
  ];
  test.each(inBoth(rows))('%s', async (_, api, email_verified, expected) => {
    newPerson({ email_verified });
    expect(await resultOf(api)).toBe(expected);
  });
});

describe('the answer of the token endpoint', () => {
  const as = (changes: object, status = 200): HostileProvider['sends'] => ({
    token: (res, right) => void res.status(status).json({ ...right, ...changes }),
  });
  const text = (type: string | null, write: (json: string) => string = (json) => json): HostileProvider['sends'] => ({
    token(res, right) {
      if (type !== null) res.setHeader('Content-Type', type);
      res.end(write(JSON.stringify(right)));
    },
  });
  const accepted: [string, HostileProvider['sends']][] = [
    ['scope is a list (Twitch)', as({ scope: ['openid'] })],
    ['scope is null', as({ scope: null })],
    ['expires_in is a text', as({ expires_in: '3600' })],
    ['expires_in is no number', as({ expires_in: 'never' })],
    ['expires_in is negative', as({ expires_in: -1 })],
    ['expires_in is null', as({ expires_in: null })],
    ['refresh_token is null', as({ refresh_token: null })],
    ['refresh_token is empty', as({ refresh_token: '' })],
    ['token_type in capital letters', as({ token_type: 'BEARER' })],
    ['no token_type (LinkedIn)', as({ token_type: undefined })],
    ['token_type is null', as({ token_type: null })],
    ['no access_token (Azure AD B2C)', as({ access_token: undefined })],
    ['other members', as({ user: { id: 1 }, issued_at: 'now', error: undefined })],
    ['status 201', as({}, 201)],
    ['text/json', text('text/json')],
    ['text/html', text('text/html; charset=ISO-8859-1')],
    ['another charset', text('application/json; charset=utf8')],
    ['without a content type', text(null)],
    ['a byte order mark', text('application/json', (json) => `\ufeff${json}`)],
  ];
  test.each(inBoth(accepted))('%s', async (_, api, sends) => {
    newPerson();
    provider.sends = sends;
    expect(await resultOf(api)).toBe('success');
  });

  const rejected: [string, HostileProvider['sends']][] = [
    ['token_type that a bearer does not use', as({ token_type: 'mac' })],
    ['token_type is a number', as({ token_type: 1 })],
    ['access_token is a number', as({ access_token: 1 })],
    ['access_token is a list', as({ access_token: ['x'] })],
    ['no id_token', as({ id_token: undefined })],
    ['id_token is null', as({ id_token: null })],
    ['id_token is a list', { token: (res, right) => void res.json({ ...right, id_token: [right.id_token] }) }],
    ['id_token with a space', { token: (res, right) => void res.json({ ...right, id_token: `${right.id_token} ` }) }],
    ['an error', as({ id_token: undefined, access_token: undefined, error: 'invalid_grant' })],
    ['status 400', as({}, 400)],
    ['a list', text('application/json', (json) => `[${json}]`)],
    ['not JSON', text('application/json', (json) => `${json}}`)],
  ];
  test.each(inBoth(rejected))('is rejected: %s', async (_, api, sends) => {
    newPerson();
    provider.sends = sends;
    await expect(resultOf(api)).rejects.toThrow('PROVIDER_REJECTED');
  });

  test('of a provider without OpenID Connect needs no ID token, and an error stays one', async () => {
    const used = async (answer: object) => (await usedOfTokenAnswer(Response.json(answer))).json();
    const right = { access_token: 'a', token_type: 'bearer' };
    expect(await used({ ...right, id_token: null, scope: ['user'] })).toMatchObject(right);
    expect(await used({ error: 'bad_verification_code' })).not.toHaveProperty('access_token');
  });

  test('without an access token, userinfo is not asked', async () => {
    newPerson();
    provider.only = { inIdToken: noNames };
    provider.sends = as({ access_token: undefined });
    expect(await resultOf(restApi)).toBe('VALIDATION_FAILED firstName lastName');
    expect(asksOf('/userinfo')).toBe(0);
  });
});

describe('the answer of userinfo', () => {
  const text = (type: string | null, before = ''): HostileProvider['sends'] => ({
    userinfo(res, right) {
      if (type !== null) res.setHeader('Content-Type', type);
      res.end(before + JSON.stringify(right));
    },
  });
  const rows: [string, object, HostileProvider['sends']][] = [
    ['locale and address of other kinds', { locale: { language: 'de' }, address: 'Berlin' }, {}],
    ['times and dates of other kinds', { updated_at: '2026-11-27T08:00:00Z', birthdate: null }, {}],
    ['text/json', {}, text('text/json')],
    ['without a content type', {}, text(null)],
    ['a byte order mark', {}, text('application/json; charset=utf8', '\ufeff')],
  ];
  test.each(inBoth(rows))('%s', async (_, api, inUserinfo, sends) => {
    newPerson();
    provider.only = { inIdToken: noNames, inUserinfo: inUserinfo as Record<string, unknown> };
    provider.sends = sends;
    expect(await resultOf(api)).toBe('success');
  });

  test('names that are numbers are asked for', async () => {
    newPerson();
    provider.only = { inIdToken: noNames, inUserinfo: { given_name: 1, family_name: 2, name: 3 } };
    expect(await resultOf(restApi)).toBe('VALIDATION_FAILED firstName lastName');
  });
});

describe('claims of an ID token that nothing uses', () => {
  const rows: [string, object][] = [
    ['auth_time is a text', { auth_time: '1700000000' }],
    ['auth_time is null', { auth_time: null }],
    ['auth_time is negative', { auth_time: -62_135_596_800 }],
    ['amr and acr of other kinds', { amr: 'pwd', acr: 1 }],
    ['updated_at, locale and address of other kinds', { updated_at: 'now', locale: {}, address: 'Berlin' }],
    ['at_hash and sid of other kinds', { sid: 1, jti: null }],
  ];
  test.each(inBoth(rows))('%s', async (_, api, inIdToken) => {
    newPerson();
    provider.only = { inIdToken: inIdToken as Record<string, unknown> };
    expect(await resultOf(api)).toBe('success');
  });

  const used: [string, object][] = [
    ['exp is a text', { exp: '4000000000' }],
    ['iat is a text', { iat: String(Math.floor(Date.now() / 1000)) }],
    ['nbf is a text', { nbf: '1700000000' }],
    ['iss is a list', { iss: ['x'] }],
    ['aud is an object', { aud: { gatehouse: true } }],
    ['azp is another client', { azp: 'another-client' }],
    ['azp is null', { azp: null }],
    ['nonce is a list', { nonce: ['x'] }],
    ['sub is a number', { sub: 1 }],
  ];
  test.each(inBoth(used))('is rejected, because it is used: %s', async (_, api, inIdToken) => {
    newPerson();
    provider.only = { inIdToken: inIdToken as Record<string, unknown> };
    await expect(resultOf(api)).rejects.toThrow('PROVIDER_REJECTED');
  });

  test('is rejected: the hash of the nonce, which only a native application sends', async () => {
    newPerson();
    const { goTo } = await startLogin(restApi, gatehouse.url, 'acme');
    const nonce = new URL(goTo).searchParams.get('nonce') ?? '';
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(nonce));
    provider.only = { inIdToken: { nonce: Buffer.from(digest).toString('hex') } };
    const back = await openCallback(await follow(goTo), gatehouse.url);
    expect(back.searchParams.get('error')).toBe('PROVIDER_REJECTED');
  });
});

test('metadata that say null', async () => {
  const nothing = { token_endpoint_auth_methods_supported: null, userinfo_endpoint: null };
  provider.sends = { discovery: (res, right) => void res.json({ ...right, ...nothing }) };
  const instance = await gatehouse.another();
  newPerson();
  provider.only = { inIdToken: noNames };
  expect((await logInWith(restApi, instance.url, 'acme')).fields.map(({ field }) => field)).toEqual([
    'firstName',
    'lastName',
  ]);
  expect(asksOf('/token')).toBe(1);
});

describe('an answer with an error', () => {
  /** Where the application gets the browser, and what the audit says. */
  async function toldOf(inCallback: Record<string, string | undefined>) {
    newPerson();
    provider.only = { inCallback: { code: undefined, ...inCallback } };
    const { goTo } = await startLogin(restApi, gatehouse.url, 'acme');
    const back = await openCallback(await follow(goTo), gatehouse.url);
    expect(back.href.startsWith(`${appUrl}?`)).toBe(true);
    expect(asksOf('/token')).toBe(0);
    await gatehouse.services.audit.close();
    const [row] = await gatehouse.sql(`SELECT details->>'reason' AS reason FROM audit_events
      WHERE action = 'provider_rejected' ORDER BY last_ts DESC LIMIT 1`);
    return { told: back.search, reason: row?.reason };
  }

  test.each([
    [{ error: 'access_denied' }],
    [{ error: 'interaction_required' }],
    [{ error: 'login_required' }],
    [{ error: 'consent_required' }],
    [{ error: 'account_selection_required' }],
    [{ error: 'user_cancelled_login' }],
    [{ error: 'user_cancelled_authorize' }],
    [{ error: 'access_denied', error_reason: 'user_denied', error_code: '200' }],
    // Also from a provider that forgets its `iss` there.
    [{ error: 'access_denied', iss: undefined }],
  ])('%j is a person who has cancelled', async (inCallback) => {
    expect(await toldOf(inCallback)).toEqual({
      told: '?error=PROVIDER_REJECTED&reason=cancelled',
      reason: 'cancelled sign-in',
    });
  });

  test.each(['server_error', 'temporarily_unavailable'])('%s is a provider that is down', async (error) => {
    expect((await toldOf({ error })).told).toBe('?error=SERVICE_UNAVAILABLE');
  });

  test.each(['invalid_request', 'invalid_scope', 'unauthorized_client', 'Access_Denied ', 'x'])(
    '%j is not',
    async (error) => {
      expect(await toldOf({ error })).toEqual({ told: '?error=PROVIDER_REJECTED', reason: 'forged answer' });
    },
  );

  test('that has also a code signs nobody in', async () => {
    expect(await toldOf({ error: 'access_denied', code: 'x' })).toMatchObject({ reason: 'cancelled sign-in' });
  });
});
