import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { bodyBytes, httpLimits } from '../../src/platform/http/http-limits';
import { checkAnswer } from '../support/checked-fetch';
import { createMigratedSettings } from '../support/cli';
import { freePort, shortLived } from '../support/process';

/** A request may take this many times the CPU time of an ordinary rejected request of the same size. */
const factor = 20;
const requestsPerBatch = 12;
const origin = 'https://app.example.com';

interface ProbedRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}
/** A part of a request that can contain a text, and the maximum length of that text in bytes. */
interface Input {
  name: string;
  bytes: number;
  /** Whether the input can contain this character. */
  carries(character: string): boolean;
  request(text: string): ProbedRequest;
}

/** Letters, digits and control characters that code treats alike are here once. */
const everyCharacter = [
  ...'\0\t\n\v\f\r\x1b\x7f !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~0a1e9kAsSzZ',
  // White space, invisible characters, combining marks of two classes, and characters whose length changes in another
  // form.
  ...'\u0085\u00a0\u00ad\u1680\u2003\u2028\u2029\u202f\u3000\u200b\u200d\ufeff\u0301\u0316\u0345\u20dd',
  ...'éßßſİıﬃ가각。．一\u{1d165}\u{1f600}\u{16126}\u1f82',
  '\ud800',
  '\udc00',
];
/** One character of each kind that syntax and formats treat differently, and two marks that Unicode sorts after a letter. */
const kinds = ['a', '.', '-', '@', ' ', ';', '"'];
const marked = ['a', '\u0301', '\u0316'];
const pairs = [kinds, marked].flatMap((characters) =>
  characters.flatMap((a) => characters.filter((b) => a !== b).map((b) => [a, b] as const)),
);

const any = () => true;
const json = { 'Content-Type': 'application/json' };
const wrong = { email: '@', password: '-', first_name: '', last_name: '' };

function bodyInput(name: string, bytes: number, path: string, bodyOf: (text: string) => unknown, headers = {}): Input {
  const request = (text: string) => ({
    method: 'POST',
    path,
    headers: { ...json, ...headers },
    body: JSON.stringify(bodyOf(text)),
  });
  return { name, bytes: bytes - Buffer.byteLength(request('').body), carries: any, request };
}
const restInput = (path: string, field: string, others = {}) =>
  bodyInput(`${path} ${field}`, bodyBytes.rest, path, (text) => ({ ...others, [field]: text }));

function graphqlInput(operation: string, type: string, field: string, others = {}): Input {
  const query = `mutation($input: ${type}!) { ${operation}(input: $input) { success } }`;
  return bodyInput(`GraphQL ${operation} ${field}`, bodyBytes.graphql, '/graphql', (text) => ({
    query,
    variables: { input: { ...others, [field]: text } },
  }));
}
const graphqlPart = (name: string, bodyOf: (text: string) => unknown) =>
  bodyInput(`GraphQL ${name}`, bodyBytes.graphql, '/graphql', bodyOf);

function headerInput(header: string, request: ProbedRequest, before = '', after = ''): Input {
  return {
    name: `${request.method} ${request.path} ${header}${before && `: ${before}`}`,
    bytes: httpLimits.headerBytes - 1024,
    carries: (character) => /^[\t\x20-\x7e\x80-\xff]$/.test(character),
    // Node's client only sends Latin-1 in headers.
    request: (text) => ({ ...request, headers: { ...request.headers, [header]: `${before}${text}${after}` } }),
  };
}
function targetInput(name: string, request: (text: string) => ProbedRequest): Input {
  return {
    name,
    bytes: httpLimits.headerBytes - 1024,
    carries: (character) => /^[\x21-\x7e]$/.test(character) && !'#\\'.includes(character),
    request,
  };
}

const me: ProbedRequest = { method: 'GET', path: '/auth/me' };
const login: ProbedRequest = { method: 'POST', path: '/auth/login', headers: json, body: JSON.stringify(wrong) };
const refresh: ProbedRequest = {
  method: 'POST',
  path: '/auth/refresh',
  headers: { ...json, Origin: origin },
  body: '{}',
};
const graphqlGet: ProbedRequest = { method: 'GET', path: '/graphql?query={me{id}}' };
const graphqlMe: ProbedRequest = { method: 'POST', path: '/graphql', headers: json, body: '{"query":"{me{id}}"}' };
/** Without credentials: the form is read before the client is looked up, and the look-up takes longer than all the rest. */
const introspect: ProbedRequest = {
  method: 'POST',
  path: '/oauth/introspect',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: 'token=x',
};
/** A part of a form, as it is sent: percent-encoded or not. */
const formInput = (name: string, before: string, carries: Input['carries']): Input => ({
  name: `form ${name}`,
  bytes: bodyBytes.rest - before.length,
  carries,
  request: (text) => ({ ...introspect, body: before + text }),
});
const loginPage: ProbedRequest = { method: 'GET', path: '/login' };
/** A field of a form on a page. The page that rejects the form repeats some of the fields. */
const pageField = (path: string, name: string, others = ''): Input => {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://id.example.com' };
  const before = `${others}${name}=`;
  return {
    name: `${path} ${name}`,
    bytes: bodyBytes.rest - before.length,
    carries: any,
    request: (text) => ({ method: 'POST', path, headers, body: before + text }),
  };
};
const loginDocument = 'mutation($input: LoginInput!) { login(input: $input) { success } }';

/** Fields with the same schema, such as two names, and headers that one function reads are here once. */
const inputs: Input[] = [
  ...['email', 'password', 'first_name', 'tel'].map((field) => restInput('/auth/register', field, wrong)),
  ...['email', 'password', 'scope', 'refresh_token_in'].map((field) => restInput('/auth/login', field, wrong)),
  restInput('/auth/refresh', 'refresh_token'),
  restInput('/auth/logout', 'sessions'),
  // The fields have the rules of REST, so one of each type is here.
  graphqlInput('login', 'LoginInput', 'refreshTokenIn', { email: '@', password: '-' }),
  graphqlInput('refresh', 'RefreshInput', 'refreshToken'),
  graphqlInput('revokeSession', 'RevokeSessionInput', 'id'),
  graphqlPart('document', (query) => ({ query })),
  graphqlPart('field name', (text) => ({ query: `{ me { a${text} } }` })),
  graphqlPart('literal', (text) => ({
    query: `mutation { login(input: { email: ${JSON.stringify(text)}, password: "-" }) { success } }`,
  })),
  graphqlPart('operationName', (operationName) => ({ query: '{ me { id } }', operationName })),
  graphqlPart('name of a variable', (text) => ({ query: loginDocument, variables: { [text]: 1 } })),
  graphqlPart('name of an input field', (text) => ({ query: loginDocument, variables: { input: { [text]: 1 } } })),
  ...['email', 'return_to', 'lang'].map((name) => pageField('/login', name)),
  ...['code', 'passkey', 'factors', 'options'].map((name) => pageField('/login/complete', name, 'token=x&')),
  pageField('/login/complete', 'uri', 'token=x&secret=x&'),
  pageField('/register', 'first_name'),
  headerInput('Cookie', loginPage),
  headerInput('Cookie', loginPage, '__Host-gatehouse_session='),
  headerInput('Cookie', loginPage, '__Host-gatehouse_language='),
  headerInput('Accept-Language', loginPage),
  targetInput('place to return to', (text) => ({ method: 'GET', path: `/login?return_to=${text}` })),
  formInput('token', 'token=', any),
  formInput('parameters', '', any),
  headerInput('Authorization', introspect),
  headerInput('Authorization', introspect, 'Basic '),
  headerInput('Content-Type', introspect, 'application/x-www-form-urlencoded', 'x'),
  headerInput('Authorization', me),
  headerInput('Authorization', me, 'Bearer '),
  headerInput('Authorization', graphqlMe, 'Bearer a.', '.a'),
  headerInput('Cookie', refresh, '__Host-gatehouse_refresh='),
  headerInput('Origin', login),
  headerInput('Content-Type', login),
  headerInput('Content-Type', login, 'application/json', 'x'),
  headerInput('Content-Type', graphqlMe, 'application/json; charset=', 'x'),
  headerInput('Content-Encoding', login),
  ...['Accept', 'User-Agent', 'X-Forwarded-For', 'traceparent', 'tracestate', 'If-None-Match'].map((header) =>
    headerInput(header, me),
  ),
  headerInput('Accept', graphqlMe),
  headerInput('Accept', graphqlGet),
  headerInput('X-Gatehouse-Client-IP', me),
  targetInput('path', (text) => ({ method: 'GET', path: `/${text}` })),
  targetInput('path of a verification', (text) => ({ method: 'GET', path: `/auth/verify/${text}` })),
  targetInput('id of a session', (text) => ({ method: 'DELETE', path: `/auth/sessions/${text}` })),
  targetInput('query', (text) => ({ method: 'GET', path: `/auth/me?${text}` })),
  targetInput('query of GraphQL', (text) => ({ method: 'GET', path: `/graphql?${text}` })),
  targetInput('document in a URL', (text) => ({ method: 'GET', path: `/graphql?query=${text}` })),
  targetInput('variables in a URL', (text) => ({ method: 'GET', path: `${graphqlGet.path}&variables=${text}` })),
];

/** Returns the size of a text in bytes in JSON. In headers and targets a text is not larger. */
const sizeOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;

function repeated(unit: string, bytes: number): string {
  return unit.repeat(Math.floor(bytes / sizeOf(unit)));
}

/** Each run of the tests has another part of the pairs, because all of them take half a minute of CPU time. */
const share = 1 / 3;
const isInShare = (text: string): boolean =>
  createHash('sha256').update(`${jest.getSeed()} ${text}`).digest().readUInt16BE() < share * 2 ** 16;

/** Returns texts of one character (a…a) and, of a part of the pairs, of two characters (abab…, ab…ba and a…ab…b). */
function* textsFor({ name, bytes, carries }: Input): Generator<string> {
  for (const a of everyCharacter.filter(carries)) yield repeated(a, bytes);
  for (const [a, b] of pairs) {
    if (!carries(a) || !carries(b) || !isInShare(`${name} ${a}${b}`)) continue;
    // The other order is the same text, without its ends.
    if (a < b) yield repeated(a + b, bytes);
    yield a + repeated(b, bytes - 2 * sizeOf(a)) + a;
    yield repeated(a, bytes / 2) + repeated(b, bytes / 2);
  }
}

let settings: Awaited<ReturnType<typeof createMigratedSettings>>;
let server: ChildProcess;
let port: number;
const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });

beforeAll(async () => {
  settings = await createMigratedSettings();
  port = await freePort();
  const reportCpuTime = "process.on('message', () => process.send(process.cpuUsage()))";
  server = fork(path.join(__dirname, '../../dist/main.js'), {
    execArgv: [...shortLived, '--import', `data:text/javascript,${encodeURIComponent(reportCpuTime)}`],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: 'https://id.example.com',
      ...settings.env,
      RATE_LIMITS: 'off',
      TRUST_PROXY: '1',
      RATE_LIMIT_TRUSTED_NETWORKS: '127.0.0.1',
      CORS_ORIGINS: origin,
      LOG_LEVEL: 'fatal',
      // With this setting the server reads `traceparent`. No collector listens there.
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_TRACES_SAMPLER: 'always_off',
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  while ((await send({ method: 'GET', path: '/readyz' }).catch(() => null)) !== 200) {
    if (server.exitCode !== null) throw new Error('the server ended');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
});
afterAll(async () => {
  agent.destroy();
  server.kill();
  await once(server, 'exit');
  await settings.remove();
});

/** To check an answer takes as long as the answer, and most answers of an input are equal. */
const checked = new Set<string>();

async function readAndCheck(target: string, method: string, response: http.IncomingMessage): Promise<void> {
  const { statusCode: status = 0 } = response;
  const body = await textOf(response);
  const answer = `${method} ${target} ${status} ${body}`;
  if (checked.has(answer)) return;
  checked.add(answer);
  const headers = new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
  checkAnswer({ method, target, status, headers, body });
}

function send({ method, path, headers = {}, body }: ProbedRequest): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const request = http.request({ host: '127.0.0.1', port, agent, method, path, headers: { ...headers, ...length } });
    request.on('error', reject);
    request.on('response', (response) => {
      readAndCheck(path, method, response).then(() => resolve(response.statusCode), reject);
    });
    request.end(body);
  });
}

/** Returns the CPU time in ms that the whole server takes for these requests. */
async function cpuTimeOf(requests: readonly ProbedRequest[]): Promise<number> {
  const before = await cpuTime();
  // The server closes the connection after a rejection. A request that was sent at that moment is sent again.
  await Promise.all(requests.map((request) => send(request).catch(() => send(request))));
  return (await cpuTime()) - before;
}

async function cpuTime(): Promise<number> {
  server.send('cpu time');
  const [{ user, system }] = (await once(server, 'message')) as [NodeJS.CpuUsage];
  return (user + system) / 1000;
}

/** Returns the minimum of several measurements. */
async function leastOf(times: number, measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i += 1) least = Math.min(least, await measure());
  return least;
}

/**
 * Returns the CPU time of a request if no measurement is within the limit, else null. Other work of the server, for example
 * garbage collection or a timer, adds to the time of some measurements. An expensive request is expensive every time.
 */
async function timeAbove(allowedMs: number, request: ProbedRequest): Promise<number | null> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 20; i += 1) {
    least = Math.min(least, await cpuTimeOf([request]));
    if (least <= allowedMs) return null;
  }
  return least;
}

function batches<T>(items: Iterable<T>): T[][] {
  const all = [...items];
  return Array.from({ length: Math.ceil(all.length / requestsPerBatch) }, (_, i) =>
    all.slice(i * requestsPerBatch, (i + 1) * requestsPerBatch),
  );
}

async function findExpensive(input: Input, ordinaryMs: number): Promise<string | null> {
  const allowedMs = factor * ordinaryMs;
  for (const texts of batches(textsFor(input))) {
    const requests = texts.map((text) => input.request(text));
    if ((await cpuTimeOf(requests)) < allowedMs + requests.length * ordinaryMs) continue;
    for (const [i, request] of requests.entries()) {
      const ms = await timeAbove(allowedMs, request);
      if (ms !== null) return `${input.name}: ${JSON.stringify(texts[i]?.slice(0, 3))}… takes ${ms.toFixed(0)} ms`;
    }
  }
  return null;
}

test('the CPU time of a request is proportional to its size, for every content', async () => {
  const prose = repeated('the quick brown fox, 42 of them; ', bodyBytes.graphql - 200);
  const ordinary = Array.from({ length: requestsPerBatch }, () => ({
    ...graphqlMe,
    body: JSON.stringify({ query: '{ me { id } }', variables: { unused: prose } }),
  }));
  // Many times, because the first requests take longer until V8 has compiled the code.
  const ordinaryMs = (await leastOf(20, () => cpuTimeOf(ordinary))) / requestsPerBatch;

  const expensive: string[] = [];
  for (const input of inputs) {
    const found = await findExpensive(input, ordinaryMs);
    if (found !== null) expensive.push(found);
  }
  expect(expensive).toEqual([]);
});
