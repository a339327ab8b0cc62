import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { type DatabaseConfig, Secret } from '../../src/config';

export interface TestDatabase {
  config: DatabaseConfig;
  /** For a process that is started with it; empty for the embedded database. */
  url: string;
  drop(): Promise<void>;
}

const serverUrl = process.env.TEST_DATABASE_URL;

export const onPostgres = Boolean(serverUrl);

/** An empty database of the test's own: embedded, or on the PostgreSQL of `TEST_DATABASE_URL`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  if (!serverUrl) return { config: { kind: 'embedded', dataDir: 'memory://' }, url: '', drop: async () => {} };
  const name = `gatehouse_test_${randomUUID().replaceAll('-', '')}`;
  await administer(`CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    config: { kind: 'postgresql', url: new Secret(url.href) },
    url: url.href,
    drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`),
  };
}

async function administer(sql: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}
