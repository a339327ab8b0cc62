import { missingIn, personOf, withUserinfo } from '../../src/accounts/providers/provider-person';
import { presetOf } from '../../src/accounts/providers/provider-table';
import type { ProviderConfig } from '../../src/accounts/providers/providers.settings';

/** What the ID token of each provider lacks, and what userinfo may say instead. */
const providerOf = (id: string, require: Record<string, string> = {}): ProviderConfig => ({
  ...{
    id,
    label: id,
    icon: null,
    clientId: 'gatehouse',
    clientSecret: null,
    issuer: 'https://sso.example.com',
    scopes: 'openid',
  },
  ...{ audiences: [], require, preset: presetOf(id), endpoints: null, apple: null, tenant: null },
});
const ada = { sub: 'ada', oid: 'ada', iss: 'https://sso.example.com', email: 'ada@example.com', name: 'Ada King' };
const verified = { ...ada, email_verified: true };

test.each([
  ['google', { ...verified, hd: 'example.com' }, 'nothing'],
  // Google vouches for none of them, whatever userinfo says.
  ['google', ada, 'nothing'],
  ['google', { ...ada, email: 'ada@gmail.com' }, 'optional'],
  ['google', { ...verified, name: 'Ada' }, 'optional'],
  ['microsoft', ada, 'nothing'],
  ['microsoft', { ...ada, email: undefined }, 'needed'],
  ['microsoft', { ...ada, oid: undefined }, 'nothing'],
  ['gitlab', verified, 'nothing'],
  ['staff', verified, 'nothing'],
  ['staff', { ...verified, email_verified: 'true' }, 'nothing'],
  ['staff', { ...verified, email_verified: false }, 'nothing'],
  ['staff', { ...ada, email_verified: null }, 'optional'],
] as const)('%s with %j lacks %s', (id, claims, expected) => {
  expect(missingIn(providerOf(id), claims)).toBe(expected);
});

test('a claim that is required is needed, unless the ID token has another value', () => {
  const provider = providerOf('staff', { department: 'it' });
  expect(missingIn(provider, verified)).toBe('needed');
  expect(missingIn(provider, { ...verified, department: 'hr' })).toBe('nothing');
});

const proved = (id: string, idToken: object, userinfo: object, require = {}) => {
  const provider = providerOf(id, require);
  const person = personOf(provider, withUserinfo(provider, { ...idToken }, { sub: 'ada', ...userinfo }));
  return person && [person.subject, person.email, person.isAddressProved];
};

test.each([
  ['staff', ada, { email: 'ADA@example.com', email_verified: 'true' }, true],
  ['staff', ada, { email: 'eve@example.com', email_verified: true }, false],
  ['staff', ada, { email_verified: true }, false],
  ['staff', ada, { email: [ada.email], email_verified: true }, false],
  ['staff', { ...verified, email_verified: false }, { email: ada.email, email_verified: true }, false],
  ['staff', { ...verified, email: undefined }, { email: ada.email }, false],
  ['staff', { ...verified, email: '' }, { email: ada.email, email_verified: 'TRUE' }, false],
  ['microsoft', ada, { email: 'eve@example.com', xms_edov: true }, false],
  ['microsoft', { ...ada, email: undefined, xms_edov: true }, { email: ada.email }, false],
  ['google', verified, { email: ada.email, hd: 'example.com' }, false],
] as const)('%s: the ID token says %j, and userinfo %j', (id, idToken, userinfo, expected) => {
  expect(proved(id, idToken, userinfo)).toEqual(['ada', 'ada@example.com', expected]);
});

test('userinfo never says who the person is, and no required claim for another address', () => {
  const other = { sub: 'eve', oid: 'eve', iss: 'https://evil.example', email: ada.email, email_verified: true };
  expect(proved('staff', ada, other)).toEqual(['ada', ada.email, true]);
  expect(proved('microsoft', { ...ada, oid: undefined }, other)).toBeNull();
  const require = { email_verified: 'true' };
  expect(proved('staff', ada, other, require)).toEqual(['ada', ada.email, true]);
  expect(proved('staff', ada, { ...other, email: 'eve@example.com' }, require)).toBeNull();
});
