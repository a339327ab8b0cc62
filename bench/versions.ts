import { type Cost, countsOf, msEach, type Operation, openServer, operations, type Variant } from './operations';
import { Bench, median, runBench } from './support';

// Compares the server's CPU time for an operation with another version, which is built in the folder of the argument; with
// `--webhooks` for a login with endpoints of webhooks and without; with `--organizations` for people with 50 organizations
// and without; with `--challenge` for an installation that looks for attacks, in calm, and one that does not. The variants take
// turns. Only the CPU time of the server counts, because the client and other processes share the cores.
/** V8 compiles each process differently: processes of one build differ by about 3 %. */
const processes = 5;
const rounds = 6;
const mostMore = 0.03;

interface Compared extends Variant {
  /** How the text of a result names it. */
  name: string;
  /** Whether it does more than the other one, so that no bound applies. */
  doesMore?: boolean;
}

/** A login has one event, `session.created`. The endpoints of other events show what it costs to look for endpoints. */
const withWebhooks: readonly Compared[] = [
  { name: 'with two endpoints of other events', webhooks: ['user.deleted', 'user.deleted'] },
  { name: 'with an endpoint of logins, and its delivery', webhooks: ['session.created'], doesMore: true },
];

const inOrganizations: Compared = { name: 'with 50 organizations a person', organizations: 50 };

/** The accounts are registered from one network. */
const limits = { RATE_LIMITS: 'on', RATE_LIMIT_REGISTER_NETWORK: '10000/3600' };
const inCalm: Compared = {
  name: 'with a challenge in calm',
  settings: { ...limits, CHALLENGE: 'puzzle', CHALLENGE_ON: 'register,login' },
};

async function main(bench: Bench): Promise<void> {
  const [root, ...only] = process.argv.slice(2);
  if (root === undefined)
    throw new Error(
      'usage: npx tsx bench/versions.ts <folder of the other version> [operation …], --webhooks, --organizations, or --challenge',
    );
  const isAsked = (operation: Operation) => only.length === 0 || only.includes(operation);
  if (root === '--webhooks') {
    for (const own of withWebhooks) await compare(bench, 'login', own, { name: 'without webhooks' });
    return;
  }
  if (root === '--organizations') {
    for (const operation of ['login', 'me', 'verify'] as const)
      if (isAsked(operation)) await compare(bench, operation, inOrganizations, { name: 'without organizations' });
    return;
  }
  if (root === '--challenge') {
    for (const operation of ['login', 'me', 'verify'] as const)
      if (isAsked(operation)) await compare(bench, operation, inCalm, { name: 'without one', settings: limits });
    return;
  }
  for (const operation of operations) {
    if (isAsked(operation)) await compare(bench, operation, { name: 'here' }, { name: 'in the other version', root });
  }
}

async function compare(bench: Bench, operation: Operation, own: Compared, other: Compared): Promise<void> {
  const ratios: number[] = [];
  for (let i = 0; i < processes; i += 1) {
    const [ownMs, otherMs] = (await inTurns([own, other], operation)).map(msEach) as [number, number];
    ratios.push(ownMs / otherMs);
    console.log(`${operation}  ${ownMs.toFixed(3)} ms of CPU each ${own.name}, ${otherMs.toFixed(3)} ${other.name}`);
  }
  const ratio = median(ratios);
  const all = ratios.map((one) => one.toFixed(3)).join(', ');
  const text = `${operation} ${own.name}: ${ratio.toFixed(3)} of that ${other.name} (${all}`;
  if (own.doesMore) console.log(`${text})`);
  else bench.bound(`${text}; at most ${1 + mostMore})`, ratio <= 1 + mostMore);
}

/** Starts one process of each variant. Each runs once per round, and the variants take turns to be first. */
async function inTurns(variants: readonly Variant[], operation: Operation): Promise<[Cost, Cost]> {
  const costs: [Cost, Cost] = [
    { cpuMs: 0, answers: 0 },
    { cpuMs: 0, answers: 0 },
  ];
  const { warmUp, round } = countsOf(operation);
  const bench = new Bench();
  try {
    const servers = [];
    for (const variant of variants) servers.push(await openServer(bench, variant));
    for (const server of servers) await server.measure(operation, warmUp);
    for (let n = 0; n < rounds; n += 1) {
      for (const i of n % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const server = servers[i];
        if (!server) continue;
        const { cpuMs, answers } = await server.measure(operation, round);
        costs[i].answers += answers;
        costs[i].cpuMs += cpuMs;
      }
    }
  } finally {
    await bench.undoAll();
  }
  return costs;
}

void runBench(1500, main);
