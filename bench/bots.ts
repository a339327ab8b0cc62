import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '../src/client';
import { password } from './accounts';
import { jsonPost } from './connection';
import { startStormClients } from './start-storm-clients';
import type { Answered } from './storm-clients';
import { type Bench, createDatabase, newSecret, percentile, runBench, startServer } from './support';

// A flood of registrations, each from a network of its own, beside people in browsers, without and with CHALLENGE=puzzle. Measures
// how many people register, and how long that takes. People use the client package, which solves puzzles in this process.
const floods = 10_000;
const people = 20;
/** More than the server hashes, as in an attack. */
const perSecond = 150;
const bound = { p99: 1.1 };

interface Honest {
  code: string | null;
  ms: number;
}

async function main(bench: Bench): Promise<void> {
  const rows = { off: await weather(bench, 'off'), puzzle: await weather(bench, 'puzzle') };
  console.log('\n| CHALLENGE | people who register, calm | p99 | in the flood | p50 | p99 | answers of the flood |');
  console.log('|---|---|---|---|---|---|---|');
  for (const [name, { calm, flood, answers }] of Object.entries(rows)) {
    console.log(
      `${name}: ${[...new Set(flood.map(({ code }) => code ?? 'registered'))].map((code) => `${flood.filter((one) => (one.code ?? 'registered') === code).length} ${code}`).join(', ')}`,
    );
    const statuses = [...new Set(answers.map(({ status }) => status))].sort();
    const counted = statuses.map((status) => `${status}: ${answers.filter((one) => one.status === status).length}`);
    console.log(
      `| ${name} | ${success(calm)} | ${ms(calm, 99)} | ${success(flood)} | ${ms(flood, 50)} | ${ms(flood, 99)} | ${counted.join(', ')} |`,
    );
  }
  const { calm, flood } = rows.puzzle;
  bench.bound(
    `${success(flood)} register in the flood (all)`,
    flood.every(({ code }) => code === null),
  );
  const ratio = timeOf(calm, 99) / timeOf(rows.off.calm, 99);
  bench.bound(`calm p99 ${ratio.toFixed(2)} of that without it (less than ${bound.p99})`, ratio < bound.p99);
}

async function weather(bench: Bench, challenge: 'off' | 'puzzle') {
  const limits = { RATE_LIMITS: 'on', TRUST_PROXY: '1' };
  const settings = { GATEHOUSE_SECRET: newSecret(), NODE_ENV: 'production', CHALLENGE: challenge, ...limits };
  const server = await startServer(bench, { DATABASE_URL: await createDatabase(bench), ...settings });
  const storm = startStormClients(bench);
  const honest = (when: string, everyMs: number) =>
    Promise.all(
      Array.from({ length: people }, async (_, n) => {
        await delay(n * everyMs);
        return register(`http://127.0.0.1:${server.port}`, `203.0.113.${n}`, `${when}.${n}@example.com`);
      }),
    );
  await honest('warm', 50);
  const calm = await honest('calm', 500);
  const requests = Array.from({ length: floods }, (_, n) => {
    const body = { email: `bot.${n}@example.com`, first_name: 'Bot', last_name: 'Bot', password };
    return jsonPost('/auth/register', body, { 'X-Forwarded-For': `10.${n >> 8}.${n & 255}.1` }).toString();
  });
  const durationMs = (floods / perSecond) * 1000;
  const flooding = storm({ kind: 'steadily', port: server.port, requests, perSecond, ms: durationMs });
  // The attack is noticed when the queue for hashing rejects the first request.
  await delay(5000);
  const flood = await honest('flood', (durationMs - 10_000) / people);
  const answers: Answered[] = await flooding;
  await server.stop();
  return { calm, flood, answers };
}

async function register(url: string, ip: string, email: string): Promise<Honest> {
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
  const client = createClient({ url, storage, challenge: 'solve', headers: { 'X-Forwarded-For': ip } });
  const startedAt = performance.now();
  const answer = await client.register({ email, firstName: 'Ada', lastName: 'Lovelace', password });
  return { code: answer.ok ? null : answer.error.code, ms: performance.now() - startedAt };
}

const success = (all: readonly Honest[]) => `${all.filter(({ code }) => code === null).length} of ${all.length}`;
const timeOf = (all: readonly Honest[], p: number) =>
  percentile(
    all.map((one) => one.ms),
    p,
  );
const ms = (all: readonly Honest[], p: number) => `${timeOf(all, p).toFixed(0)} ms`;

void runBench(600, main);
