import { apis } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { loginSuperAdmin } from '../support/super-admin';

let gatehouse: Gatehouse;
let admin: Awaited<ReturnType<typeof loginSuperAdmin>>;

beforeAll(async () => {
  gatehouse = await startGatehouse();
  admin = await loginSuperAdmin(gatehouse);
});
afterAll(() => gatehouse.stop());
afterEach(() => jest.useRealTimers());

describe.each(apis)('$name', (api) => {
  test('the signing keys, without their private halves', async () => {
    const answer = await api.signingKeys(gatehouse.url, admin.jwt);
    expect(answer).toMatchObject({ success: true, msg: 'Signing keys returned.' });
    const [{ encrypted } = {}] = await gatehouse.sql(
      "SELECT encode(sealed_private_key, 'hex') AS encrypted FROM signing_keys",
    );
    expect(answer.result).toEqual(
      gatehouse.services.keys.list().map(({ kid, alg, state, createdTs, signsFromTs }) => ({
        kid,
        alg,
        state,
        createdTs: createdTs.toISOString(),
        signsFromTs: signsFromTs.toISOString(),
        retiredTs: null,
      })),
    );
    expect(answer.result).toMatchObject([{ state: 'signing' }]);
    expect(JSON.stringify(answer)).not.toContain(String(encrypted));
  });

  test('the findings of the checks of doctor', async () => {
    const answer = await api.findings(gatehouse.url, admin.jwt);
    expect(answer).toMatchObject({ success: true, msg: 'Findings returned.' });
    const findings = answer.result ?? [];
    expect(findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining(['database', 'signing keys', 'mail server']),
    );
    expect(findings.map(({ check }) => check)).not.toContain('hashing');
    for (const { says } of findings) expect(says).toMatch(/\S/);
  });
});

const hourMs = 3_600_000;

/** Adds a row to the audit: `count` requests at this time. */
const addRow = (served: Gatehouse, action: string, at: Date, count = 1, details = '{}') =>
  served.sql(
    `INSERT INTO audit_events (id, action, outcome, request_ids, details, first_ts, last_ts, count)
     VALUES (gen_random_uuid(), '${action}', 'success', '{}', '${details}', '${at.toISOString()}', '${at.toISOString()}', ${count})`,
  );

test('both APIs return what happened in each of the last 24 hours', async () => {
  // Otherwise, an hour can end during the test.
  stopClock();
  const served = await startGatehouse();
  try {
    const { jwt } = await loginSuperAdmin(served);
    const currentMs = Date.now() - (Date.now() % hourMs);
    const inHour = (hoursAgo: number, ms = 0) => new Date(currentMs - hoursAgo * hourMs + ms);
    for (const [action, hoursAgo, count] of [
      ['registered', 3, 1],
      ['logged_in', 3, 1],
      ['logged_in', 3, 1],
      ['login_failed', 3, 40],
      ['second_factor_failed', 3, 2],
      ['limited', 5, 7],
      ['shed', 5, 1],
      ['session_ended', 5, 1],
      ['logged_in', 23, 1],
      ['logged_in', 24, 1],
    ] as const) {
      await addRow(served, action, inHour(hoursAgo), count);
    }
    // A login that brought an account from the old service.
    await addRow(served, 'registered', inHour(3), 1, '{"migrated": true}');
    // The last millisecond of an hour belongs to it.
    await addRow(served, 'logged_in', inHour(3, hourMs - 1));
    const answers = await Promise.all(apis.map((api) => api.activity(served.url, jwt)));
    for (const answer of answers) {
      expect(answer).toMatchObject({ success: true, msg: 'Activity returned.' });
      const hours = answer.result ?? [];
      expect(hours.map(({ startTs }) => startTs)).toEqual(
        Array.from({ length: 24 }, (_, i) => inHour(23 - i).toISOString()),
      );
      const none = { registrations: 0, logins: 0, failedLogins: 0, limited: 0, hasMore: false };
      const at = (hoursAgo: number) => hours[23 - hoursAgo];
      expect(at(3)).toEqual({
        ...none,
        startTs: inHour(3).toISOString(),
        registrations: 1,
        logins: 3,
        failedLogins: 42,
      });
      expect(at(5)).toEqual({ ...none, startTs: inHour(5).toISOString(), limited: 8 });
      expect(at(23)).toEqual({ ...none, startTs: inHour(23).toISOString(), logins: 1 });
      expect(at(10)).toEqual({ ...none, startTs: inHour(10).toISOString() });
      expect(at(0)?.logins).toBeGreaterThan(0);
    }
    expect(answers[0]?.result).toEqual(answers[1]?.result);

    const [since, before] = [inHour(3), inHour(2)];
    const [some, all] = [3, 7].map((rows) => served.stores.activity.count(since, before, rows));
    expect(await some).toMatchObject({ hasMore: true });
    expect(await all).toMatchObject({ hasMore: false, failedLogins: 42 });
  } finally {
    await served.stop();
  }
});
