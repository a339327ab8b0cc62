import { msOfHash, prepareInstallation } from './accounts';
import { type Bench, createDatabase, createFolder, median, newSecret, runBench, startServer } from './support';

// The time from `node dist/main.js` to the first 200 of /readyz. `npm start` takes 0.3 s more, in which npm loads. The unit of
// the bounds is the CPU time of a hash in the same run, because machines differ: 9 ms of CPU make 700 ms of 75 hashes.
const runs = 5;
const mostHashes = { emptyFolder: 270, embedded: 130, postgresql: 75 } as const;

async function main(bench: Bench): Promise<void> {
  const secret = { GATEHOUSE_SECRET: newSecret() };
  const emptyFolder = async () => ({ DATA_DIR: await createFolder(bench) });
  const emptyDatabase = async () => ({ DATABASE_URL: await createDatabase(bench), ...secret });

  const folder = await emptyFolder();
  const database = await emptyDatabase();
  for (const settings of [folder, database]) await prepareInstallation(bench, settings, 1);
  const empty = await measure(bench, 'embedded, empty folder', emptyFolder);
  const embedded = await measure(bench, 'embedded, in use', async () => folder);
  await measure(bench, 'PostgreSQL, empty database', emptyDatabase);
  const postgresql = await measure(bench, 'PostgreSQL, in use', async () => database);

  const hashMs = await msOfHash();
  console.log(`a hash: ${hashMs.toFixed(1)} ms of CPU`);
  const compare = (name: string, ms: number, most: number) => {
    const hashes = ms / hashMs;
    bench.bound(`${name}: ${ms.toFixed(0)} ms, ${hashes.toFixed(0)} hashes (at most ${most})`, hashes <= most);
  };
  compare('embedded, empty folder', empty, mostHashes.emptyFolder);
  compare('embedded, in use', embedded, mostHashes.embedded);
  compare('PostgreSQL, in use', postgresql, mostHashes.postgresql);
}

/** Starts and stops the service several times. Returns the median of the start times in ms. */
async function measure(
  bench: Bench,
  name: string,
  settings: () => Promise<Readonly<Record<string, string>>>,
): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const server = await startServer(bench, await settings());
    times.push(server.readyMs);
    await server.stop();
  }
  const each = times.map((ms) => ms.toFixed(0)).join(', ');
  console.log(`${name}: median ${median(times).toFixed(0)} ms, max ${Math.max(...times).toFixed(0)} ms (${each})`);
  return median(times);
}

void runBench(300, main);
