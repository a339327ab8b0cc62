import { loginAttempt } from '../../src/accounts/auth/login.limits';
import { requestedMail } from '../../src/accounts/users/mail.limits';
import { mailOfSuperAdmin } from '../../src/features/admin-users/admin-mail.limits';
import { AppError } from '../../src/platform/errors/app-error';
import type { RateLimits } from '../../src/platform/rate-limits/rate-limits';
import { type CounterWorld, contextAt, createLimits, describeWithEachCounterStore, stopClock } from '../support/limits';
import { until } from '../support/until';

const sent = async ({ isPaused }: { isPaused: boolean }) => (isPaused ? 'paused' : 'sent');

describeWithEachCounterStore('the limits of mails, counted', (_name, open) => {
  let world: CounterWorld;
  beforeEach(async () => {
    world = await open();
  });
  afterEach(async () => {
    jest.useRealTimers();
    await world.close();
  });
  const create = (env: Record<string, string> = {}) => createLimits({ RATE_LIMITS: 'on', ...env }, world.counters);
  const outcomes = async (limits: RateLimits, attempts: [kind: string, address: string][], from = '192.0.2.1') => {
    const results: string[] = [];
    for (const [kind, to] of attempts) {
      const result = await limits.count(requestedMail(kind, to), contextAt(from), sent).catch((error) => error.limit);
      results.push(result);
    }
    return results;
  };

  test('a second mail of the kind within a minute succeeds and is not sent, whether there is an account or not', async () => {
    stopClock();
    const limits = create();
    const [ada, grace] = ['ada@example.com', 'grace@example.com'];
    expect(
      await outcomes(limits, [
        ['reset_password', ada],
        ['reset_password', ada],
        ['verify_email', ada],
        ['reset_password', grace],
        ['reset_password', ada],
      ]),
    ).toEqual(['sent', 'paused', 'sent', 'sent', 'paused']);
  });

  test('an address gets five mails an hour, from any network', async () => {
    stopClock();
    const limits = create({ RATE_LIMIT_MAIL_ADDRESS_PAUSE: 'off' });
    const to = 'ada@example.com';
    const results: string[] = [];
    for (let i = 0; i < 7; i += 1)
      results.push(...(await outcomes(limits, [['reset_password', to]], `203.0.113.${i}`)));
    expect(results).toEqual([...Array(5).fill('sent'), 'MAIL_ADDRESS', 'MAIL_ADDRESS']);
  });

  test('paused mails do not use up the mails of the address', async () => {
    stopClock();
    const limits = create({
      RATE_LIMIT_MAIL_ADDRESS: '2/3600',
      RATE_LIMIT_MAIL_ADDRESS_PAUSE: '1/3',
      RATE_LIMIT_MAIL_NETWORK: 'off',
    });
    const repeated = Array.from({ length: 6 }, (): [string, string] => ['reset_password', 'ada@example.com']);
    expect(await outcomes(limits, repeated)).toEqual(['sent', ...Array(5).fill('paused')]);
    // The pause in Redis really takes three seconds, and a process remembers for one that it was reached.
    const next = await until(async () => {
      jest.setSystemTime(Date.now() + 3000);
      const [outcome] = await outcomes(limits, repeated.slice(0, 1));
      return outcome !== 'paused' && outcome;
    });
    expect(next).toBe('sent');
  });

  test('mails of one kind do not use up the mails of another kind, of the address and of the installation', async () => {
    stopClock();
    const limits = create({ RATE_LIMIT_MAIL_ADDRESS: '1/3600', RATE_LIMIT_MAIL_ADDRESS_PAUSE: 'off' });
    const to = 'ada@example.com';
    const verifications: [string, string] = ['verify_email', to];
    expect(await outcomes(limits, [verifications, verifications, ['reset_password', to]])).toEqual([
      'sent',
      'MAIL_ADDRESS',
      'sent',
    ]);
    const installation = create({ RATE_LIMIT_MAIL_GLOBAL: '1/3600' });
    const kinds = ['verify_email', 'verify_email', 'reset_password', 'reset_password'] as const;
    expect(
      await outcomes(
        installation,
        kinds.map((kind, i) => [kind, `user${i}@example.com`]),
        '198.51.100.8',
      ),
    ).toEqual(['sent', 'MAIL_GLOBAL', 'sent', 'MAIL_GLOBAL']);
  });

  test('the limit of the installation neither counts nor stops known networks and super admins', async () => {
    stopClock();
    const limits = create({ RATE_LIMIT_MAIL_GLOBAL: '1/3600' });
    const [home, elsewhere] = ['203.0.113.1', '203.0.113.2'];
    await limits.count(loginAttempt('grace@example.com'), contextAt(home), async () => 'in');
    const mailsTo = (...names: string[]) =>
      names.map((name): [string, string] => ['reset_password', `${name}@example.com`]);
    expect(await outcomes(limits, mailsTo('a', 'b', 'grace'), home)).toEqual(['sent', 'sent', 'sent']);
    expect(await outcomes(limits, mailsTo('c', 'd'), elsewhere)).toEqual(['sent', 'MAIL_GLOBAL']);
    expect(await outcomes(limits, mailsTo('e'), home)).toEqual(['sent']);
    const bySuperAdmin = limits.count(
      mailOfSuperAdmin('reset_password', 'f@example.com'),
      contextAt(elsewhere),
      async () => 1,
    );
    expect(await bySuperAdmin).toBe(1);
    // A backend that does not name its clients stands for all of them.
    const unnamed = { ...contextAt(home), backend: { ip: home, client: 'unnamed' as const } };
    await expect(limits.count(requestedMail('reset_password', 'g@example.com'), unnamed, sent)).rejects.toMatchObject({
      limit: 'MAIL_GLOBAL',
    });
  });

  test('a network and the installation have limits, too', async () => {
    stopClock();
    const limits = create({ RATE_LIMIT_MAIL_NETWORK: '3/3600' });
    const many = (names: string[]) => names.map((name): [string, string] => ['reset_password', `${name}@example.com`]);
    expect(await outcomes(limits, many(['a', 'b', 'c', 'd']))).toEqual(['sent', 'sent', 'sent', 'MAIL_NETWORK']);
    const installation = create({ RATE_LIMIT_MAIL_GLOBAL: '2/3600' });
    expect(await outcomes(installation, many(['e', 'f', 'g']), '198.51.100.7')).toEqual([
      'sent',
      'sent',
      'MAIL_GLOBAL',
    ]);
  });

  test('concurrent requests for one address send one mail', async () => {
    const limits = create();
    const to = 'ada@example.com';
    const results = await Promise.all(
      Array.from({ length: 10 }, (__, i) =>
        limits.count(requestedMail('reset_password', to), contextAt(`203.0.113.${i}`), sent),
      ),
    );
    expect(results.filter((result) => result === 'sent')).toHaveLength(1);
  });

  test('an operation that fails because the database is away does not count', async () => {
    stopClock();
    const limits = create();
    const to = 'ada@example.com';
    const failing = async () => {
      throw new AppError('SERVICE_UNAVAILABLE');
    };
    await expect(
      limits.count(requestedMail('reset_password', to), contextAt('192.0.2.1'), failing),
    ).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    await limits.close();
    expect(await outcomes(limits, [['reset_password', to]])).toEqual(['sent']);
  });
});

test('the store of the limits has no address', async () => {
  const keys: string[] = [];
  const counters = {
    create: () => ({
      consume: async (key: string | number) => {
        keys.push(String(key));
        return { msBeforeNext: 1000, consumedPoints: 1, remainingPoints: 1 };
      },
    }),
  };
  const limits = createLimits({ RATE_LIMITS: 'on' }, counters as never);
  await limits.count(requestedMail('reset_password', 'ada@example.com'), contextAt('203.0.113.7'), sent);
  expect(keys).toHaveLength(4);
  // No HMAC in base64url has these characters.
  expect(keys.join()).not.toMatch(/ada@|example\.com|203\./);
});
