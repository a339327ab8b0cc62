import { logout, me } from '../../src/accounts/auth/account.operations';
import { login } from '../../src/accounts/auth/auth.operations';
import { AppError } from '../../src/platform/errors/app-error';
import { type AuditSubject, createOperation } from '../../src/platform/operations/run-operation';
import { contextAt } from '../support/limits';

const context = contextAt('203.0.113.1');

function setUp() {
  const succeeded: AuditSubject[] = [];
  const rejected: unknown[][] = [];
  const operation = createOperation(
    { succeeded: (subject) => succeeded.push(subject), rejected: (...args) => rejected.push(args) },
    100,
  );
  return { operation, succeeded, rejected };
}

test('an operation is recorded with its own subject, also if two operations of a request run at the same time', async () => {
  const { operation, succeeded, rejected } = setUp();
  const error = new AppError('NOT_FOUND');
  const first = operation(login, context, async (subject) => {
    subject.userId = 'ada';
    await Promise.resolve();
    return 'done';
  });
  const second = operation(logout, context, async (subject) => {
    subject.sessionId = 's';
    throw error;
  });
  await expect(second).rejects.toBe(error);
  expect(await first).toBe('done');
  expect(succeeded).toEqual([{ userId: 'ada' }]);
  expect(rejected).toEqual([[logout, context, { sessionId: 's' }, error]]);
});

test('a bug is thrown and not recorded in the audit', async () => {
  const { operation, succeeded, rejected } = setUp();
  const bug = operation(me, context, async () => {
    throw new TypeError('a bug');
  });
  await expect(bug).rejects.toThrow('a bug');
  expect([succeeded, rejected]).toEqual([[], []]);
});

test('an operation that takes too long is answered with SERVICE_UNAVAILABLE, and recorded when it ends', async () => {
  jest.useFakeTimers();
  try {
    const { operation, succeeded } = setUp();
    expect(await operation(me, context, async () => 'in time')).toBe('in time');
    expect(jest.getTimerCount()).toBe(0);

    let end = (_result: string) => {};
    const late = operation(me, context, () => new Promise<string>((resolve) => (end = resolve)));
    const rejection = expect(late).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterS: 2 });
    await jest.advanceTimersByTimeAsync(101);
    await rejection;
    expect(succeeded).toHaveLength(1);
    end('late');
    await jest.advanceTimersByTimeAsync(0);
    expect(succeeded).toHaveLength(2);
  } finally {
    jest.useRealTimers();
  }
});
