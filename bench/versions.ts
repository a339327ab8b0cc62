import { type Cost, countsOf, msEach, type Operation, openServer, operations } from './operations';
import { Bench, median, runBench } from './support';

// Compares the server's CPU time for an operation with another version, which is built in the folder of the argument.
// The versions take turns. Only the CPU time of the server counts, because the client and other processes share the
// cores.
/** V8 compiles each process differently: processes of one build differ by about 3 %. */
const processes = 5;
const rounds = 6;
const mostMore = 0.03;

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

/** Starts one process of each version. Each runs once per round, and the versions take turns to be first. */
async function inTurns(roots: readonly (string | undefined)[], operation: Operation): Promise<[Cost, Cost]> {
  const costs: [Cost, Cost] = [
    { cpuMs: 0, answers: 0 },
    { cpuMs: 0, answers: 0 },
  ];
  const { warmUp, round } = countsOf(operation);
  const bench = new Bench();
  try {
    const servers = [];
    for (const root of roots) servers.push(await openServer(bench, root));
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
