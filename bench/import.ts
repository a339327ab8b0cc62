import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { type Bench, cpuMsOf, createDatabase, createFolder, memoryOf, newSecret, runBench } from './support';

// Imports a million users into PostgreSQL, imports the same file again, and exports them. Then the same import without
// the index of searches, and an import of fast hashes.
const users = Number(process.argv[2] ?? 1_000_000);
const fastHashes = 2000;
const most = { seconds: 300, peakMB: 300 } as const;
const sampleMs = 1000;

const firstNames = ['Ada', 'Grace', 'Alan', 'Barbara', 'Edsger', 'Frances', 'Donald', 'Katherine', 'Niklaus', 'Radia'];
const syllables = 'ber lan mar ton vel son ric hol stein wood nor kov ling ara eth dor'.split(' ');

async function main(bench: Bench): Promise<void> {
  const folder = await createFolder(bench);
  const [file, fastFile] = [path.join(folder, 'users.ndjson'), path.join(folder, 'fast.ndjson')];
  await write(file, users, (hex) => `$2b$12$${hex.slice(0, 21)}u${hex.slice(21, 51)}u`);
  await write(fastFile, fastHashes, (hex) => ({ format: 'sha256', hash: hex, salt: 'AAAA' }));
  console.log(`\n${users} users with bcrypt hashes, a file of ${Math.round((await stat(file)).size / 1e6)} MB`);

  const env = await createInstallation(bench);
  const imported = await run('import', env, ['import', 'users', file, '--yes'], `imported       ${users}`);
  await run('the same file again', env, ['import', 'users', file, '--yes'], `already there  ${users}`);
  const output = path.join(folder, 'export.ndjson');
  await run('export with hashes', env, ['export', 'users', output, '--with-hashes', '--yes'], `exported ${users}`);

  const without = await createInstallation(bench);
  const client = new Client({ connectionString: without.DATABASE_URL });
  await client.connect();
  bench.defer(() => client.end());
  const { rows } = await client.query<{ sql: string }>("SELECT pg_get_indexdef('users_trigrams_idx'::regclass) AS sql");
  await client.query('DROP INDEX users_trigrams_idx');
  await run(
    'import without the index of searches',
    without,
    ['import', 'users', file, '--yes'],
    `imported       ${users}`,
  );
  const startedAt = performance.now();
  await client.query(rows[0]?.sql ?? '');
  console.log(`the index of searches, made after the import: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);

  const fast = await run(
    'import of fast hashes',
    env,
    ['import', 'users', fastFile, '--yes'],
    `imported       ${fastHashes}`,
  );
  console.log(`fast hashes: ${(fastHashes / fast.seconds).toFixed(0)} per second`);

  bench.bound(`import: ${imported.seconds.toFixed(0)} s (at most ${most.seconds})`, imported.seconds <= most.seconds);
  bench.bound(`peak memory: ${imported.peakMB.toFixed(0)} MB (at most ${most.peakMB})`, imported.peakMB <= most.peakMB);
}

async function createInstallation(bench: Bench) {
  const env = { DATABASE_URL: await createDatabase(bench), GATEHOUSE_SECRET: newSecret() };
  await run('', env, ['migrate'], '');
  return env;
}

function* lines(count: number, passwordOf: (hex: string) => unknown): Generator<string> {
  for (let n = 1; n <= count; n += 1) {
    const hex = createHash('sha256').update(`${count} ${n}`).digest('hex');
    const first_name = firstNames[n % firstNames.length] ?? '';
    const line = {
      id: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`,
      email: `${first_name}.${count}.${n}@example.com`,
      email_verified: true,
      first_name,
      last_name: [n, n / 16, n / 256].map((k) => syllables[Math.floor(k) % 16]).join(''),
      created_ts: 1_500_000_000 + n,
      locale: 'de',
      password: passwordOf(hex),
    };
    yield `${JSON.stringify(line)}\n`;
  }
}

const write = (file: string, count: number, passwordOf: (hex: string) => unknown) =>
  pipeline(Readable.from(lines(count, passwordOf)), createWriteStream(file));

/** Runs the command, and prints its time, its memory, and its CPU time and that of its connections to the database. */
async function run(title: string, env: { DATABASE_URL: string }, args: readonly string[], expected: string) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['dist/cli/main.js', ...args], {
    cwd: path.join(__dirname, '..'),
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  const memory: number[] = [];
  const cpu = new Map<number, number>();
  let peakMB = 0;
  const client = new Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  const sample = async () => {
    const { resident, peak } = memoryOf(child.pid ?? 0);
    memory.push(resident);
    peakMB = peak;
    cpu.set(0, cpuMsOf(child.pid ?? 0));
    const { rows } = await client.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'gatehouse' AND datname = current_database()",
    );
    for (const { pid } of rows) cpu.set(pid, cpuMsOf(pid));
  };
  // The process can end between two reads.
  const sampling = setInterval(() => void sample().catch(() => {}), sampleMs);
  const [code] = await once(child, 'close');
  clearInterval(sampling);
  await client.end();
  if (code !== 0 || !out.includes(expected)) throw new Error(`${args.join(' ')} ended with ${code}: ${out}`);
  const seconds = (performance.now() - startedAt) / 1000;
  if (title === '') return { seconds, peakMB };
  const own = (cpu.get(0) ?? 0) / 1000;
  const database = [...cpu].reduce((sum, [pid, ms]) => (pid === 0 ? sum : sum + ms / 1000), 0);
  const parts = Array.from({ length: 8 }, (_, i) => memory[Math.floor((i * (memory.length - 1)) / 7)] ?? 0);
  console.log(
    `${title}: ${seconds.toFixed(1)} s, ${own.toFixed(0)} s of CPU, ${database.toFixed(0)} s of the database's`,
  );
  console.log(`  memory over time ${parts.map((mb) => mb.toFixed(0)).join(', ')} MB, peak ${peakMB.toFixed(0)} MB`);
  return { seconds, peakMB };
}

void runBench(3600, main);
