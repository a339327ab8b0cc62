import { Client } from 'pg';

/** The number of rows for each user. */
export const perUser = { sessions: 3, auditEvents: 10 } as const;
/** The number of rare rows, for any number of users. */
export const rare = { auditEvents: 20, superAdmins: 10, disabled: 10 } as const;

// Few first names and similar last names, as in reality: a search for a part of a name finds similar names, too.
const firstNames = ['Ada', 'Grace', 'Alan', 'Barbara', 'Edsger', 'Frances', 'Donald', 'Katherine', 'Niklaus', 'Radia'];
const syllables = 'ber lan mar ton vel son ric hol stein wood nor kov ling ara eth dor'.split(' ');

/** Returns the e-mail address of user `n`, counted from 1. */
export const emailOf = (n: number): string => `${firstNames[n % firstNames.length]}.${n}@example.com`.toLowerCase();

export const isDisabled = (n: number, users: number): boolean => (n + 7) % Math.ceil(users / rare.disabled) === 1;

/** Returns the IP address of user `n`. The network of an IPv4 address is the address. */
export const addressOf = (n: number): string => `10.${(n >> 8) % 256}.${n % 256}.1`;

/**
 * Fills a migrated, empty database. Each user has the password of `passwordHash`, three sessions (one of them revoked)
 * and ten audit events of the last 80 days. The rows have the order of their time, as a server inserts them. The
 * indexes are built at the end, which takes a tenth of the time.
 */
export async function fill(connectionString: string, users: number, passwordHash: string): Promise<void> {
  await load(connectionString, ['users', 'sessions', 'refresh_tokens', 'audit_events'], inserts(users, passwordHash));
}

/** Fills only the audit of a migrated, empty database, with ten events of the last 80 days for each user. */
export async function fillAudit(connectionString: string, users: number): Promise<void> {
  await load(connectionString, ['audit_events'], inserts(users, '').slice(-1));
}

async function load(connectionString: string, tables: readonly string[], statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    // Without the triggers of foreign keys, because each trigger looks up a row.
    for (const setting of [
      "maintenance_work_mem = '512MB'",
      'synchronous_commit = off',
      'session_replication_role = replica',
    ])
      await client.query(`SET ${setting}`);
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
       WHERE indrelid = ANY ($1::regclass[]) AND NOT indisprimary`,
      [tables],
    );
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
    for (const insert of statements) await client.query(insert);
    // The definition of an index of a table with partitions is without the partitions.
    for (const { definition } of indexes) await client.query(definition.replace(' ON ONLY ', ' ON '));
    for (const table of tables) await client.query(`VACUUM ANALYZE ${table}`);
  } finally {
    await client.end();
  }
}

function inserts(users: number, passwordHash: string): string[] {
  const [sessions, events] = [users * perUser.sessions, users * perUser.auditEvents];
  const end = `'${new Date().toISOString()}'::timestamptz`;
  /** The time of row `n` of `rows`, evenly spread over the last `days` days. */
  const time = (n: string, rows: number, days: number) => `(${end} - interval '${days} days' * (1 - ${n} / ${rows}.0))`;
  /** A UUIDv7 with this time. */
  const id = (at: string, n: string) =>
    `(lpad(to_hex((extract(epoch FROM ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5(${n}::text), 1, 3) || '8' || substr(md5(${n}::text), 4, 15))::uuid`;
  const hash = (text: string) => `sha256(convert_to(${text}, 'UTF8'))`;
  const word = (words: readonly string[], n: string) =>
    `('{${words.join(',')}}'::text[])[1 + (${n}) % ${words.length}]`;
  const isOneOf = (count: number, rows: number, n: string) => `(${n}) % ${Math.ceil(rows / count)} = 1`;
  const userId = (n: string) => id(time(n, users, 365), n);
  const sessionTime = time('n', sessions, 6);
  const eventTime = time('n', events, 80);
  // 7919 is a prime, so the events of each user are spread over the whole time.
  const user = `(1 + (n::bigint * 7919 + n / 20) % ${users})`;
  return [
    `INSERT INTO users (id, email, email_canonical, password_hash, first_name, last_name, is_super_admin, disabled, created_ts)
     SELECT ${userId('n')}, lower(name) || '.' || n || '@example.com', lower(name) || '.' || n || '@example.com', '${passwordHash}', name,
       initcap(${word(syllables, 'n')} || ${word(syllables, 'n / 16')} || ${word(syllables, 'n / 256')}),
       ${isOneOf(rare.superAdmins, users, 'n')}, ${isOneOf(rare.disabled, users, 'n + 7')}, ${time('n', users, 365)}
     FROM (SELECT n, ${word(firstNames, 'n')} AS name FROM generate_series(1, ${users}) AS n) AS named`,
    `INSERT INTO sessions (id, user_id, created_ts, last_used_ts, expires_ts, revoked_ts, revoked_reason, user_agent, ip)
     SELECT ${id(sessionTime, 'n')}, ${userId(`(1 + n % ${users})`)}, ${sessionTime}, ${sessionTime}, ${sessionTime} + interval '30 days',
       CASE WHEN n <= ${users} THEN ${sessionTime} + interval '1 hour' END, CASE WHEN n <= ${users} THEN 'logout' END,
       'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', '10.0.0.1'
     FROM generate_series(1, ${sessions}) AS n`,
    `INSERT INTO refresh_tokens (hash, session_id, created_ts)
     SELECT ${hash("'token' || n")}, ${id(sessionTime, 'n')}, ${sessionTime} FROM generate_series(1, ${sessions}) AS n`,
    `INSERT INTO audit_events (id, action, outcome, user_id, account_key, ip, network, user_agent, request_ids, details, first_ts, last_ts, fold_key)
     SELECT ${id(eventTime, 'n')}, CASE kind WHEN 'rare' THEN 'user_disabled' WHEN 'failure' THEN 'login_failed' ELSE 'logged_in' END,
       CASE kind WHEN 'failure' THEN 'INVALID_CREDENTIALS' ELSE 'success' END, ${userId(user)},
       CASE kind WHEN 'failure' THEN ${hash("'key' || user_n")} END, address, address, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
       ARRAY['request-' || n], '{"stepsMs": {"hash": 20, "database": 3}}', ${eventTime}, ${eventTime},
       CASE kind WHEN 'failure' THEN ${hash("'fold' || n")} END
     FROM (SELECT n, user_n, '10.' || (user_n >> 8) % 256 || '.' || user_n % 256 || '.1' AS address, CASE WHEN ${isOneOf(rare.auditEvents, events, 'n')} THEN 'rare' WHEN n % 20 = 0 THEN 'failure' END AS kind
       FROM generate_series(1, ${events}) AS n, LATERAL (SELECT ${user} AS user_n) AS chosen) AS events`,
  ];
}
