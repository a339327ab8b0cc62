import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { password, registerAccounts } from './accounts';
import { Connection, jsonPost } from './connection';
import { type Bench, createDatabase, newSecret, percentile, runBench, startServer } from './support';

// Measures the logins of one user while another user sends 100 changes of the own profile at the same time, again and
// again: with rate limits, and without them.
const connections = 100;
const warmUpLogins = 200;
const logins = 500;
/** Between the end of 100 changes and the next 100. */
const pauseMs = 1000;
/** Names the account to the process that changes it. */
const changesOf = 'CHANGES_OF';

async function main(bench: Bench): Promise<void> {
  for (const rateLimits of ['on', 'off']) await measure(bench, rateLimits);
}

async function measure(bench: Bench, rateLimits: string): Promise<void> {
  const server = await startServer(bench, {
    DATABASE_URL: await createDatabase(bench),
    GATEHOUSE_SECRET: newSecret(),
    RATE_LIMITS: rateLimits,
  });
  const [busy = '', other = ''] = await registerAccounts(server.port, 2);
  const jwt = await accessTokenOf(server.port, busy);
  await logIn(server.port, other, warmUpLogins);
  const quiet = await logIn(server.port, other, logins);
  const changes = await ChangesOfOneAccount.start(server.port, jwt);
  const during = await logIn(server.port, other, logins);
  const statuses = await changes.stop();
  console.log(`\nRATE_LIMITS=${rateLimits}`);
  console.log(`logins alone         ${textOf(quiet.latencies)}`);
  console.log(`logins next to them  ${textOf(during.latencies)}`);
  console.log(`changes by status    ${JSON.stringify(statuses)}`);
  const ratio = percentile(during.latencies, 99) / percentile(quiet.latencies, 99);
  bench.bound(`${during.failed} failed of ${logins} logins (none)`, during.failed === 0);
  if (rateLimits === 'on') bench.bound(`p99 next to them ÷ alone = ${ratio.toFixed(2)} (at most 2)`, ratio <= 2);
  await server.stop();
}

async function accessTokenOf(port: number, email: string): Promise<string> {
  const connection = await Connection.open(port);
  const { body } = await connection.send(jsonPost('/auth/login', { email, password }));
  connection.close();
  const { result } = JSON.parse(String(body)) as { result: { jwt: string } };
  return result.jwt;
}

/** Logs in many times, one after the other. */
async function logIn(port: number, email: string, times: number): Promise<{ latencies: number[]; failed: number }> {
  const connection = await Connection.open(port);
  const request = jsonPost('/auth/login', { email, password });
  const latencies: number[] = [];
  let failed = 0;
  for (let i = 0; i < times; i += 1) {
    const sentAt = performance.now();
    const { status } = await connection.send(request);
    latencies.push(performance.now() - sentAt);
    if (status !== 200) failed += 1;
  }
  connection.close();
  return { latencies, failed };
}

/** Sends the changes in a process of its own, so that their answers do not delay the measurement. */
class ChangesOfOneAccount {
  private constructor(private readonly child: ChildProcess) {}

  static async start(port: number, jwt: string): Promise<ChangesOfOneAccount> {
    const child = fork(__filename, { env: { ...process.env, [changesOf]: JSON.stringify({ port, jwt }) } });
    await once(child, 'message');
    return new ChangesOfOneAccount(child);
  }

  /** Returns how many answers had each status. */
  async stop(): Promise<Record<number, number>> {
    const statuses = once(this.child, 'message');
    this.child.send('stop');
    return (await statuses)[0];
  }
}

async function sendChanges({ port, jwt }: { port: number; jwt: string }): Promise<void> {
  const clients = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)));
  const statuses: Record<number, number> = {};
  const change = async (client: Connection, firstName: string) => {
    const headers = { Authorization: `Bearer ${jwt}` };
    const { status } = await client.send(jsonPost('/auth/me', { first_name: firstName }, headers, 'PATCH'));
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  let isStopped = false;
  process.once('message', () => {
    isStopped = true;
  });
  process.send?.('ready');
  for (let wave = 0; !isStopped; wave += 1) {
    await Promise.all(clients.map((client, i) => change(client, `Ada ${wave} ${i}`)));
    await delay(pauseMs);
  }
  for (const client of clients) client.close();
  process.send?.(statuses);
}

const textOf = (latencies: readonly number[]) =>
  [50, 99, 100].map((p) => `p${p} ${percentile(latencies, p).toFixed(0)} ms`).join(', ');

const given = process.env[changesOf];
void (given ? sendChanges(JSON.parse(given)) : runBench(300, main));
