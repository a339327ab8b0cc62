import { accountTables, userColumns } from '../../src/features/ownership/account-tables';
import { waysIn } from '../../src/features/ownership/ways-in';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

// What lets somebody in is one kind. The schema says which tables there are.

let gatehouse: Gatehouse;

beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());

const columns = () =>
  gatehouse.sql(`SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name <> '_prisma_migrations'`);

test('whether a table lets somebody in is decided for each table of the schema', async () => {
  const tables = new Set((await columns()).map(({ table }) => String(table)));
  expect(Object.keys(accountTables).toSorted()).toEqual([...tables].toSorted());
});

test('whether a column of the account lets somebody in is decided for each column', async () => {
  const ofUsers = (await columns()).filter(({ table }) => table === 'users').map(({ column }) => String(column));
  expect(Object.keys(userColumns).toSorted()).toEqual(ofUsers.toSorted());
});

test('a table that belongs to no account names none', async () => {
  const ofPeople = (await columns()).filter(({ column }) => /(^|_)(user|actor|account)_id$/.test(String(column)));
  const kinds: Readonly<Record<string, string>> = accountTables;
  expect(ofPeople.filter(({ table }) => kinds[String(table)] === 'installation')).toEqual([]);
  expect(ofPeople.length).toBeGreaterThan(10);
});

test('each table that is a way in is removed by one entry of the list of ways in', () => {
  const tables = Object.entries(accountTables).flatMap(([table, kind]) => (kind === 'way in' ? [table] : []));
  expect(Object.values(waysIn).flatMap((way): string[] => [...way.tables])).toEqual(tables);
});
