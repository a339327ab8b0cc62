import { setImmediate as nextTurn } from 'node:timers/promises';
import type { User } from '../../src/accounts/users/user';
import { Lookup } from '../../src/platform/db/lookup';

const userOf = (id: string) => ({ id }) as User;

function setUp(answer: (ids: readonly string[]) => Promise<User[]>) {
  const asked: (readonly string[])[] = [];
  const findByIds = (ids: readonly string[]) => {
    asked.push(ids);
    return answer(ids);
  };
  const lookup = new Lookup(findByIds, ({ id }) => id);
  return { lookup, asked };
}

test('users that are asked for in one turn of the event loop are found by one statement, each for who asked', async () => {
  const { lookup, asked } = setUp(async (ids) =>
    ids
      .filter((id) => id !== 'c')
      .map(userOf)
      .reverse(),
  );
  const found = ['a', 'b', 'c', 'a'].map((id) => lookup.findById(id));
  expect(asked).toEqual([]);
  expect(await Promise.all(found)).toEqual([userOf('a'), userOf('b'), null, userOf('a')]);
  expect(asked).toEqual([['a', 'b', 'c']]);
});

test('a request that arrives while a statement runs gets a statement of its own, so no older state', async () => {
  let version = 0;
  const { lookup, asked } = setUp(async (ids) => {
    const read = version;
    await nextTurn();
    return ids.map((id) => ({ ...userOf(id), firstName: String(read) }));
  });
  const first = lookup.findById('a');
  while (asked.length === 0) await nextTurn();
  version = 1;
  expect((await Promise.all([first, lookup.findById('a')])).map((user) => user?.firstName)).toEqual(['0', '1']);
});

test('a statement has at most 100 ids, and an error concerns only its own', async () => {
  const failure = new Error('the connection was lost');
  const { lookup, asked } = setUp(async (ids) => {
    if (ids.includes('0')) throw failure;
    return ids.map(userOf);
  });
  const found = await Promise.allSettled(Array.from({ length: 150 }, (_, i) => lookup.findById(String(i))));
  expect(asked.map((ids) => ids.length)).toEqual([100, 50]);
  expect(found.map(({ status }) => status)).toEqual([...Array(100).fill('rejected'), ...Array(50).fill('fulfilled')]);
  expect(found[0]).toEqual({ status: 'rejected', reason: failure });
});
