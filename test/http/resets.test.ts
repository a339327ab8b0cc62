import { connect } from 'node:net';
import { createMigratedSettings } from '../support/cli';
import { freePort, type GatehouseProcess, spawnGatehouse } from '../support/process';

/** A client can reset its connection (SO_LINGER 0) at any moment. The process must continue, on each of its ports. */
let settings: Awaited<ReturnType<typeof createMigratedSettings>>;
let gatehouse: GatehouseProcess;
let metricsPort: number;

beforeAll(async () => {
  settings = await createMigratedSettings();
  metricsPort = await freePort();
  gatehouse = await spawnGatehouse({
    ...settings.env,
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'error',
  });
  await gatehouse.ready();
});
afterAll(async () => {
  await gatehouse.signal('SIGTERM');
  await settings.remove();
});

const login = 'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60\r\n\r\n';
const body = JSON.stringify({ email: 'unknown@example.com', password: 'wrong horse battery' });
const padded = body.padEnd(60);
const document = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n';

/** What the client sends before the reset. With `answered`, the reset follows the first byte of an answer. */
const stages: { name: string; sent: string; answered?: boolean }[] = [
  { name: 'before the first byte', sent: '' },
  { name: 'after the first byte', sent: 'G' },
  { name: 'in the request line', sent: 'CONNECT x:1 HT' },
  { name: 'in the headers', sent: 'GET /healthz HTTP/1.1\r\nHost: x\r\nX: ' },
  { name: 'after the headers', sent: login },
  { name: 'in the body', sent: login + padded.slice(0, 20) },
  { name: 'after the body', sent: login + padded },
  { name: 'in a chunk', sent: `${login.replace('Content-Length: 60', 'Transfer-Encoding: chunked')}5\r\n{` },
  { name: 'during an answer', sent: document, answered: true },
  { name: 'during many answers', sent: document.repeat(50), answered: true },
  { name: 'after an answer', sent: 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', answered: true },
  { name: 'after CONNECT', sent: 'CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n' },
  { name: 'after CONNECT behind a login', sent: `${login}${padded}CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n` },
  { name: 'after the answer to CONNECT', sent: 'CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n', answered: true },
  {
    name: 'after Upgrade',
    sent: 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  },
  { name: 'after an unknown Expect', sent: 'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n' },
  { name: 'after Expect', sent: login.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n'), answered: true },
  { name: 'after what is no HTTP', sent: 'nonsense\r\n\r\n' },
  { name: 'after the answer to what is no HTTP', sent: 'nonsense\r\n\r\n', answered: true },
  { name: 'after a preface of HTTP/2', sent: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' },
];
const connectionsOfStage = 10;

async function reset(port: number, { sent, answered = false }: (typeof stages)[number]): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  // A connection that the server closes counts as an answer. `once` of node:events would reject on an error.
  socket.on('error', () => {});
  const event = (name: string) => new Promise((resolve) => socket.once(name, resolve));
  const closed = event('close');
  await event('connect');
  const isAnswered = answered && Promise.race([event('data'), closed]);
  if (sent) await new Promise((resolve) => socket.write(sent, resolve));
  await isAnswered;
  socket.resetAndDestroy();
  await closed;
}

test.each(stages)('a connection may be reset $name', async (stage) => {
  const ports = [Number(new URL(gatehouse.url).port), metricsPort];
  for (const port of ports) {
    // Five at a time, so that some connections are reset while the server works for others.
    for (let i = 0; i < connectionsOfStage; i += 5) {
      await Promise.all(Array.from({ length: 5 }, () => reset(port, stage)));
    }
  }
  const [health, metrics] = await Promise.all([
    fetch(`${gatehouse.url}/healthz`),
    fetch(`http://127.0.0.1:${metricsPort}/metrics`),
  ]);
  expect([health.status, metrics.status]).toEqual([200, 200]);
  expect([gatehouse.child.exitCode, gatehouse.output()]).toEqual([null, expect.not.stringContaining('a bug')]);
});
