import { audienceOf } from '../../src/accounts/applications/client-audience';

const settings = { issuer: 'https://id.example.com', audience: 'https://shop.example.com' };
const administration = 'https://id.example.com/admin';
const other = 'https://grafana.example.com';
const audience = (audience: string | null, firstParty: boolean, scopes: string[] = []) =>
  audienceOf({ kind: 'service', audience, firstParty }, scopes, settings);

test('the tokens of a third party never have an audience of ours, also if a setting has become that of the client', () => {
  for (const ours of [null, settings.audience, settings.issuer, administration]) {
    for (const scopes of [[], ['admin:read']])
      expect(audience(ours, false, scopes)).toBe(`${settings.issuer}/oauth/userinfo`);
  }
  expect(audience(other, false)).toBe(other);
});

test('a client of the operator has the audience that it was given, and a service that of the administration for its scopes', () => {
  expect(audience(null, true)).toBe(settings.audience);
  expect(audience(other, true)).toBe(other);
  expect(audience(other, true, ['admin:read'])).toBe(administration);
  expect(audienceOf({ kind: 'web', audience: other, firstParty: true }, ['admin:read'], settings)).toBe(other);
});
