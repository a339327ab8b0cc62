import type { Request, Response } from 'express';
import { buildSchema } from 'graphql';
import { logout } from '../../src/accounts/auth/account.operations';
import { login as loginOperation } from '../../src/accounts/auth/auth.operations';
import { updateProfile as updateProfileOperation } from '../../src/features/profile/profile.operations';
import { declareOperations } from '../../src/platform/graphql/field-operation';
import { limitedDocuments } from '../../src/platform/graphql/limited-documents';
import { ready } from '../../src/platform/health/health.operations';
import { RequestScheduler } from '../../src/platform/http/request-scheduler';
import { until } from '../support/until';

/** Records the order in which documents are executed while the hash queue has no free slot. */
function setUp() {
  const schema = buildSchema('type Query { ready: Int } type Mutation { login: Int updateProfile: Int logout: Int }');
  declareOperations(schema, [ready, loginOperation, updateProfileOperation, logout]);
  const scheduler = new RequestScheduler();
  const limited = limitedDocuments(schema, { introspection: false }, scheduler);
  const executed: string[] = [];
  const socket = {} as Request['socket'];
  const ask = (query: string) =>
    limited({ body: { query }, socket } as Request, {} as Response, (error?: unknown) => {
      executed.push(error ? 'rejected' : query);
    });
  const fillQueue = () => {
    for (const queue of ['hashing', 'hashing', 'changes', 'changes'] as const) scheduler.start(queue, () => {});
  };
  return { ask, fillQueue, executed, isCheap: () => scheduler.isCheap(socket) };
}

const login = 'mutation { login }';
const update = 'mutation { updateProfile }';
const others = ['{ ready }', 'mutation { logout }'];

test.each(['the first time', 'again'])(
  'a document that hashes a password or changes an account waits in a queue, others do not: %s',
  async (when) => {
    const { ask, fillQueue, executed } = setUp();
    const documents = [login, update, ...others];
    if (when === 'again') for (const query of documents) ask(query);
    await until(() => executed.length === (when === 'again' ? documents.length : 0));
    executed.length = 0;
    await new Promise(setImmediate);
    fillQueue();
    for (const query of documents) ask(query);
    expect(executed).toEqual(others);
    await new Promise(setImmediate);
    expect(executed.toSorted()).toEqual([...others, login, update].toSorted());
  },
);

test('a connection is cheap after a known document that hashes nothing', () => {
  const { ask, isCheap } = setUp();
  const after = ['{ ready }', '{ ready }', login, '{ ready }', '{ nothing }', '{ ready }', '{'].map((query) => {
    ask(query);
    return isCheap();
  });
  // A document that the server has not seen before is parsed and validated.
  expect(after).toEqual([false, true, false, true, false, true, false]);
});
