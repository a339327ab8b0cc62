import 'reflect-metadata';
import { pgbouncerIni, startPgBouncer } from '../test/support/pgbouncer';
import { countsOf, type MeasuredServer, type Operation, openInstallation } from './operations';
import { startPostgres } from './postgres';
import { type Bench, median, runBench } from './support';

// Compares a server behind a PgBouncer in transaction mode with a server that connects to PostgreSQL itself. Each has a
// database in the same PostgreSQL, and they take turns.
const compared: readonly Operation[] = ['login', 'refresh', 'me', 'verify'];
const rounds = 7;

async function main(bench: Bench): Promise<void> {
  const postgres = await startPostgres(bench, []);
  const { port } = new URL(postgres.url('postgres'));
  const pgbouncer = await startPgBouncer(pgbouncerIni(Number(port), ['default_pool_size = 20']));
  bench.defer(() => pgbouncer.stop());
  for (const name of ['direct', 'pooled']) await postgres.query(`CREATE DATABASE ${name}`);
  const direct = await openInstallation(bench, { DATABASE_URL: postgres.url('direct'), emails: [] });
  const pooled = await openInstallation(bench, {
    DATABASE_URL: pgbouncer.url('pooled'),
    DATABASE_DIRECT_URL: postgres.url('pooled'),
    emails: [],
  });
  for (const operation of compared) {
    const { warmUp, round } = countsOf(operation);
    for (const server of [direct, pooled]) await server.measure(operation, warmUp);
    const ratios = { cpu: [] as number[], rate: [] as number[] };
    for (let n = 0; n < rounds; n += 1) {
      const turns = n % 2 === 0 ? [direct, pooled] : [pooled, direct];
      const results = new Map<MeasuredServer, { cpuMs: number; tookMs: number }>();
      for (const server of turns) {
        const startedAt = performance.now();
        const { cpuMs } = await server.measure(operation, round);
        results.set(server, { cpuMs, tookMs: performance.now() - startedAt });
      }
      const [one, other] = [results.get(direct), results.get(pooled)];
      if (!one || !other) continue;
      ratios.cpu.push(other.cpuMs / one.cpuMs);
      ratios.rate.push(one.tookMs / other.tookMs);
    }
    console.log(
      `${operation}: through PgBouncer ${median(ratios.cpu).toFixed(2)} of the server's CPU time, ${median(ratios.rate).toFixed(2)} of the rate`,
    );
  }
}

void runBench(900, main);
