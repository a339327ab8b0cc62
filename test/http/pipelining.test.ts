import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createServer, type DrainableServer } from '../../src/platform/http/server';
import { checkRawAnswers } from '../support/checked-fetch';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { until } from '../support/until';

/** Requests on one connection that arrive before earlier requests were answered. */
let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());

const password = 'correct horse battery';

function post(path: string, body: object): string {
  const text = JSON.stringify(body);
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
}
const register = (email: string) =>
  post('/auth/register', { email, password, first_name: 'Ada', last_name: 'Lovelace' });
const registerInGraphql = (email: string) => {
  const input = `{email: "${email}", password: "${password}", firstName: "Ada", lastName: "Lovelace"}`;
  return post('/graphql', { query: `mutation { register(input: ${input}) { success } }` });
};
const healthz = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';

/** Returns all bytes that the server sends until it closes the connection. */
async function sendRaw(...packets: string[]): Promise<string> {
  const answer = await sendTo(gatehouse.port, ...packets);
  checkRawAnswers(packets.join(''), answer);
  return answer;
}

function sendTo(port: number, ...packets: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => {
      for (const packet of packets) socket.write(packet);
    });
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

const statusesOf = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

let sentinels = 0;
/** Returns the accounts, after all requests that were sent before have been executed. */
async function accounts(): Promise<unknown[]> {
  const { hashQueue } = gatehouse.services;
  await sendRaw(
    register(`sentinel.${++sentinels}@sentinel.example`).replace('Host: x', 'Host: x\r\nConnection: close'),
  );
  await until(() => hashQueue.working + hashQueue.queued === 0);
  return (await gatehouse.sql('SELECT email FROM users ORDER BY email')).map(({ email }) => email);
}

const rejected: [string, string][] = [
  ['two Hosts', 'GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'],
  ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n'],
  ['101 headers', `GET /healthz HTTP/1.1\r\nHost: x\r\n${'X: x\r\n'.repeat(100)}\r\n`],
  ['two lengths', 'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 1\r\n\r\n'],
  ['an unknown Expect', 'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n'],
  ['a target that is no path', 'GET http://x/healthz# HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['what is no HTTP', 'GARBAGE\r\n\r\n'],
  ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n'],
  [
    'a chunk that is none',
    'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZ\r\n',
  ],
];

describe.each(rejected)('behind a request with %s', (name, request) => {
  const email = `${name.replace(/\W/g, '.')}@example.com`.toLowerCase();

  test.each([
    ['REST', register],
    ['GraphQL', registerInGraphql],
  ])('nothing is executed, in the same packet or a later one (%s)', async (_api, registration) => {
    const own = `nothing.${email}`;
    expect(statusesOf(await sendRaw(request + registration(`same.${own}`)))).toEqual([400]);
    expect(statusesOf(await sendRaw(request + registration(`1.${own}`).repeat(5)))).toEqual([400]);
    expect(statusesOf(await sendRaw(request, registration(`later.${own}`)))).toEqual([400]);
    expect(await accounts()).not.toContainEqual(expect.stringContaining(own));
  });

  test('earlier requests are answered first, in their order', async () => {
    const before = register(`before.${email}`) + healthz + registerInGraphql(`before.too.${email}`);
    const answer = await sendRaw(`${before}${request}${register(`behind.${email}`)}`);
    expect(statusesOf(answer)).toEqual([201, 200, 200, 400]);
    expect(answer).toMatch(/"code":"MALFORMED_REQUEST"}$/);
    const names = (await accounts()).filter((one) => String(one).endsWith(email));
    expect(names.sort()).toEqual([`before.too.${email}`, `before.${email}`].sort());
  });
});

describe('a connection that ends with an answer', () => {
  test.each([
    ['that is 413', post('/auth/login', { email: 'x'.repeat(17_000) }), 413],
    ['because the client said so', healthz.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'), 200],
    [
      'because an upgrade was asked for',
      healthz.replace('\r\n\r\n', '\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
      200,
    ],
  ])('executes nothing more, %s', async (name, request, status) => {
    const email = `${name.replace(/\W/g, '.')}@example.com`;
    expect(statusesOf(await sendRaw(request + register(email).repeat(3)))).toEqual([status]);
    expect(statusesOf(await sendRaw(request, register(email)))).toEqual([status]);
    expect(await accounts()).not.toContainEqual(expect.stringContaining(email));
  });
});

describe('10 000 requests at the same time', () => {
  const total = 10_000;
  const longMs = 3_600_000;
  let server: DrainableServer;
  let port: number;
  let arrived = 0;
  let started = 0;
  let answered = 0;
  const most = { atWork: 0, waiting: 0 };

  beforeAll(async () => {
    server = createServer(
      ({ url = '' }, res) => {
        if (url !== '/other') started += 1;
        most.atWork = Math.max(most.atWork, started - answered);
        setImmediate(() => {
          if (url !== '/other') answered += 1;
          res.end(`answer to ${url}.`);
        });
      },
      // On a busy machine it takes longer to read all requests than a client may take to send one.
      { maxConnections: 10, headersMs: longMs, requestMs: longMs, silenceMs: longMs },
    );
    server.on('request', ({ url }) => {
      if (url !== '/other') arrived += 1;
      most.waiting = Math.max(most.waiting, arrived - answered);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => server.drain(0));

  test('are answered and read one after the other, and other clients are served in between', async () => {
    let others = 0;
    const other = connect(port, '127.0.0.1');
    const ask = () => other.write('GET /other HTTP/1.1\r\nHost: x\r\n\r\n');
    other.on('data', () => {
      others += 1;
      ask();
    });
    ask();
    await once(other, 'data');
    const requests = Array.from({ length: total }, (_, i) => `GET /${i} HTTP/1.1\r\nHost: x\r\n\r\n`);
    requests.push('GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const answer = await sendTo(port, requests.join(''));
    other.destroy();
    const expected = Array.from({ length: total }, (_, i) => `/${i}`).concat('/last');
    expect([...answer.matchAll(/answer to ([/\w]+)\./g)].map(([, url]) => url)).toEqual(expected);
    expect(most.atWork).toBe(1);
    // One read of the system returns at most 64 kB, which holds fewer requests than this.
    expect(most.waiting).toBeLessThan(3000);
    // If the requests blocked the event loop, few other requests would be answered.
    expect(others).toBeGreaterThan(total / 100);
  });
});

test('a connection is closed when too many requests wait on all connections together', async () => {
  const gone: string[] = [];
  const server = createServer(({ url = '' }) => gone.push(url), { maxConnections: 10, waitingRequests: 10 });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const request = (url: string) => `GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const first = connect(port, '127.0.0.1');
  const [firstEnded] = [once(first, 'close')];
  first.write(request('/a').repeat(9));
  await once(server, 'request');
  // Eight requests wait, so there is room for two more.
  const second = connect(port, '127.0.0.1');
  second.write(request('/b').repeat(4));
  second.on('error', () => {});
  await once(second, 'close');
  // The closed connection's requests have left the backlog, so there is room again.
  const third = connect(port, '127.0.0.1');
  third.write(request('/c').repeat(3));
  while (!gone.includes('/c')) await once(server, 'request');
  expect([first.destroyed, third.destroyed, gone]).toEqual([false, false, ['/a', '/b', '/c']]);
  await server.drain(0);
  third.destroy();
  await firstEnded;
});
