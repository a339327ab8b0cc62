import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { verify as verifyOperation } from '../../src/accounts/auth/forward-auth.operations';
import { readConfig } from '../../src/compose/config';
import { ConfigError } from '../../src/platform/config/config-error';
import { Secret } from '../../src/platform/config/secret';
import { AppError } from '../../src/platform/errors/app-error';
import { createLog } from '../../src/platform/observability/log';
import { openTraces, type Traces } from '../../src/platform/observability/traces';
import type { FinishedRequest } from '../../src/platform/request/finished-request';
import { RequestTimings } from '../../src/platform/request/request-timings';
import { apis, postJson, restApi } from '../support/apis';
import { writeDataDir } from '../support/database';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { listening } from '../support/listening';
import { spawnGatehouse } from '../support/process';
import { until } from '../support/until';

const account = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password: 'correct horse battery' };

/** A span in OTLP JSON. */
interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number; boolValue?: boolean } }[];
  status: { code: number };
}

interface Batch {
  resourceSpans: {
    resource: { attributes: SentSpan['attributes'] };
    scopeSpans: { spans: SentSpan[] }[];
  }[];
}

const kinds = { internal: 1, server: 2 };
const statuses = { unset: 0, error: 2 };

/** A server that accepts requests to /v1/traces. */
class Collector {
  readonly bodies: string[] = [];
  readonly headers: http.IncomingHttpHeaders[] = [];
  statusCode = 200;
  /** The number of answered requests. */
  answered = 0;
  /** While true, each answer waits for `release`. */
  isHolding = false;
  private readonly held: (() => void)[] = [];
  private readonly server = http.createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    if (req.method === 'POST' && req.url === '/v1/traces' && this.statusCode === 200) {
      this.bodies.push(Buffer.concat(chunks).toString());
      this.headers.push(req.headers);
    }
    if (this.isHolding) await new Promise<void>((resolve) => this.held.push(resolve));
    res.writeHead(this.statusCode, { 'Content-Type': 'application/json' }).end('{}');
    this.answered += 1;
  });

  async open(): Promise<string> {
    return listening(this.server);
  }

  get batches(): Batch[] {
    return this.bodies.map((body) => JSON.parse(body) as Batch);
  }

  get spans(): SentSpan[] {
    return this.batches.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    );
  }

  get requests(): SentSpan[] {
    return this.spans.filter(({ kind }) => kind === kinds.server);
  }

  stepsOf(request: SentSpan): SentSpan[] {
    return this.spans.filter(({ parentSpanId }) => parentSpanId === request.spanId);
  }

  /** Returns the span of the request with this response, by its request ID. */
  async requestOf(response: Response): Promise<SentSpan> {
    const id = response.headers.get('x-request-id');
    return until(() => this.requests.find((span) => attributesOf(span)['gatehouse.request_id'] === id));
  }

  /** Answers the first waiting request. */
  release(): void {
    this.held.shift()?.();
  }

  forget(): void {
    this.bodies.length = 0;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

const attributesOf = ({ attributes }: { attributes: SentSpan['attributes'] }) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
const namesOf = (spans: SentSpan[]) => [...new Set(spans.map(({ name }) => name))].sort();
const msOf = ({ startTimeUnixNano, endTimeUnixNano }: SentSpan) =>
  Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6;
const warnings = (logged: string) => logged.split('\n').filter((line) => /"level":"(warn|error|fatal)"/.test(line));

const graphqlLogin = (url: string, variables: unknown, headers: Record<string, string> = {}) =>
  postJson(
    `${url}/graphql`,
    {
      operationName: 'Mine',
      query: 'mutation Mine($i: LoginInput!) { login(input: $i) { success result { jwt refreshToken } } }',
      variables: { i: variables },
    },
    headers,
  );
const restLogin = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  postJson(`${url}/auth/login`, body, headers);
const logins = [
  { name: 'REST', spanName: 'POST /auth/login', route: '/auth/login', login: restLogin },
  { name: 'GraphQL', spanName: 'GraphQL login', route: '/graphql', login: graphqlLogin },
];
const credentials = { email: account.email, password: account.password };

describe('with a collector', () => {
  const collector = new Collector();
  let gatehouse: Gatehouse;

  beforeAll(async () => {
    // The SDK reads these variables from the environment.
    process.env.OTEL_BSP_SCHEDULE_DELAY = '20';
    process.env.OTEL_EXPORTER_OTLP_HEADERS = 'authorization=Basic%20Y29sbGVjdG9y';
    process.env.OTEL_RESOURCE_ATTRIBUTES = 'deployment.environment.name=test';
    gatehouse = await startGatehouse({
      OTEL_EXPORTER_OTLP_ENDPOINT: await collector.open(),
      HASH_CONCURRENCY: '1',
      TRUST_PROXY: '1',
    });
    await restApi.register(gatehouse.url, account);
    // The span of this request would arrive in the first test.
    await until(() => collector.requests.length > 0);
  });
  afterAll(async () => {
    await gatehouse.stop();
    collector.close();
    for (const name of Object.keys(process.env).filter((name) => name.startsWith('OTEL_'))) delete process.env[name];
  });
  beforeEach(() => collector.forget());

  test('a login through each API is a server span, with a child span for each of its steps', async () => {
    for (const { login, spanName, route } of logins) {
      const response = await login(gatehouse.url, credentials);
      const request = await collector.requestOf(response);
      const steps = await until(() => {
        const found = collector.stepsOf(request);
        return namesOf(found).length === 4 && found;
      });

      expect(request).toMatchObject({ name: spanName, kind: kinds.server, status: { code: statuses.unset } });
      expect(request.parentSpanId).toBeUndefined();
      expect(attributesOf(request)).toEqual({
        'http.request.method': 'POST',
        'http.route': route,
        'http.response.status_code': 200,
        'gatehouse.api': route === '/graphql' ? 'graphql' : 'rest',
        'gatehouse.operation': 'login',
        'gatehouse.code': 'success',
        'gatehouse.request_id': response.headers.get('x-request-id'),
      });
      expect(namesOf(steps)).toEqual(['database', 'hash', 'limiter', 'validation']);
      expect(Math.abs(Number(BigInt(request.endTimeUnixNano) / 1_000_000n) - Date.now())).toBeLessThan(60_000);
    }
  });

  test('with more logins than slots, those that wait have a span for the queue; every step lies within its request', async () => {
    const { hashQueue } = gatehouse.services;
    const { users } = gatehouse.stores;
    let begin = () => {};
    const allArrived = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const findCredentials = users.findCredentials.bind(users);
    const held = jest.spyOn(users, 'findCredentials').mockImplementation(async (email) => {
      await allArrived;
      return findCredentials(email);
    });
    const sent = Array.from({ length: 34 }, (_, i) => (logins[i % 2]?.login ?? restLogin)(gatehouse.url, credentials));
    // No login ends before all have arrived, also on a slow machine.
    await until(() => hashQueue.working + hashQueue.queued === sent.length);
    begin();
    const answers = await Promise.all(sent);
    held.mockRestore();
    await Promise.all(answers.map((answer) => collector.requestOf(answer)));
    const requests = collector.requests.filter((span) => attributesOf(span)['gatehouse.operation'] === 'login');
    expect(requests).toHaveLength(34);
    const waited = requests.filter((request) => namesOf(collector.stepsOf(request)).includes('queue'));
    expect(namesOf(waited)).toEqual(['GraphQL login', 'POST /auth/login']);
    for (const request of requests) {
      const steps = collector.stepsOf(request);
      expect(namesOf(steps)).toEqual(expect.arrayContaining(['database', 'hash', 'limiter', 'validation']));
      for (const step of steps) {
        expect(step).toMatchObject({ kind: kinds.internal, traceId: request.traceId });
        expect(BigInt(step.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(request.startTimeUnixNano));
        expect(BigInt(step.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(request.endTimeUnixNano));
        expect(BigInt(step.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(step.startTimeUnixNano));
      }
    }
    const hashes = requests.flatMap((request) => collector.stepsOf(request).filter(({ name }) => name === 'hash'));
    expect(Math.min(...hashes.map(msOf))).toBeGreaterThan(0);
  });

  test('a trace that was started elsewhere is continued', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const spanId = 'b7ad6b7169203331';
    for (const { login } of logins) {
      const answer = await login(gatehouse.url, credentials, { traceparent: `00-${traceId}-${spanId}-01` });
      const request = await collector.requestOf(answer);
      expect(request).toMatchObject({ traceId, parentSpanId: spanId });
      expect(new Set(collector.stepsOf(request).map((step) => step.traceId))).toEqual(new Set([traceId]));
    }
  });

  test('a trace that is not sampled elsewhere is not sent', async () => {
    const traceId = '1af7651916cd43dd8448eb211c80319c';
    await restLogin(gatehouse.url, credentials, { traceparent: `00-${traceId}-b7ad6b7169203331-00` });
    // The SDK sends spans in the order in which they ended.
    await collector.requestOf(await restLogin(gatehouse.url, credentials));
    expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([]);
  });

  test.each([
    'nonsense',
    '00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01',
    '00-00000000000000000000000000000000-b7ad6b7169203331-01',
    '00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01',
    'ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00-more',
  ])('with the traceparent %s it starts a new trace', async (traceparent) => {
    const answer = await fetch(`${gatehouse.url}/auth/me`, { headers: { traceparent } });
    const request = await collector.requestOf(answer);
    expect(request.parentSpanId).toBeUndefined();
    expect(request.traceId).toMatch(/^(?!0af7651916cd43dd8448eb211c80319c|0{32})[0-9a-f]{32}$/);
  });

  test('a rejection has its code and is no error; a fault of the server is an error, also if GraphQL answers 200', async () => {
    for (const { login } of logins) {
      const rejected = await collector.requestOf(
        await login(gatehouse.url, { ...credentials, password: 'a wrong one' }),
      );
      expect(rejected.status.code).toBe(statuses.unset);
      expect(attributesOf(rejected)).toMatchObject({ 'gatehouse.code': 'INVALID_CREDENTIALS' });
      for (const [code, error] of [
        ['INTERNAL', new Error('a bug')],
        ['SERVICE_UNAVAILABLE', new AppError('SERVICE_UNAVAILABLE')],
      ] as const) {
        jest.spyOn(gatehouse.stores.users, 'findCredentials').mockRejectedValueOnce(error);
        const failed = await collector.requestOf(await login(gatehouse.url, credentials));
        expect(failed.status).toEqual({ code: statuses.error });
        expect(attributesOf(failed)).toMatchObject({ 'gatehouse.code': code, 'error.type': code });
      }
    }
  });

  test('a request whose client disconnected has neither status nor code', async () => {
    const gone = new AbortController();
    const { auth } = gatehouse.services;
    const logIn = auth.login.bind(auth);
    const found = jest.spyOn(auth, 'login').mockImplementationOnce(async (input, context) => {
      gone.abort();
      if (!context.signal.aborted) await once(context.signal, 'abort');
      return logIn(input, context);
    });
    const body = JSON.stringify(credentials);
    const headers = { 'Content-Type': 'application/json' };
    await expect(
      fetch(`${gatehouse.url}/auth/login`, { method: 'POST', headers, body, signal: gone.signal }),
    ).rejects.toThrow();
    found.mockRestore();
    const request = await until(() => collector.requests.find((span) => attributesOf(span)['gatehouse.aborted']));
    expect(request.status.code).toBe(statuses.unset);
    expect(attributesOf(request)).toEqual({
      'http.request.method': 'POST',
      'http.route': '/auth/login',
      'gatehouse.api': 'rest',
      'gatehouse.operation': 'login',
      'gatehouse.aborted': true,
      'gatehouse.request_id': expect.any(String),
    });
  });

  test('health probes have no spans, and an unknown path is not sent', async () => {
    await fetch(`${gatehouse.url}/healthz`);
    await fetch(`${gatehouse.url}/readyz`);
    const request = await collector.requestOf(await fetch(`${gatehouse.url}/users/ada@example.com?key=hunter2`));
    expect(collector.requests.map(({ name }) => name)).toEqual(['GET']);
    expect(attributesOf(request)).toEqual({
      'http.request.method': 'GET',
      'http.response.status_code': 404,
      'gatehouse.api': 'rest',
      'gatehouse.operation': 'other',
      'gatehouse.code': 'NOT_FOUND',
      'gatehouse.request_id': expect.any(String),
    });
  });

  test('nothing of what was sent is in a span', async () => {
    const sent = {
      email: 'grace.hopper@secret.example',
      firstName: 'Grace',
      lastName: 'Hopperian',
      password: 'unguessable horse battery',
    };
    const from = { 'X-Forwarded-For': '203.0.113.77', 'User-Agent': 'Spyglass/7' };
    await restApi.register(gatehouse.url, sent);
    const rest = await restLogin(
      gatehouse.url,
      { email: sent.email, password: sent.password, scope: 'offline_access' },
      from,
    );
    const { result } = (await rest.json()) as { result: { jwt: string; refresh_token: string } };
    const graphql = await graphqlLogin(gatehouse.url, { email: sent.email, password: sent.password }, from);
    const graphqlBody = (await graphql.json()) as {
      data: { login: { result: { jwt: string; refreshToken: string } } };
    };
    const { jwt } = graphqlBody.data.login.result;
    await restLogin(gatehouse.url, { email: sent.email, password: 'another unguessable' }, from);
    await restLogin(gatehouse.url, { email: `${sent.email}..`, password: 'another unguessable' }, from);
    await restApi.refresh(gatehouse.url, { refreshToken: result.refresh_token });
    await restApi.revokeSession(gatehouse.url, { id: 'a-session-that-is-none' }, jwt);
    const last = await fetch(`${gatehouse.url}/grace.hopper?x=${jwt}`, {
      headers: { Authorization: `Bearer ${jwt}`, ...from },
    });
    await collector.requestOf(last);

    expect(collector.requests).toHaveLength(8);
    const raw = collector.bodies.join('\n');
    const secrets = [jwt, result.jwt, result.refresh_token, jwt.split('.')[2] ?? ''];
    const leaks = [
      'grace',
      'secret.example',
      'Hopperian',
      'unguessable',
      '203.0.113',
      '127.0.0.1',
      'Spyglass',
      'a-session',
      'Mine',
    ];
    expect(secrets.every((secret) => secret.length > 20)).toBe(true);
    expect([...secrets, ...leaks].filter((text) => raw.toLowerCase().includes(text.toLowerCase()))).toEqual([]);
  });

  test('the collector gets JSON, the headers of the variable, and whose traces they are', async () => {
    await collector.requestOf(await fetch(`${gatehouse.url}/auth/me`));
    expect(collector.headers.at(-1)).toMatchObject({
      'content-type': 'application/json',
      authorization: 'Basic Y29sbGVjdG9y',
    });
    const [resourceSpans] = collector.batches[0]?.resourceSpans ?? [];
    expect(attributesOf(resourceSpans?.resource ?? { attributes: [] })).toMatchObject({
      'service.name': 'gatehouse',
      'deployment.environment.name': 'test',
    });
    expect(gatehouse.logged()).not.toMatch(/"msg":"[^"]*trace/);
  });
});

const finished: FinishedRequest = {
  requestId: 'r',
  api: 'rest',
  operation: { name: 'me' },
  method: 'GET',
  route: '/auth/me',
  status: 200,
  error: null,
  aborted: false,
  startedAt: 0,
  durationMs: 1,
  timings: new RequestTimings(),
  ip: () => null,
  backend: null,
  actorId: null,
  traceparent: null,
};

describe('the SDK', () => {
  const collector = new Collector();
  let url: Secret;
  beforeAll(async () => {
    url = new Secret(`${await collector.open()}/v1/traces`);
  });
  afterAll(() => collector.close());
  beforeEach(() => {
    collector.forget();
    collector.statusCode = 200;
  });

  /** Opens traces with these variables, and closes them after `use`. Resolves to the log. */
  async function withTraces(
    env: Record<string, string>,
    use: (traces: Traces) => Promise<void> | void,
  ): Promise<Record<string, unknown>[]> {
    const lines: string[] = [];
    Object.assign(process.env, env);
    const traces = openTraces({ url }, createLog('info', { write: (line: string) => void lines.push(line) }));
    await use(traces);
    await traces.close();
    for (const name of Object.keys(env)) delete process.env[name];
    return lines.map((line) => JSON.parse(line));
  }

  test('takes its sampler, and the name of the service, from the variables', async () => {
    await withTraces({ OTEL_TRACES_SAMPLER: 'always_off' }, ({ observe }) => observe(finished));
    expect(collector.bodies).toEqual([]);
    await withTraces({ OTEL_SERVICE_NAME: 'front', OTEL_RESOURCE_ATTRIBUTES: 'service.version=7' }, ({ observe }) =>
      observe(finished),
    );
    const [resourceSpans] = collector.batches[0]?.resourceSpans ?? [];
    expect(attributesOf(resourceSpans?.resource ?? { attributes: [] })).toMatchObject({
      'service.name': 'front',
      'service.version': '7',
    });
  });

  test('uses the default of a wrong variable, and the log names the variable, without its value', async () => {
    const lines = await withTraces(
      { OTEL_TRACES_SAMPLER: 'hunter2', OTEL_BSP_SCHEDULE_DELAY: 'hunter2' },
      ({ observe }) => observe(finished),
    );
    expect(collector.requests).toHaveLength(1);
    expect(new Set(lines.map(({ level, variable }) => `${level} ${variable}`))).toEqual(
      new Set(['warn OTEL_TRACES_SAMPLER', 'warn OTEL_BSP_SCHEDULE_DELAY']),
    );
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });

  test('keeps no more than its queue holds, and the log says once that there were more', async () => {
    const env = { OTEL_BSP_MAX_QUEUE_SIZE: '10', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '10', OTEL_BSP_SCHEDULE_DELAY: '10' };
    const lines = await withTraces(env, async ({ observe }) => {
      const receives = (spans: number) => until(() => collector.requests.length === spans);
      const observeMany = () => {
        for (let i = 0; i < 1000; i += 1) observe(finished);
      };
      collector.isHolding = true;
      // Ten spans are being sent, and ten are in the queue.
      observeMany();
      await receives(10);
      collector.release();
      await receives(20);
      for (const received of [30, 40]) {
        // The last ten spans are still being sent.
        observeMany();
        collector.release();
        await receives(received);
      }
      collector.isHolding = false;
      collector.release();
    });
    expect(collector.requests).toHaveLength(40);
    expect(lines).toMatchObject([{ level: 'warn', lost: 980 }]);
  });

  test('says once that sending fails, and once that it works again with what was lost meanwhile', async () => {
    const lines = await withTraces({ OTEL_BSP_SCHEDULE_DELAY: '1' }, async ({ observe }) => {
      for (const answer of [403, 403, 200]) {
        collector.statusCode = answer;
        const before = collector.answered;
        observe(finished);
        await until(() => collector.answered > before);
      }
    });
    expect(lines).toMatchObject([
      { level: 'warn', reason: 403 },
      { level: 'info', lost: 2 },
    ]);
  });

  test('receives a verification if it is part of a trace, was rejected or took a step', async () => {
    const verify = { ...finished, operation: verifyOperation, route: '/auth/verify' };
    const timings = new RequestTimings();
    await timings.measure('database', async () => {});
    await withTraces({}, ({ observe }) => {
      observe({ ...verify, requestId: 'alone' });
      observe({ ...verify, requestId: 'part', traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' });
      observe({ ...verify, requestId: 'rejected', status: 401, error: new AppError('UNAUTHENTICATED') });
      observe({ ...verify, requestId: 'asked', timings });
    });
    expect(collector.requests.map((span) => attributesOf(span)['gatehouse.request_id'])).toEqual([
      'part',
      'rejected',
      'asked',
    ]);
  });

  test('receives which limit rejected a request', async () => {
    const error = new AppError('RATE_LIMITED', { limit: 'LOGIN_NETWORK', retryAfterS: 1 });
    await withTraces({}, ({ observe }) => observe({ ...finished, status: 429, error }));
    expect(collector.requests.map(attributesOf)).toMatchObject([
      { 'gatehouse.code': 'RATE_LIMITED', 'gatehouse.limit': 'LOGIN_NETWORK' },
    ]);
  });

  test('throws nothing at a request in any case', async () => {
    const broken = { ...finished, timings: null as unknown as RequestTimings };
    const lines = await withTraces({}, ({ observe }) => observe(broken));
    expect(lines).toMatchObject([{ level: 'error' }]);
  });
});

/** Starts a server that accepts connections and never answers. With `disconnects` it closes them. */
async function openSilence(disconnects = false) {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {}).resume();
    if (disconnects) socket.destroy();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, connections: () => connections, close: () => server.close() };
}

test.each([
  ['disconnects', true],
  ['never answers', false],
])('with a collector that %s the server answers, stops, and warns once', async (_what, disconnects) => {
  const collector = await openSilence(disconnects);
  // The SDK reads these variables from the environment.
  const variables = { OTEL_BSP_SCHEDULE_DELAY: '5', OTEL_EXPORTER_OTLP_TIMEOUT: '50' };
  Object.assign(process.env, variables);
  const gatehouse = await startGatehouse({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://user:hunter2@127.0.0.1:${collector.port}`,
  });
  await restApi.register(gatehouse.url, account);
  // Logins arrive while sending the spans fails repeatedly.
  for (let i = 0; collector.connections() < 4 || !gatehouse.logged().includes('traces cannot be sent'); i += 1) {
    expect((await (apis[i % 2] ?? restApi).login(gatehouse.url, credentials)).success).toBe(true);
  }
  await gatehouse.stop();
  for (const name of Object.keys(variables)) delete process.env[name];
  expect(warnings(gatehouse.logged())).toEqual([expect.stringContaining('traces cannot be sent')]);
  expect(gatehouse.logged()).not.toContain('hunter2');
  collector.close();
});

test('wrong variables stop the start with a line each', () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' };
  expect(() => readConfig(env)).toThrow(
    new ConfigError([
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an http:// or https:// URL, such as http://collector:4318',
      'OTEL_EXPORTER_OTLP_PROTOCOL must be http/json. Gatehouse sends traces as JSON over HTTP, usually to port 4318 of a collector',
    ]),
  );
});

describe('as a process', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-'));
    await writeDataDir(path.join(folder, 'data'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** A busy machine may not send the remaining spans within the one second that a stop allows. */
  const patience = `import t from 'node:timers/promises'; const { setTimeout } = t; t.setTimeout = (ms, ...more) => setTimeout(100 * ms, ...more);`;
  const start = (env: Record<string, string>) => spawnGatehouse({ DATA_DIR: path.join(folder, 'data'), ...env });

  test('with a collector that hangs, neither an answer nor a stop waits for it, and the log says what was not sent', async () => {
    const collector = await openSilence();
    const gatehouse = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
      OTEL_BSP_SCHEDULE_DELAY: '1',
      // Longer than the time limit of this test.
      OTEL_EXPORTER_OTLP_TIMEOUT: '3600000',
      OTEL_BSP_EXPORT_TIMEOUT: '3600000',
    });
    await gatehouse.ready();
    await restApi.me(gatehouse.url, null);
    await until(() => collector.connections() > 0);
    await restApi.me(gatehouse.url, null);
    expect(await gatehouse.signal('SIGTERM')).toBe(0);
    expect(warnings(gatehouse.output())).toEqual([expect.stringContaining('traces cannot be sent')]);
    collector.close();
  });

  test('the remaining spans are sent when it stops', async () => {
    const collector = new Collector();
    const gatehouse = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: await collector.open(),
      // The stop sends the first span.
      OTEL_BSP_SCHEDULE_DELAY: '3600000',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(patience)}`,
    });
    await gatehouse.ready();
    await restApi.me(gatehouse.url, null);
    expect(collector.requests).toEqual([]);
    expect(await gatehouse.signal('SIGTERM')).toBe(0);
    expect(collector.requests.map(({ name }) => name)).toEqual(['GET /auth/me']);
    expect(warnings(gatehouse.output())).toEqual([]);
    collector.close();
  });
});
