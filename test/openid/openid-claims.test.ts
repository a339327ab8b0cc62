import { openidScopes } from '../../src/accounts/users/openid-scopes';
import type { User } from '../../src/accounts/users/user';
import { claimsOfScopes, standardClaims } from '../../src/features/openid/openid-claims';

const user: User = {
  id: '01a1fafd-5d48-74fb-874f-7e0ccacee987',
  firstName: 'Ada',
  lastName: 'King Lovelace',
  email: 'Ada@example.com',
  isSuperAdmin: false,
  roles: ['editor'],
  disabled: false,
  emailVerified: true,
  telVerified: false,
  tel: '+44 20 7946 0000',
  company: 'Analytical Engines',
  companyIdNumber: null,
  companyIdUrl: null,
  createdTs: new Date('2026-11-20T17:30:15.923Z'),
  updatedTs: null,
  lastLoginTs: null,
};
const all = Object.keys(openidScopes);

test('each scope gives its claims', () => {
  const claimsOf = (scope: string) => claimsOfScopes({ user, telE164: null, locale: 'fr' }, [scope]);
  expect(Object.fromEntries(all.map((scope) => [scope, claimsOf(scope)]))).toEqual({
    openid: {},
    profile: {
      name: 'Ada King Lovelace',
      given_name: 'Ada',
      family_name: 'King Lovelace',
      locale: 'fr',
      updated_at: 1795195815,
    },
    email: { email: 'Ada@example.com', email_verified: true },
    phone: { phone_number: '+44 20 7946 0000', phone_number_verified: false },
    roles: { roles: ['editor'] },
    groups: { groups: ['editor'] },
    offline_access: {},
  });
  expect(Object.keys(claimsOfScopes({ user, telE164: null, locale: 'fr' }, all)).toSorted()).toEqual(
    standardClaims.claims.toSorted(),
  );
});

test('the user name is the address, so it needs the scopes of both', () => {
  const nameOf = (...scopes: string[]) =>
    claimsOfScopes({ user, telE164: null, locale: 'fr' }, scopes).preferred_username;
  expect([nameOf('profile'), nameOf('email'), nameOf('email', 'profile')]).toEqual([undefined, undefined, user.email]);
});

test('an address that nobody has verified is no user name: it could be that of others', () => {
  const unverified = { user: { ...user, emailVerified: false }, telE164: null, locale: null };
  expect(claimsOfScopes(unverified, all)).toMatchObject({ email: user.email, email_verified: false });
  expect(claimsOfScopes(unverified, all)).not.toHaveProperty('preferred_username');
});

test('what is not known is no claim', () => {
  const claims = claimsOfScopes({ user: { ...user, tel: null, roles: [] }, telE164: null, locale: null }, all);
  expect(Object.keys(claims).toSorted()).toEqual(
    standardClaims.claims.filter((name) => !name.startsWith('phone_number') && name !== 'locale').toSorted(),
  );
  expect([claims.roles, claims.groups]).toEqual([[], []]);
});

test('a verified number has the form of E.164 that is known', () => {
  const claims = claimsOfScopes({ user: { ...user, telVerified: true }, telE164: '+442079460000', locale: null }, all);
  expect(claims).toMatchObject({ phone_number: '+442079460000', phone_number_verified: true });
});

test('a change of the account is its time', () => {
  const changed = { ...user, updatedTs: new Date('2026-11-21T17:30:15.001Z') };
  expect(claimsOfScopes({ user: changed, telE164: null, locale: null }, ['profile']).updated_at).toBe(1795282215);
});

test('scopes that nobody knows give nothing', () => {
  expect(
    claimsOfScopes({ user, telE164: null, locale: 'en' }, ['address', 'toString', '__proto__', '', 'Email']),
  ).toEqual({});
});
