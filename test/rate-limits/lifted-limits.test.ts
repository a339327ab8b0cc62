import { randomUUID } from 'node:crypto';
import { loginAttempt, loginFailures } from '../../src/accounts/auth/login.limits';
import { secondFactorAttempt, secondFactorFailures } from '../../src/accounts/factors/second-factor.limits';
import { AppError } from '../../src/platform/errors/app-error';
import { type CounterWorld, contextAt, createLimits, describeWithEachCounterStore } from '../support/limits';

const settings = {
  RATE_LIMITS: 'on',
  RATE_LIMIT_LOGIN_ACCOUNT: '3/60',
  RATE_LIMIT_LOGIN_FAILURES: '3/3600',
  RATE_LIMIT_MFA_ACCOUNT: '3/60',
  RATE_LIMIT_MFA_FAILURES: '3/3600',
};
const network = '203.0.113.7';

describeWithEachCounterStore('the failures of an account, counted', (_name, open) => {
  let world: CounterWorld;
  beforeAll(async () => {
    world = await open();
  });
  afterAll(() => world.close());
  afterEach(() => world.settle?.());

  test('a super admin sees which limits are reached, and lifts them', async () => {
    const limits = createLimits(settings, world.counters);
    const account = { userId: randomUUID(), address: `${randomUUID()}@example.com` };
    const failures = [loginFailures(account.address), secondFactorFailures(account.userId)];
    const from = (ip: string) => contextAt(ip);
    const wrong = (code: 'INVALID_CREDENTIALS' | 'INVALID_TOKEN') => async () => {
      throw new AppError(code);
    };
    const failLogin = (ip: string) =>
      limits.count(loginAttempt(account.address), from(ip), wrong('INVALID_CREDENTIALS')).catch(String);
    const failFactor = (ip: string) =>
      limits.count(secondFactorAttempt(account.userId), from(ip), wrong('INVALID_TOKEN')).catch(String);
    const login = (ip: string) => limits.count(loginAttempt(account.address), from(ip), async () => 'in');
    const reached = async (networks = [network]) =>
      (await limits.reachedBy(failures, networks)).map(({ limit, network: of }) => [limit, of]);

    expect(await reached()).toEqual([]);
    for (let i = 0; i < 3; i += 1) await failLogin(network);
    for (let i = 0; i < 3; i += 1) await failFactor(network);
    await expect(login(network)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await reached()).toEqual([
      ['LOGIN_ACCOUNT', null],
      ['LOGIN_FAILURES', null],
      ['MFA_ACCOUNT', null],
      ['MFA_FAILURES', null],
    ]);
    const [first] = await limits.reachedBy(failures, []);
    expect(Number(first?.untilTs) - Date.now()).toBeGreaterThan(0);
    await limits.lift(failures, [network]);
    expect(await reached()).toEqual([]);
    expect(await login(network)).toBe('in');

    // The network is known from now on, and has its own count.
    for (let i = 0; i < 3; i += 1) await failLogin(network);
    await expect(login(network)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await reached()).toEqual([['LOGIN_ACCOUNT', network]]);
    expect(await reached([])).toEqual([]);
    await limits.lift(failures, [network]);
    expect(await login(network)).toBe('in');
    await limits.close();
  });
});
