import type { Request, Response } from 'express';
import { clientCountry } from '../../src/platform/http/client-country';
import { beginFacts, factsOf } from '../../src/platform/http/request-facts';

const name = 'CF-IPCountry'.toLowerCase();

/** Returns the country of a request with these headers. */
function countryOf(headers: Request['headers'], { isOfBackend = false } = {}): string | null {
  const req = { headers } as Request;
  const res = { locals: {} } as Response;
  const facts = beginFacts(req, res, 'r');
  if (isOfBackend) facts.sentBy({ ip: '10.0.0.1', client: 'named' }, '203.0.113.7');
  clientCountry('CF-IPCountry')(req, res, () => {});
  return factsOf(res).country;
}

test('the header of the setting names the country, whatever the case of its name', () => {
  expect(countryOf({ [name]: 'DE' })).toBe('DE');
});

test.each(['', 'de', 'T1', 'DEU', 'D', 'DE, FR', '<b>', ' DE'])('%j is no country', (sent) => {
  expect(countryOf({ [name]: sent })).toBeNull();
});

test('without the header, or with another one, there is no country', () => {
  expect(countryOf({})).toBeNull();
  expect(countryOf({ 'x-country': 'DE' })).toBeNull();
});

test('in a request of a backend, the header says where the backend is, and counts for nothing', () => {
  expect(countryOf({ [name]: 'DE' }, { isOfBackend: true })).toBeNull();
});
