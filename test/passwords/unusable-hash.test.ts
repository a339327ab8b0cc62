import { readStoredHash } from '../../src/accounts/passwords/stored-hash';
import { type Api, apis } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

const password = 'correct horse battery';
const account = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password };

let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse({ METRICS_PORT: '9464', RATE_LIMITS: 'off' });
  await apis[0].register(gatehouse.url, account);
});
afterAll(() => gatehouse.stop());

const salt = 'c29tZXNhbHRzb21lc2FsdA';
const hash = 'aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g';
const unusable: [string, string][] = [
  ['is of an unknown format', '$1$28772684$iEwNOgGugqO9.bIz5sk8k/'],
  ['is empty', ''],
  ['is cut off', '$argon2id$v=19$m=19456,t=2,p=1$'],
  ['is not base64', `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${'!'.repeat(43)}`],
  ['has no parameters', `$argon2id$v=19$${salt}$${hash}`],
  ['wants 4 GiB', `$argon2id$v=19$m=4194304,t=2,p=1$${salt}$${hash}`],
  ['wants a million passes', `$argon2id$v=19$m=19456,t=1000000,p=1$${salt}$${hash}`],
  ['wants a parallelism of a million', `$argon2id$v=19$m=19456,t=2,p=1000000$${salt}$${hash}`],
  ['wants less memory than argon2 allows', `$argon2id$v=19$m=7,t=2,p=1$${salt}$${hash}`],
  ['has a number that begins with 0', `$argon2id$v=19$m=19456,t=02,p=1$${salt}$${hash}`],
  ['has unused bits in its salt', `$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHR$${hash}`],
  ['has a salt that is too short', `$argon2id$v=19$m=19456,t=2,p=1$c2Fs$${hash}`],
];

/** Returns the CPU time of all threads in ms. A hash is most of this time. */
async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe.each(apis.map((api) => [api.name, api] as const))('%s', (_name, api: Api) => {
  const login = (email: string) => api.login(gatehouse.url, { email, password });

  test.each(unusable)('a stored hash that %s answers and costs what an unknown address does', async (_what, stored) => {
    await gatehouse.sql(`UPDATE users SET password_hash = '${stored}'`);
    const logged = gatehouse.logged().length;
    const answer = await login(account.email);
    const unknown = await login('unknown@example.com');
    expect(answer).toEqual({ ...unknown });
    expect(answer).toMatchObject({ success: false, code: 'INVALID_CREDENTIALS' });
    expect(gatehouse.logged().slice(logged)).toMatch(
      /"level":"error",[^\n]*"userId":"[0-9a-f-]{36}"[^\n]*cannot be used/,
    );
    expect(gatehouse.logged().slice(logged)).not.toContain(stored.slice(0, 60) || '"storedHash"');

    // The minimum of several measurements, because other work (for example garbage collection) adds to the time. A login
    // that hashes nothing, or twice, never has the same minimum.
    const times = { damaged: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
    const isSame = () => times.damaged / times.unknown > 0.5 && times.damaged / times.unknown < 2;
    for (let i = 0; i < 40 && (i < 6 || !isSame()); i += 1) {
      times.damaged = Math.min(times.damaged, await cpuMsOf(() => login(account.email)));
      times.unknown = Math.min(times.unknown, await cpuMsOf(() => login('unknown@example.com')));
    }
    expect(times.damaged / times.unknown).toBeGreaterThan(0.5);
    expect(times.damaged / times.unknown).toBeLessThan(2);
  });
});

test('it is counted, and the audit has its reason', async () => {
  const counted = async () => {
    const text = await (await fetch(gatehouse.metricsUrl ?? '')).text();
    return Number(/gatehouse_unusable_password_hashes_total (\d+)\n/.exec(text)?.[1]);
  };
  await gatehouse.sql("UPDATE users SET password_hash = ''");
  const before = await counted();
  for (const api of apis) await api.login(gatehouse.url, { email: account.email, password });
  expect(await counted()).toBe(before + apis.length);
  await gatehouse.services.audit.close();
  const rows = await gatehouse.sql(
    "SELECT DISTINCT details->>'reason' AS reason FROM audit_events WHERE action = 'login_failed'",
  );
  expect(rows.map(({ reason }) => reason)).toContain('unusable hash');
});

test.each([
  ['ours', `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${hash}`],
  ['of other parameters, in another order', `$argon2id$v=19$m=65536,p=4,t=3$${salt}$${hash}`],
  ['argon2i of the first version', `$argon2i$m=4096,t=3,p=1$${salt}$${hash}`],
])('a hash that is %s can be used', (_what, stored) => {
  expect(readStoredHash(stored)).toMatchObject({ text: stored });
});
