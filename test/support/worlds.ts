import { SqlAuditStore } from '../../src/audit/audit.store';
import { openClient } from '../../src/db/client';
import { applyMigrations } from '../../src/db/migrate';
import { PrismaSessionStore, type SessionStore } from '../../src/sessions/session.store';
import { PrismaUserStore, type UserStore } from '../../src/users/user.store';
import { createTestDatabase } from './database';
import { InMemorySessionStore, InMemoryUserStore } from './in-memory';

/** Stores that know each other, and what no store does. */
export interface World {
  users: UserStore;
  sessions: SessionStore;
  disable(userId: string): Promise<void>;
  /** What was written down of a user, the first first. */
  audited(userId: string): Promise<{ action: string; sessionId: string | null }[]>;
  close(): Promise<void>;
}

/** For suites that hold both kinds of stores to one contract, because rules are tested on those in memory. */
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
      return events.map(({ action, sessionId }) => ({ action, sessionId }));
    },
    async disable(userId) {
      const row = users.byId(userId);
      if (row) row.user.disabled = true;
    },
    close: async () => {},
  };
}

async function openInDatabase(): Promise<World> {
  const database = await createTestDatabase();
  const client = await openClient(database.config);
  await applyMigrations(database.config, client);
  return {
    users: new PrismaUserStore(client.prisma, client.run),
    sessions: new PrismaSessionStore(client.prisma, client.run),
    disable: async (userId) => void (await client.query(`UPDATE users SET disabled = true WHERE id = '${userId}'`)),
    async audited(userId) {
      const events = await new SqlAuditStore(client.run).list({ userId, limit: 100 });
      return events.map(({ action, sessionId }) => ({ action, sessionId })).reverse();
    },
    async close() {
      await client.close();
      await database.drop();
    },
  };
}
