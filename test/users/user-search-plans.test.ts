import { type UserFilter, UserStore } from '../../src/accounts/users/user.store';
import type { Run } from '../../src/platform/db/database';
import { createMigratedDatabase } from '../support/database';

const all: UserFilter = { text: null, disabled: null, isSuperAdmin: null, limit: 50 };

test('a search of many users reads the index for what it searches', async () => {
  const database = await createMigratedDatabase();
  const client = await database.open();
  // An index that is built at once takes much less time than one that grows with each row.
  const [trigrams] = await client.query("SELECT indexdef FROM pg_indexes WHERE indexname = 'users_trigrams_idx'");
  await client.query('DROP INDEX users_trigrams_idx');
  // In batches, because a statement may only take two seconds.
  for (let first = 1; first < 10_000; first += 1000) {
    await client.query(`INSERT INTO users (id, email, email_canonical, password_hash, first_name, last_name, created_ts, is_super_admin, disabled)
      SELECT gen_random_uuid(), 'user' || n || '@example.com', 'user' || n || '@example.com', 'x', 'Ada', 'Lovelace', now() - interval '1 minute' * n,
        n % 5000 = 0, n % 5000 = 1 FROM generate_series(${first}, ${first + 999}) AS n`);
  }
  await client.query(String(trigrams?.indexdef));
  await client.query('ANALYZE users');
  const plans: string[] = [];
  const explaining: Run = async ({ text, ...statement }, values) => {
    plans.push(JSON.stringify(await client.run({ ...statement, text: `EXPLAIN (FORMAT JSON) ${text}` }, values)));
    return [];
  };
  const store = new UserStore({ ...client, run: explaining });
  const searches: [index: string, filter: Partial<UserFilter>][] = [
    ['users_created_ts_id_idx', {}],
    ['users_trigrams_idx', { text: 'user1234@' }],
    ['users_created_ts_id_idx', { text: 'LOVE' }],
    ['users_trigrams_idx', { text: 'Zz' }],
    ['users_super_admins_idx', { isSuperAdmin: true }],
    ['users_disabled_idx', { disabled: true }],
  ];
  for (const [index, filter] of searches) {
    await store.search({ ...all, ...filter });
    expect(plans.at(-1)).toContain(index);
    expect(plans.at(-1)).not.toContain('Seq Scan');
  }
  await client.close();
  await database.drop();
});
