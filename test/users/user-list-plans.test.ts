import { type UserListFilter, UserListStore } from '../../src/accounts/users/user-list.store';
import type { Run } from '../../src/platform/db/database';
import { createMigratedDatabase } from '../support/database';

const noFilter: UserListFilter = {
  email: null,
  name: null,
  contains: null,
  disabled: null,
  isSuperAdmin: null,
  emailVerified: null,
  createdAfter: null,
  createdBefore: null,
};

test('a page of many users reads an index for what it filters', async () => {
  const database = await createMigratedDatabase();
  const client = await database.open();
  // More than twice as many as a page reads: with about as many, a sort of all is as cheap. In batches, because a statement may
  // only take two seconds.
  const limits = { candidates: 250, newest: 2500 };
  for (let first = 1; first < 6000; first += 500) {
    await client.query(`INSERT INTO users (id, email, email_canonical, first_name, last_name, created_ts, is_super_admin, disabled, email_verified)
      SELECT gen_random_uuid(), 'user' || n || '@example.com', 'user' || n || '@example.com', 'Ada' || n, 'Lovelace', now() - interval '1 minute' * n,
        n % 1250 = 0, n % 1250 = 1, n % 1250 = 2 FROM generate_series(${first}, ${first + 499}) AS n`);
  }
  await client.query('ANALYZE users');
  let plans = '';
  const explaining: Run = async (statement, values) => {
    const { name, text } = statement;
    const explained = { ...statement, name: `explain_${name}`, text: `EXPLAIN (FORMAT JSON) ${text}` };
    plans += JSON.stringify(await client.run(explained, values));
    return client.run(statement, values);
  };
  const store = new UserListStore({ ...client, run: explaining }, limits);
  const after = { ts: new Date(), id: '00000000-0000-4000-8000-000000000000' };
  const pages: [index: string, filter: Partial<UserListFilter>, after?: typeof after][] = [
    ['users_created_ts_id_idx', {}],
    ['users_created_ts_id_idx', {}, after],
    ['users_created_ts_id_idx', { name: 'love' }, after],
    ['users_created_ts_id_idx', { email: 'user' }, after],
    ['users_created_ts_id_idx', { contains: 'lovelace' }],
    ['users_email_beginning_idx', { email: 'user1234@' }],
    ['users_pkey', { email: 'user1234@' }],
    ['users_first_name_beginning_idx', { name: 'ada1234' }],
    ['users_last_name_beginning_idx', { name: 'zz' }],
    ['users_super_admins_idx', { isSuperAdmin: true }],
    ['users_disabled_idx', { disabled: true }],
    ['users_email_verified_created_ts_id_idx', { emailVerified: true }],
  ];
  for (const [index, filter, from = null] of pages) {
    plans = '';
    await store.list({ first: 50, after: from, filter: { ...noFilter, ...filter } });
    expect(plans).toContain(index);
    expect(plans).not.toContain('Seq Scan');
  }
  for (const sort of ['oldest', 'email'] as const) {
    plans = '';
    // Of few of many accounts: to read half of them in the order of an index is no cheaper than a sort.
    const store = new UserListStore({ ...client, run: explaining }, { candidates: 250, newest: 100 });
    await store.list({ first: 50, after, sort, filter: noFilter });
    await store.list({ first: 50, after: null, before: after, sort, filter: noFilter });
    expect(plans).toContain(sort === 'email' ? 'users_email_canonical_key' : 'users_created_ts_id_idx');
    expect(plans).not.toContain('Seq Scan');
  }
  plans = '';
  await store.list({ first: 50, after: null, filter: { ...noFilter, text: 'ada1234' } });
  expect(plans).toContain('users_first_name_beginning_idx');
  await client.close();
  await database.drop();
});
