import { AppError } from '../../src/errors';
import { BoundedMemory } from '../../src/rate-limits/bounded-memory';
import type { CounterStore } from '../../src/rate-limits/counter';
import type { RateLimits } from '../../src/rate-limits/rate-limits';
import { clientAt, createLimits } from '../support/limits';

const attacker = clientAt('198.51.100.66');
const home = clientAt('2001:db8:1:2::7');

const wrong = async () => {
  throw new AppError('INVALID_CREDENTIALS');
};
const right = async () => 'in';
const away = async () => {
  throw new AppError('SERVICE_UNAVAILABLE');
};

/** What became of an attempt: "in", a code, or a limit and its seconds. */
async function outcomeOf(attempt: Promise<unknown>): Promise<unknown> {
  try {
    return await attempt;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.limit ? `${error.limit} ${error.retryAfterS}` : error.code;
  }
}

/** Time that a test can let pass, for the library's counts too. */
let now = 0;
beforeEach(() => {
  now = Date.UTC(2026, 10, 21);
  jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());
const pass = (seconds: number) => {
  now += seconds * 1000;
};

const limitsOf = (env: Record<string, string> = {}) => createLimits(env, undefined, () => new Date(now));
const fail = (limits: RateLimits, client = attacker, account = 'ada@example.com') =>
  outcomeOf(limits.login(account, client, wrong));

async function failTimes(limits: RateLimits, times: number, client = attacker): Promise<void> {
  for (let i = 0; i < times; i += 1) expect(await fail(limits, client)).toBe('INVALID_CREDENTIALS');
}

describe('the tarpit of an account', () => {
  test('five failures are free; then it is 1, 2, 4 … 60 s', async () => {
    const limits = limitsOf();
    await failTimes(limits, 5);
    for (const pause of [1, 2, 4, 8, 16, 32, 60, 60, 60]) {
      expect(await fail(limits)).toBe(`LOGIN_ACCOUNT ${pause}`);
      pass(pause - 0.1);
      // What is refused prolongs nothing.
      expect(await fail(limits)).toBe('LOGIN_ACCOUNT 1');
      pass(0.1);
      expect(await fail(limits)).toBe('INVALID_CREDENTIALS');
    }
  });

  test('of many at once no more pass than of many in turn, at any step', async () => {
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

  test('the right password passes, however many times at once', async () => {
    const limits = limitsOf();
    const attempts = Array.from({ length: 50 }, () => limits.login('ada@example.com', attacker, right));
    expect(await Promise.all(attempts)).toEqual(Array(50).fill('in'));
  });

  test('a success forgets it all', async () => {
    const limits = limitsOf();
    await failTimes(limits, 5);
    pass(1);
    await failTimes(limits, 1);
    pass(2);
    expect(await outcomeOf(limits.login('ada@example.com', attacker, right))).toBe('in');
    // From now on this network is a known one, with a tarpit of its own.
    await failTimes(limits, 5, clientAt('198.51.100.67'));
    expect(await fail(limits, clientAt('198.51.100.67'))).toBe('LOGIN_ACCOUNT 1');
  });

  test('it decays by itself', async () => {
    const limits = limitsOf();
    await failTimes(limits, 5);
    pass(901);
    await failTimes(limits, 5);
    expect(await fail(limits)).toBe('LOGIN_ACCOUNT 1');
  });

  test('a network from which its owner has logged in is not shut out by others, and has a tarpit of its own', async () => {
    const limits = limitsOf();
    await limits.login('ada@example.com', home, right);
    await Promise.all(Array.from({ length: 50 }, () => fail(limits)));
    expect(await fail(limits, clientAt('203.0.113.9'))).toBe('LOGIN_ACCOUNT 1');

    const elsewhereAtHome = clientAt('2001:db8:1:2:ffff::1');
    expect(await outcomeOf(limits.login('ada@example.com', elsewhereAtHome, right))).toBe('in');
    await failTimes(limits, 5, home);
    expect(await fail(limits, home)).toBe('LOGIN_ACCOUNT 1');
    pass(1);
    expect(await fail(limits)).toBe('INVALID_CREDENTIALS');
    expect(await outcomeOf(limits.login('ada@example.com', home, right))).toBe('in');
    // Its success is none of the attacker's.
    expect(await fail(limits)).toBe('LOGIN_ACCOUNT 2');
  });

  test('a network is forgotten 90 days after its last login', async () => {
    const limits = limitsOf();
    await limits.login('ada@example.com', home, right);
    pass(91 * 86_400);
    await failTimes(limits, 5);
    expect(await fail(limits, home)).toBe('LOGIN_ACCOUNT 1');
  });

  test('what did not take place is not counted', async () => {
    const limits = limitsOf({ RATE_LIMIT_LOGIN_NETWORK: '5/60' });
    for (let i = 0; i < 20; i += 1) {
      expect(await outcomeOf(limits.login('ada@example.com', attacker, away))).toBe('SERVICE_UNAVAILABLE');
      await new Promise(setImmediate);
    }
    await failTimes(limits, 5);
  });

  test('nor what the store counted before its answer was lost; and a success is forgotten when it can be', async () => {
    const memory = new BoundedMemory();
    /** Which of the next calls fails: one that takes back before it is done, any other after. */
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
    const settled = () => new Promise((resolve) => setTimeout(resolve, 30));
    const limits = createLimits({ RATE_LIMIT_LOGIN_NETWORK: '5/60' }, unreliable, () => new Date(now));
    // Those of the network's count, the account's and the installation's.
    for (let i = 0; i < 18; i += 1) {
      lost = (i % 3) + 1;
      expect(await outcomeOf(limits.login('ada@example.com', attacker, right))).toBe('SERVICE_UNAVAILABLE');
      await settled();
    }
    await failTimes(limits, 4);
    for (let i = 0; i < 12; i += 1) {
      const rightAndLost = async () => {
        lost = (i % 3) + 1;
        return 'in';
      };
      expect(await outcomeOf(limits.login('ada@example.com', clientAt(`203.0.113.${i}`), rightAndLost))).toBe('in');
      await settled();
    }
    lost = 0;
    await failTimes(limits, 5, clientAt('192.0.2.1'));
  });

  test('an attempt at the end of a pause that did not take place is not counted either', async () => {
    const limits = limitsOf();
    await failTimes(limits, 5);
    pass(1);
    expect(await outcomeOf(limits.login('ada@example.com', attacker, away))).toBe('SERVICE_UNAVAILABLE');
    await new Promise(setImmediate);
    expect(await fail(limits)).toBe('INVALID_CREDENTIALS');
    expect(await fail(limits)).toBe('LOGIN_ACCOUNT 2');
  });
});

describe('the limits of a network', () => {
  test('failed logins of all accounts are counted together, successes not', async () => {
    const limits = limitsOf({ RATE_LIMIT_LOGIN_NETWORK: '3/900' });
    for (let i = 0; i < 20; i += 1) await limits.login(`user${i}@example.com`, attacker, right);
    for (let i = 0; i < 3; i += 1)
      expect(await fail(limits, attacker, `a${i}@example.com`)).toBe('INVALID_CREDENTIALS');
    expect(await fail(limits, attacker, 'b@example.com')).toBe('LOGIN_NETWORK 900');
    expect(await outcomeOf(limits.login('c@example.com', attacker, right))).toBe('LOGIN_NETWORK 900');
    expect(await fail(limits, home, 'b@example.com')).toBe('INVALID_CREDENTIALS');
    pass(900);
    expect(await fail(limits, attacker, 'b@example.com')).toBe('INVALID_CREDENTIALS');
  });

  test('who has reached one is refused for a second without a look at the store', async () => {
    const counters = new BoundedMemory();
    const asked: string[] = [];
    const watched: CounterStore = {
      create(name, limit) {
        const counter = counters.create(name, limit);
        const consume = counter.consume.bind(counter);
        counter.consume = (key, points, options) => {
          asked.push(name);
          return consume(key, points, options);
        };
        return counter;
      },
    };
    const limits = createLimits({ RATE_LIMIT_REFRESH_NETWORK: '1/900' }, watched, () => new Date(now));
    await limits.refresh(attacker, right);
    for (let i = 0; i < 50; i += 1) {
      expect(await outcomeOf(limits.refresh(attacker, right))).toBe('REFRESH_NETWORK 900');
    }
    expect(asked).toHaveLength(2);
    await limits.refresh(home, right);
    pass(1);
    expect(await outcomeOf(limits.refresh(attacker, right))).toBe('REFRESH_NETWORK 899');
    expect(asked).toHaveLength(4);
  });

  test('a neighbour cannot use up the logins of who has logged in from there before', async () => {
    const limits = limitsOf({ RATE_LIMIT_LOGIN_NETWORK: '3/900' });
    await limits.login('ada@example.com', home, right);
    for (let i = 0; i < 9; i += 1) await fail(limits, home, `a${i}@example.com`);
    expect(await outcomeOf(limits.login('eve@example.com', home, right))).toBe('LOGIN_NETWORK 900');
    expect(await outcomeOf(limits.login('ada@example.com', home, right))).toBe('in');
  });

  test('registrations and refreshes are counted whether they succeed or not', async () => {
    const limits = limitsOf({ RATE_LIMIT_REGISTER_NETWORK: '2/60', RATE_LIMIT_REFRESH_NETWORK: '2/60' });
    const taken = async () => {
      throw new AppError('EMAIL_TAKEN');
    };
    expect(await outcomeOf(limits.register(home, right))).toBe('in');
    expect(await outcomeOf(limits.register(home, away))).toBe('SERVICE_UNAVAILABLE');
    await new Promise(setImmediate);
    expect(await outcomeOf(limits.register(home, taken))).toBe('EMAIL_TAKEN');
    expect(await outcomeOf(limits.register(home, right))).toBe('REGISTER_NETWORK 60');
    for (let i = 0; i < 2; i += 1) expect(await outcomeOf(limits.refresh(home, right))).toBe('in');
    expect(await outcomeOf(limits.refresh(home, right))).toBe('REFRESH_NETWORK 60');
  });
});

test('the ceiling of the installation takes back what it refuses', async () => {
  const limits = limitsOf({ RATE_LIMIT_GLOBAL: '1/60', RATE_LIMIT_LOGIN_NETWORK: '2/60' });
  expect(await fail(limits)).toBe('INVALID_CREDENTIALS');
  for (let i = 0; i < 9; i += 1) {
    expect(await fail(limits)).toBe('GLOBAL 60');
    await new Promise(setImmediate);
  }
  pass(60);
  expect(await fail(limits)).toBe('INVALID_CREDENTIALS');
});

test('the ceiling of the installation does not hold for who logs in from a known network', async () => {
  const limits = limitsOf({ RATE_LIMIT_GLOBAL: '1/60' });
  await limits.login('ada@example.com', home, right);
  await failTimes(limits, 1);
  expect(await fail(limits, clientAt('203.0.113.9'), 'eve@example.com')).toBe('GLOBAL 60');
  expect(await outcomeOf(limits.login('ada@example.com', home, right))).toBe('in');
});

test('each can be switched off, and all', async () => {
  const names = ['LOGIN_ACCOUNT', 'LOGIN_NETWORK', 'REGISTER_NETWORK', 'REFRESH_NETWORK', 'GLOBAL'];
  const each = Object.fromEntries(names.map((name) => [`RATE_LIMIT_${name}`, 'off']));
  for (const env of [each, { RATE_LIMITS: 'off' }]) {
    const limits = limitsOf(env);
    await failTimes(limits, 200);
    for (let i = 0; i < 200; i += 1) await limits.register(home, right);
  }
});
