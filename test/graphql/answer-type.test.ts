import 'reflect-metadata';
import { z } from 'zod';
import { connectionOf } from '../../src/platform/graphql/answer-type';
import { answerType, pageOf } from '../../src/platform/operations/answer';
import { toPageCursor } from '../../src/platform/request/page-cursor';

const ts = new Date('2026-11-20T17:30:15.123Z');
const [first, last] = [{ id: '01a1fafd-5d48-74fb-874f-7e0ccacee987' }, { id: '01a1fafd-5d48-74fb-874f-7e0ccacee988' }];
const answer = pageOf(answerType('ExampleEntry', 'An entry.', { id: z.uuid() }), {
  connection: 'ExampleConnection',
  property: 'entries',
  items: 'The entries.',
  positionOf: ({ id }) => ({ ts, id }),
  is: 'One page.',
});
const [startCursor, endCursor] = [toPageCursor({ ts, ...first }), toPageCursor({ ts, ...last })];

test.each([
  [undefined, false],
  [null, false],
  [startCursor, true],
])('a page after %s has a previous page: %s', (after, hasPreviousPage) => {
  const { nodes, edges, pageInfo } = connectionOf({ answer }, { items: [first, last], hasMore: true }, after);
  expect(pageInfo).toEqual({ hasNextPage: true, hasPreviousPage, startCursor, endCursor });
  expect(nodes).toEqual([first, last]);
  expect(edges()).toEqual([
    { cursor: startCursor, node: first },
    { cursor: endCursor, node: last },
  ]);
});

test('a page without entries has no cursors', () => {
  const { pageInfo } = connectionOf({ answer }, { items: [], hasMore: false }, null);
  expect(pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null });
});
