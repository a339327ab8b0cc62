import type { Socket } from 'node:net';
import { isLocalRequest } from '../../src/platform/http/local-request';

const isLocal = (remoteAddress: string | undefined, headers: Record<string, string> = {}) =>
  isLocalRequest({ socket: { remoteAddress } as Socket, headers: { host: 'localhost:4000', ...headers } });

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.255.0.9'])('a connection from %s is local', (address) => {
  expect(isLocal(address)).toBe(true);
});

test.each([undefined, '', '192.0.2.1', '10.0.0.1', '::ffff:192.0.2.1', 'fe80::1', '2130706433'])(
  'a connection from %s is not local',
  (address) => {
    expect(isLocal(address)).toBe(false);
  },
);

test.each(['localhost', 'localhost:4000', '127.0.0.1:4000', '[::1]:4000', 'app.localhost', 'LOCALHOST'])(
  'the host %s is local',
  (host) => {
    expect(isLocal('127.0.0.1', { host })).toBe(true);
  },
);

test.each([
  '',
  'id.example.com',
  'localhost.example.com',
  'localhost@example.com',
  '127.0.0.1.example.com',
  'example.com#localhost',
  '192.0.2.1',
  '[::2]',
  'local host',
])('the host %j is not local', (host) => {
  expect(isLocal('127.0.0.1', { host })).toBe(false);
});

test.each([
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'x-gatehouse-client-ip',
])('a request with the header %s was forwarded', (name) => {
  expect(isLocal('127.0.0.1', { [name]: '127.0.0.1' })).toBe(false);
});
