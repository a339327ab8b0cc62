import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import express from 'express';
import { version } from '../package.json';
import { loadHashEngine } from '../src/accounts/passwords/hash-engine';
import { password } from './accounts';
import { Connection } from './connection';
import { type Cost, countsOf, msEach, type Operation, openServer, operations } from './operations';
import { Bench, cpuMsOf, median, runBench } from './support';

// Checks that no operation costs more than in the last release. The unit is the CPU time of one request to bare
// Express, measured in turns in the same run, so the numbers of different machines can be compared. The unit of a login
// is the CPU time of one hash, because the hash is nine tenths of a login.
const processes = 3;
const rounds = 6;
/** The hash is nine tenths of a login, so 15 % would allow the rest of the login to double. */
const mostMoreOf = (operation: Operation) => (operation === 'login' ? 0.05 : 0.15);

const recordFile = path.join(__dirname, 'regression.json');

type Ratios = Record<Operation, number>;

interface Release {
  version: string;
  /** Without those that were not measured then. */
  ratios: Partial<Ratios>;
}

async function main(bench: Bench): Promise<void> {
  const [flag, root] = process.argv.slice(2);
  if (flag !== undefined && flag !== '--record')
    throw new Error('usage: npx tsx bench/regression.ts [--record [<folder of another version>]]');
  const samples: Ratios[] = [];
  for (let i = 0; i < processes; i += 1) {
    samples.push(await ratiosOfOneProcess(root));
    console.log(operations.map((operation) => `${operation} ${samples[i]?.[operation].toFixed(3)}`).join('  '));
  }
  const ratioOf = (operation: Operation) => median(samples.map((ratios) => ratios[operation]));
  if (flag === '--record') {
    const release: Release = {
      version: root === undefined ? version : JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version,
      ratios: Object.fromEntries(operations.map((name) => [name, Number(ratioOf(name).toFixed(3))])) as Ratios,
    };
    writeFileSync(recordFile, `${JSON.stringify(release, null, 2)}\n`);
    return;
  }
  const last: Release = JSON.parse(readFileSync(recordFile, 'utf8'));
  for (const operation of operations) {
    const ratio = last.ratios[operation];
    if (ratio === undefined) continue;
    const more = ratioOf(operation) / ratio - 1;
    const unit = operation === 'login' ? 'of a hash' : 'of a bare request';
    const text = `${operation}: ${ratioOf(operation).toFixed(3)} ${unit}, ${percent(more)} more than in ${last.version}`;
    bench.bound(`${text} (at most ${percent(mostMoreOf(operation))})`, more <= mostMoreOf(operation));
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Measures a server process, a bare Express and bare hashes, each once per round. */
async function ratiosOfOneProcess(root: string | undefined): Promise<Ratios> {
  const bench = new Bench();
  try {
    const [server, bare] = [await openServer(bench, { root }), await openBareExpress(bench)];
    const turns = [
      ...operations.map((operation) => ({
        name: operation,
        measure: (count: number) => server.measure(operation, count),
        counts: countsOf(operation),
      })),
      { name: 'request' as const, measure: bare, counts: countsOf('verify') },
      { name: 'hash' as const, measure: await bareHashes(), counts: countsOf('login') },
    ].map((turn) => ({ ...turn, cost: { cpuMs: 0, answers: 0 } }));
    for (const { measure, counts } of turns) await measure(counts.warmUp);
    for (let round = 0; round < rounds; round += 1) {
      for (const { measure, counts, cost } of turns) {
        const { cpuMs, answers } = await measure(counts.round);
        cost.cpuMs += cpuMs;
        cost.answers += answers;
      }
    }
    const ms = Object.fromEntries(turns.map(({ name, cost }) => [name, msEach(cost)])) as Record<
      Operation | 'request' | 'hash',
      number
    >;
    const ratios = operations.map((name) => [name, ms[name] / (name === 'login' ? ms.hash : ms.request)]);
    return Object.fromEntries(ratios) as Ratios;
  } finally {
    await bench.undoAll();
  }
}

/** Computes as many hashes at the same time as the server. */
async function bareHashes(): Promise<(count: number) => Promise<Cost>> {
  // The engine and the parameters are fixed, so that a slower engine or a more expensive hash of the server shows.
  const { engine } = await loadHashEngine('node-rs');
  const stored = await engine.hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  return async (count) => {
    const before = process.cpuUsage();
    await repeat(availableParallelism(), count, () => engine.verify(stored, password));
    const { user, system } = process.cpuUsage(before);
    return { cpuMs: (user + system) / 1000, answers: count };
  };
}

/** The response never changes, so that the unit is the same for all releases. */
async function openBareExpress(bench: Bench): Promise<(count: number) => Promise<Cost>> {
  const child = fork(__filename, [bareExpress], { env: { ...process.env, NODE_ENV: 'production' } });
  bench.defer(async () => child.kill());
  const [port] = (await once(child, 'message')) as [number];
  const request = Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return async (count) => {
    const before = cpuMsOf(child.pid ?? 0);
    const connections = await Promise.all(Array.from({ length: 16 }, () => Connection.open(port)));
    await repeat(connections.length, count, (i) => connections[i]?.send(request));
    for (const connection of connections) connection.close();
    return { cpuMs: cpuMsOf(child.pid ?? 0) - before, answers: count };
  };
}

const bareExpress = 'bare-express';

function serveBareExpress(): void {
  const app = express();
  app.get('/', (_req, res) => res.json({ success: true, result: { email: 'ada@example.com', text: 'x'.repeat(300) } }));
  const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.once('disconnect', () => process.exit());
}

/** Does the work `count` times in total, with `workers` workers at the same time. */
async function repeat(
  workers: number,
  count: number,
  work: (i: number) => Promise<unknown> | undefined,
): Promise<void> {
  let left = count;
  const worker = async (i: number) => {
    while (left > 0) {
      left -= 1;
      await work(i);
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, i) => worker(i)));
}

if (process.argv[2] === bareExpress) serveBareExpress();
else void runBench(900, main);
