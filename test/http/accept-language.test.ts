import type { Request, Response } from 'express';
import express from 'express';
import { contextOf } from '../../src/platform/http/read-request-context';

const localeOf = (acceptLanguage?: string) => {
  const headers = acceptLanguage === undefined ? {} : { 'accept-language': acceptLanguage };
  const req = Object.assign(Object.create(express.request), { headers }) as Request;
  return contextOf(req, { locals: {} } as Response).locale;
};

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['de', 'de'],
  ['de-AT', 'de'],
  ['DE-de', 'de'],
  ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
  ['nl, es;q=0.5, en;q=0.4', 'es'],
  ['nl', 'en'],
  ['en;q=0.1, de;q=0.2', 'de'],
  ['de;q=0', 'en'],
  ['de;q=x', 'en'],
  [';;;,,,', 'en'],
  ['\u0000', 'en'],
])('Accept-Language: %j', (header, locale) => {
  expect(localeOf(header)).toBe(locale);
});

test('a long header is not read', () => {
  let leastMs = Number.POSITIVE_INFINITY;
  // CPU time, because the wall clock includes other processes. The minimum of several measurements, because it includes
  // other work of this process (for example garbage collection).
  for (let i = 0; i < 3; i += 1) {
    const before = process.cpuUsage();
    expect(localeOf(`${'x,'.repeat(7000)}de`)).toBe('en');
    const { user, system } = process.cpuUsage(before);
    leastMs = Math.min(leastMs, (user + system) / 1000);
  }
  expect(leastMs).toBeLessThan(50);
});
