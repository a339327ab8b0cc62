import { password, registerAccounts } from './accounts';
import { Connection, jsonPost } from './connection';
import { Bench, cpuMsOf, createDatabase, median, newSecret, runBench, startServer } from './support';

// What an operation costs beside another version, which is built in the folder that is named: the server's CPU time of
// each, in turns, in one run. CPU time, because the client and other processes share the cores.
const connections = 16;
/** So many that none reaches the bound on its sessions. */
const accounts = 256;
/** Processes of one build differ by some 3 %, because V8 compiles each in its own way: so there are several. */
const processes = 5;
const rounds = 6;
const warmUpMs = 4000;
const roundMs = 1500;
const mostMore = 0.03;

const operations = ['login', 'verify', 'me', 'graphqlMe', 'refresh'] as const;
type Operation = (typeof operations)[number];

interface Cost {
  cpuMs: number;
  answers: number;
}

async function main(bench: Bench): Promise<void> {
  const [root, ...only] = process.argv.slice(2);
  if (root === undefined)
    throw new Error('usage: npx tsx bench/versions.ts <folder of the other version> [operation …]');
  for (const operation of operations) {
    if (only.length > 0 && !only.includes(operation)) continue;
    const ratios: number[] = [];
    for (let i = 0; i < processes; i += 1) {
      const [own, other] = await inTurns([undefined, root], operation);
      ratios.push(msEach(own) / msEach(other));
      console.log(
        `${operation}  ${msEach(own).toFixed(3)} ms of CPU each, ${msEach(other).toFixed(3)} in the other version`,
      );
    }
    const ratio = median(ratios);
    const all = ratios.map((one) => one.toFixed(3)).join(', ');
    bench.bound(
      `${operation}: ${ratio.toFixed(3)} of the other version (${all}; at most ${1 + mostMore})`,
      ratio <= 1 + mostMore,
    );
  }
}

const msEach = ({ cpuMs, answers }: Cost): number => cpuMs / answers;

/** A process of each version, and each once a round; every round begins with the other one. */
async function inTurns(roots: readonly (string | undefined)[], operation: Operation): Promise<[Cost, Cost]> {
  const costs: [Cost, Cost] = [
    { cpuMs: 0, answers: 0 },
    { cpuMs: 0, answers: 0 },
  ];
  const bench = new Bench();
  try {
    const servers = [];
    for (const root of roots) servers.push(await open(bench, root));
    for (const server of servers) await server.answer(operation, warmUpMs);
    for (let round = 0; round < rounds; round += 1) {
      for (const i of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const server = servers[i];
        if (!server) continue;
        const before = cpuMsOf(server.pid);
        costs[i].answers += await server.answer(operation, roundMs);
        costs[i].cpuMs += cpuMsOf(server.pid) - before;
      }
    }
  } finally {
    await bench.undoAll();
  }
  return costs;
}

interface Server {
  pid: number;
  /** Returns how many were answered. */
  answer(operation: Operation, ms: number): Promise<number>;
}

async function open(bench: Bench, root: string | undefined): Promise<Server> {
  const env = { DATABASE_URL: await createDatabase(bench), GATEHOUSE_SECRET: newSecret(), NODE_ENV: 'production' };
  const { pid, port } = await startServer(bench, env, 'node', root);
  const emails = await registerAccounts(port, accounts);
  const logins = emails.map((email) => jsonPost('/auth/login', { email, password }));
  const first = await Connection.open(port);
  const { body } = await first.send(logins[0] ?? Buffer.alloc(0));
  const { jwt } = JSON.parse(body.toString()).result;
  const refreshTokens: string[] = [];
  for (const email of emails.slice(0, connections)) {
    const answer = await first.send(jsonPost('/auth/login', { email, password, scope: 'offline_access' }));
    refreshTokens.push(JSON.parse(answer.body.toString()).result.refresh_token);
  }
  first.close();

  const signedIn = (path: string) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${jwt}\r\n\r\n`);
  const query = JSON.stringify({ query: '{ me { id firstName lastName email createdTs lastLoginTs } }' });
  const head = `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer ${jwt}`;
  const requests = {
    verify: signedIn('/auth/verify'),
    me: signedIn('/auth/me'),
    graphqlMe: Buffer.from(`${head}\r\nContent-Length: ${query.length}\r\n\r\n${query}`),
  };
  const requestOf = (operation: Operation, client: number, n: number): Buffer => {
    if (operation === 'refresh') return jsonPost('/auth/refresh', { refresh_token: refreshTokens[client] });
    // Each connection has accounts of its own, so that no two logins wait for one row.
    if (operation === 'login') return logins[(client + n * connections) % accounts] ?? requests.me;
    return requests[operation];
  };
  return {
    pid,
    async answer(operation, ms) {
      const deadline = performance.now() + ms;
      let done = 0;
      const client = async (i: number) => {
        const connection = await Connection.open(port);
        for (let n = 0; performance.now() < deadline; n += 1) {
          const { status, body } = await connection.send(requestOf(operation, i, n));
          if (status !== 200) throw new Error(`answered with ${status}: ${body}`);
          if (operation === 'refresh') refreshTokens[i] = JSON.parse(body.toString()).result.refresh_token;
          done += 1;
        }
        connection.close();
      };
      await Promise.all(Array.from({ length: connections }, (_, i) => client(i)));
      return done;
    },
  };
}

void runBench(1500, main);
