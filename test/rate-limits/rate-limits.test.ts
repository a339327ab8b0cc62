import { loginAttempt, loginLimits, loginsAtOnce } from '../../src/accounts/auth/login.limits';
import { HashQueue } from '../../src/accounts/passwords/hash-queue';
import { openidLimits } from '../../src/features/openid/openid.limits';
import { AppError } from '../../src/platform/errors/app-error';
import { BoundedMemory } from '../../src/platform/rate-limits/bounded-memory';
import type { CounterStore } from '../../src/platform/rate-limits/counter';
import { LimitCounters } from '../../src/platform/rate-limits/limit-counters';
import type { RateLimits } from '../../src/platform/rate-limits/rate-limits';
import { contextAt, createLimits, stopTimers } from '../support/limits';

const attacker = contextAt('198.51.100.66');
const home = contextAt('2001:db8:1:2::7');

const wrong = async () => {
  throw new AppError('INVALID_CREDENTIALS');
};
const right = async () => 'in';
const away = async () => {
  throw new AppError('SERVICE_UNAVAILABLE');
};

/** Returns the outcome of an attempt: "in", a code, or a limit and its seconds. */
async function outcomeOf(attempt: Promise<unknown>): Promise<unknown> {
  try {
    return await attempt;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.limit ? `${error.limit} ${error.retryAfterS}` : error.code;
  }
}

/** The current time of the test in ms, also for the counts of the library. */
let now = 0;
beforeEach(() => {
  now = Date.UTC(2026, 10, 21);
  jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});
const pass = (seconds: number) => {
  now += seconds * 1000;
};

const limitsOf = (env: Record<string, string> = {}) => createLimits(env, undefined, () => new Date(now));
const fail = (limits: RateLimits, context = attacker, account = 'ada@example.com') =>
  outcomeOf(limits.count(loginAttempt(account), context, wrong));

async function failTimes(limits: RateLimits, times: number, context = attacker): Promise<void> {
  for (let i = 0; i < times; i += 1) expect(await fail(limits, context)).toBe('INVALID_CREDENTIALS');
}

describe('the login back-off of an account', () => {
  test('five failures are free; then it is 1, 2, 4 … 60 s', async () => {
    const limits = limitsOf();
    await failTimes(limits, 5);
    for (const pause of [1, 2, 4, 8, 16, 32, 60, 60, 60]) {
      expect(await fail(limits)).toBe(`LOGIN_ACCOUNT ${pause}`);
      pass(pause - 0.1);
      // A rejected attempt does not extend the pause.
      expect(await fail(limits)).toBe('LOGIN_ACCOUNT 1');
      pass(0.1);
      expect(await fail(limits)).toBe('INVALID_CREDENTIALS');
    }
  });

  test('of concurrent attempts no more pass than of sequential ones, at any step', async () => {
    const limits = limitsOf({ RATE_LIMIT_LOGIN_NETWORK: 'off' });
    for (const [passing, pause] of [
      [5, 1],
      [1, 2],
      [1, 4],
    ] as const) {
      const outcomes = await Promise.all(Array.from({ length: 200 }, () => fail(limits)));
      expect(outcomes.filter((outcome) => outcome === 'INVALID_CREDENTIALS')).toHaveLength(passing);
      pass(pause);
    }
  });

  test('the right password passes as many times at the same time as the queue allows', async () => {
    const limits = limitsOf();
    const settings = {
      slots: 50,
      slotsPerAccount: loginsAtOnce(loginLimits.LOGIN_ACCOUNT),
      longestWaitMs: 1000,
      longestQueue: 50,
    };
    const queue = new HashQueue(settings, () => 0);
    const attempts = Array.from({ length: 50 }, () =>
      queue.run(contextAt(attacker.ip), 'ada@example.com', () =>
        limits.count(loginAttempt('ada@example.com'), attacker, right),
      ),
    );
    expect(await Promise.all(attempts)).toEqual(Array(50).fill('in'));
  });

  test('a success resets it', async () => {
    const limits = limitsOf();
    await failTimes(limits, 5);
    pass(1);
    await failTimes(limits, 1);
    pass(2);
    expect(await outcomeOf(limits.count(loginAttempt('ada@example.com'), attacker, right))).toBe('in');
    // After the login this network is known, and has its own back-off.
    await failTimes(limits, 5, contextAt('198.51.100.67'));
    expect(await fail(limits, contextAt('198.51.100.67'))).toBe('LOGIN_ACCOUNT 1');
  });

  test('it decays over time', async () => {
    const limits = limitsOf();
    await failTimes(limits, 5);
    pass(901);
    await failTimes(limits, 5);
    expect(await fail(limits)).toBe('LOGIN_ACCOUNT 1');
  });

  test('a network from which the owner has logged in is not locked out by others, and has its own back-off', async () => {
    const limits = limitsOf();
    await limits.count(loginAttempt('ada@example.com'), home, right);
    await Promise.all(Array.from({ length: 50 }, () => fail(limits)));
    expect(await fail(limits, contextAt('203.0.113.9'))).toBe('LOGIN_ACCOUNT 1');

    const elsewhereAtHome = contextAt('2001:db8:1:2:ffff::1');
    expect(await outcomeOf(limits.count(loginAttempt('ada@example.com'), elsewhereAtHome, right))).toBe('in');
    await failTimes(limits, 5, home);
    expect(await fail(limits, home)).toBe('LOGIN_ACCOUNT 1');
    pass(1);
    expect(await fail(limits)).toBe('INVALID_CREDENTIALS');
    expect(await outcomeOf(limits.count(loginAttempt('ada@example.com'), home, right))).toBe('in');
    // The owner's success does not reset the count of the attacker.
    expect(await fail(limits)).toBe('LOGIN_ACCOUNT 2');
  });

  test('a network is forgotten 90 days after its last login', async () => {
    const limits = limitsOf();
    await limits.count(loginAttempt('ada@example.com'), home, right);
    pass(91 * 86_400);
    await failTimes(limits, 5);
    expect(await fail(limits, home)).toBe('LOGIN_ACCOUNT 1');
  });

  test('an attempt that did not take place is not counted', async () => {
    const limits = limitsOf({ RATE_LIMIT_LOGIN_NETWORK: '5/60' });
    for (let i = 0; i < 20; i += 1) {
      expect(await outcomeOf(limits.count(loginAttempt('ada@example.com'), attacker, away))).toBe(
        'SERVICE_UNAVAILABLE',
      );
      await new Promise(setImmediate);
    }
    await failTimes(limits, 5);
  });

  test('a count whose answer of the store was lost is undone; a success is recorded as soon as possible', async () => {
    const memory = new BoundedMemory();
    /**
     * The number of the next call that fails. A call that undoes a count fails before it has an effect, any other call
     * after.
     */
    let lost = 0;
    const unreliable: CounterStore = {
      create(name, limit) {
        const counter = memory.create(name, limit);
        for (const method of ['consume', 'get', 'set', 'reward', 'delete'] as const) {
          const call = counter[method].bind(counter) as (...args: never[]) => Promise<never>;
          counter[method] = (async (...args: never[]) => {
            lost -= 1;
            const isLost = lost === 0;
            if (isLost && ['reward', 'delete'].includes(method)) throw new AppError('SERVICE_UNAVAILABLE');
            const result = await call(...args);
            if (isLost) throw new AppError('SERVICE_UNAVAILABLE');
            return result;
          }) as never;
        }
        return counter;
      },
    };
    const inBackground: jest.SpyInstance = jest.spyOn(LimitCounters.prototype as never, 'retryInBackground' as never);
    const limits = createLimits({ RATE_LIMIT_LOGIN_NETWORK: '5/60' }, unreliable, () => new Date(now));
    const settled = async () => {
      await limits.close();
      await Promise.all(inBackground.mock.results.map(({ value }) => value));
    };
    // Calls for the counts of the network, of the installation, of the account, and of the account's failures.
    for (let i = 0; i < 24; i += 1) {
      lost = (i % 4) + 1;
      expect(await outcomeOf(limits.count(loginAttempt('ada@example.com'), attacker, right))).toBe(
        'SERVICE_UNAVAILABLE',
      );
      await settled();
    }
    await failTimes(limits, 4);
    for (let i = 0; i < 12; i += 1) {
      const rightAndLost = async () => {
        lost = (i % 4) + 1;
        return 'in';
      };
      expect(
        await outcomeOf(limits.count(loginAttempt('ada@example.com'), contextAt(`203.0.113.${i}`), rightAndLost)),
      ).toBe('in');
      await settled();
    }
    lost = 0;
    await failTimes(limits, 5, contextAt('192.0.2.1'));
    inBackground.mockRestore();
  });

  test('an attempt at the end of a pause that did not take place is not counted either', async () => {
    const limits = limitsOf();
    await failTimes(limits, 5);
    pass(1);
    expect(await outcomeOf(limits.count(loginAttempt('ada@example.com'), attacker, away))).toBe('SERVICE_UNAVAILABLE');
    await new Promise(setImmediate);
    expect(await fail(limits)).toBe('INVALID_CREDENTIALS');
    expect(await fail(limits)).toBe('LOGIN_ACCOUNT 2');
  });
});

describe('the consecutive failures of an account', () => {
  /** Fails one login per minute, the longest pause of the back-off. Returns how many logins the limits let pass. */
  async function guess(limits: RateLimits, times: number, context = attacker): Promise<number> {
    let guesses = 0;
    for (let i = 0; i < times; i += 1) {
      if ((await fail(limits, context)) === 'INVALID_CREDENTIALS') guesses += 1;
      pass(60);
    }
    return guesses;
  }

  test('a day of guessing from unknown networks is 100 guesses and then one an hour', async () => {
    const limits = limitsOf({ RATE_LIMIT_LOGIN_NETWORK: 'off' });
    const guesses = await guess(limits, 1440);
    expect(guesses).toBeGreaterThanOrEqual(100 + 20);
    expect(guesses).toBeLessThanOrEqual(100 + 24);
    expect(await fail(limits, contextAt('203.0.113.9'))).toMatch(/^LOGIN_FAILURES \d+$/);
  });

  test('a known network has its own back-off, and its success does not reset the others', async () => {
    const limits = limitsOf({ RATE_LIMIT_LOGIN_NETWORK: 'off' });
    await limits.count(loginAttempt('ada@example.com'), home, right);
    await guess(limits, 120);
    expect(await outcomeOf(limits.count(loginAttempt('ada@example.com'), home, right))).toBe('in');
    expect(await guess(limits, 120, home)).toBe(120);
    expect(await outcomeOf(limits.count(loginAttempt('ada@example.com'), home, right))).toBe('in');
    expect(await guess(limits, 50)).toBeLessThanOrEqual(1);
  });

  test('a success in the hourly attempt resets them', async () => {
    const limits = limitsOf({ RATE_LIMIT_LOGIN_NETWORK: 'off' });
    await guess(limits, 120);
    pass(3600);
    const elsewhere = contextAt('203.0.113.9');
    expect(await outcomeOf(limits.count(loginAttempt('ada@example.com'), elsewhere, right))).toBe('in');
    expect(await guess(limits, 50)).toBe(50);
  });
});

describe('the limits of a network', () => {
  test('failed logins of all accounts are counted together, successes not', async () => {
    const limits = limitsOf({ RATE_LIMIT_LOGIN_NETWORK: '3/900' });
    for (let i = 0; i < 20; i += 1) await limits.count(loginAttempt(`user${i}@example.com`), attacker, right);
    for (let i = 0; i < 3; i += 1)
      expect(await fail(limits, attacker, `a${i}@example.com`)).toBe('INVALID_CREDENTIALS');
    expect(await fail(limits, attacker, 'b@example.com')).toBe('LOGIN_NETWORK 900');
    expect(await outcomeOf(limits.count(loginAttempt('c@example.com'), attacker, right))).toBe('LOGIN_NETWORK 900');
    expect(await fail(limits, home, 'b@example.com')).toBe('INVALID_CREDENTIALS');
    pass(900);
    expect(await fail(limits, attacker, 'b@example.com')).toBe('INVALID_CREDENTIALS');
  });

  test('a client that reached a limit is rejected for a second without a query of the store', async () => {
    const counters = new BoundedMemory();
    const asked: string[] = [];
    const watched: CounterStore = {
      create(name, limit) {
        const counter = counters.create(name, limit);
        const consume = counter.consume.bind(counter);
        counter.consume = (key, points, options) => {
          if (points !== -1) asked.push(name);
          return consume(key, points, options);
        };
        return counter;
      },
    };
    const limits = createLimits({ RATE_LIMIT_AUTHORIZE_NETWORK: '1/900' }, watched, () => new Date(now));
    await limits.attempt([openidLimits.AUTHORIZE_NETWORK], attacker, right);
    for (let i = 0; i < 50; i += 1) {
      expect(await outcomeOf(limits.attempt([openidLimits.AUTHORIZE_NETWORK], attacker, right))).toBe(
        'AUTHORIZE_NETWORK 900',
      );
    }
    expect(asked).toHaveLength(2);
    await limits.attempt([openidLimits.AUTHORIZE_NETWORK], contextAt('203.0.113.9'), right);
    pass(1);
    expect(await outcomeOf(limits.attempt([openidLimits.AUTHORIZE_NETWORK], attacker, right))).toBe(
      'AUTHORIZE_NETWORK 899',
    );
    expect(asked).toHaveLength(4);
  });

  test('the answer of a network that has used up its limit does not depend on the account', async () => {
    const limits = limitsOf({ RATE_LIMIT_LOGIN_NETWORK: '3/900' });
    await limits.count(loginAttempt('ada@example.com'), home, right);
    for (let i = 0; i < 3; i += 1) await fail(limits, home, `a${i}@example.com`);
    for (const account of ['ada@example.com', 'unknown@example.com']) {
      for (const login of [right, wrong]) {
        expect(await outcomeOf(limits.count(loginAttempt(account), home, login))).toBe('LOGIN_NETWORK 900');
      }
    }
  });

  test('nor does the count: one failure of any account is one failure of the network', async () => {
    for (const account of ['ada@example.com', 'unknown@example.com']) {
      const limits = limitsOf({ RATE_LIMIT_LOGIN_NETWORK: '2/900' });
      await limits.count(loginAttempt('ada@example.com'), home, right);
      for (let i = 0; i < 2; i += 1) expect(await fail(limits, home, account)).toBe('INVALID_CREDENTIALS');
      expect(await fail(limits, home, 'other@example.com')).toBe('LOGIN_NETWORK 900');
    }
  });

  test('what the back-off of an account rejects is not counted for its neighbors', async () => {
    for (const context of [attacker, home]) {
      const limits = limitsOf({ RATE_LIMIT_LOGIN_NETWORK: '10/900', RATE_LIMIT_GLOBAL: '10/60' });
      await limits.count(loginAttempt('ada@example.com'), home, right);
      await failTimes(limits, 5, context);
      for (let i = 0; i < 50; i += 1) {
        expect(await fail(limits, context)).toBe('LOGIN_ACCOUNT 1');
        await new Promise(setImmediate);
      }
      for (let i = 0; i < 5; i += 1)
        expect(await fail(limits, context, `b${i}@example.com`)).toBe('INVALID_CREDENTIALS');
      expect(await fail(limits, context, 'c@example.com')).toBe('LOGIN_NETWORK 900');
    }
  });

  test('rejected attempts are not counted either, and a success lets the next one pass', async () => {
    const limits = limitsOf({ RATE_LIMIT_LOGIN_NETWORK: '1/900' });
    let end = () => {};
    const login = limits.count(
      loginAttempt('ada@example.com'),
      home,
      () => new Promise<void>((resolve) => (end = resolve)),
    );
    await new Promise(setImmediate);
    expect(await fail(limits, home, 'b@example.com')).toBe('LOGIN_NETWORK 900');
    end();
    await login;
    pass(1);
    expect(await fail(limits, home, 'b@example.com')).toBe('INVALID_CREDENTIALS');
  });

  test('an IPv6 /56 has four times, a /48 sixteen times the budget of a /64', async () => {
    const limits = limitsOf({ RATE_LIMIT_LOGIN_NETWORK: '2/900' });
    const from = (third: number, fourth: number) =>
      contextAt(`2001:db8:${third.toString(16)}:${fourth.toString(16)}::1`);
    const failuresOf = async (clients: ReturnType<typeof from>[]) => {
      const outcomes = [];
      for (const [i, context] of clients.entries()) outcomes.push(await fail(limits, context, `${i}@example.com`));
      return outcomes.filter((outcome) => outcome === 'INVALID_CREDENTIALS').length;
    };
    const many = Array.from({ length: 40 }, (_, i) => i);
    expect(await failuresOf(many.map((i) => from(1, i)))).toBe(8);
    expect(await failuresOf(many.map((i) => from(1, 0x100 * (i + 1))))).toBe(24);
    expect(await failuresOf(many.map((i) => from(i + 2, 0)))).toBe(40);
    expect(await failuresOf(many.map((i) => contextAt(`198.51.100.${i}`)))).toBe(40);
  });

  test('the same applies to the limit of the installation, which one /48 cannot fill', async () => {
    const limits = limitsOf({ RATE_LIMIT_REGISTER_NETWORK: '2/900', RATE_LIMIT_GLOBAL: '100/900' });
    const outcomes = [];
    for (let i = 0; i < 120; i += 1) {
      outcomes.push(
        await outcomeOf(
          limits.attempt(
            [loginLimits.REGISTER_NETWORK, loginLimits.GLOBAL],
            contextAt(`2001:db8:1:${i.toString(16)}00::1`),
            right,
          ),
        ),
      );
    }
    expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(32);
    expect(outcomes).not.toContain('GLOBAL 900');
    expect(
      await outcomeOf(
        limits.attempt([loginLimits.REGISTER_NETWORK, loginLimits.GLOBAL], contextAt('203.0.113.9'), right),
      ),
    ).toBe('in');
  });

  test('a login that succeeds leaves its counts to the next one: both need no statement, and nothing stays counted', async () => {
    const memory = new BoundedMemory();
    const calls: string[] = [];
    const observed: CounterStore = {
      create(name, limit) {
        const counter = memory.create(name, limit);
        for (const method of ['consume', 'reward'] as const) {
          const call = counter[method].bind(counter);
          counter[method] = (key, points) => {
            calls.push(`${name} ${method} ${points ?? 1}`);
            return call(key, points);
          };
        }
        return counter;
      },
    };
    const settings = { RATE_LIMIT_LOGIN_NETWORK: '3/60', RATE_LIMIT_GLOBAL: '9/60', RATE_LIMIT_LOGIN_ACCOUNT: 'off' };
    const limits = createLimits({ ...settings, RATE_LIMIT_LOGIN_FAILURES: 'off' }, observed, () => new Date(now));
    const logIn = (of: typeof right | typeof wrong) =>
      outcomeOf(limits.count(loginAttempt('ada@example.com'), attacker, of));
    for (let i = 0; i < 20; i += 1) expect(await logIn(right)).toBe('in');
    expect(calls).toEqual(['LOGIN_NETWORK consume 1', 'GLOBAL consume 1']);
    // A failure stays counted.
    for (let i = 0; i < 2; i += 1) expect(await logIn(wrong)).toBe('INVALID_CREDENTIALS');
    expect(await logIn(right)).toBe('in');
    await limits.close();
    expect(await logIn(wrong)).toBe('INVALID_CREDENTIALS');
    expect(await logIn(wrong)).toBe('LOGIN_NETWORK 60');
    // After the window has ended, its count is neither in the next window nor undone there.
    pass(60);
    expect(await logIn(right)).toBe('in');
    pass(60);
    for (let i = 0; i < 3; i += 1) expect(await logIn(wrong)).toBe('INVALID_CREDENTIALS');
    await limits.close();
    expect(await logIn(wrong)).toBe('LOGIN_NETWORK 60');
  });

  test('an attempt waits for counts that are on their way back to the store', async () => {
    stopTimers();
    const memory = new BoundedMemory();
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const slow: CounterStore = {
      create(name, limit) {
        const counter = memory.create(name, limit);
        const reward = counter.reward.bind(counter);
        counter.reward = (key, points) => arrived.then(() => reward(key, points));
        return counter;
      },
    };
    const limits = createLimits({ RATE_LIMIT_LOGIN_NETWORK: '2/900' }, slow, () => new Date(now));
    expect(await outcomeOf(limits.count(loginAttempt('ada@example.com'), home, right))).toBe('in');
    jest.advanceTimersByTime(100);
    const failure = fail(limits, home);
    const login = outcomeOf(limits.count(loginAttempt('ada@example.com'), home, right));
    await new Promise(setImmediate);
    arrive();
    expect(await Promise.all([failure, login])).toEqual(['INVALID_CREDENTIALS', 'in']);
  });

  test('registrations are counted whether they succeed or not, and refresh tokens only if they are wrong', async () => {
    const limits = limitsOf({ RATE_LIMIT_REGISTER_NETWORK: '2/60', RATE_LIMIT_REFRESH_NETWORK: '2/60' });
    const taken = async () => {
      throw new AppError('EMAIL_TAKEN');
    };
    expect(await outcomeOf(limits.attempt([loginLimits.REGISTER_NETWORK, loginLimits.GLOBAL], home, right))).toBe('in');
    expect(await outcomeOf(limits.attempt([loginLimits.REGISTER_NETWORK, loginLimits.GLOBAL], home, away))).toBe(
      'SERVICE_UNAVAILABLE',
    );
    await new Promise(setImmediate);
    expect(await outcomeOf(limits.attempt([loginLimits.REGISTER_NETWORK, loginLimits.GLOBAL], home, taken))).toBe(
      'EMAIL_TAKEN',
    );
    expect(await outcomeOf(limits.attempt([loginLimits.REGISTER_NETWORK, loginLimits.GLOBAL], home, right))).toBe(
      'REGISTER_NETWORK 60',
    );
    const unknown = async () => {
      throw new AppError('UNAUTHENTICATED');
    };
    const refresh = (work: () => Promise<unknown>) =>
      outcomeOf(limits.failures(loginLimits.REFRESH_NETWORK, home, work));
    for (const work of [right, right, right, taken, away]) await refresh(work);
    for (let i = 0; i < 2; i += 1) expect(await refresh(unknown)).toBe('UNAUTHENTICATED');
    expect(await refresh(unknown)).toBe('REFRESH_NETWORK 60');
    // What came after a right secret stays as it is.
    expect([await refresh(right), await refresh(taken)]).toEqual(['in', 'EMAIL_TAKEN']);
  });
});

test('the limit of the installation undoes the counts of what it rejects', async () => {
  const limits = limitsOf({ RATE_LIMIT_GLOBAL: '1/60', RATE_LIMIT_LOGIN_NETWORK: '2/60' });
  expect(await fail(limits)).toBe('INVALID_CREDENTIALS');
  for (let i = 0; i < 9; i += 1) {
    expect(await fail(limits)).toBe('GLOBAL 60');
    await new Promise(setImmediate);
  }
  pass(60);
  expect(await fail(limits)).toBe('INVALID_CREDENTIALS');
});

test('the limit of the installation does not lock out a network with an earlier login', async () => {
  const limits = limitsOf({ RATE_LIMIT_GLOBAL: '1/60' });
  await limits.count(loginAttempt('ada@example.com'), home, right);
  await failTimes(limits, 1);
  expect(await fail(limits)).toBe('GLOBAL 60');
  expect(await fail(limits, contextAt('2001:db8:9:9::1'))).toBe('GLOBAL 60');
  expect(await outcomeOf(limits.count(loginAttempt('ada@example.com'), home, right))).toBe('in');
  // The limit depends only on the network, so the answer does not reveal whether the account exists.
  expect(await fail(limits, home, 'eve@example.com')).toBe('INVALID_CREDENTIALS');
  expect(await fail(limits, home, 'unknown@example.com')).toBe('INVALID_CREDENTIALS');
  expect(await outcomeOf(limits.attempt([loginLimits.REGISTER_NETWORK, loginLimits.GLOBAL], home, right))).toBe(
    'GLOBAL 60',
  );
});

test('each can be switched off, and all', async () => {
  const names = ['LOGIN_ACCOUNT', 'LOGIN_FAILURES', 'LOGIN_NETWORK', 'REGISTER_NETWORK', 'REFRESH_NETWORK', 'GLOBAL'];
  const each = Object.fromEntries(names.map((name) => [`RATE_LIMIT_${name}`, 'off']));
  for (const env of [each, { RATE_LIMITS: 'off' }]) {
    const limits = limitsOf(env);
    await failTimes(limits, 200);
    for (let i = 0; i < 200; i += 1)
      await limits.attempt([loginLimits.REGISTER_NETWORK, loginLimits.GLOBAL], home, right);
  }
});
