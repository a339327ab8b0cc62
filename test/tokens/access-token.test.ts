import { createHmac, createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { sign } from 'jsonwebtoken';
import { AccessTokens, claimsOf } from '../../src/accounts/tokens/access-token';
import { accessTokenRejected } from '../../src/accounts/tokens/access-token-rejection';
import { byPassword } from '../../src/accounts/tokens/authentication';
import type { KeyRing, UsableKey } from '../../src/accounts/tokens/key-ring';
import { tokenReasons } from '../../src/accounts/tokens/tokens.reasons';
import { reasonsByName } from '../../src/compose/features';
import { createLoadedKeyRing } from '../support/in-memory';

const time = { now: Date.parse('2026-11-20T17:30:15Z') };
const clock = () => new Date(time.now);
const settings = {
  issuer: 'https://id.example.com',
  audience: 'https://api.example.com',
  clientId: 'gatehouse',
  ttlS: 3600,
};
const subject = { userId: randomUUID(), sessionId: randomUUID(), revision: 3 };
/** A token without `auth_time` and `acr`, of an earlier version, is from a login with a password. */
const principal = {
  ...subject,
  authTimeS: time.now / 1000,
  acr: 'aal1',
  roles: [],
  actor: null,
  scopes: null,
  key: null,
  organization: null,
};
const actor = { userId: randomUUID(), sessionId: randomUUID(), revision: 7 };
const actorClaims = { act: { sub: actor.userId }, act_sid: actor.sessionId, act_rev: actor.revision };
const later = new Date(time.now + 86_400_000);

let keys: KeyRing;
let tokens: AccessTokens;
let privateKey: KeyObject;
let kid: string;
let rsa: UsableKey;

beforeAll(async () => {
  keys = await createLoadedKeyRing(clock);
  ({ privateKey, kid } = keys.signingKey());
  rsa = await keys.ensureSigningKey('RS256');
  tokens = new AccessTokens(keys, settings, clock);
});

const base64url = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const iat = time.now / 1000;
const header = () => ({ alg: 'ES256', typ: 'at+jwt', kid });
const claims = () => ({
  iss: settings.issuer,
  aud: settings.audience,
  sub: subject.userId,
  sid: subject.sessionId,
  rev: subject.revision,
  jti: randomUUID(),
  iat,
  exp: iat + 3600,
});

/** Returns the same JSON with this name twice. JSON.parse ignores the first one. */
const twice = (value: object, name: string) => JSON.stringify(value).replace('{', `{"${name}":"first",`);

/** Returns a token with a valid signature and the changed content. */
function ours(changes: { header?: object; head?: string; claims?: object; payload?: string } = {}): string {
  const input = `${base64url(changes.head ?? { ...header(), ...changes.header })}.${base64url(changes.payload ?? { ...claims(), ...changes.claims })}`;
  const signature = createSign('sha256').update(input).sign({ key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${input}.${signature.toString('base64url')}`;
}

const without = (name: string) => ({ [name]: undefined });
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const publicPem = () => keys.publicKey(kid)?.export({ format: 'pem', type: 'spki' }) ?? '';

const rejected: [string, () => string, string?][] = [
  ['nothing', () => ''],
  ['a word', () => 'token'],
  ['two parts', () => ours().split('.').slice(0, 2).join('.')],
  ['four parts', () => `${ours()}.x`],
  ['no signature', () => `${ours().split('.').slice(0, 2).join('.')}.`],
  ['alg none', () => `${base64url({ ...header(), alg: 'none' })}.${base64url(claims())}.`],
  ['alg none with a signature', () => ours({ header: { alg: 'none' } })],
  [
    'an HMAC with our public key',
    () => {
      const input = `${base64url({ ...header(), alg: 'HS256' })}.${base64url(claims())}`;
      return `${input}.${createHmac('sha256', publicPem()).update(input).digest('base64url')}`;
    },
  ],
  [
    'a signature of our RS256 key',
    () => {
      const at = { ...header(), alg: 'RS256', kid: rsa.kid };
      return sign(claims(), rsa.privateKey, { header: at, algorithm: 'RS256' });
    },
  ],
  ['the kid of our RS256 key', () => ours({ header: { kid: rsa.kid } }), 'unknown key'],
  ['ES384', () => ours({ header: { alg: 'ES384' } })],
  [
    "a stranger's key under our kid",
    () => sign(claims(), stranger, { header: header() as never, algorithm: 'ES256' }),
    'bad signature',
  ],
  ['an unknown kid', () => ours({ header: { kid: 'unknown' } }), 'unknown key'],
  ['a kid that is a path', () => ours({ header: { kid: '../../../dev/null' } }), 'unknown key'],
  ['a kid that is SQL', () => ours({ header: { kid: "' OR 1=1 --" } }), 'unknown key'],
  ['a kid that is no string', () => ours({ header: { kid: 5 } })],
  ['a kid of the prototype', () => ours({ header: { kid: '__proto__' } }), 'unknown key'],
  ['no kid', () => ours({ header: without('kid') })],
  ['another typ', () => ours({ header: { typ: 'JWT' } })],
  ['no typ', () => ours({ header: without('typ') })],
  ['an unknown crit', () => ours({ header: { crit: ['b64'], b64: false } })],
  ['a jku', () => ours({ header: { jku: 'https://evil.example/jwks.json' } })],
  ['a jwk', () => ours({ header: { jwk: { kty: 'EC' } } })],
  ['an x5u', () => ours({ header: { x5u: 'https://evil.example/x.pem' } })],
  ['an x5c', () => ours({ header: { x5c: ['MII'] } })],
  ['a header that is a list', () => `${base64url([header()])}.${base64url(claims())}.${'A'.repeat(86)}`],
  ['a payload that is a string', () => ours({ payload: '"hello"' })],
  ['a payload that is a list', () => ours({ payload: '[]' })],
  ['a payload that is no JSON', () => ours({ payload: 'hello' })],
  ['no iss', () => ours({ claims: without('iss') }), 'wrong issuer'],
  ['no aud', () => ours({ claims: without('aud') }), 'wrong audience'],
  ...['sub', 'sid', 'jti', 'iat', 'exp'].map((name): [string, () => string] => [
    `no ${name}`,
    () => ours({ claims: without(name) }),
  ]),
  ['a claim twice', () => ours({ payload: twice(claims(), 'sub') })],
  ['a claim twice, once escaped', () => ours({ payload: twice(claims(), '\\u0073ub') })],
  ['a claim twice in a claim', () => ours({ payload: JSON.stringify(claims()).replace('{', '{"act":{"a":1,"a":1},') })],
  ['a header member twice', () => ours({ head: twice(header(), 'kid') })],
  ['another iss', () => ours({ claims: { iss: 'https://evil.example' } }), 'wrong issuer'],
  ['another aud', () => ours({ claims: { aud: 'https://other.example' } }), 'wrong audience'],
  [
    'our aud among others',
    () => ours({ claims: { aud: [settings.audience, 'https://other.example'] } }),
    'wrong audience',
  ],
  ['an exp that has passed', () => ours({ claims: { iat: iat - 7200, exp: iat } }), 'expired token'],
  ['an exp that is a string', () => ours({ claims: { exp: String(iat + 3600) } })],
  ['an exp before its iat', () => ours({ claims: { iat: iat + 3, exp: iat + 2 } })],
  ['a life of ten years', () => ours({ claims: { exp: iat + 315_360_000 } })],
  ['an iat in the future', () => ours({ claims: { iat: iat + 60 } }), 'not yet valid'],
  ['an nbf in the future', () => ours({ claims: { nbf: iat + 60 } }), 'not yet valid'],
  ['a sub that is no id', () => ours({ claims: { sub: 'admin' } })],
  ['a sid that is an object', () => ours({ claims: { sid: {} } })],
  ...[-1, 0.5, '3', null, true, [3], 1e300].map((rev): [string, () => string] => [
    `the rev ${JSON.stringify(rev)}`,
    () => ours({ claims: { rev } }),
  ]),
  ...['aal3', 'AAL2', '', null, 2, ['aal2']].map((acr): [string, () => string] => [
    `the acr ${JSON.stringify(acr)}`,
    () => ours({ claims: { acr } }),
  ]),
  ...['1795195815', 0.5, null, {}].map((auth_time): [string, () => string] => [
    `the auth_time ${JSON.stringify(auth_time)}`,
    () => ours({ claims: { auth_time } }),
  ]),
  ['more than 4 kB', () => ours({ claims: { padding: 'x'.repeat(4096) } })],
  [
    'a changed claim',
    () => {
      const [head, , signature] = ours().split('.');
      return `${head}.${base64url({ ...claims(), sub: randomUUID() })}.${signature}`;
    },
    'bad signature',
  ],
  [
    'a signature with another end',
    () => {
      const token = ours();
      // The last bits of the last character are no part of the signature, so another character is changed.
      return `${token.slice(0, -3)}${token.at(-3) === 'A' ? 'B' : 'A'}${token.slice(-2)}`;
    },
    'bad signature',
  ],
  [
    'a signature in DER',
    () => {
      const input = ours().split('.').slice(0, 2).join('.');
      return `${input}.${createSign('sha256').update(input).sign(privateKey).toString('base64url')}`;
    },
  ],
  ['padding', () => `${ours()}==`],
  ['a line break', () => `${ours()}\n`],
];

test.each(rejected)('a token with %s is UNAUTHENTICATED, for a reason', (_name, make, reason = 'malformed token') => {
  const token = make();
  const message = reason === 'expired token' ? 'The access token has expired.' : 'The access token is not valid.';
  const rejection = expect.objectContaining({
    code: 'UNAUTHENTICATED',
    reason: expect.objectContaining({ name: reason }),
    message,
  });
  expect(() => tokens.verify(token)).toThrow(rejection);
  // The cache of valid tokens does not contain the token.
  expect(() => tokens.verify(token)).toThrow(rejection);
});

test('only a token that was signed here gets the error that it has expired', () => {
  const past = { ...claims(), iat: iat - 7200, exp: iat };
  const forged = [
    sign(past, stranger, { header: header() as never, algorithm: 'ES256' }),
    `${base64url(header())}.${base64url(past)}.${'A'.repeat(86)}`,
    `${base64url({ ...header(), kid: 'unknown' })}.${base64url(past)}.${'A'.repeat(86)}`,
    `${base64url({ ...header(), alg: 'none' })}.${base64url(past)}.`,
  ];
  for (const token of forged) {
    expect(() => tokens.verify(token)).toThrow(expect.objectContaining({ message: 'The access token is not valid.' }));
  }
});

test('what a response says of a token has only the characters of RFC 6750, section 3', () => {
  for (const reason of Object.values(reasonsByName)) {
    expect(accessTokenRejected(reason).message).toMatch(/^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/);
  }
});

test('the same token without a fault is accepted, so the fault is the reason for the rejection', () => {
  expect(tokens.verify(ours())).toEqual(principal);
});

test('a token of an earlier version, without rev, has the revision 0', () => {
  expect(tokens.verify(ours({ claims: without('rev') }))).toEqual({ ...principal, revision: 0 });
});

test('a token says when and how strongly its user proved who they are, also when it is verified from memory', () => {
  const authTs = new Date(time.now - 60_000);
  const authentication = { acr: 'aal2', amr: ['pwd', 'otp', 'mfa'] } as const;
  const { jwt } = tokens.issue(subject, clock(), { ...authentication, authTs, expiresTs: later, roles: [] });
  expect(claimsOf(jwt)).toMatchObject({ ...authentication, auth_time: iat - 60 });
  const strong = {
    ...subject,
    authTimeS: iat - 60,
    acr: 'aal2',
    roles: [],
    actor: null,
    scopes: null,
    key: null,
    organization: null,
  };
  expect([tokens.verify(jwt), tokens.verify(jwt)]).toEqual([strong, strong]);
});

test('a token names the super admin who acts as the user, also when it is verified from memory', () => {
  const { jwt } = tokens.issue({ ...subject, actor }, clock(), {
    ...byPassword,
    authTs: clock(),
    expiresTs: later,
    roles: [],
  });
  expect(claimsOf(jwt)).toMatchObject(actorClaims);
  const impersonated = { ...principal, actor };
  expect([tokens.verify(jwt), tokens.verify(jwt)]).toEqual([impersonated, impersonated]);
  expect(tokens.verify(ours({ claims: actorClaims }))).toEqual(impersonated);
});

test.each([
  ['act alone', { act_sid: undefined, act_rev: undefined }],
  ['no act', { act: undefined }],
  ['no act_sid', { act_sid: undefined }],
  ['no act_rev', { act_rev: undefined }],
  ['act null', { act: null }],
  ['act as text', { act: actor.userId }],
  ['act as a list', { act: [actor.userId] }],
  ['act without sub', { act: {} }],
  ['act with another member', { act: { sub: actor.userId, iss: settings.issuer } }],
  ['an actor of the actor', { act: { sub: actor.userId, act: { sub: randomUUID() } } }],
  ['the user as actor', { act: { sub: subject.userId } }],
  ['an act.sub that is no id', { act: { sub: 'admin' } }],
  ['an act_sid that is no id', { act_sid: 'session' }],
  ['an act_rev as text', { act_rev: '7' }],
  ['a negative act_rev', { act_rev: -1 }],
  ['a broken act_rev', { act_rev: 0.5 }],
])('a token of an impersonation with %s is malformed', (_name, changes) => {
  const rejection = expect.objectContaining({ code: 'UNAUTHENTICATED', reason: tokenReasons['malformed token'] });
  expect(() => tokens.verify(ours({ claims: { ...actorClaims, ...changes } }))).toThrow(rejection);
});

const twenty = Array.from({ length: 20 }, (_, n) => `role-${n}`);

test('a token has the roles of the user', () => {
  for (const roles of [[], ['editor'], ['a:b', 'editor'], twenty]) {
    expect(tokens.verify(ours({ claims: { roles } }))).toEqual({ ...principal, roles });
  }
});

test.each([
  ['null', null],
  ['one role as text', 'editor'],
  ['an object', { editor: true }],
  ['a role that is a number', [1]],
  ['a role that is a list', [['editor']]],
  ['a role in upper case', ['Editor']],
  ['an empty role', ['']],
  ['two roles in one text', ['editor,admin']],
  ['a role with a line break', ['editor\nadmin']],
  ['a role of 64 characters', ['a'.repeat(64)]],
  ['21 roles', twenty.concat('role-20')],
])('a token with the claim roles that is malformed is rejected: %s', (_name, roles) => {
  const rejection = expect.objectContaining({ code: 'UNAUTHENTICATED', reason: tokenReasons['malformed token'] });
  expect(() => tokens.verify(ours({ claims: { roles } }))).toThrow(rejection);
});

test('an issued token is accepted until it expires, and not a second longer', () => {
  const { jwt } = tokens.issue(subject, clock(), { ...byPassword, authTs: clock(), expiresTs: later, roles: [] });
  const issuedAt = time.now;
  expect(tokens.verify(jwt)).toEqual(principal);
  time.now = issuedAt + 3_599_000;
  expect(tokens.verify(jwt)).toEqual(principal);
  time.now = issuedAt + 3_600_000;
  expect(() => tokens.verify(jwt)).toThrow(
    expect.objectContaining({ code: 'UNAUTHENTICATED', reason: tokenReasons['expired token'] }),
  );
  time.now = issuedAt;
});

const organization = { id: randomUUID(), slug: 'example-sons', roles: ['billing', 'owner'], revision: 3 };
const organizationClaims = {
  org_id: organization.id,
  org_slug: organization.slug,
  org_roles: organization.roles,
  org_rev: organization.revision,
};

test('a token names the organization in whose name it is', () => {
  const session = { ...byPassword, authTs: clock(), expiresTs: later, roles: [] };
  const { jwt } = tokens.issue({ ...subject, organization }, clock(), session);
  expect(claimsOf(jwt)).toMatchObject(organizationClaims);
  expect(tokens.verify(jwt)).toEqual({ ...principal, organization });
  expect(tokens.verify(ours({ claims: organizationClaims }))).toEqual({ ...principal, organization });
});

test.each([
  ['no id', { org_id: undefined }],
  ['no slug', { org_slug: undefined }],
  ['no roles', { org_roles: undefined }],
  ['no revision', { org_rev: undefined }],
  ['an id that is none', { org_id: 'x' }],
  ['a slug that is none', { org_slug: '-' }],
  ['roles as text', { org_roles: 'owner' }],
  ['a role that is none', { org_roles: ['Owner!'] }],
  ['six roles', { org_roles: ['a', 'b', 'c', 'd', 'e', 'f'] }],
  ['a revision below 0', { org_rev: -1 }],
])('a token for an organization with %s is malformed', (_name, wrong) => {
  expect(() => tokens.verify(ours({ claims: { ...organizationClaims, ...wrong } }))).toThrow(
    expect.objectContaining({ code: 'UNAUTHENTICATED', reason: tokenReasons['malformed token'] }),
  );
});

test('no token outlives its session', () => {
  const { expiresInS } = tokens.issue(subject, clock(), {
    ...byPassword,
    authTs: clock(),
    roles: [],
    expiresTs: new Date(time.now + 60_000),
  });
  expect(expiresInS).toBe(60);
});
