import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { password, registerAccounts } from './accounts';
import { Connection, jsonPost } from './connection';
import { Bench, cpuMsOf, createDatabase, freePort, newSecret, runBench, startServer } from './support';

// The cost of metrics and traces: the server's CPU time for a login and for a verification, with metrics and traces and
// without them. With a folder as argument, the version in that folder is another variant. The variants take turns.
const connections = 16;
const accounts = 64;
/**
 * V8 compiles each process differently: verifications of one build differ by 5 %. The mean of several processes is
 * stable.
 */
const processes = { login: 1, verify: 5 } as const;
const rounds = { login: 10, verify: 6 } as const;
const roundMs = { login: 3000, verify: 1000 } as const;
const warmUpMs = { login: 15_000, verify: 5000 } as const;
const scrapeEveryMs = 5000;
const mostCost = 0.03;

type Operation = 'login' | 'verify';

interface Variant {
  name: string;
  settings: Readonly<Record<string, string>>;
  /** The folder of another version. Not set for this version. */
  root?: string;
  /** The CPU time of each round of each process. */
  cpuMs: number;
  answers: number;
}

async function main(bench: Bench): Promise<void> {
  const collector = await startCollector(bench);
  for (const operation of ['login', 'verify'] as const) {
    const { plain, bounded, all, other } = variantsOf(process.argv[2], collector);
    const variants = [plain, ...bounded, all, ...(other ? [other] : [])];
    for (let i = 0; i < processes[operation]; i += 1) await inTurns(variants, operation);
    for (const variant of variants) {
      const ms = costOf(variant).toFixed(operation === 'login' ? 2 : 4);
      console.log(`${operation}  ${variant.name.padEnd(24)}${ms} ms of CPU each, ${more(variant, plain)} more`);
    }
    for (const variant of bounded) {
      const text = `${operation}: ${variant.name} cost ${more(variant, plain)} (at most ${percent(mostCost)})`;
      bench.bound(text, costOf(variant) / costOf(plain) - 1 <= mostCost);
    }
    if (other) console.log(`${operation}: ${more(plain, other)} more than the other version`);
  }
}

function variantsOf(otherRoot: string | undefined, collector: string) {
  const variant = (name: string, settings: Record<string, string> = {}): Variant => ({
    name,
    settings,
    cpuMs: 0,
    answers: 0,
  });
  const metrics = { METRICS_PORT: 'any' };
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' };
  return {
    plain: variant('neither'),
    bounded: [
      variant('metrics', metrics),
      variant('metrics, 1 % of traces', { ...metrics, ...traced, OTEL_TRACES_SAMPLER_ARG: '0.01' }),
    ],
    all: variant('metrics, all traces', { ...metrics, ...traced, OTEL_TRACES_SAMPLER_ARG: '1' }),
    other: otherRoot === undefined ? null : { ...variant('the other version'), root: otherRoot },
  };
}

const costOf = ({ cpuMs, answers }: Variant): number => cpuMs / answers;
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const more = (variant: Variant, than: Variant): string => percent(costOf(variant) / costOf(than) - 1);

/** Starts one process for each variant. Each runs once per round. Each round starts with another variant. */
async function inTurns(variants: readonly Variant[], operation: Operation): Promise<void> {
  const servers: { variant: Variant; server: Server }[] = [];
  for (const variant of variants) servers.push({ variant, server: await open(variant) });
  for (const { server } of servers) await server.answer(operation, warmUpMs[operation]);
  for (let round = 0; round < rounds[operation]; round += 1) {
    for (let i = 0; i < servers.length; i += 1) {
      const { variant, server } = servers[(round + i) % servers.length] as (typeof servers)[number];
      const before = cpuMsOf(server.pid);
      variant.answers += await server.answer(operation, roundMs[operation]);
      variant.cpuMs += cpuMsOf(server.pid) - before;
    }
  }
  for (const { server } of servers) await server.close();
}

interface Server {
  pid: number;
  /** Returns the number of answers in this time. */
  answer(operation: Operation, ms: number): Promise<number>;
  close(): Promise<void>;
}

async function open({ settings, root }: Variant): Promise<Server> {
  const bench = new Bench();
  const DATABASE_URL = await createDatabase(bench);
  const metricsPort = settings.METRICS_PORT && String(await freePort());
  const own = { DATABASE_URL, GATEHOUSE_SECRET: newSecret(), NODE_ENV: 'production' };
  const env = { ...own, ...settings, ...(metricsPort && { METRICS_PORT: metricsPort }) };
  const { pid, port } = await startServer(bench, env, root);
  if (metricsPort) scrape(bench, metricsPort);
  const emails = await registerAccounts(port, accounts);
  const logins = emails.map((email) => jsonPost('/auth/login', { email, password }));
  const connection = await Connection.open(port);
  const { body } = await connection.send(logins[0] ?? Buffer.alloc(0));
  connection.close();
  const { jwt } = JSON.parse(body.toString()).result;
  const verify = Buffer.from(`GET /auth/verify HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${jwt}\r\n\r\n`);
  // Two logins to one account would wait for the same row, so each connection has its own accounts.
  const login = (client: number, n: number) => logins[(client + n * connections) % accounts] ?? verify;
  return {
    pid,
    answer: (operation, ms) => answers(port, ms, operation === 'login' ? login : () => verify),
    close: () => bench.undoAll(),
  };
}

/** Returns the number of answers. Each answer must have the status 200. */
async function answers(port: number, ms: number, requestOf: (client: number, n: number) => Buffer): Promise<number> {
  const deadline = performance.now() + ms;
  let done = 0;
  const client = async (i: number) => {
    const connection = await Connection.open(port);
    for (let n = 0; performance.now() < deadline; n += 1) {
      const { status, body } = await connection.send(requestOf(i, n));
      if (status !== 200) throw new Error(`answered with ${status}: ${body}`);
      done += 1;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, (_, i) => client(i)));
  return done;
}

function scrape(bench: Bench, port: string): void {
  const timer = setInterval(() => {
    fetch(`http://127.0.0.1:${port}/metrics`).then(
      (response) => response.text(),
      () => {},
    );
  }, scrapeEveryMs);
  bench.defer(async () => clearInterval(timer));
}

/** Starts a server that accepts spans and drops them. Returns its URL. */
async function startCollector(bench: Bench): Promise<string> {
  const server = http.createServer((req, res) => {
    req.resume().on('end', () => res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  bench.defer(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

void runBench(900, main);
