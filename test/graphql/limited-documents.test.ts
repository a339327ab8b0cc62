import type { Request, Response } from 'express';
import { buildSchema } from 'graphql';
import { credential } from '../../src/graphql/document-limits';
import { limitedDocuments } from '../../src/graphql/limited-documents';
import { RequestScheduler } from '../../src/http/request-scheduler';
import { until } from '../support/until';

/** Records the order in which documents are executed while the hash queue has no free slot. */
function setUp() {
  const schema = buildSchema('type Query { me: Int } type Mutation { login: Int logout: Int }');
  const login = schema.getMutationType()?.getFields().login;
  if (login) login.extensions = credential;
  const scheduler = new RequestScheduler();
  const limited = limitedDocuments(schema, { introspection: false }, scheduler);
  const executed: string[] = [];
  const socket = {} as Request['socket'];
  const ask = (query: string) =>
    limited({ body: { query }, socket } as Request, {} as Response, (error?: unknown) => {
      executed.push(error ? 'rejected' : query);
    });
  const fillQueue = () => {
    for (let i = 0; i < 2; i += 1) scheduler.start('hashing', () => {});
  };
  return { ask, fillQueue, executed, isCheap: () => scheduler.isCheap(socket) };
}

const login = 'mutation { login }';
const others = ['{ me }', 'mutation { logout }'];

test.each(['the first time', 'again'])(
  'a document that takes credentials waits in the queue of hashing, others do not: %s',
  async (when) => {
    const { ask, fillQueue, executed } = setUp();
    const documents = [login, ...others];
    if (when === 'again') for (const query of documents) ask(query);
    await until(() => executed.length === (when === 'again' ? 3 : 0));
    executed.length = 0;
    await new Promise(setImmediate);
    fillQueue();
    for (const query of documents) ask(query);
    expect(executed).toEqual(others);
    await new Promise(setImmediate);
    expect(executed).toEqual([...others, login]);
  },
);

test('a connection is cheap after a known document without credentials', () => {
  const { ask, isCheap } = setUp();
  const after = ['{ me }', '{ me }', login, '{ me }', '{ nothing }', '{ me }', '{'].map((query) => {
    ask(query);
    return isCheap();
  });
  // A document that the server has not seen before is parsed and validated.
  expect(after).toEqual([false, true, false, true, false, true, false]);
});
