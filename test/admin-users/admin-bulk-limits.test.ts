import type { AdminOperations } from '../../src/accounts/admin-access/admin-access';
import { AdminBulkService } from '../../src/features/admin-users/admin-bulk.service';
import { AppError } from '../../src/platform/errors/app-error';
import type { RequestContext } from '../../src/platform/request/request-context';
import { RequestTimings } from '../../src/platform/request/request-timings';

const id = (n: number) => `01a1fafd-5d47-7b3e-9a51-${String(n).padStart(12, '0')}`;
const ids = Array.from({ length: 100 }, (_, n) => id(n));

/** Runs a bulk operation that enables accounts, and returns the ids that were enabled. */
async function run(
  operationMs: number,
  signal: AbortSignal,
  onEnable: (userId: string) => void = () => {},
  allowed = Number.POSITIVE_INFINITY,
) {
  const enabled: string[] = [];
  const logged: object[] = [];
  const recorded: object[] = [];
  const admin = {
    change: (_name: string, _context: unknown, work: (by: object) => unknown) => work({ userId: id(999) }),
    checkAgain: async () => {
      if (enabled.length >= allowed) throw new AppError('FORBIDDEN');
    },
    recordRead: async (_name: string, _context: unknown, { details }: { details: object }) =>
      void recorded.push(details),
  };
  const users = {
    enable: async (userId: string) => {
      enabled.push(userId);
      onEnable(userId);
      return { changed: true };
    },
  };
  const bulk = new AdminBulkService({
    admin: admin as unknown as AdminOperations,
    lists: { find: async () => ({}) as never },
    users: users as never,
    updates: {} as never,
    deletions: {} as never,
    log: { error: (fields: object) => void logged.push(fields) } as never,
    timeLimits: { operationMs },
  });
  const context = { requestId: 'a request', signal, timings: new RequestTimings() } as unknown as RequestContext;
  return { enabled, logged, recorded, answer: await bulk.bulkUsers({ ids, action: 'enable' }, context) };
}

test('an id that was not reached is unchanged, and its result says so', async () => {
  const { enabled, recorded, answer } = await run(999, new AbortController().signal);
  expect(enabled).toEqual([]);
  expect(recorded).toEqual([{ bulkAction: 'enable', accounts: 100, changed: 0, failed: 0, ended: 'stopped' }]);
  expect(answer.isComplete).toBe(false);
  expect(answer.results.map((one) => one.id)).toEqual(ids);
  for (const { success, code } of answer.results) expect([success, code]).toEqual([false, 'SERVICE_UNAVAILABLE']);
});

test('the work stops when the client disconnects', async () => {
  const client = new AbortController();
  let done = 0;
  const { enabled, answer } = await run(3_600_000, client.signal, () => {
    done += 1;
    if (done === 10) client.abort();
  });
  expect(enabled.length).toBeGreaterThanOrEqual(10);
  expect(enabled.length).toBeLessThan(20);
  expect(answer.results.filter(({ success }) => success).map((one) => one.id)).toEqual(enabled);
});

test('an unexpected error at one account is its result, and is logged', async () => {
  const broken = new Error('a bug');
  const { enabled, logged, recorded, answer } = await run(3_600_000, new AbortController().signal, (userId) => {
    if (userId === id(5)) throw broken;
  });
  expect(enabled).toHaveLength(100);
  expect(answer.isComplete).toBe(true);
  expect(answer.results.filter(({ success }) => !success)).toMatchObject([{ id: id(5), code: 'INTERNAL' }]);
  expect(JSON.stringify(answer)).not.toContain('a bug');
  expect(recorded).toEqual([{ bulkAction: 'enable', accounts: 100, changed: 99, failed: 1, ended: 'complete' }]);
  expect(logged).toEqual([{ err: broken, requestId: 'a request' }]);
});

test('no account is changed after the super admin has lost the right', async () => {
  const { enabled, answer } = await run(3_600_000, new AbortController().signal, () => {}, 10);
  // Four accounts are changed at the same time.
  expect(enabled.length).toBeLessThan(10 + 4);
  const results = answer.results.filter(({ success }) => !success);
  expect(results).toHaveLength(100 - enabled.length);
  for (const { code } of results) expect(code).toBe('FORBIDDEN');
});
