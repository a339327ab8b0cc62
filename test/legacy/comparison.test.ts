import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { differencesOf } from '../../src/features/legacy/answer-differences';
import { AnswerForms, mediaTypeOf } from '../../src/features/legacy/answer-form';
import { builtInCases } from '../../src/features/legacy/built-in-cases';
import { type CaseResult, compareServices, createValues, isWithin } from '../../src/features/legacy/comparison';
import { type CaseInput, parseCase } from '../../src/features/legacy/comparison-case';
import { testWith } from '../support/needs';
import { type OldAnswer, startOldService } from '../support/old-service';
import { freePort } from '../support/process';
import { untilStopped } from '../support/running';
import { makeCertificate } from '../support/smtp';

const values = { random: '123456789012', password: 'Aa1!abcdefghijklmnopqrstuvwxyz' };

async function compare(
  old: string,
  here: string,
  inputs: readonly CaseInput[] = builtInCases,
  { ignore = [], withinMs }: { ignore?: string[]; withinMs?: number } = {},
): Promise<CaseResult[]> {
  const run = createValues();
  const cases = inputs.map((input) => parseCase(input, run));
  const isExpected = (_: string, place: string) => isWithin(ignore, place);
  const options = { pauseMs: 0, isExpected, ...(withinMs !== undefined && { withinMs }) };
  const results: CaseResult[] = [];
  for await (const result of compareServices({ old, here }, cases, run, options)) results.push(result);
  return results;
}

/** Each difference as `case place: old, this`. */
const found = (results: readonly CaseResult[]): string[] =>
  results.flatMap(({ name, differences }) =>
    differences.map((one) => `${one.rank} ${name} ${one.place}: ${one.old}, ${one.this}`),
  );

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  untilStopped(async () => {
    if ('closeAllConnections' in server && typeof server.closeAllConnections === 'function')
      server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const serve = (listener: RequestListener) => listen(createHttpServer(listener));

const one: CaseInput[] = [
  { name: 'login', path: '/auth/login', body: { email: 'a@example.com', password: '{{password}}' } },
];
const repeated = (times: number): CaseInput[] =>
  Array.from({ length: times }, (_, i) => ({ ...(one[0] as CaseInput), name: `login-${i}` }));

describe('two services of the specification', () => {
  test('have the same answers to all built-in cases', async () => {
    const [old, here] = [await startOldService(), await startOldService()];
    const results = await compare(old.url, here.url);
    expect(results.filter(({ differences, notCompared }) => differences.length > 0 || notCompared !== null)).toEqual(
      [],
    );
    expect(results).toHaveLength(builtInCases.length);
    // Almost all of the cases reach the two operations, and the right ones succeed.
    expect(old.users.size).toBeGreaterThan(15);
    expect([...old.users.values()].filter(({ record }) => record.last_login_ts !== null).length).toBeGreaterThan(3);
    expect([...old.users.keys()].sort()).toEqual([...here.users.keys()].sort());
  });

  /** Each deviation appears in one of these cases. */
  const revealing = builtInCases.filter(({ name }) =>
    /^(register-(main|tel-null|tel-with-spaces|upper-case-address|fields-of-an-administrator)|login-(first|wrong-password))$/.test(
      name,
    ),
  );

  const resultOf = ({ body }: OldAnswer) => body.result as Record<string, unknown> | undefined;
  const userOf = (answer: OldAnswer) =>
    (resultOf(answer)?.user ?? resultOf(answer)) as Record<string, unknown> | undefined;
  const changed = (change: (answer: OldAnswer) => void) => (answer: OldAnswer) => {
    change(answer);
    return answer;
  };

  test.each<[string, string[], (answer: OldAnswer) => OldAnswer]>([
    [
      'another status',
      ['form register-main status: 201, 200'],
      changed((answer) => {
        if (answer.status === 201) answer.status = 200;
      }),
    ],
    [
      'a success that is an error',
      ['outcome login-first status: 200, 500', 'outcome register-main status: 201, 500'],
      changed((answer) => {
        if (answer.status < 300) answer.status = 500;
      }),
    ],
    [
      'success false',
      ['outcome login-first success: true, false'],
      changed(({ body }) => {
        body.success = false;
      }),
    ],
    [
      'success as a text',
      ['outcome login-wrong-password success: false, "false"'],
      changed(({ body }) => {
        body.success = String(body.success);
      }),
    ],
    [
      'a missing field of the record',
      [
        'form register-main result.tel: "+44 20 7946 0958", missing',
        'form login-first result.user.tel: "+44 20 7946 0958", missing',
      ],
      changed((answer) => {
        const user = userOf(answer);
        if (user) delete user.tel;
      }),
    ],
    [
      'a tel that is changed',
      ['form register-tel-with-spaces result.tel: " 0151 23 ", "0151 23"'],
      changed((answer) => {
        const user = userOf(answer);
        if (typeof user?.tel === 'string') user.tel = user.tel.trim();
      }),
    ],
    [
      'an empty text instead of null',
      ['form register-tel-null result.tel: null, ""', 'form register-main result.company: null, ""'],
      changed((answer) => {
        const user = userOf(answer);
        if (user) user.tel ??= '';
        if (user) user.company ??= '';
      }),
    ],
    [
      'a number as id',
      ['form register-main result.id: "<new id: UUID>", "<new id: number>"'],
      changed((answer) => {
        const user = userOf(answer);
        if (user) user.id = Number.parseInt(String(user.id).slice(0, 8), 16);
      }),
    ],
    [
      'a login with another id than the registration',
      ['form login-first result.user.id: "<id from register-main: UUID>", "<new id: UUID>"'],
      changed((answer) => {
        const user = userOf(answer);
        if (user && resultOf(answer)?.jwt) user.id = `00000000${String(user.id).slice(8)}`;
      }),
    ],
    [
      'a time with a zone',
      ['form register-main result.created_ts: "<date-time>", "<date-time with zone>"'],
      changed((answer) => {
        const user = userOf(answer);
        if (user) user.created_ts = `${user.created_ts}Z`;
      }),
    ],
    [
      'a time without a fraction',
      ['form register-main result.created_ts: "<date-time>", "<date-time without fraction>"'],
      changed((answer) => {
        const user = userOf(answer);
        if (user) user.created_ts = String(user.created_ts).slice(0, 19);
      }),
    ],
    [
      'milliseconds instead of seconds',
      ['form login-first result.gen_ts: "<Unix time in seconds>", "<Unix time in milliseconds>"'],
      changed((answer) => {
        const result = resultOf(answer);
        if (result?.gen_ts) result.gen_ts = Number(result.gen_ts) * 1000;
      }),
    ],
    [
      'the time of the last login at the first login',
      ['form login-first result.user.last_login_ts: null, "<date-time>"'],
      changed((answer) => {
        const user = userOf(answer);
        if (user && resultOf(answer)?.jwt) user.last_login_ts = user.created_ts;
      }),
    ],
    [
      'a token that is not a JWT',
      ['form login-first result.jwt: "<JWT>", "<token>"'],
      changed((answer) => {
        const result = resultOf(answer);
        if (result?.jwt) result.jwt = 'a1'.repeat(20);
      }),
    ],
    [
      'a result in an error',
      ['open login-wrong-password result: missing, null'],
      changed(({ body }) => {
        body.result ??= null;
      }),
    ],
    [
      'other texts',
      ['open login-first msg: "User logged in", "Welcome"'],
      changed(({ body }) => {
        if (body.msg === 'User logged in') body.msg = 'Welcome';
      }),
    ],
    [
      'no text',
      ['form login-first msg: "User logged in", missing'],
      changed(({ body }) => {
        delete body.msg;
      }),
    ],
    [
      'a further field',
      ['open register-main result.role: missing, "user"'],
      changed((answer) => {
        const user = userOf(answer);
        if (user) user.role = 'user';
      }),
    ],
    [
      'upper case in an address is lost',
      [
        'form register-upper-case-address result.email: "COMPARE-<random>-Upper@Example.COM", "compare-<random>-upper@example.com"',
      ],
      changed((answer) => {
        const user = userOf(answer);
        if (user) user.email = String(user.email).toLowerCase();
      }),
    ],
    [
      'a field that a client sets',
      ['form register-fields-of-an-administrator result.is_super_admin: false, true'],
      changed((answer) => {
        const user = userOf(answer);
        if (String(user?.email).includes('administrator')) (user ?? {}).is_super_admin = true;
      }),
    ],
  ])('%s is found', async (_, expected, deviate) => {
    const old = await startOldService();
    const here = await startOldService(deviate);
    const differences = found(await compare(old.url, here.url, revealing));
    expect(differences).toEqual(expect.arrayContaining(expected));
    // And nothing else: `result.tel` and `result.user.tel` are one field.
    const fieldOf = (text: string) => /^\w+ \S+ (?:\S+\.)?(\w+):/.exec(text)?.[1];
    expect([...new Set(differences.map(fieldOf))].sort()).toEqual([...new Set(expected.map(fieldOf))].sort());
  });

  test('a page of HTML instead of JSON is found', async () => {
    const old = await startOldService();
    const here = await startOldService((answer, _, response) => {
      response.status(answer.status).type('html').send('<p>later</p>');
      return null;
    });
    expect(found(await compare(old.url, here.url, revealing)).slice(0, 2)).toEqual([
      'form register-main content-type: application/json, text/html',
      'outcome register-main body: JSON, not JSON',
    ]);
  });

  test('the order of the keys is no difference', async () => {
    const old = await startOldService();
    const here = await startOldService(({ status, body }) => ({
      status,
      body: Object.fromEntries(Object.entries(body).reverse()),
    }));
    expect(found(await compare(old.url, here.url))).toEqual([]);
  });

  test('what is expected is left out, for all cases or for one', async () => {
    const old = await startOldService();
    const here = await startOldService(({ status, body }) => ({
      status,
      body: { ...body, msg: 'Yes', code: { a: 1 } },
    }));
    expect(found(await compare(old.url, here.url, builtInCases, { ignore: ['msg', 'code'] }))).toEqual([]);
    const [input] = repeated(1);
    const results = await compare(old.url, here.url, [{ ...(input as CaseInput), ignore: ['msg', 'code.a'] }]);
    expect(found(results)).toEqual(['open login-0 code: missing, {"a":1}']);
  });

  test('no password and no token is in the result, also if a service returns them', async () => {
    const old = await startOldService();
    const here = await startOldService(({ status, body }, request) => {
      const { password } = request.body ?? {};
      const jwt = (body.result as { jwt?: string } | undefined)?.jwt;
      const seen = { password, jwt, inText: `you sent ${password}, and got ${jwt}`, list: [jwt, 'f00dfeed'.repeat(4)] };
      return { status, body: { ...body, seen } };
    });
    const run = createValues();
    const results: CaseResult[] = [];
    const cases = builtInCases.map((input) => parseCase(input, run));
    const options = { pauseMs: 0, isExpected: () => false };
    for await (const result of compareServices({ old: old.url, here: here.url }, cases, run, options))
      results.push(result);
    const text = JSON.stringify(results);
    expect(text).toContain('<secret>');
    expect(text).not.toMatch(/eyJ|f00dfeed/);
    expect(text).not.toContain(run.password.slice(0, 8));
    expect(text).not.toContain(run.random);
  });
});

describe('a service that cannot be compared', () => {
  test('is not there', async () => {
    const here = await startOldService();
    const away = `http://127.0.0.1:${await freePort()}`;
    await expect(compare(away, here.url)).rejects.toThrow(`${away} cannot be reached: connect ECONNREFUSED`);
    await expect(compare(here.url, away)).rejects.toThrow(`${away} cannot be reached: connect ECONNREFUSED`);
  });

  testWith('openssl')('has a certificate that is not accepted', async () => {
    const here = await startOldService();
    const server = createTlsServer(await makeCertificate(), (_, response) => response.end());
    const url = (await listen(server)).replace('http', 'https');
    await expect(compare(url, here.url)).rejects.toThrow(
      `no secure connection to ${url}: self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT). If its certificate`,
    );
    await expect(compare(here.url.replace('http', 'https'), here.url)).rejects.toThrow(
      /^no secure connection to https:/,
    );
  });

  test.each<[string, string, (url: string) => Promise<string>]>([
    ['never answers', 'no complete answer within 1 s', () => serve(() => {})],
    [
      'never ends its answer',
      'no complete answer within 1 s',
      () =>
        serve((_, response) => {
          response.writeHead(200, { 'Content-Type': 'application/json' });
          response.write('{');
        }),
    ],
    [
      'closes the connection',
      'no answer: other side closed',
      () => listen(createTcpServer((socket) => socket.once('data', () => socket.end()))),
    ],
    [
      'does not speak HTTP',
      'an answer that is not HTTP',
      () => listen(createTcpServer((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.2\r\n\r\n')))),
    ],
  ])('%s', async (_, problem, start) => {
    const here = await startOldService();
    const bad = await start(here.url);
    // The first answer takes longer. On a busy machine it would be late, too.
    await compare(here.url, here.url, one);
    const withinMs = problem.includes('within') ? 1000 : 60_000;
    expect(found(await compare(bad, here.url, one, { withinMs }))).toEqual([
      `outcome login answer: ${problem}, status 401`,
    ]);
    await expect(compare(here.url, bad, repeated(5), { withinMs })).rejects.toThrow(
      `${bad} did not answer 3 cases in a row. The last one, login-2: ${problem}`,
    );
  });

  test('has an answer of a gigabyte: only the start is read', async () => {
    const here = await startOldService();
    let sent = 0;
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const bad = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 2 ** 30 });
      const send = () => {
        while (sent < 2 ** 30 && !response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) break;
        }
      };
      response.on('drain', send);
      send();
    });
    expect(found(await compare(bad, here.url, one))).toEqual([
      'outcome login answer: an answer of more than 256 kB, status 401',
    ]);
    expect(sent).toBeLessThan(2 ** 27);
  });

  test('answers something else: a redirect, which is not followed, and deep JSON', async () => {
    const here = await startOldService();
    const redirecting = await serve((_, response) => {
      response.writeHead(307, { Location: `${here.url}/auth/login` });
      response.end();
    });
    expect(found(await compare(redirecting, here.url, one))).toContain('form login status: 307, 401');
    expect(here.logins()).toBe(1);
    const deep = await serve((_, response) => {
      response.writeHead(401, { 'Content-Type': 'application/json' });
      response.end('{"a":['.repeat(20_000) + ']}'.repeat(20_000));
    });
    expect(found(await compare(deep, here.url, one))).toContain(
      'open login msg: missing, "wrong e-mail address or password"',
    );
  });

  test('limits the rate: the case is not compared', async () => {
    const here = await startOldService();
    const limiting = await serve((_, response) => {
      response.writeHead(429, { 'Retry-After': '30' });
      response.end();
    });
    expect(await compare(limiting, here.url, one)).toEqual([
      { name: 'login', differences: [], notCompared: 'the old service limited the rate of requests (429), for 30 s' },
    ]);
  });

  test('both do not answer: the case is not compared', async () => {
    const silent = await serve(() => {});
    expect(await compare(silent, silent, one, { withinMs: 300 })).toEqual([
      { name: 'login', differences: [], notCompared: expect.stringMatching(/^both services: no complete answer/) },
    ]);
  });
});

describe('cases', () => {
  const parsed = (input: unknown) => parseCase(input, values);

  test('have placeholders in every text', () => {
    const input = {
      name: 'a-1',
      method: 'PUT',
      path: '/users/{{random}}',
      headers: { 'X-Run': 'run {{random}}', Authorization: 'Bearer 0123456789', 'Content-Type': null },
      body: {
        email: 'a-{{random}}@example.com',
        list: ['{{password}}', { deep: '{{password:8}}' }],
        token: 'abc-def-ghi',
      },
      ignore: ['msg', 'result.user.tel'],
    };
    expect(parsed(input)).toEqual({
      name: 'a-1',
      method: 'PUT',
      path: '/users/123456789012',
      headers: { 'X-Run': 'run 123456789012', Authorization: 'Bearer 0123456789', 'Content-Type': null },
      body: '{"email":"a-123456789012@example.com","list":["Aa1!abcdefghijklmnop",{"deep":"Aa1!abcd"}],"token":"abc-def-ghi"}',
      secrets: expect.arrayContaining(['Aa1!abcdefghijklmnop', 'Aa1!abcd', 'abc-def-ghi', 'Bearer 0123456789']),
      ignore: ['msg', 'result.user.tel'],
    });
    expect(parsed({ name: 'b', path: '/', raw: '{{{random}}}' })).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{123456789012}',
    });
    expect(parsed({ name: 'c', method: 'GET', path: '/' })).toMatchObject({ headers: {}, body: null });
  });

  const right = { name: 'a', path: '/auth/login' };
  test.each<[unknown, string]>([
    [null, 'is not an object'],
    [[], 'is not an object'],
    [{}, 'name is missing or has another type; path is missing or has another type'],
    [{ ...right, name: 'A B' }, 'name must have 1 to 80 characters: a-z, 0-9 and -'],
    [{ ...right, method: 'TRACE' }, 'method must be one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
    [
      { ...right, path: 'https://evil.example.com' },
      'path must start with / and have only visible ASCII characters without #',
    ],
    [{ ...right, path: '/a#b' }, 'path must start with / and have only visible ASCII characters without #'],
    [{ ...right, headers: { Host: 'a' } }, 'headers has a header that the HTTP client sets'],
    [{ ...right, headers: { 'a b': 'a' } }, 'headers has a name that is not the name of a header'],
    [{ ...right, headers: { a: 'a\r\nb: c' } }, 'headers has a value with characters that are not ASCII'],
    [{ ...right, headers: 'a' }, 'headers is missing or has another type'],
    [{ ...right, body: {}, raw: '' }, 'has both body and raw'],
    [{ ...right, raw: {} }, 'raw is missing or has another type'],
    [{ ...right, method: 'GET', body: null }, 'has a body, which GET and HEAD cannot have'],
    [{ ...right, ignore: ['a b'] }, 'ignore must have places such as msg or result.tel'],
    [{ ...right, expect: 1, secret: 'hunter2hunter2' }, 'has an unknown field: expect, secret'],
    [
      { ...right, raw: '{{pass-word}}' },
      'has the unknown placeholder {{pass-word}}. There are {{random}}, {{password}} and {{password:N}}, N up to 1000',
    ],
    [
      { ...right, raw: '{{password:2000}}' },
      'has the unknown placeholder {{password:2000}}. There are {{random}}, {{password}} and {{password:N}}, N up to 1000',
    ],
  ])('%j is wrong', (input, problem) => {
    expect(() => parsed(input)).toThrow(new Error(problem));
  });

  test('of the built-in set are right and have names of their own', () => {
    const all = builtInCases.map((input) => parsed(input));
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });
});

describe('the form of an answer', () => {
  const now = Date.UTC(2026, 10, 22);
  const formOf = (body: unknown, secrets: string[] = []) =>
    new AnswerForms('123456789012', () => now).of('a', body, secrets);

  test.each<[unknown, unknown]>([
    [{ id: 'b7e2f5a0-0000-7000-8000-000000000001' }, { id: '<new id: UUID>' }],
    [{ id: 17 }, { id: '<new id: number>' }],
    [{ user: { id: 'usr_1' } }, { user: { id: '<new id: text>' } }],
    [{ msg: 'user b7e2f5a0-0000-7000-8000-000000000001 made' }, { msg: 'user <UUID> made' }],
    [{ at: '2026-11-22T00:00:00.123' }, { at: '<date-time>' }],
    [{ at: '2026-11-22T00:00:00.123456+01:00' }, { at: '<date-time with zone>' }],
    [{ at: '2026-11-22 00:00:00' }, { at: '<date-time without fraction>' }],
    [
      { exp: now / 1000 + 3600, iat: now - 3600 },
      { exp: '<Unix time in seconds>', iat: '<Unix time in milliseconds>' },
    ],
    [
      { expires_in: 3600, n: 0, no: -1, big: 1e300 },
      { expires_in: 3600, n: 0, no: -1, big: 1e300 },
    ],
    [{ refresh_token: 'short' }, { refresh_token: '<token>' }],
    [{ key: 'h2ZpB4JdR0r0yH8mV1nT3sQ6' }, { key: '<token>' }],
    [{ msg: 'internationalizations' }, { msg: 'internationalizations' }],
    [{ email: 'compare-123456789012-a@example.com' }, { email: 'compare-<random>-a@example.com' }],
    ['x'.repeat(3000), '<text of 3000 characters>'],
    [
      [null, true, ''],
      [null, true, ''],
    ],
  ])('of %j', (body, form) => expect(formOf(body)).toEqual(form));

  test('hides the longest secret first', () => {
    expect(formOf({ a: 'Aa1!abcdefgh and Aa1!abcd' }, ['Aa1!abcd', 'Aa1!abcdefgh'])).toEqual({
      a: '<secret> and <secret>',
    });
  });

  test.each([
    ['application/json; charset=UTF-8', 'application/json'],
    ['Application/JSON', 'application/json'],
    ['text/html;charset="iso-8859-1"', 'text/html; charset="iso-8859-1"'],
    [null, null],
  ])('of the content type %s', (header, form) => expect(mediaTypeOf(header)).toBe(form));

  test('a hostile text takes no longer', () => {
    const texts = ['a+'.repeat(100_000), '-eyJ'.repeat(60_000), '1'.repeat(250_000)];
    const started = process.cpuUsage().user;
    for (const text of texts) formOf({ text, jwt: text, id: text });
    expect(process.cpuUsage().user - started).toBeLessThan(1_000_000);
  });
});

test('values of other kinds, and deep ones, are compared as a whole', () => {
  const answer = (body: unknown) => ({
    status: 200,
    mediaType: 'application/json',
    isJson: true,
    retryAfter: null,
    body,
  });
  const differences = (old: unknown, here: unknown) => differencesOf(answer(old), answer(here));
  expect(differences({ errors: [{ b: 1, a: 2 }] }, { errors: [{ a: 2, b: 1 }] })).toEqual([]);
  expect(differences({ errors: [1] }, { errors: [1, 2] })).toEqual([
    { place: 'errors', rank: 'open', old: '[1]', this: '[1,2]' },
  ]);
  expect(differences({ errors: [] }, { errors: {} })).toEqual([
    { place: 'errors', rank: 'form', old: '[]', this: '{}' },
  ]);
  expect(differences([], {})).toEqual([{ place: 'body', rank: 'form', old: '[]', this: '{}' }]);
  const deep = (value: number) => ({ a: { a: { a: { a: { a: { a: { a: { a: { a: { a: value } } } } } } } } } });
  expect(differences(deep(1), deep(2))).toEqual([
    { place: 'a.a.a.a.a.a.a.a', rank: 'open', old: '{"a":{"a":1}}', this: '{"a":{"a":2}}' },
  ]);
});
