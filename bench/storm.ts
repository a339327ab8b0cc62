import { password, registerAccounts } from './accounts';
import { Connection, jsonPost } from './connection';
import { startStormClients } from './start-storm-clients';
import type { Answered, Task } from './storm-clients';
import {
  type Bench,
  createDatabase,
  memoryOf,
  newSecret,
  percentile,
  runBench,
  type ServerProcess,
  startServer,
} from './support';

// Many more logins than the cores can hash, with the hash queue and without it. Measures the results of the logins, the
// times of cheap operations, and the memory.
const atOnce = 1000;
const accounts = 64;
const overload = 3;
const overloadMs = Number(process.env.OVERLOAD_MS ?? 60_000);
const capacityMs = 10_000;
const cheapPerSecond = 25;
const bounds = { cheapP99: 50, grownMB: 100, goodput: 0.9 };

interface Calm {
  capacity: number;
}

interface Storm {
  logins: Answered[];
  cheap: Record<string, Answered[]>;
  seconds: number;
  grownMB: number;
}

async function main(bench: Bench): Promise<void> {
  // All requests come from one address, so the limits of a network are off.
  const settings = { RATE_LIMITS: 'on', RATE_LIMIT_REFRESH_NETWORK: 'off', NODE_ENV: 'production' };
  console.log('\nwith the hash queue');
  const withQueue = await weather(bench, settings);
  console.log('\nwithout it: every login goes to the thread pool immediately');
  // The rate limits count a running login as failed.
  const unbounded = {
    RATE_LIMITS: 'off',
    HASH_CONCURRENCY: '512',
    HASH_QUEUE_WAIT: '60000',
    HASH_QUEUE_LENGTH: '1000000',
  };
  await weather(bench, { ...settings, ...unbounded });

  for (const [name, storm] of Object.entries(withQueue.storms)) {
    const p99 = percentile(
      Object.values(storm.cheap)
        .flat()
        .map(({ ms }) => ms),
      99,
    );
    const goodput = succeeded(storm).length / storm.seconds / withQueue.capacity;
    bench.bound(`${name}: cheap calls' p99 ${p99.toFixed(0)} ms (less than ${bounds.cheapP99})`, p99 < bounds.cheapP99);
    bench.bound(
      `${name}: memory grew by ${storm.grownMB.toFixed(0)} MB (less than ${bounds.grownMB})`,
      storm.grownMB < bounds.grownMB,
    );
    bench.bound(
      `${name}: goodput ${goodput.toFixed(2)} of capacity (more than ${bounds.goodput})`,
      goodput > bounds.goodput,
    );
  }
}

async function weather(
  bench: Bench,
  settings: Record<string, string>,
): Promise<Calm & { storms: Record<string, Storm> }> {
  const DATABASE_URL = await createDatabase(bench);
  const server = await startServer(bench, { DATABASE_URL, GATEHOUSE_SECRET: newSecret(), ...settings });
  const emails = await registerAccounts(server.port, accounts);
  const logins = emails.map((email) => jsonPost('/auth/login', { email, password }).toString());
  const cheap = await cheapCalls(server.port, emails);
  const storm = startStormClients(bench);
  const probes = Object.entries(cheap).map(([name, calls]) => ({ name, calls, ask: startStormClients(bench) }));
  const probing = (ms: number) =>
    probes.map(async ({ name, calls, ask }) => {
      return [name, await ask({ ...calls, port: server.port, perSecond: cheapPerSecond, ms })] as const;
    });

  const [capacity] = await Promise.all([capacityOf(server.port, logins), ...probing(2 * capacityMs)]);
  console.log(`capacity     ${capacity.toFixed(1)} logins a second at 16 connections, next to the cheap calls`);
  const run = async (task: Task, probeMs: number): Promise<Storm> => {
    const watched = watchMemory(server);
    const asked = probing(probeMs);
    const startedAt = performance.now();
    const answered = await storm(task);
    const seconds = (performance.now() - startedAt) / 1000;
    return { logins: answered, cheap: Object.fromEntries(await Promise.all(asked)), seconds, grownMB: watched.stop() };
  };
  const perSecond = overload * capacity;
  const long = await run(
    { kind: 'steadily', port: server.port, requests: logins, perSecond, ms: overloadMs },
    overloadMs,
  );
  report(`${overload} times the capacity for ${overloadMs / 1000} s`, long);
  const requests = Array.from({ length: atOnce }, (_, i) => logins[i % logins.length] ?? '');
  const burst = await run({ kind: 'burst', port: server.port, requests }, 4000);
  // The client opens its connections before the burst.
  burst.seconds = Math.max(...burst.logins.map(({ ms }) => ms)) / 1000;
  report(`${atOnce} logins at the same time`, burst);
  await server.stop();
  return { capacity, storms: { 'for a minute': long, burst: burst } };
}

function report(title: string, storm: Storm): void {
  console.log(title);
  for (const status of [...new Set(storm.logins.map((login) => login.status))].sort()) {
    const answers = storm.logins.filter((login) => login.status === status);
    console.log(`  ${status || 'lost'}: ${answers.length}, ${timesOf(answers)}`);
  }
  for (const [name, answers] of Object.entries(storm.cheap)) {
    const failed = answers.filter(({ status }) => status !== 200).length;
    console.log(`  ${name}: ${timesOf(answers)}${failed ? `, ${failed} failed` : ''}`);
  }
  const rate = succeeded(storm).length / storm.seconds;
  console.log(`  goodput ${rate.toFixed(1)} a second, memory grew by ${storm.grownMB.toFixed(0)} MB`);
}

const succeeded = (storm: Storm) => storm.logins.filter(({ status }) => status === 200);

function timesOf(answers: readonly Answered[]): string {
  const times = answers.map(({ ms }) => ms);
  return `p50 ${percentile(times, 50).toFixed(0)} ms, p99 ${percentile(times, 99).toFixed(0)} ms`;
}

async function capacityOf(port: number, logins: readonly string[]): Promise<number> {
  const connections = await Promise.all(Array.from({ length: 16 }, () => Connection.open(port)));
  const measure = async (ms: number) => {
    const deadline = performance.now() + ms;
    let done = 0;
    const use = async (connection: Connection, i: number) => {
      for (let n = i; performance.now() < deadline; n += connections.length) {
        const { status } = await connection.send(Buffer.from(logins[n % logins.length] ?? ''));
        if (status === 200 && performance.now() < deadline) done += 1;
      }
    };
    await Promise.all(connections.map(use));
    return (done * 1000) / ms;
  };
  await measure(capacityMs);
  const capacity = await measure(capacityMs);
  for (const connection of connections) connection.close();
  return capacity;
}

type CheapCalls = { kind: 'steadily'; requests: string[] } | { kind: 'refresh'; tokens: string[] };

/** Returns the cheap operations that clients with a session call all the time. */
async function cheapCalls(port: number, emails: readonly string[]): Promise<Record<string, CheapCalls>> {
  const connection = await Connection.open(port);
  const tokens: { jwt: string; refresh_token: string }[] = [];
  for (const email of emails) {
    const { body } = await connection.send(jsonPost('/auth/login', { email, password, scope: 'offline_access' }));
    tokens.push(JSON.parse(body.toString()).result);
  }
  connection.close();
  const get = (to: string, headers = ''): CheapCalls => {
    return { kind: 'steadily', requests: [`GET ${to} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`] };
  };
  const bearer = `Authorization: Bearer ${tokens[0]?.jwt}\r\n`;
  return {
    me: get('/auth/me', bearer),
    verify: get('/auth/verify', bearer),
    'key set': get('/.well-known/jwks.json'),
    refresh: { kind: 'refresh', tokens: tokens.map(({ refresh_token }) => refresh_token) },
  };
}

/** Measures by how many MB the memory of a process grows from now on. */
function watchMemory({ pid }: ServerProcess): { stop(): number } {
  const before = memoryOf(pid).resident;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid).resident);
  }, 20);
  return {
    stop() {
      clearInterval(timer);
      return most - before;
    },
  };
}

void runBench(400, main);
