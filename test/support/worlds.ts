import { SessionStore } from '../../src/accounts/sessions/session.store';
import { UserStore } from '../../src/accounts/users/user.store';
import { AuditStore } from '../../src/platform/audit/audit.store';
import { createMigratedDatabase } from './database';
import { InMemorySessionStore, InMemoryUserStore } from './in-memory';

/** Stores on the same data, and functions that only tests need. */
export interface World {
  users: UserStore;
  sessions: SessionStore;
  disable(userId: string): Promise<void>;
  /** Returns the audit events of a user, oldest first. */
  audited(userId: string): Promise<{ action: string; sessionId: string | null }[]>;
  close(): Promise<void>;
}

/** Both kinds of stores. Both must pass the same tests, because tests of services use the stores in memory. */
export const worlds: [string, () => Promise<World>][] = [
  ['in memory', openInMemory],
  ['in the database', openInDatabase],
];

async function openInMemory(): Promise<World> {
  const users = new InMemoryUserStore();
  const sessions = new InMemorySessionStore(users);
  return {
    users,
    sessions,
    async audited(userId) {
      const events = [...users.audited, ...sessions.audited].filter((event) => event.userId === userId);
      return events.map(({ action, sessionId }) => ({ action: action.name, sessionId }));
    },
    async disable(userId) {
      const row = users.byId(userId);
      if (row) row.user.disabled = true;
    },
    close: async () => {},
  };
}

async function openInDatabase(): Promise<World> {
  const database = await createMigratedDatabase();
  const client = await database.open();
  return {
    users: new UserStore(client),
    sessions: new SessionStore(client),
    disable: async (userId) => void (await client.query(`UPDATE users SET disabled = true WHERE id = '${userId}'`)),
    async audited(userId) {
      const events = await new AuditStore(client).list({ userId, limit: 100 });
      return events.map(({ action, sessionId }) => ({ action, sessionId })).reverse();
    },
    async close() {
      await client.close();
      await database.drop();
    },
  };
}
