import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { until } from '../support/until';

/** An answer before the end of a body arrives, although the client still sends. */
let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());

const run = promisify(execFile);
const script = path.join(__dirname, '../support/upload.mjs');
const json = 'application/json';

test.each([
  ['a body over the limit', '/auth/login', json, 413],
  ['one of GraphQL', '/graphql', json, 413],
  ['another media type', '/auth/register', 'application/octet-stream', 415],
  ['a path that does not exist', '/auth/nothing', json, 404],
  ['a method that is not allowed', '/auth/me', json, 405],
])('%s', async (_name, route, type, status) => {
  const { stdout } = await run(process.execPath, [script, `${gatehouse.url}${route}`, type, '1,5,10', '3']);
  expect(JSON.parse(stdout)).toEqual([status]);
});

test('a client that never stops to send is cut off by bytes, and one that sends nothing more by time', async () => {
  const head = `POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 999999999\r\n\r\n`;
  const flood = connect(gatehouse.port, '127.0.0.1');
  flood.on('error', () => {});
  flood.write(head);
  const sending = setInterval(() => flood.writable && flood.write(Buffer.alloc(4 * 1024 * 1024)), 5);
  await new Promise((resolve) => flood.once('close', resolve));
  clearInterval(sending);
  expect(flood.bytesWritten).toBeLessThan(200 * 1024 * 1024);

  const idle = connect(gatehouse.port, '127.0.0.1');
  idle.on('error', () => {});
  idle.write(head);
  let answer = '';
  idle.on('data', (bytes) => {
    answer += bytes;
  });
  idle.write(Buffer.alloc(1024 * 1024));
  await until(() => idle.destroyed || idle.readableEnded);
  expect(answer).toContain(' 413 ');
});

test('answers before the end of a body leave nothing behind on a connection that goes on', async () => {
  const warnings: Error[] = [];
  const collect = (warning: Error) => void warnings.push(warning);
  process.on('warning', collect);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let sent = 0; sent < 12; sent += 1) {
    const headers = { 'Content-Type': 'text/plain', 'Content-Length': 200_000 };
    const post = request(`${gatehouse.url}/auth/register`, { method: 'POST', agent, headers });
    post.write(Buffer.alloc(100_000));
    const [response] = await once(post, 'response');
    response.resume();
    post.end(Buffer.alloc(100_000));
    await Promise.all([once(response, 'end'), once(post, 'finish')]);
  }
  agent.destroy();
  process.off('warning', collect);
  expect(warnings).toEqual([]);
});
