import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/platform/db/database';
import { InstanceStore } from '../../src/platform/instances/instance.store';
import { createMigratedDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
let open: Database;
let store: InstanceStore;

beforeAll(async () => {
  database = await createMigratedDatabase();
  open = await database.open();
  store = new InstanceStore(open);
});
beforeEach(() => open.query('DELETE FROM instances'));
afterAll(async () => {
  await open.close();
  await database.drop();
});

const instance = (name: string, clockOffsetMs = 0.25) => ({ id: randomUUID(), name, version: '1.2.3', clockOffsetMs });
const seen = (id: string, when: string) =>
  open.query(`UPDATE instances SET seen_ts = clock_timestamp() + interval '${when}' WHERE id = '${id}'`);

test('the time of the database is in milliseconds', async () => {
  expect(Math.abs((await store.databaseTime()) - Date.now())).toBeLessThan(60_000);
});

test('an instance that writes its row gets the others, and every reader gets all', async () => {
  const [first, second] = [instance('web-1:4000'), instance('web-2:4000', -300_000.5)];
  expect(await store.renew(second)).toEqual([]);
  expect(await store.renew(first)).toEqual([second]);
  expect(await store.renew({ ...second, clockOffsetMs: 3 })).toEqual([first]);
  expect(await store.list()).toEqual([first, { ...second, clockOffsetMs: 3 }]);
  await store.remove(first.id);
  expect(await store.list()).toEqual([{ ...second, clockOffsetMs: 3 }]);
});

test('a difference can be of years', async () => {
  const years = instance('web-1:4000', -1e12);
  await store.renew(years);
  expect(await store.list()).toEqual([years]);
});

test('instances that were not seen for 25 seconds do not count, and neither do those of the future', async () => {
  const [gone, future] = [instance('gone:1'), instance('future:1')];
  await store.renew(gone);
  await store.renew(future);
  await seen(gone.id, '-26 seconds');
  await seen(future.id, '1 minute');
  expect(await store.list()).toEqual([]);
});

test('a row that was not renewed for an hour is removed by the next instance', async () => {
  const [hour, less] = [instance('a:1'), instance('b:1')];
  await store.renew(hour);
  await store.renew(less);
  await seen(hour.id, '-61 minutes');
  await seen(less.id, '-50 minutes');
  const third = instance('c:1');
  await store.renew(third);
  expect(await open.query('SELECT id FROM instances ORDER BY name')).toEqual([{ id: less.id }, { id: third.id }]);
});
