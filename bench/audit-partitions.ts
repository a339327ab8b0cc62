import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { authActions } from '../src/accounts/auth/auth.audit';
import { sessionActions } from '../src/accounts/sessions/sessions.audit';
import { readConfig } from '../src/compose/config';
import { openStores } from '../src/compose/stores';
import type { AuditPageRequest } from '../src/platform/audit/audit.store';
import { auditCleanUp } from '../src/platform/audit/audit-clean-up';
import type { AuditEvent, NewAuditEvent } from '../src/platform/audit/audit-event';
import { insertingEvents, toAuditParameters } from '../src/platform/audit/audit-statement';
import type { Run } from '../src/platform/db/database';
import type { BatchStep } from '../src/platform/jobs/clean-up-step';
import { difference, type OwnPostgres, startPostgres } from './postgres';
import { fillAudit } from './scale-data';
import { type Bench, median, newSecret, runBench } from './support';

// Compares `audit_events` as one table and as a table with a partition for each month, with a million events and with ten
// million: inserts, the clean-up, and searches. Everything is measured in CPU time and WAL of a PostgreSQL of its own.
//
// The audit is one table: a partitioned one has no unique index on `fold_key`, which groups failures, because the time of a shared
// row changes; without the next partition, every login would fail; and searches are as fast. Refresh tokens are one table, because
// their look-up by a hash would search each partition. Think again if the clean-up takes more than 10 million events in a run,
// `VACUUM` takes hours, or the audit has 500 million events; those with a `fold_key` then need a table of their own.
const dayMs = 86_400_000;
const sizes = (process.argv[2] ?? '1,10').split(',').map((millions) => Number(millions) * 1_000_000);
const inserts = 10_000;
const removedDays = 10;
const repeats = 31;

async function main(bench: Bench): Promise<void> {
  const postgres = await startPostgres(bench, ['shared_buffers=512MB', 'max_wal_size=8GB', 'fsync=off']);
  for (const events of sizes) {
    for (const isPartitioned of [false, true]) {
      console.log(`\n${events} events, ${isPartitioned ? 'a partition for each month' : 'one table'}`);
      await measure(postgres, events, isPartitioned);
    }
  }
}

async function measure(postgres: OwnPostgres, events: number, isPartitioned: boolean): Promise<void> {
  const database = 'audit';
  await postgres.query(`CREATE DATABASE ${database}`);
  const DATABASE_URL = postgres.url(database);
  const stores = await openStores(
    readConfig({ DATABASE_URL, GATEHOUSE_SECRET: newSecret(), NODE_ENV: 'production', PORT: '0' }),
  );
  await stores.migrate();
  if (isPartitioned) await postgres.query(partitioned(), database);
  await fillAudit(DATABASE_URL, events / 10);
  const [size] = await postgres.query(
    `SELECT sum(pg_table_size(relid)) AS rows, sum(pg_indexes_size(relid)) AS indexes FROM pg_stat_user_tables
     WHERE relname LIKE 'audit_events%'`,
    database,
  );
  console.log(`  bytes for each event: ${perEvent(size?.rows, events)}, indexes ${perEvent(size?.indexes, events)}`);
  for (const compression of ['off', 'lz4']) await insert(postgres, database, compression);
  await search(stores.audit);
  await remove(postgres, database, events, isPartitioned, stores.sql);
  await stores.close();
  await postgres.query(`DROP DATABASE ${database} WITH (FORCE)`);
}

const perEvent = (bytes: unknown, events: number) => (Number(bytes) / events).toFixed(0);

/** One transaction for each event, after a checkpoint: the first change of a page writes the whole page to the WAL. */
async function insert(postgres: OwnPostgres, database: string, compression: string): Promise<void> {
  const client = new Client({ connectionString: postgres.url(database) });
  await client.connect();
  await client.query(`SET wal_compression = ${compression}`);
  await client.query('CHECKPOINT');
  const before = await postgres.work();
  for (let n = 0; n < inserts; n += 1) {
    const values = [toAuditParameters([eventOf(n)])];
    await client.query({ name: 'insert', text: insertingEvents('$1'), values });
  }
  const { cpuMs, walBytes } = difference(before, await postgres.work());
  await client.end();
  const each = `${(cpuMs / inserts).toFixed(3)} ms, ${(walBytes / inserts).toFixed(0)} bytes of WAL`;
  console.log(`  an insert with wal_compression=${compression}: ${each}`);
}

function eventOf(n: number): NewAuditEvent {
  const address = `10.${n % 256}.${(n >> 8) % 256}.1`;
  const now = new Date();
  return {
    id: randomUUID(),
    action: n % 20 === 0 ? authActions.login_failed : sessionActions.logged_in,
    outcome: n % 20 === 0 ? 'INVALID_CREDENTIALS' : 'success',
    userId: randomUUID(),
    accountKey: n % 20 === 0 ? randomBytes(32).toString('hex') : null,
    sessionId: randomUUID(),
    actorId: null,
    ip: address,
    network: address,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    requestIds: [randomUUID()],
    details: { stepsMs: { hash: 20, database: 3 } },
    firstTs: now,
    lastTs: now,
    count: 1,
    foldKey: n % 20 === 0 ? randomBytes(32).toString('hex') : null,
  };
}

const any = {
  first: 50,
  after: null,
  person: null,
  actorId: null,
  action: null,
  outcome: null,
  network: null,
  organizationId: null,
  since: null,
  until: null,
  reads: null,
} as const;

async function search(audit: { page(request: AuditPageRequest): Promise<AuditEvent[]> }): Promise<void> {
  const some = await audit.page({ ...any, first: repeats });
  const idOf = (n: number) => some[n]?.userId ?? randomUUID();
  const ago = (days: number) => new Date(Date.now() - days * dayMs);
  const searches: Readonly<Record<string, (n: number) => AuditPageRequest>> = {
    newest: () => ({ ...any }),
    'one person': (n) => ({ ...any, person: { userId: idOf(n), accountKey: null } }),
    'an unknown network': (n) => ({ ...any, network: `203.0.113.${n}` }),
    'a rare action': () => ({ ...any, action: 'user_disabled' }),
    'one day, 60 days ago': () => ({ ...any, since: ago(60), until: ago(59) }),
  };
  for (const [name, requestOf] of Object.entries(searches)) {
    const times: number[] = [];
    for (let n = 0; n < repeats; n += 1) {
      const startedAt = performance.now();
      await audit.page(requestOf(n));
      times.push(performance.now() - startedAt);
    }
    console.log(`  search, ${name}: median ${median(times).toFixed(2)} ms`);
  }
}

async function remove(
  postgres: OwnPostgres,
  database: string,
  events: number,
  isPartitioned: boolean,
  sql: Run,
): Promise<void> {
  const step = async (name: string, rows: number, work: () => Promise<unknown>) => {
    const before = await postgres.work();
    const startedAt = performance.now();
    await work();
    const { cpuMs, walBytes } = difference(before, await postgres.work());
    const s = ((performance.now() - startedAt) / 1000).toFixed(1);
    const each = `${((cpuMs / rows) * 1000).toFixed(1)} µs and ${(walBytes / rows).toFixed(0)} bytes of WAL for each`;
    console.log(
      `  ${name}: ${rows} events, ${s} s, ${cpuMs} ms of CPU, ${(walBytes / 1e6).toFixed(1)} MB of WAL; ${each}`,
    );
  };
  const rows = Math.round((events / 80) * removedDays);
  const before = new Date(Date.now() - (80 - removedDays) * dayMs);
  await postgres.query('CHECKPOINT');
  const [removal] = auditCleanUp(removedDays) as [BatchStep];
  let slowest = 0;
  await step('removed in batches', rows, async () => {
    for (let removed = 5000; removed === 5000; ) {
      const startedAt = performance.now();
      removed = (await sql(removal.statement, [before, 5000])).length;
      slowest = Math.max(slowest, performance.now() - startedAt);
    }
  });
  console.log(`  the slowest batch of 5000: ${slowest.toFixed(0)} ms`);
  await step('then VACUUM', rows, () => postgres.query('VACUUM audit_events', database));
  if (!isPartitioned) return;
  const [oldest] = await postgres.query(
    `SELECT relname AS name, n_live_tup::int AS rows FROM pg_stat_user_tables
     WHERE relname LIKE 'audit_events_%' AND n_live_tup > 0 ORDER BY relname LIMIT 1`,
    database,
  );
  await step('a dropped partition', Number(oldest?.rows), () => postgres.query(`DROP TABLE ${oldest?.name}`, database));
}

/**
 * Replaces the empty table. The best case for partitions: no unique index on `fold_key`, which PostgreSQL only allows
 * together with the time of the partition.
 */
function partitioned(): string {
  const month = (back: number) => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 10);
  };
  const parts = [4, 3, 2, 1, 0].map(
    (back) => `CREATE TABLE audit_events_${month(back).slice(0, 7).replace('-', '_')} PARTITION OF audit_events
      FOR VALUES FROM ('${month(back)}') TO ('${month(back - 1)}');`,
  );
  return `
    ALTER TABLE audit_events RENAME TO plain_events;
    CREATE TABLE audit_events (LIKE plain_events INCLUDING DEFAULTS) PARTITION BY RANGE (last_ts);
    DO $$ DECLARE definition text; BEGIN
      FOR definition IN SELECT replace(replace(pg_get_indexdef(indexrelid), 'UNIQUE INDEX', 'INDEX'), 'plain_events', 'audit_events')
        FROM pg_index WHERE indrelid = 'plain_events'::regclass AND NOT indisprimary
      LOOP EXECUTE regexp_replace(definition, '^CREATE INDEX "?[a-z_]+"? ON', 'CREATE INDEX ON'); END LOOP;
    END $$;
    CREATE INDEX ON audit_events (id);
    DROP TABLE plain_events;
    ${parts.join('\n')}`;
}

void runBench(3600, main);
