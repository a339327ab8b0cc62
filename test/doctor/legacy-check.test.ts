import { checkLegacy } from '../../src/doctor/legacy-check';
import { type LegacyBehavior, type LegacyService, startLegacyService } from '../support/legacy-service';

let legacy: LegacyService;
beforeEach(async () => {
  legacy = await startLegacyService();
});
afterEach(() => legacy.stop());

const check = async (changes: { legacyUrl?: string | null; publicUrl?: string; port?: number }, waiting = 3) => {
  const config = { legacyUrl: legacy.url, legacyTimeoutMs: 60_000, publicUrl: 'https://id.example.com', port: 4000 };
  const results = await checkLegacy({ ...config, ...changes }, { countWaiting: async () => waiting });
  return results.map(({ verdict, says }) => `${verdict}: ${says}`);
};

test('without LEGACY_URL, accounts that need it are a warning', async () => {
  expect(await check({ legacyUrl: null }, 0)).toEqual([expect.stringMatching(/^skipped: LEGACY_URL is not set/)]);
  expect(await check({ legacyUrl: null }, 3)).toEqual([
    'warning: accounts whose password only the old service knows: 3. LEGACY_URL is not set, so their users cannot sign in before they reset the password',
  ]);
});

test('an old service that rejects a random address works', async () => {
  expect(await check({})).toEqual([
    expect.stringMatching(/^ok: the old service of LEGACY_URL rejected a random address with status 401, in \d+ ms$/),
    expect.stringMatching(/^warning: LEGACY_URL starts with http:\/\//),
    'ok: accounts whose password only the old service knows: 3',
  ]);
  const [asked] = legacy.asked;
  expect(asked?.path).toBe('/auth/login');
  expect(String(asked?.body.email)).toMatch(/^gatehouse-doctor-[0-9a-f]{16}@doctor\.invalid$/);
});

test.each<[LegacyBehavior, RegExp]>([
  ['HTML with status 404', /^failure: .*status 404 and without the envelope/],
  ['no such route', /^failure: .*status 404/],
  ['redirect', /^failure: .*status 307/],
  ['unavailable', /^failure: .*status 503/],
  ['reset', /^failure: .*does not answer/],
])('an old service with this behavior does not: %s', async (behavior, says) => {
  legacy.behavior = behavior;
  expect((await check({}))[0]).toMatch(says);
});

test('LEGACY_URL must not be this service', async () => {
  const own = [expect.stringMatching(/^failure: LEGACY_URL is .*, the address of this service/)];
  expect(await check({ legacyUrl: 'https://id.example.com/old' })).toEqual(own);
  expect(await check({ port: Number(new URL(legacy.url).port) })).toEqual(own);
  expect(legacy.asked).toEqual([]);
});
