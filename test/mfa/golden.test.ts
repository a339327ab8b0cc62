import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

/**
 * What a legacy client gets that signs in a user without a second factor, byte for byte. The file was recorded with the
 * version before there were second factors. Only values that differ at each login are replaced.
 */
const golden = readFileSync(path.join(__dirname, 'golden/login-without-factor.http'), 'utf8');

const replaced: readonly (readonly [RegExp, string])[] = [
  [/X-Request-Id: [0-9a-f-]{36}/, 'X-Request-Id: <uuid>'],
  [/Date: .+ GMT/, 'Date: <date>'],
  [/Content-Length: \d+/, 'Content-Length: <bytes>'],
  [/"jwt":"[\w-]+\.[\w-]+\.[\w-]{86}"/, '"jwt":"<jwt>"'],
  [/"id":"[0-9a-f-]{36}"/, '"id":"<uuid>"'],
  [/"created_ts":"[\d-]{10}T[\d:]{8}\.\d{3}"/, '"created_ts":"<time>"'],
  [/"gen_ts":\d{10}(\.\d{1,3})?/, '"gen_ts":<seconds>'],
  [/"gen_at":"[\d-]{10}T[\d:]{8}\.\d{3}"/, '"gen_at":"<time>"'],
];

let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());

test('the login of a user without a second factor is unchanged, byte for byte', async () => {
  const credentials = { email: 'ada@example.com', password: 'correct horse battery' };
  await restApi.register(gatehouse.url, { ...credentials, firstName: 'Ada', lastName: 'Lovelace' });
  const body = JSON.stringify(credentials);
  const socket = connect(Number(new URL(gatehouse.url).port), '127.0.0.1');
  const head = ['POST /auth/login HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];
  socket.write([...head, `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close', '', body].join('\r\n'));
  const answer = (await text(socket)).replaceAll('\r\n', '\n');
  const normalized = replaced.reduce((so, [pattern, name]) => so.replace(pattern, name), answer);
  // The recording was on a connection that stays open.
  const recorded = golden.replace('Connection: keep-alive\nKeep-Alive: timeout=65\n', 'Connection: close\n').trimEnd();
  expect(normalized).toBe(recorded);
  expect(replaced.filter(([, name]) => !normalized.includes(name))).toEqual([]);
});
