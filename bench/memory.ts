import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { keysOf } from '../src/platform/runtime/keys-of';
import { password, prepareInstallation } from './accounts';
import { Connection, jsonPost } from './connection';
import {
  type Bench,
  createDatabase,
  createFolder,
  type Memory,
  median,
  memoryOf,
  newSecret,
  runBench,
  startServer,
} from './support';

// The resident memory of the server: for each part, after a start, and at its peak under load.
const starts = 3;
const accounts = 64;
const connections = 16;
const calls = { logins: 10_000, me: 50_000, 'me, GraphQL': 50_000 } as const;
const mostMB = { started: 130, peak: 300 } as const;

async function main(bench: Bench): Promise<void> {
  console.log('\nby part, of a start on PostgreSQL');
  const node = residentAfter('');
  const libraries = residentAfter("require('./dist/serve')");
  const DATABASE_URL = await createDatabase(bench);
  const onPostgres = { DATABASE_URL, GATEHOUSE_SECRET: newSecret() };
  const emails = await prepareInstallation(bench, onPostgres, accounts);
  const started = await measureStarts(bench, async () => onPostgres);
  console.log(`Node                              ${show(node)}`);
  console.log(`the modules, ours and libraries   ${show(libraries - node)}`);
  console.log(`the rest: hash, database, schema  ${show(started.resident - libraries)}`);

  console.log('\nafter a start, median of three (peak)');
  console.log(`PostgreSQL, migrated              ${show(started.resident)} (${show(started.peak)})`);
  const folder = await createFolder(bench);
  const fresh = await measureStarts(bench, async () => ({ DATA_DIR: await createFolder(bench) }));
  await prepareInstallation(bench, { DATA_DIR: folder }, 1);
  const embedded = await measureStarts(bench, async () => ({ DATA_DIR: folder }));
  console.log(`embedded, existing folder         ${show(embedded.resident)} (${show(embedded.peak)})`);
  console.log(`embedded, empty folder            ${show(fresh.resident)} (${show(fresh.peak)})`);

  console.log('\nunder load, on PostgreSQL (peak)');
  const loaded = await measureLoad(bench, onPostgres, emails);

  bench.bound(`started: ${show(started.resident)} (at most ${mostMB.started})`, started.resident <= mostMB.started);
  bench.bound(`peak under load: ${show(loaded.peak)} (at most ${mostMB.peak})`, loaded.peak <= mostMB.peak);
}

async function measureStarts(bench: Bench, settings: () => Promise<Record<string, string>>): Promise<Memory> {
  const measured: Memory[] = [];
  for (let run = 0; run < starts; run += 1) measured.push(await measureStart(bench, await settings()));
  return {
    resident: median(measured.map(({ resident }) => resident)),
    peak: median(measured.map(({ peak }) => peak)),
  };
}

async function measureStart(bench: Bench, settings: Record<string, string>): Promise<Memory> {
  const server = await startServer(bench, settings);
  await delay(1000);
  const memory = memoryOf(server.pid);
  await server.stop();
  return memory;
}

async function measureLoad(bench: Bench, settings: Record<string, string>, emails: readonly string[]): Promise<Memory> {
  const server = await startServer(bench, settings);
  const login = (n: number) => jsonPost('/auth/login', { email: emails[n % accounts], password });
  const first = await Connection.open(server.port);
  const { body } = await first.send(login(0));
  const Authorization = `Bearer ${JSON.parse(body.toString()).result.jwt}`;
  first.close();
  const me = Buffer.from(`GET /auth/me HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${Authorization}\r\n\r\n`);
  const meInGraphql = jsonPost('/graphql', { query: '{ me { id email firstName } }' }, { Authorization });
  const requests = { logins: login, me: () => me, 'me, GraphQL': () => meInGraphql };
  for (const stage of keysOf(calls)) {
    await send(server.port, calls[stage], requests[stage]);
    const { resident, peak } = memoryOf(server.pid);
    console.log(`${`after ${calls[stage]} ${stage}`.padEnd(34)}${show(resident)} (${show(peak)})`);
  }
  const memory = memoryOf(server.pid);
  await server.stop();
  return memory;
}

async function send(port: number, count: number, requestOf: (n: number) => Buffer): Promise<void> {
  let sent = 0;
  const client = async () => {
    const connection = await Connection.open(port);
    while (sent < count) {
      sent += 1;
      const { status, body } = await connection.send(requestOf(sent));
      if (status !== 200 || body.includes('"errors"')) throw new Error(`answered with ${status}: ${body}`);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, client));
}

/** Returns the resident memory of a process that ran only this script, in MB. */
function residentAfter(script: string): number {
  const code = `${script};process.stdout.write(String(process.memoryUsage.rss()))`;
  return Number(execFileSync(process.execPath, ['-e', code], { cwd: path.join(__dirname, '..') })) / 2 ** 20;
}

const show = (mb: number): string => `${mb.toFixed(0)} MB`;

void runBench(900, main);
