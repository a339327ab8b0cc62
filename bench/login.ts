import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import path from 'node:path';
import type { HashEngineName } from '../src/accounts/passwords/hash-engine';
import { password, registerAccounts } from './accounts';
import type { Argon2Round } from './argon2-rate';
import { Connection, jsonPost } from './connection';
import { type Bench, createDatabase, median, newSecret, percentile, runBench, startServer } from './support';

// Compares logins per second with bare hashes per second, for each hash engine. Each login computes one hash. Logins
// and hashes take turns on the same cores.
const engines: readonly HashEngineName[] = ['node-rs', 'argon2'];
const connections = 16;
const accounts = 64;
const rounds = 4;
const roundMs = 8000;
/** Before V8 has optimized the code, a login takes 1 ms more. */
const warmUpMs = 30_000;
/**
 * Apart from the hash, a login takes 2.7 ms of CPU time in the client, the server and PostgreSQL. With the cheaper
 * hash, these 2.7 ms are a larger part of the login.
 */
const leastRatio = { 'node-rs': 0.75, argon2: 0.85 } as const;

interface LoginRound {
  rate: number;
  latencies: number[];
  errors: number;
}

/** `busyMs` is the CPU time of all processes of the machine in that round. */
type Busy<T> = T & { busyMs: number };

interface Measured {
  engine: HashEngineName;
  measureBare(ms: number): Promise<Argon2Round>;
  measureLogins(ms: number): Promise<LoginRound>;
  /** One more round than `logins`: there is a round before and after each round of logins. */
  bare: Busy<Argon2Round>[];
  logins: Busy<LoginRound>[];
}

async function main(bench: Bench): Promise<void> {
  const settings = { DATABASE_URL: await createDatabase(bench), GATEHOUSE_SECRET: newSecret() };
  const measured: Measured[] = [];
  let emails: string[] = [];
  for (const engine of engines) {
    const server = await startServer(bench, { ...settings, HASH_ENGINE: engine });
    if (emails.length === 0) emails = await registerAccounts(server.port, accounts);
    // Two logins to one account would wait for the same row, so each connection has its own accounts.
    const requests = Array.from({ length: connections }, (_, i) =>
      emails.filter((_, e) => e % connections === i).map((email) => jsonPost('/auth/login', { email, password })),
    );
    measured.push({
      engine,
      measureBare: startArgon2Child(bench, engine),
      measureLogins: (ms) => measureLogins(server.port, requests, ms),
      bare: [],
      logins: [],
    });
  }

  for (const { measureBare, measureLogins } of measured) {
    await measureLogins(warmUpMs);
    await measureBare(1000);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { measureBare, measureLogins, bare, logins } of measured) {
      if (round === 0) bare.push(await busyDuring(measureBare(roundMs)));
      logins.push(await busyDuring(measureLogins(roundMs)));
      bare.push(await busyDuring(measureBare(roundMs)));
    }
  }
  for (const each of measured) report(bench, each);
  compare(measured);
}

function report(bench: Bench, { engine, bare, logins }: Measured): void {
  const bareRates = bare.map((round) => round.rate);
  const loginRates = logins.map((round) => round.rate);
  // If the machine is slow for a minute, it slows the rounds before and after, too.
  const ratios = loginRates.map((rate, i) => rate / mean(bareRates.slice(i, i + 2)));
  const latencies = logins.flatMap((round) => round.latencies);
  const errors = total(logins.map((round) => round.errors));

  const hashes = (total(bareRates) * roundMs) / 1000;
  const hashMs = total(bare.map((round) => round.cpuMs)) / hashes;
  const loginMs = total(logins.map((round) => round.busyMs)) / latencies.length;
  const others = total(bare.map((round) => round.busyMs - round.cpuMs)) / (bare.length * roundMs * cpus().length);

  console.log(`\n${engine}`);
  console.log(`bare hashes  ${list(bareRates, 1)} a second, median ${median(bareRates).toFixed(1)}`);
  console.log(`logins       ${list(loginRates, 1)} a second, median ${median(loginRates).toFixed(1)}`);
  console.log(`ratios       ${list(ratios, 3)}`);
  console.log(
    `latency      p50 ${percentile(latencies, 50).toFixed(0)} ms, p99 ${percentile(latencies, 99).toFixed(0)} ms`,
  );
  console.log(`CPU          ${hashMs.toFixed(1)} ms a bare hash, ${loginMs.toFixed(1)} ms a login (all processes)`);
  console.log(`disturbance  ${(others * 100).toFixed(0)} % of the cores went to others; over 5 %, measure again`);
  const ratio = median(ratios);
  bench.bound(
    `${engine}: logins ÷ bare hashes = ${ratio.toFixed(3)} (at least ${leastRatio[engine]})`,
    ratio >= leastRatio[engine],
  );
  bench.bound(`${engine}: ${errors} errors in ${latencies.length} logins (none)`, errors === 0);
}

function compare([first, second]: readonly Measured[]): void {
  if (!first || !second) return;
  const ratioOf = (rounds: (of: Measured) => readonly { rate: number }[]) => {
    const others = rounds(second);
    return median(rounds(first).map(({ rate }, i) => rate / (others[i]?.rate ?? Number.NaN))).toFixed(2);
  };
  const [hashes, logins] = [ratioOf(({ bare }) => bare), ratioOf(({ logins }) => logins)];
  console.log(`\n${first.engine} ÷ ${second.engine}: ${hashes} of the bare hashes, ${logins} of the logins`);
}

async function measureLogins(port: number, requests: readonly Buffer[][], ms: number): Promise<LoginRound> {
  // The server closes idle connections, so each round opens new ones.
  const clients = await Promise.all(requests.map(() => Connection.open(port)));
  const deadline = performance.now() + ms;
  const latencies: number[] = [];
  let errors = 0;
  const use = async (client: Connection, own: readonly Buffer[]) => {
    for (let i = 0; performance.now() < deadline; i += 1) {
      const sentAt = performance.now();
      const { status } = await client.send(own[i % own.length] as Buffer);
      const now = performance.now();
      if (status !== 200) errors += 1;
      if (now < deadline) latencies.push(now - sentAt);
    }
  };
  await Promise.all(clients.map((client, i) => use(client, requests[i] ?? [])));
  for (const client of clients) client.close();
  return { rate: (latencies.length * 1000) / ms, latencies, errors };
}

/** Starts a process that measures the bare hash rate with libuv's default pool. */
function startArgon2Child(bench: Bench, engine: HashEngineName): (ms: number) => Promise<Argon2Round> {
  const { UV_THREADPOOL_SIZE: _, ...env } = process.env;
  const child = fork(path.join(__dirname, 'argon2-rate.ts'), [engine], { env });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the argon2 child ended')));
  ended.catch(() => {});
  bench.defer(async () => child.kill());
  return async (ms) => {
    child.send(ms);
    const [round] = (await Promise.race([once(child, 'message'), ended])) as [Argon2Round];
    return round;
  };
}

async function busyDuring<T>(work: Promise<T>): Promise<Busy<T>> {
  const before = busySinceBootMs();
  const result = await work;
  return { ...result, busyMs: busySinceBootMs() - before };
}

function busySinceBootMs(): number {
  return total(cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq));
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function mean(values: readonly number[]): number {
  return total(values) / values.length;
}

function list(values: readonly number[], digits: number): string {
  return values.map((value) => value.toFixed(digits)).join(', ');
}

void runBench(400, main);
