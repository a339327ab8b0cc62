import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { scheduleRequests } from '../../src/http/request-scheduler';

const response = {} as ServerResponse;

function setUp() {
  const started: string[] = [];
  const pass = scheduleRequests(
    (_method, path) => (path.startsWith('/free') ? null : (path.split('/')[1] ?? null)),
    ({ url = '' }) => started.push(url),
  );
  const arrive = (url: string) => pass({ method: 'POST', url } as IncomingMessage, response);
  return { started, arrive };
}

test('two requests of a queue start in a turn of the event loop, in order of arrival; requests without a queue do not wait', async () => {
  const { started, arrive } = setUp();
  for (let i = 0; i < 5; i += 1) arrive(`/queued/${i}`);
  arrive('/free');
  expect(started).toEqual(['/queued/0', '/queued/1', '/free']);
  await nextTurn();
  arrive('/queued/5');
  expect(started.slice(3)).toEqual(['/queued/2', '/queued/3']);
  await nextTurn();
  await nextTurn();
  expect(started.slice(5)).toEqual(['/queued/4', '/queued/5']);
});

test('queues do not wait for each other, and a request of an empty queue starts at once', async () => {
  const { started, arrive } = setUp();
  for (const url of ['/a/0', '/a/1', '/a/2', '/b/0', '/b/1', '/b/2']) arrive(url);
  expect(started).toEqual(['/a/0', '/a/1', '/b/0', '/b/1']);
  for (let i = 0; i < 3; i += 1) await nextTurn();
  arrive('/a/3');
  expect(started.slice(4)).toEqual(['/a/2', '/b/2', '/a/3']);
});

test('the query of a URL does not make a new queue', () => {
  const { started, arrive } = setUp();
  for (const url of ['/queued?a', '/queued?b', '/queued', '/queued?c', '/free?a', '/free?b', '/free?c']) arrive(url);
  expect(started).toEqual(['/queued?a', '/queued?b', '/free?a', '/free?b', '/free?c']);
});
