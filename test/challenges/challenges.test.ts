import { randomBytes } from 'node:crypto';
import { Challenges } from '../../src/platform/challenges/challenges';
import { solvePuzzle } from '../../src/platform/challenges/solve-puzzle';
import { derivingFrom } from '../../src/platform/encryption/derivation-key';
import { AppError } from '../../src/platform/errors/app-error';
import type { BotChallenge } from '../../src/platform/errors/bot-challenge';
import { defineOperation } from '../../src/platform/operations/define-operation';
import { rateLimits } from '../../src/platform/rate-limits/limit-table';
import type { RequestContext } from '../../src/platform/request/request-context';
import '../../src/compose/features';
import { login, register } from '../../src/accounts/auth/auth.operations';
import { loginAttempt, loginLimits } from '../../src/accounts/auth/login.limits';
import { requestedMail } from '../../src/accounts/users/mail.limits';
import { requestPasswordReset } from '../../src/features/password-change/password-change.operations';
import { contextAt, createLimits } from '../support/limits';

/** Its uses cost money. */
const dialer = defineOperation({
  name: 'dial',
  rest: [],
  does: 'Dials.',
  caller: 'user',
  challenge: { name: 'dial', costsMoney: true },
});

const key = randomBytes(32);
const ada = { email: { given: 'Ada@example.com', canonical: 'ada@example.com' } };
let now: Date;
let stored: Set<string>;
beforeEach(() => {
  now = new Date('2026-11-20T17:30:15.000Z');
  stored = new Set();
});

interface Options {
  when?: 'attack' | 'always';
  on?: string[];
  limits?: Record<string, string>;
  insert?: () => Promise<boolean>;
}

function open({ when = 'always', on = ['register', 'forgot', 'login', 'dial'], limits = {}, insert }: Options = {}) {
  const rateLimits = createLimits(limits, undefined, () => now);
  const spentChallenges = {
    insert: async (hash: Uint8Array) => {
      if (insert) return insert();
      const isNew = !stored.has(String(hash));
      stored.add(String(hash));
      return isNew;
    },
  };
  const settings = { when, siteKey: null };
  const derive = derivingFrom(key);
  const needs = { settings, on, site: null, rateLimits, spentChallenges, derive, clock: () => now };
  return { challenges: new Challenges(needs), rateLimits };
}

type Checked = Parameters<Challenges['check']>;

/** The error of a check: null if it passes. */
async function errorOf(challenges: Challenges, ...checked: Checked): Promise<AppError | null> {
  try {
    await challenges.check(...checked);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

type Puzzle = BotChallenge & { kind: 'puzzle' };
const puzzleIn = (error: AppError | null) => error?.botChallenge as Puzzle;
const solved = (challenge: BotChallenge | null) => solvePuzzle(challenge as Puzzle);
const reasonOf = (error: AppError | null) => error && [error.code, error.reason?.name];
const wrong = ['CHALLENGE_REQUIRED', 'challenge wrong'];
const asked = ['CHALLENGE_REQUIRED', 'challenge asked'];

test('a puzzle says what to find, and its answer passes once', async () => {
  const { challenges } = open();
  const context = contextAt('192.0.2.1');
  const error = await errorOf(challenges, register, ada, context);
  expect(reasonOf(error)).toEqual(asked);
  const { id, salt, ...others } = puzzleIn(error);
  expect(others).toEqual({ kind: 'puzzle', bits: 18, expiresIn: 600 });
  expect(id).toMatch(/^18[\w-]{72}$/);
  expect(id.slice(2)).toContain(salt);
  const challenge = await solved(puzzleIn(error));
  expect(await errorOf(challenges, register, { ...ada, challenge }, context)).toBeNull();
  expect(context.hasAnsweredChallenge).toBe(true);
  const again = await errorOf(challenges, register, { ...ada, challenge }, contextAt('192.0.2.1'));
  expect([reasonOf(again), puzzleIn(again).id === id]).toEqual([wrong, false]);
});

test('an answer is for one operation and, if an error had the puzzle, for one address', async () => {
  const { challenges } = open();
  const puzzles = [
    puzzleIn(await errorOf(challenges, register, ada, contextAt('192.0.2.1'))),
    challenges.offer(register, contextAt('192.0.2.1')),
  ];
  const [ofError, ofPage] = await Promise.all(puzzles.map((one) => solved(one)));
  const grace = { email: { given: 'grace@example.com', canonical: 'grace@example.com' } };
  const check = async (...[operation, input]: [Checked[0], Checked[1]]) =>
    reasonOf(await errorOf(challenges, operation, input, contextAt('192.0.2.2')));
  expect(await check(register, { ...grace, challenge: ofError })).toEqual(wrong);
  expect(await check(requestPasswordReset, { ...ada, challenge: ofError })).toEqual(wrong);
  expect(await check(requestPasswordReset, { ...ada, challenge: ofPage })).toEqual(wrong);
  expect(await check(register, { ...ada, challenge: ofError })).toBeNull();
  expect(await check(register, { ...grace, challenge: ofPage })).toBeNull();
});

test('an answer is valid for ten minutes, on every instance of the installation', async () => {
  const { challenges } = open();
  const context = () => contextAt('192.0.2.1');
  const [first, second] = await Promise.all([1, 2].map(() => solved(challenges.offer(register, context()))));
  now = new Date(now.getTime() + 599_000);
  expect(await errorOf(open().challenges, register, { ...ada, challenge: first }, context())).toBeNull();
  // The other instance has used it up.
  expect(reasonOf(await errorOf(challenges, register, { ...ada, challenge: first }, context()))).toEqual(wrong);
  now = new Date(now.getTime() + 1000);
  expect(reasonOf(await errorOf(challenges, register, { ...ada, challenge: second }, context()))).toEqual(wrong);
});

test('no changed answer is accepted', async () => {
  const { challenges } = open();
  const right = await solved(challenges.offer(register, contextAt('192.0.2.1')));
  const [id = '', number = ''] = right.split('.');
  const flipped = (at: number) => `${id.slice(0, at)}${id[at] === 'A' ? 'B' : 'A'}${id.slice(at + 1)}.${number}`;
  const answers = [
    ...['', '.', id, `${id}.`, `${id}.${Number(number) + 1}`, `${id}.-1`, `${id}.0${number}`, `${right}.`, ` ${right}`],
    ...[`01${id.slice(2)}.${number}`, `00${id.slice(2)}.0`, flipped(2), flipped(25), flipped(31), flipped(73)],
  ];
  for (const challenge of answers) {
    const error = await errorOf(challenges, register, { ...ada, challenge }, contextAt('192.0.2.1'));
    expect([challenge, reasonOf(error)]).toEqual([challenge, wrong]);
  }
  expect(await errorOf(challenges, register, { ...ada, challenge: right }, contextAt('192.0.2.1'))).toBeNull();
});

test('of parallel repeats of one answer, one passes, and asks the database', async () => {
  let queries = 0;
  const insert = async () => {
    queries += 1;
    return true;
  };
  const { challenges } = open({ insert });
  const challenge = await solved(challenges.offer(register, contextAt('192.0.2.1')));
  const repeats = Array.from({ length: 20 }, () =>
    errorOf(challenges, register, { ...ada, challenge }, contextAt('192.0.2.1')),
  );
  const errors = await Promise.all(repeats);
  expect([errors.filter((error) => error === null).length, queries]).toEqual([1, 1]);
});

test('an answer is not used up if the database does not answer', async () => {
  let isAway = true;
  const insert = async () => {
    if (isAway) throw new AppError('SERVICE_UNAVAILABLE');
    return true;
  };
  const { challenges } = open({ insert });
  const challenge = await solved(challenges.offer(register, contextAt('192.0.2.1')));
  const check = () => errorOf(challenges, register, { ...ada, challenge }, contextAt('192.0.2.1'));
  expect((await check())?.code).toBe('SERVICE_UNAVAILABLE');
  isAway = false;
  expect(await check()).toBeNull();
});

test('with many right answers in a minute, a puzzle takes more work', async () => {
  const { challenges } = open();
  const bits = () => (challenges.offer(register, contextAt('192.0.2.1')) as Puzzle).bits;
  // To solve so many would take minutes.
  const seen = [bits()];
  for (const count of [199, 200, 400, 800, 1600, 5000]) {
    Object.assign(challenges, { answers: { count, atMs: now.getTime() } });
    seen.push(bits());
  }
  for (let minute = 0; minute < 6; minute += 1) {
    now = new Date(now.getTime() + 60_000);
    seen.push(bits());
  }
  expect(seen).toEqual([18, 18, 19, 20, 21, 22, 22, 22, 21, 20, 19, 18, 18]);
});

describe('with CHALLENGE_WHEN=attack', () => {
  const isAsked = ({ challenges }: ReturnType<typeof open>, context: RequestContext) =>
    challenges.offer(register, context) !== null;

  test('a network is asked once it has used more than half of a limit, for ten minutes, and no other one is', async () => {
    for (const limit of ['REGISTER_NETWORK', 'LOGIN_NETWORK', 'MAIL_NETWORK'] as const) {
      const world = open({ when: 'attack', limits: { [`RATE_LIMIT_${limit}`]: '4/3600' } });
      const of = rateLimits.find(limit);
      if (!of) throw new Error('unknown limit');
      const seen: boolean[] = [];
      for (let i = 0; i < 3; i += 1) {
        await world.rateLimits.attempt([of], contextAt('192.0.2.1'), async () => {});
        seen.push(isAsked(world, contextAt('192.0.2.1')));
      }
      expect([limit, seen, isAsked(world, contextAt('192.0.2.2'))]).toEqual([limit, [false, false, true], false]);
      now = new Date(now.getTime() + 600_000);
      expect(isAsked(world, contextAt('192.0.2.1'))).toBe(false);
    }
  });

  test('a customer with many IPv6 subnets is one network', async () => {
    const world = open({ when: 'attack', limits: { RATE_LIMIT_REGISTER_NETWORK: '2/3600' } });
    for (let i = 0; i < 5; i += 1) {
      const context = contextAt(`2001:db8:1:${i}::1`);
      await world.rateLimits.attempt([loginLimits.REGISTER_NETWORK], context, async () => {});
    }
    expect(['2001:db8:1:99::1', '2001:db8:2::1'].map((ip) => isAsked(world, contextAt(ip)))).toEqual([true, false]);
  });

  test.each([
    ['GLOBAL', () => [loginLimits.GLOBAL]],
    ['MAIL_GLOBAL', () => null],
  ])(
    'all are asked once the installation has used more than half of %s, and answers count no more',
    async (name, of) => {
      const world = open({ when: 'attack', limits: { [`RATE_LIMIT_${name}`]: '4/3600' } });
      const limits = of();
      const use = (context: RequestContext, address: string) =>
        limits
          ? world.rateLimits.attempt(limits, context, async () => {})
          : world.rateLimits.count(requestedMail('reset_password', address), context, async () => {});
      for (let i = 0; i < 3; i += 1) {
        expect(isAsked(world, contextAt('192.0.2.1'))).toBe(false);
        await use(contextAt(`198.51.100.${i}`), `${i}@example.com`);
      }
      expect(isAsked(world, contextAt('192.0.2.1'))).toBe(true);
      for (let i = 0; i < 5; i += 1) {
        const context = contextAt(`192.0.2.${i}`);
        const challenge = await solved(world.challenges.offer(requestPasswordReset, context));
        expect(await errorOf(world.challenges, requestPasswordReset, { ...ada, challenge }, context)).toBeNull();
        await use(context, `answered-${i}@example.com`);
      }
      await use(contextAt('198.51.100.9'), 'last@example.com');
      await expect(use(contextAt('198.51.100.10'), 'over@example.com')).rejects.toThrow('too many');
    },
  );

  test('all are asked once the queue for hashing has rejected a request', () => {
    const world = open({ when: 'attack' });
    world.rateLimits.noteAttack();
    expect(isAsked(world, contextAt('192.0.2.1'))).toBe(true);
    now = new Date(now.getTime() + 600_000);
    expect(isAsked(world, contextAt('192.0.2.1'))).toBe(false);
  });

  test('an answer does not lift the limit of the network, nor that of the account', async () => {
    const limits = { RATE_LIMIT_REGISTER_NETWORK: '1/3600', RATE_LIMIT_LOGIN_ACCOUNT: '1/60' };
    const { rateLimits } = open({ when: 'attack', limits });
    const context = { ...contextAt('192.0.2.1'), hasAnsweredChallenge: true };
    const register = () => rateLimits.attempt([loginLimits.REGISTER_NETWORK], context, async () => {});
    await register();
    await expect(register()).rejects.toThrow('too many');
    const fail = () =>
      rateLimits.count(loginAttempt('ada@example.com'), context, async () => {
        throw new AppError('INVALID_CREDENTIALS');
      });
    await expect(fail()).rejects.toThrow('password is wrong');
    await expect(fail()).rejects.toThrow('too many');
  });

  test('what costs money is asked in calm times, too, and from a known network', async () => {
    const { challenges } = open({ when: 'attack' });
    expect(reasonOf(await errorOf(challenges, dialer, {}, contextAt('192.0.2.1')))).toEqual(asked);
    expect(await errorOf(challenges, register, ada, contextAt('192.0.2.1'))).toBeNull();
  });
});

describe('who needs no answer', () => {
  const user = { user: { id: 'f1f1f1f1-0000-7000-8000-000000000000' }, emailCanonical: 'ada@example.com' };

  test('a network from which the user has signed in needs none, for this account', async () => {
    const { challenges, rateLimits } = open();
    const [home, other] = [contextAt('192.0.2.1'), contextAt('192.0.2.2')];
    await rateLimits.noteNetwork(user, home);
    const grace = { email: { given: 'grace@example.com', canonical: 'grace@example.com' } };
    expect(await errorOf(challenges, login, ada, home)).toBeNull();
    expect(home.hasAnsweredChallenge).toBeUndefined();
    expect(reasonOf(await errorOf(challenges, login, ada, other))).toEqual(asked);
    expect(reasonOf(await errorOf(challenges, login, grace, home))).toEqual(asked);
  });

  test('a flood of requests asks for few known networks at the same time', async () => {
    const { challenges, rateLimits } = open();
    let [most, atWork] = [0, 0];
    rateLimits.knownNetworkOf = () => async () => {
      atWork += 1;
      most = Math.max(most, atWork);
      await new Promise((resolve) => setImmediate(resolve));
      atWork -= 1;
      return null;
    };
    const flood = Array.from({ length: 100 }, (_, n) => errorOf(challenges, login, ada, contextAt(`192.0.2.${n}`)));
    const errors = await Promise.all(flood);
    expect([most, errors.every((error) => error?.code === 'CHALLENGE_REQUIRED')]).toEqual([4, true]);
  });

  test('a trusted backend defends its own form', async () => {
    const { challenges } = open();
    for (const client of ['named', 'unnamed'] as const) {
      const context = { ...contextAt('192.0.2.1'), backend: { ip: '10.0.0.1', client } };
      expect([await errorOf(challenges, register, ada, context), challenges.offer(register, context)]).toEqual([
        null,
        null,
      ]);
    }
  });

  test('CHALLENGE_ON names the operations', async () => {
    const { challenges } = open({ on: ['forgot'] });
    expect(await errorOf(challenges, register, ada, contextAt('192.0.2.1'))).toBeNull();
    expect(await errorOf(challenges, dialer, {}, contextAt('192.0.2.1'))).toBeNull();
    expect(reasonOf(await errorOf(challenges, requestPasswordReset, ada, contextAt('192.0.2.1')))).toEqual(asked);
  });
});
