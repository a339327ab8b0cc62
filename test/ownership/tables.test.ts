import { userColumns } from '../../src/accounts/ownership/user-columns';
import { waysIn } from '../../src/accounts/ownership/ways-in';
import { tables } from '../../src/compose/features';
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

test('whether a column of the account lets somebody in is decided for each column', async () => {
  const ofUsers = (await columns()).filter(({ table }) => table === 'users').map(({ column }) => String(column));
  expect(Object.keys(userColumns).toSorted()).toEqual(ofUsers.toSorted());
});

test('a table that belongs to no account names none', async () => {
  const ofPeople = (await columns()).filter(({ column }) => /(^|_)(user|actor|account)_id$/.test(String(column)));
  expect(ofPeople.filter(({ table }) => tables[String(table)]?.kind === 'installation')).toEqual([]);
  expect(ofPeople.length).toBeGreaterThan(10);
});

test('each table that is a way in is removed by one entry of the list of ways in', () => {
  const letIn = Object.keys(tables).filter((table) => tables[table]?.kind === 'way in');
  expect(
    Object.values(waysIn)
      .flatMap((way): string[] => [...way.tables])
      .toSorted(),
  ).toEqual(letIn.toSorted());
});
