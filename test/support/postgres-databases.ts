import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { emptied, stateOf } from './emptied';
import type { Template } from './snapshots';

/** The template, with whose name those of all databases of this run begin, and its state. Jest passes both to the workers. */
const env = process.env as Record<'TEST_DATABASES' | 'TEST_TEMPLATE_STATE', string | undefined>;

/**
 * Databases that earlier tests have used, empty again. To make and to drop one takes half a second, because PostgreSQL writes
 * it to the disk.
 */
const idle: string[] = [];

export function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Makes the database that `takeDatabase` copies, once for a run. `migrate` applies the migrations to the database. */
export async function createTemplate(server: string, migrate: (database: string) => Promise<void>): Promise<void> {
  const template = `gatehouse_test_${randomBytes(6).toString('hex')}`;
  await send(server, `CREATE DATABASE ${template}`);
  env.TEST_DATABASES = template;
  await migrate(template);
  await connected(urlOf(server, template), async (query) => {
    // PostgreSQL would do this later on its own, and the copies would differ.
    await query('ANALYZE _prisma_migrations');
    env.TEST_TEMPLATE_STATE = await stateOf(query);
  });
}

/** Returns the name of a database. */
export async function takeDatabase(server: string, template: Template): Promise<string> {
  const used = template === 'migrated' && idle.pop();
  if (used) return used;
  const name = `${templateName()}_${randomBytes(6).toString('hex')}`;
  await send(server, `CREATE DATABASE ${name}${template === 'migrated' ? ` TEMPLATE ${templateName()}` : ''}`);
  return name;
}

/** Keeps the database for another test if it is as the template and nobody uses it, and else drops it. */
export async function returnDatabase(server: string, name: string): Promise<void> {
  const isAsTemplate = connected(
    urlOf(server, name),
    async (query) => (await isUnused(query)) && emptied(query, env.TEST_TEMPLATE_STATE ?? ''),
  );
  // Some tests let nobody connect.
  if (await isAsTemplate.catch(() => false)) idle.push(name);
  else await drop(server, name);
}

/** PostgreSQL ends a connection soon after the client has. */
async function isUnused(query: Query): Promise<boolean> {
  const others = `SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`;
  for (let i = 0; i < 20; i += 1) {
    if ((await query(others)).length === 0) return true;
    await delay(25);
  }
  return false;
}

const drop = (server: string, name: string) => send(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);

/** Drops all databases of this run. */
export async function dropDatabases(server: string): Promise<void> {
  await connected(server, async (query) => {
    const sql = `SELECT datname AS name FROM pg_database WHERE starts_with(datname, '${templateName()}')`;
    for (const { name } of (await query(sql)) as { name: string }[]) await drop(server, name);
  });
}

function templateName(): string {
  const name = env.TEST_DATABASES;
  if (!name) throw new Error('no template: Jest makes one before the tests');
  return name;
}

type Query = (sql: string) => Promise<readonly unknown[]>;

async function connected<Result>(url: string, work: (query: Query) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async (sql) => (await client.query(sql)).rows);
  } finally {
    await client.end();
  }
}

const send = (url: string, sql: string) => connected(url, (query) => query(sql));
