import { Client } from 'pg';
import { requireOwnTimeZone } from '../../src/platform/db/pooled-time-zone';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { describeWith } from '../support/needs';

describeWith('PostgreSQL')('the time zone of a connection', () => {
  let database: TestDatabase;
  const clients: Client[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    for (const client of [1, 2].map(() => new Client({ connectionString: database.url }))) {
      await client.connect();
      clients.push(client);
    }
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.end()));
    await database.drop();
  });

  test('is accepted if each client has its own', async () => {
    const [one, other] = clients as [Client, Client];
    await requireOwnTimeZone(one, other);
  });

  test('is rejected if two clients share a connection that keeps the setting of the last one', async () => {
    const [one] = clients as [Client];
    await expect(requireOwnTimeZone(one, one)).rejects.toMatchObject({ code: 'TIME_ZONE_LOST' });
  });
});
