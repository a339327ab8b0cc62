import { randomUUID } from 'node:crypto';
import { type Client, createClient } from '../../src/client';
import { operations } from '../../src/compose/features';
import { solvePuzzle } from '../../src/platform/challenges/solve-puzzle';
import type { Operation } from '../../src/platform/operations/define-operation';
import { inputFieldsOf } from '../../src/platform/request/input-schema';
import { type Api, apis, graphqlApi, type Input, restApi, withHeaders } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { withLimits } from '../support/limits';
import { until } from '../support/until';

const password = 'correct horse battery';
const person = () => ({ email: `${randomUUID()}@example.com`, firstName: 'Ada', lastName: 'Lovelace', password });
const from = <Result>(ip: string, work: () => Promise<Result>) => withHeaders({ 'X-Forwarded-For': ip }, work);
const solve = (challenge: unknown) => solvePuzzle(challenge as Parameters<typeof solvePuzzle>[0]);

/** That anyone can call. */
const challenged = (operations as readonly Operation[]).filter(
  ({ challenge, caller }) => challenge && caller === 'anyone',
);
/** The required fields with their examples, and an address of its own. */
const inputFor = ({ input }: Operation): Input => {
  const fields = input ? inputFieldsOf(input, 'graphql').filter(({ isRequired }) => isRequired) : [];
  const examples = Object.fromEntries(fields.map(({ name, example }) => [name, example]));
  return { ...examples, email: `${randomUUID()}@example.com` };
};

describe('with CHALLENGE_WHEN=always', () => {
  let gatehouse: Gatehouse;
  beforeAll(async () => {
    const names = challenged.map(({ challenge }) => challenge?.name).join();
    const env = {
      CHALLENGE: 'puzzle',
      CHALLENGE_WHEN: 'always',
      CHALLENGE_ON: names,
      EMAIL_LOGIN: 'on',
      METRICS_PORT: '9464',
    };
    gatehouse = await startGatehouse(env);
  });
  afterAll(() => gatehouse.stop());

  const call = (api: Api, { name }: Operation, input: Input) =>
    api.call(gatehouse.url, name as Parameters<Api['call']>[1], input);

  test('there are operations with a challenge', () => {
    expect(challenged.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['register', 'login', 'requestPasswordReset', 'requestEmailLogin']),
    );
  });

  describe.each(apis)('$name', (api) => {
    test.each(challenged.map((operation) => [operation.name, operation] as const))(
      '%s asks for an answer, which passes once',
      async (_name, operation) => {
        const input = inputFor(operation);
        const first = await call(api, operation, input);
        expect([first.code, first.msg]).toEqual([
          'CHALLENGE_REQUIRED',
          'Prove that you are not a program: answer the challenge and send it again.',
        ]);
        const puzzle = { kind: 'puzzle', id: expect.any(String), salt: expect.any(String), bits: 18, expiresIn: 600 };
        expect(first.botChallenge).toEqual(puzzle);
        const challenge = await solve(first.botChallenge);
        const second = await call(api, operation, { ...input, challenge });
        expect([second.code, second.botChallenge]).not.toContain('CHALLENGE_REQUIRED');
        const third = await call(api, operation, { ...input, challenge });
        expect([third.code, third.botChallenge?.kind]).toEqual(['CHALLENGE_REQUIRED', 'puzzle']);
      },
    );

    test('a field that is wrong is found before an answer is used up', async () => {
      const input = person();
      const { botChallenge } = await api.register(gatehouse.url, input);
      const challenge = await solve(botChallenge);
      const invalid = await api.register(gatehouse.url, { ...input, password: 'short', challenge });
      expect([invalid.code, invalid.fields.map(({ field }) => field)]).toEqual(['VALIDATION_FAILED', ['password']]);
      expect((await api.register(gatehouse.url, { ...input, challenge })).code).toBeNull();
    });

    test('an answer of a wrong type, or one that is too long, breaks the rule of its field', async () => {
      for (const challenge of [7, 'x'.repeat(8001)]) {
        const { code, fields } = await api.register(gatehouse.url, { ...person(), challenge });
        expect([code, fields.map(({ field }) => field)]).toEqual(['VALIDATION_FAILED', ['challenge']]);
      }
    });
  });

  test('an answer that one API has used up is used up for the other one, too', async () => {
    const input = person();
    const challenge = await solve((await restApi.register(gatehouse.url, input)).botChallenge);
    expect((await graphqlApi.register(gatehouse.url, { ...input, challenge })).code).toBeNull();
    expect((await restApi.register(gatehouse.url, { ...input, challenge })).code).toBe('CHALLENGE_REQUIRED');
  });

  test('of 20 parallel repeats on two instances, one gets to the password, and the others hash nothing', async () => {
    const other = await gatehouse.another();
    const input = person();
    const challenge = await solve((await restApi.register(gatehouse.url, input)).botChallenge);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 4 < 2 ? restApi : graphqlApi).register((n % 2 ? other : gatehouse).url, { ...input, challenge }),
      ),
    );
    const codes = answers.map(({ code }) => code).sort();
    expect(codes).toEqual([...Array(19).fill('CHALLENGE_REQUIRED'), null]);
    await other.stop();
    const hashed = "SELECT details->'stepsMs' ? 'hash' AS hashed, sum(count)::int AS count FROM audit_events";
    const rows = () =>
      gatehouse.sql(`${hashed} WHERE details->>'reason' = 'challenge wrong' AND account_key IS NOT NULL
      AND details->>'operation' = 'register' GROUP BY 1`);
    await until(async () => (await rows()).length > 0);
    expect((await rows()).map(({ hashed }) => hashed)).toEqual([false]);
  });

  test('the audit has what was asked and what was wrong, folded, and no row for what was right', async () => {
    const input = person();
    const { botChallenge } = await restApi.register(gatehouse.url, input);
    await restApi.register(gatehouse.url, input);
    await restApi.register(gatehouse.url, { ...input, challenge: 'wrong' });
    await restApi.register(gatehouse.url, { ...input, challenge: await solve(botChallenge) });
    const key = gatehouse.services.audit;
    expect(key).toBeDefined();
    const rows = () =>
      gatehouse.sql(
        `SELECT action, outcome, details->>'reason' AS reason, sum(count)::int AS count FROM audit_events
       WHERE account_key IN (SELECT account_key FROM audit_events JOIN users ON users.id = user_id
         WHERE users.email = '${input.email}') OR user_id IN (SELECT id FROM users WHERE email = '${input.email}')
       GROUP BY 1, 2, 3 ORDER BY 3 NULLS LAST`,
      );
    const all = () =>
      gatehouse.sql(
        "SELECT DISTINCT action, outcome, details->>'reason' AS reason FROM audit_events WHERE details->>'reason' LIKE 'challenge%' ORDER BY 3",
      );
    await until(async () => (await all()).length === 2);
    const rejected = { action: 'limited', outcome: 'CHALLENGE_REQUIRED' };
    expect(await all()).toEqual([
      { ...rejected, reason: 'challenge asked' },
      { ...rejected, reason: 'challenge wrong' },
    ]);
    expect((await rows()).filter(({ outcome }) => outcome === 'success')).toEqual([
      { action: 'registered', outcome: 'success', reason: null, count: 1 },
    ]);
  });

  test('the metrics count by operation and result', async () => {
    const email = 'ada@example.com';
    const { botChallenge } = await restApi.requestPasswordReset(gatehouse.url, { email });
    await restApi.requestPasswordReset(gatehouse.url, { email, challenge: 'x' });
    await restApi.requestPasswordReset(gatehouse.url, { email, challenge: await solve(botChallenge) });
    const metrics = await (await fetch(gatehouse.metricsUrl ?? '')).text();
    for (const result of ['asked', 'answered', 'wrong']) {
      const line = `gatehouse_challenges_total{operation="requestPasswordReset",result="${result}"}`;
      expect(metrics).toMatch(new RegExp(`${line.replace(/[{}]/g, '\\$&')} [1-9]`));
    }
  });

  test('the client package solves puzzles, or asks its application', async () => {
    const open = (challenge?: Parameters<typeof createClient>[0]['challenge']): Client => {
      const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
      return createClient({ url: gatehouse.url, storage, ...(challenge && { challenge }) });
    };
    const asked = await open().register(person());
    expect(asked).toEqual({
      ok: false,
      error: expect.objectContaining({
        code: 'CHALLENGE_REQUIRED',
        botChallenge: { kind: 'puzzle', id: expect.any(String), salt: expect.any(String), bits: 18, expiresIn: 600 },
      }),
    });
    const ada = person();
    const client = open('solve');
    expect((await client.register(ada)).ok).toBe(true);
    expect((await client.login(ada)).ok).toBe(true);
    expect((await client.requestPasswordReset({ email: ada.email })).ok).toBe(true);
    const seen: string[] = [];
    const own = open(async (challenge) => {
      seen.push(challenge.kind);
      return challenge.kind === 'puzzle' ? solvePuzzle(challenge) : '';
    });
    expect([(await own.register(person())).ok, seen]).toEqual([true, ['puzzle']]);
  });
});

describe('with CHALLENGE_WHEN=attack', () => {
  let gatehouse: Gatehouse;
  afterEach(() => gatehouse.stop());
  const start = async (env: Record<string, string>) => {
    gatehouse = await startGatehouse({ ...withLimits(), CHALLENGE: 'puzzle', TRUST_PROXY: '1', ...env });
  };

  describe.each(apis)('$name', (api) => {
    test('a flood of a network is asked, and people in other networks are not', async () => {
      await start({ RATE_LIMIT_REGISTER_NETWORK: '6/3600' });
      const codes: (string | null)[] = [];
      for (let i = 0; i < 6; i += 1)
        codes.push((await from('192.0.2.1', () => api.register(gatehouse.url, person()))).code);
      expect(codes).toEqual([...Array(4).fill(null), 'CHALLENGE_REQUIRED', 'CHALLENGE_REQUIRED']);
      expect((await from('192.0.2.2', () => api.register(gatehouse.url, person()))).code).toBeNull();
      // A login is not in CHALLENGE_ON by default.
      const wrong = { email: 'nobody@example.com', password };
      expect((await from('192.0.2.1', () => api.login(gatehouse.url, wrong))).code).toBe('INVALID_CREDENTIALS');
    });

    test('a flood from many networks is asked, and who answers registers although the limit is reached', async () => {
      await start({ RATE_LIMIT_GLOBAL: '4/3600' });
      const codes: (string | null)[] = [];
      for (let i = 0; i < 6; i += 1)
        codes.push((await from(`198.51.100.${i}`, () => api.register(gatehouse.url, person()))).code);
      expect(codes).toEqual([null, null, null, ...Array(3).fill('CHALLENGE_REQUIRED')]);
      for (let i = 0; i < 3; i += 1) {
        const input = person();
        const { botChallenge } = await from('192.0.2.9', () => api.register(gatehouse.url, input));
        const challenge = await solve(botChallenge);
        expect((await from('192.0.2.9', () => api.register(gatehouse.url, { ...input, challenge }))).code).toBeNull();
      }
    });

    test('a person at home resets the password during an attack without an answer, and a stranger does not', async () => {
      await start({ RATE_LIMIT_MAIL_GLOBAL: '2/3600', RATE_LIMIT_MAIL_ADDRESS_PAUSE: 'off' });
      const ada = person();
      await from('192.0.2.1', () => api.register(gatehouse.url, ada));
      expect((await from('192.0.2.1', () => api.login(gatehouse.url, { email: ada.email, password }))).code).toBeNull();
      const reset = async (ip: string, email: string) =>
        (await from(ip, () => api.requestPasswordReset(gatehouse.url, { email }))).code;
      for (let i = 0; i < 2; i += 1) await reset(`198.51.100.${i}`, `${i}@example.com`);
      expect(await reset('198.51.100.9', ada.email)).toBe('CHALLENGE_REQUIRED');
      expect(await reset('198.51.100.9', 'nobody@example.com')).toBe('CHALLENGE_REQUIRED');
      expect(await reset('192.0.2.1', ada.email)).toBeNull();
    });
  });

  /** What differs at each request. */
  const differing: readonly (readonly [RegExp, string])[] = [
    [/"(jwt|id)":"[^"]+"/g, '"$1":"…"'],
    [/"(created_ts|gen_at)":"[^"]+"/g, '"$1":"…"'],
    [/"gen_ts":[\d.]+/g, '"gen_ts":…'],
  ];

  test('in calm times, registration and login answer as without it, byte for byte', async () => {
    const email = 'ada@example.com';
    const registration = { email, password, first_name: 'Ada', last_name: 'Lovelace', tel: ' +41 ' };
    const requests: [string, object][] = [
      ['register', registration],
      ['register', registration],
      ['register', { ...registration, email: 'x' }],
      ['login', { email, password }],
      ['login', { email, password: 'wrong horse battery' }],
      ['login', { email }],
    ];
    const answersWith = async (env: Record<string, string>) => {
      gatehouse = await startGatehouse({ ...withLimits(), ...env });
      const answers: [number, string[], string][] = [];
      for (const [path, body] of requests) {
        const headers = { 'Content-Type': 'application/json' };
        const response = await fetch(`${gatehouse.url}/auth/${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        });
        const text = differing.reduce((so, [pattern, name]) => so.replaceAll(pattern, name), await response.text());
        answers.push([response.status, [...response.headers.keys()], text]);
      }
      return answers;
    };
    const without = await answersWith({});
    await gatehouse.stop();
    expect(await answersWith({ CHALLENGE: 'puzzle', CHALLENGE_ON: 'register,login' })).toEqual(without);
    expect(without.map(([status]) => status)).toEqual([201, 409, 400, 200, 401, 400]);
  });
});
