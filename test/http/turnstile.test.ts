import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { throughTurnstile } from '../../src/http/turnstile';

const response = {} as ServerResponse;

function setUp() {
  const begun: string[] = [];
  const pass = throughTurnstile(
    (_method, path) => (path.startsWith('/free') ? null : (path.split('/')[1] ?? null)),
    ({ url = '' }) => begun.push(url),
  );
  const arrive = (url: string) => pass({ method: 'POST', url } as IncomingMessage, response);
  return { begun, arrive };
}

test('of a lane two begin in a turn of the event loop, in the order they came; what is in none does not wait', async () => {
  const { begun, arrive } = setUp();
  for (let i = 0; i < 5; i += 1) arrive(`/lane/${i}`);
  arrive('/free');
  expect(begun).toEqual(['/lane/0', '/lane/1', '/free']);
  await nextTurn();
  arrive('/lane/5');
  expect(begun.slice(3)).toEqual(['/lane/2', '/lane/3']);
  await nextTurn();
  await nextTurn();
  expect(begun.slice(5)).toEqual(['/lane/4', '/lane/5']);
});

test('lanes do not wait for each other, and an empty one lets through at once again', async () => {
  const { begun, arrive } = setUp();
  for (const url of ['/a/0', '/a/1', '/a/2', '/b/0', '/b/1', '/b/2']) arrive(url);
  expect(begun).toEqual(['/a/0', '/a/1', '/b/0', '/b/1']);
  for (let i = 0; i < 3; i += 1) await nextTurn();
  arrive('/a/3');
  expect(begun.slice(4)).toEqual(['/a/2', '/b/2', '/a/3']);
});

test('a query makes no lane of its own', () => {
  const { begun, arrive } = setUp();
  for (const url of ['/lane?a', '/lane?b', '/lane', '/lane?c', '/free?a', '/free?b', '/free?c']) arrive(url);
  expect(begun).toEqual(['/lane?a', '/lane?b', '/free?a', '/free?b', '/free?c']);
});
