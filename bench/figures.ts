import 'reflect-metadata';
import { Client } from 'pg';
import { readConfig } from '../src/compose/config';
import { openStores } from '../src/compose/stores';
import { FigureCounter } from '../src/features/admin-installation/figure-counter';
import { type FigureRange, figureRanges, readFigures } from '../src/features/admin-installation/figures';
import { databaseLimits } from '../src/platform/db/database-limits';
import { createLog } from '../src/platform/observability/log';
import { createFilled, GATEHOUSE_SECRET } from './admin-data';
import { type Bench, median, runBench } from './support';

// Measures the figures of the console with a million users and a million audit events on PostgreSQL: the job that counts, and
// what a page reads, with as many counts as 90 busy days can have.
const mostMs = 100;
/** The database ends a statement that takes longer. */
const mostJobMs = databaseLimits.statementMs;
const repeats = 15;

async function main(bench: Bench): Promise<void> {
  const DATABASE_URL = process.argv[2] ?? (await createFilled(bench));
  const stores = await openStores(readConfig({ DATABASE_URL, GATEHOUSE_SECRET }));
  const timed = async <Result>(work: () => Promise<Result>): Promise<[Result, number]> => {
    const startedAt = performance.now();
    return [await work(), performance.now() - startedAt];
  };
  const times = { hour: [] as number[], accounts: [] as number[] };
  const { figures } = stores;
  const countHour = figures.countHour.bind(figures);
  figures.countHour = async (...given) => {
    times.hour.push((await timed(() => countHour(...given)))[1]);
  };
  const countAccounts = figures.countAccounts.bind(figures);
  figures.countAccounts = async (...given) => {
    const [found, ms] = await timed(() => countAccounts(...given));
    times.accounts.push(ms);
    return found;
  };
  const counter = new FigureCounter({ claim: async () => true }, figures, stores.clock, createLog('silent'));
  const client = new Client({ connectionString: DATABASE_URL });
  await client.connect();
  try {
    const run = async (name: string) => {
      const [, ms] = await timed(() => counter.run());
      console.log(`        ${name}: ${ms.toFixed(0)} ms`);
    };
    await run('the first run: 200 hours, and a million accounts');
    await run('a run that counts 200 hours of the past');
    for (let i = 0; i < 10; i += 1) await counter.run();
    await run('a run with nothing to catch up');
    for (const [name, list] of Object.entries(times)) {
      const most = Math.max(...list);
      bench.bound(
        `the job, ${name === 'hour' ? 'an hour of 600 events' : '10 000 accounts'}: median ${median(list).toFixed(1)} ms, slowest ${most.toFixed(1)} ms (at most ${mostJobMs})`,
        most <= mostJobMs,
      );
    }
    await client.query(
      `INSERT INTO audit_events (id, action, outcome, request_ids, details, first_ts, last_ts)
          SELECT gen_random_uuid(), 'logged_in', 'success', '{}', '{"method": "password"}', at, at
          FROM (SELECT date_trunc('hour', now()) - interval '1 hour' + n * interval '30 ms' AS at FROM generate_series(1, 100000) AS n) AS times`,
    );
    const hour = new Date(Date.now() - (Date.now() % 3_600_000) - 3_600_000);
    const [, busyMs] = await timed(() => countHour(hour, new Date()));
    bench.bound(
      `the job, an hour of 100 000 sign-ins: ${busyMs.toFixed(1)} ms (at most ${mostJobMs})`,
      busyMs <= mostJobMs,
    );

    await client.query(
      `INSERT INTO figure_counts (hour, kind, label, count, counted_ts)
          SELECT hour, CASE WHEN n = 0 THEN 'hour' WHEN n <= 8 THEN 'sign_in' ELSE 'rejected' END, CASE WHEN n = 0 THEN '' ELSE 'label ' || n END, n, now()
          FROM generate_series(date_trunc('hour', now()) - interval '90 days', date_trunc('hour', now()), interval '1 hour') AS hour,
            generate_series(0, 40) AS n ON CONFLICT DO NOTHING`,
    );
    await client.query(`INSERT INTO figure_counts (hour, kind, label, count, counted_ts)
      SELECT date_trunc('day', hour, 'UTC'), kind || '_of_day', label, sum(count)::int, now() FROM figure_counts
      WHERE kind IN ('sign_in', 'rejected') GROUP BY 1, 2, 3 ON CONFLICT DO NOTHING`);
    const { rows } = await client.query<{ n: number }>('SELECT count(*)::int AS n FROM figure_counts');
    console.log(`        ${rows[0]?.n} counts`);
    const measured: [string, () => Promise<unknown>][] = [
      ...(Object.keys(figureRanges) as FigureRange[]).map((range): [string, () => Promise<unknown>] => [
        `the figures of ${range}`,
        () => readFigures(figures, range, new Date()),
      ]),
      ['the accounts', () => figures.accounts()],
    ];
    for (const [name, read] of measured) {
      const list: number[] = [];
      for (let i = 0; i <= repeats; i += 1) list.push((await timed(read))[1]);
      const ms = median(list.slice(1));
      bench.bound(
        `${name}: median ${ms.toFixed(1)} ms, slowest ${Math.max(...list.slice(1)).toFixed(1)} ms (at most ${mostMs})`,
        ms <= mostMs,
      );
    }
  } finally {
    await client.end();
    await stores.close();
  }
}

void runBench(900, main);
