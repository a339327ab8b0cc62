import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { readConfig } from '../src/compose/config';
import { openStores } from '../src/compose/stores';
import { type Bench, createDatabase } from './support';

const rows = 1_000_000;
export const GATEHOUSE_SECRET = createHash('sha256').update('admin pages').digest('base64');

/** Creates a database with a million users and a million audit events, one each 6 seconds. Returns its URL. */
export async function createFilled(bench: Bench): Promise<string> {
  const DATABASE_URL = await createDatabase(bench);
  const stores = await openStores(readConfig({ DATABASE_URL, GATEHOUSE_SECRET }));
  await stores.migrate();
  await stores.close();
  const client = new Client({ connectionString: DATABASE_URL });
  await client.connect();
  try {
    for (const setting of ["maintenance_work_mem = '512MB'", 'synchronous_commit = off']) {
      await client.query(`SET ${setting}`);
    }
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
       WHERE indrelid = ANY ('{users,audit_events}'::regclass[]) AND NOT indisprimary`,
    );
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
    // Every fifth address begins with "info", every tenth first name is Ada. One of 50 000 is disabled, a super admin or verified.
    // The oldest 20 000 users have addresses, last names and a field of their own. A number of seats has 1000 users, and every
    // second user has a plan.
    await client.query(`INSERT INTO users (id, email, email_canonical, first_name, last_name, created_ts, disabled, is_super_admin, email_verified, fields)
      SELECT gen_random_uuid(), address, address, (ARRAY['Ada','Grace','Alan','Barbara','Edsger','Frances','Donald','Katherine','Niklaus','Radia'])[1 + n % 10],
        CASE WHEN n > ${rows - 500} THEN 'Older' WHEN n > ${rows - 20_000} THEN 'Oldest' ELSE 'L' || md5(n::text) END, now() - interval '30 seconds' * n, n % 50000 = 1, n % 50000 = 2, n % 50000 = 3,
        jsonb_build_object('plan', CASE WHEN n % 2 = 0 THEN 'free' ELSE 'pro' END, 'seats', n % 1000, 'code', n % 100000, 'old', n > ${rows - 20_000})
      FROM (SELECT n, CASE WHEN n > ${rows - 20_000} THEN 'old' WHEN n % 5 = 0 THEN 'info' ELSE 'user' END || n || '@example.com' AS address FROM generate_series(1, ${rows}) AS n) AS named`);
    await client.query(`INSERT INTO audit_events (id, action, outcome, user_id, actor_id, network, request_ids, details, first_ts, last_ts)
      SELECT gen_random_uuid(), CASE WHEN n % 50000 = 1 THEN 'key_added' WHEN n % 5 = 0 THEN 'session_ended' ELSE 'logged_in' END, CASE WHEN n % 50000 = 2 THEN 'CONFLICT' ELSE 'success' END,
        ('00000000-0000-4000-8000-' || lpad(to_hex(n % 100000), 12, '0'))::uuid,
        CASE WHEN n % 20000 = 1 THEN '00000000-0000-4000-8000-000000000001'::uuid END, '10.0.' || n % 250 || '.1', '{}', '{}',
        now() - interval '6 seconds' * n, now() - interval '6 seconds' * n
      FROM generate_series(1, ${rows}) AS n`);
    for (const { definition } of indexes) await client.query(definition);
    for (const table of ['users', 'audit_events']) await client.query(`VACUUM ANALYZE ${table}`);
  } finally {
    await client.end();
  }
  return DATABASE_URL;
}
