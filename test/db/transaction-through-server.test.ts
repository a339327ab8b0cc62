import type * as databases from '../support/database';
import { onPostgres } from '../support/database';
import { openThroughServer } from '../support/through-server';

/** The tests of transaction.test.ts, for a command that uses the embedded database through the running server. */

jest.mock('../support/database', () => {
  const actual = jest.requireActual<typeof databases>('../support/database');
  return {
    ...actual,
    async createMigratedDatabase() {
      const database = await actual.createMigratedDatabase();
      return { ...database, open: async () => openThroughServer(await database.open()) };
    },
  };
});

if (onPostgres) test.skip('with PostgreSQL, a command connects to the database itself', () => {});
else require('./transaction.test');
