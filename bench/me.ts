import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { password, registerAccounts } from './accounts';
import type { Baseline } from './baselines';
import { Connection, jsonPost } from './connection';
import { Bench, cpuMsOf, createDatabase, median, newSecret, runBench, startServer } from './support';

// Compares the CPU time of the server for `me` through each API with the CPU time of the bare framework that sends the
// same response. Only the CPU time of the server counts, because the client and PostgreSQL share the cores.
const connections = 16;
/** V8 compiles each process differently: processes of one build differ by about 3 %. */
const processes = Number(process.env.PROCESSES ?? 3);
const rounds = Number(process.env.ROUNDS ?? 8);
/** A number of requests, not a time: V8 optimizes code that ran often, and a busy machine runs little in a second. */
const warmUp = 8000;
const round = 2000;
/** REST: our CPU time divided by Express's, at most. GraphQL: Apollo Server's CPU time divided by ours, at least. */
const bounds = { rest: 2, graphql: 0.75 };

const userFields =
  'id firstName lastName email isSuperAdmin disabled emailVerified telVerified tel company companyIdNumber companyIdUrl createdTs updatedTs lastLoginTs';

interface Cost {
  cpuMs: number;
  answers: number;
}

async function main(bench: Bench): Promise<void> {
  const only = process.argv[2];
  const ratios = { rest: [] as number[], graphql: [] as number[] };
  for (let i = 0; i < processes; i += 1) {
    const pair = await openPair();
    try {
      for (const api of ['rest', 'graphql'] as const) {
        if (only && only !== api) continue;
        const [own, bare] = (await inTurns(pair, api)).map(({ cpuMs, answers }) => cpuMs / answers) as [number, number];
        ratios[api].push(api === 'rest' ? own / bare : bare / own);
        console.log(`${api}  ${own.toFixed(3)} ms of CPU each, ${bare.toFixed(3)} bare`);
      }
    } finally {
      await pair.close();
    }
  }
  const show = (values: number[]) => `${median(values).toFixed(2)} (${values.map((one) => one.toFixed(2)).join(', ')}`;
  if (ratios.rest.length > 0) {
    const text = `REST me: CPU ÷ bare Express = ${show(ratios.rest)}; at most ${bounds.rest})`;
    bench.bound(text, median(ratios.rest) <= bounds.rest);
  }
  if (ratios.graphql.length > 0) {
    const text = `GraphQL me: rate ÷ bare Apollo Server = ${show(ratios.graphql)}; at least ${bounds.graphql})`;
    bench.bound(text, median(ratios.graphql) >= bounds.graphql);
  }
}

interface Pair {
  servers: readonly [{ pid: number; port: number }, { pid: number; port: number }];
  /** One request for each connection, with the token of a different user. */
  requests: { rest: Buffer[]; graphql: Buffer[] };
  close(): Promise<void>;
}

/** Starts Gatehouse, and the bare servers that send the same responses. */
async function openPair(): Promise<Pair> {
  const bench = new Bench();
  const settings = { DATABASE_URL: await createDatabase(bench), GATEHOUSE_SECRET: newSecret(), NODE_ENV: 'production' };
  const { pid, port } = await startServer(bench, settings);
  const connection = await Connection.open(port);
  const query = JSON.stringify({ query: `{ me { ${userFields} } }` });
  const requests: Pair['requests'] = { rest: [], graphql: [] };
  for (const email of await registerAccounts(port, connections)) {
    const login = await connection.send(jsonPost('/auth/login', { email, password }));
    const fields = `Host: x\r\nAuthorization: Bearer ${JSON.parse(login.body.toString()).result.jwt}\r\n`;
    requests.rest.push(Buffer.from(`GET /auth/me HTTP/1.1\r\n${fields}\r\n`));
    const body = `Content-Type: application/json\r\nContent-Length: ${query.length}\r\n\r\n${query}`;
    requests.graphql.push(Buffer.from(`POST /graphql HTTP/1.1\r\n${fields}${body}`));
  }
  const rest = await connection.send(requests.rest[0] ?? Buffer.alloc(0));
  const graphql = await connection.send(requests.graphql[0] ?? Buffer.alloc(0));
  connection.close();

  const perConnection = new Set(['connection', 'keep-alive', 'date', 'content-length']);
  const headers = rest.head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(': ', 2) as [string, string])
    .filter(([name]) => !perConnection.has(name.toLowerCase()));
  const baseline: Baseline = {
    get: { path: '/auth/me', headers: Object.fromEntries(headers), body: rest.body.toString() },
    schema: readFileSync(path.join(__dirname, '../schema.graphql'), 'utf8'),
    me: JSON.parse(graphql.body.toString()).data.me,
  };
  const child = fork(path.join(__dirname, 'baselines.ts'), { env: { ...process.env, NODE_ENV: 'production' } });
  bench.defer(async () => child.kill());
  child.send(baseline);
  const [barePort] = (await once(child, 'message')) as [number];
  return {
    servers: [
      { pid, port },
      { pid: child.pid ?? 0, port: barePort },
    ],
    requests,
    close: () => bench.undoAll(),
  };
}

async function inTurns({ servers, requests }: Pair, api: 'rest' | 'graphql'): Promise<[Cost, Cost]> {
  const costs: [Cost, Cost] = [
    { cpuMs: 0, answers: 0 },
    { cpuMs: 0, answers: 0 },
  ];
  for (const { port } of servers) await answer(port, requests[api], warmUp);
  for (let n = 0; n < rounds; n += 1) {
    for (const i of n % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const before = cpuMsOf(servers[i].pid);
      await answer(servers[i].port, requests[api], round);
      costs[i].answers += round;
      costs[i].cpuMs += cpuMsOf(servers[i].pid) - before;
    }
  }
  return costs;
}

/** Sends `count` requests. Each answer must have the status 200. */
async function answer(port: number, requests: readonly Buffer[], count: number): Promise<void> {
  let left = count;
  const client = async (request: Buffer) => {
    const connection = await Connection.open(port);
    while (left > 0) {
      left -= 1;
      const { status, body } = await connection.send(request);
      if (status !== 200) throw new Error(`answered with ${status}: ${body}`);
    }
    connection.close();
  };
  await Promise.all(requests.map(client));
}

void runBench(600, main);
