import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Client, escapeLiteral, type QueryConfig } from 'pg';
import { loadHashEngine } from '../src/accounts/passwords/hash-engine';
import { createPasswordHasher } from '../src/accounts/passwords/password-hasher';
import { createApp } from '../src/app';
import { createAuditSearch } from '../src/compose/admin-audit';
import { createUserLifecycle } from '../src/compose/admin-users';
import { readConfig } from '../src/compose/config';
import { createServices } from '../src/compose/services';
import { openStores } from '../src/compose/stores';
import type { AuditFilter } from '../src/platform/audit/audit.store';
import { connectionSettings } from '../src/platform/db/postgres-database';
import { createServer } from '../src/platform/http/server';
import { createLog } from '../src/platform/observability/log';
import { password } from './accounts';
import { Connection, jsonPost } from './connection';
import { countsOf, msEach, openInstallation, operations } from './operations';
import { addressOf, emailOf, fill, isDisabled } from './scale-data';
import { type Bench, createDatabase, median, runBench } from './support';

// Checks that an operation takes as long with a million users as with a thousand. Measures the CPU time of the server,
// and the time and the plan of each statement, on both databases in turns.
const sizes = [1000, 1_000_000] as const;
const mostMore = 0.1;
const rounds = 8;
/** How often each statement is explained, each time for another user. */
const repeats = 15;
/** A statement may read this many unnecessary rows, because some tables are small, for example signing_keys. */
const smallTable = 1000;
/** Smaller differences come from the depth of an index and from the machine. */
const leastMs = 0.1;

// The secret and the password never change, so that a later run can use a database again.
const GATEHOUSE_SECRET = createHash('sha256').update('scale').digest('base64');

interface Installation {
  users: number;
  DATABASE_URL: string;
}

/** The arguments are the small and the large database of an earlier run. */
async function main(bench: Bench): Promise<void> {
  const kept = process.argv.slice(2);
  const installations: Installation[] = [];
  for (const [i, users] of sizes.entries()) {
    const url = kept[i];
    if (url === undefined) installations.push({ users, DATABASE_URL: await createFilled(bench, users) });
    else installations.push({ users: await countUsers(url), DATABASE_URL: url });
  }
  const [small, large] = installations as [Installation, Installation];
  await compareStatements(bench, small, large);
  await compareServers(bench, small, large);
}

async function createFilled(bench: Bench, users: number): Promise<string> {
  const DATABASE_URL = await createDatabase(bench);
  const stores = await openStores(configOf(DATABASE_URL));
  await stores.migrate();
  await stores.close();
  const startedAt = performance.now();
  const { engine } = await loadHashEngine('auto');
  await fill(DATABASE_URL, users, await engine.hash(password));
  console.log(`${users} users made in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  return DATABASE_URL;
}

async function countUsers(connectionString: string): Promise<number> {
  const client = new Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM users');
  await client.end();
  return rows[0]?.count ?? 0;
}

const configOf = (DATABASE_URL: string) =>
  readConfig({ DATABASE_URL, GATEHOUSE_SECRET, NODE_ENV: 'production', PORT: '0', HOST: '127.0.0.1' });

/** Compares the CPU time of two server processes. Each runs once per round. */
async function compareServers(bench: Bench, small: Installation, large: Installation): Promise<void> {
  const servers = [];
  for (const { DATABASE_URL, users } of [small, large]) {
    const emails = Array.from({ length: 256 }, (_, i) => accountOf(i / 256, users).email);
    servers.push(await openInstallation(bench, { DATABASE_URL, GATEHOUSE_SECRET, emails }));
  }
  for (const operation of operations) {
    const costs = servers.map(() => ({ cpuMs: 0, answers: 0 }));
    const { warmUp, round } = countsOf(operation);
    for (const server of servers) await server.measure(operation, warmUp);
    for (let n = 0; n < rounds; n += 1) {
      for (const i of n % 2 === 0 ? [0, 1] : [1, 0]) {
        const cost = await servers[i]?.measure(operation, round);
        const sum = costs[i];
        if (!cost || !sum) continue;
        sum.cpuMs += cost.cpuMs;
        sum.answers += cost.answers;
      }
    }
    const [few = Number.NaN, many = Number.NaN] = costs.map(msEach);
    const text = `${operation}: ${few.toFixed(3)} ms of the server's CPU with ${small.users} users, ${many.toFixed(3)} with ${large.users}`;
    bench.bound(`${text}: ratio ${(many / few).toFixed(2)} (at most ${1 + mostMore})`, many / few <= 1 + mostMore);
  }
}

/** Returns an enabled account. `position` is from 0 (the oldest account) to 1. */
function accountOf(position: number, users: number): { n: number; email: string } {
  let n = 1 + Math.floor(position * (users - 2));
  while (isDisabled(n, users)) n += 1;
  return { n, email: emailOf(n) };
}

interface Explained {
  /** The name of the statement, or its text. */
  statement: string;
  ms: number;
  /** The indexes that the statement reads, and the tables that it reads completely. */
  scans: string[];
  whole: string[];
}

/** Does the work that is not explained, and returns the operation that is. */
type Step = (account: { n: number; email: string }) => Promise<() => Promise<unknown>>;

interface Subject extends Installation {
  steps: Readonly<Record<string, Step>>;
}

/** Starts the server in this process, because the statements are recorded in this process. */
async function openSubject(bench: Bench, { DATABASE_URL, users }: Installation): Promise<Subject> {
  const unlimited = { RATE_LIMIT_LOGIN_NETWORK: '100000/900', RATE_LIMIT_LOGIN_ACCOUNT: '100000/60' };
  const config = readConfig({ DATABASE_URL, GATEHOUSE_SECRET, NODE_ENV: 'production', PORT: '0', ...unlimited });
  const log = createLog('warn');
  const hasher = await createPasswordHasher(await loadHashEngine(config.hashEngine), config.hashConcurrency);
  const stores = await openStores(config);
  const services = createServices({ config, stores, hasher, log });
  const app = await createApp(services, config, log);
  const server = createServer(app.handler, { maxConnections: 100 }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  bench.defer(async () => {
    server.close();
    await app.close();
    await services.close();
    await stores.close();
  });
  await services.readiness.prepare(AbortSignal.timeout(60_000));
  const client = await Connection.open((server.address() as AddressInfo).port);
  bench.defer(async () => client.close());
  const userAdmin = createUserLifecycle(config, stores, hasher.hash, log);
  const audit = await createAuditSearch(config, stores, log);

  const send = async (request: Buffer) => {
    const { status, body } = await client.send(request);
    if (status !== 200) throw new Error(`${request} was answered with ${status}: ${body}`);
    return JSON.parse(body.toString());
  };
  const login = (email: string) => send(jsonPost('/auth/login', { email, password, scope: 'offline_access' }));
  const get =
    (path: string): Step =>
    async ({ email }) => {
      const { jwt } = (await login(email)).result;
      return () => send(Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${jwt}\r\n\r\n`));
    };
  const find =
    (filter: { text?: string; disabled?: true; isSuperAdmin?: true }, textOf?: (n: number) => string): Step =>
    async ({ n }) => {
      const text = textOf?.(n) ?? filter.text ?? null;
      const wanted = { text, disabled: filter.disabled ?? null, isSuperAdmin: filter.isSuperAdmin ?? null, limit: 51 };
      return () => userAdmin.find(wanted);
    };
  const day = 86_400_000;
  const ago = (days: number) => new Date(Date.now() - days * day);
  const list =
    (filterOf: (n: number) => Omit<AuditFilter, 'limit'>): Step =>
    async ({ n }) =>
    () =>
      audit.list({ ...filterOf(n), limit: 51 }, null);
  const steps: Subject['steps'] = {
    login:
      async ({ email }) =>
      () =>
        login(email),
    refresh: async ({ email }) => {
      const token = (await login(email)).result.refresh_token;
      return () => send(jsonPost('/auth/refresh', { refresh_token: token }));
    },
    'me (REST)': get('/auth/me'),
    'me (GraphQL)': async ({ email }) => {
      const { jwt } = (await login(email)).result;
      return () => send(jsonPost('/graphql', { query: '{ me { id email } }' }, { Authorization: `Bearer ${jwt}` }));
    },
    verify: get('/auth/verify'),
    sessions: get('/auth/sessions'),
    logout: async ({ email }) => {
      const { jwt } = (await login(email)).result;
      return () => send(jsonPost('/auth/logout', {}, { Authorization: `Bearer ${jwt}` }));
    },
    'users show':
      async ({ email }) =>
      () =>
        userAdmin.get(email),
    'users find, newest': find({}),
    'users find, a part of an address': find({}, (n) => `.${n}@exam`),
    'users find, a complete address': find({}, emailOf),
    'users find, a name that many have': find({ text: 'RAda lan' }, (n) => (n % 2 === 0 ? 'ace Lan' : 'BERLAN')),
    'users find, an unknown name': find({}, (n) => `zzqx${n}`),
    'users find, two letters that are in no name': find({ text: 'zq' }),
    'users find --super-admin': find({ isSuperAdmin: true }),
    'users find --disabled': find({ disabled: true }),
    'audit, newest': list(() => ({})),
    'audit, one person':
      async ({ email }) =>
      () =>
        audit.list({ limit: 51 }, email),
    'audit, a rare action': list(() => ({ action: 'user_disabled' })),
    'audit, an action that never happened': list(() => ({ action: 'secret_rotated' })),
    'audit, a frequent action': list(() => ({ action: 'logged_in' })),
    'audit, one network': list((n) => ({ network: addressOf(n) })),
    'audit, a network that is unknown': list((n) => ({ network: `203.0.113.${n % 256}` })),
    'audit, until 60 days ago': list(() => ({ until: ago(60) })),
    'audit, since 60 until 59 days ago': list(() => ({ since: ago(60), until: ago(59) })),
    'explain, a request':
      async ({ n }) =>
      () =>
        audit.ofRequest(`request-${n}`),
  };
  return { users, DATABASE_URL, steps };
}

async function compareStatements(bench: Bench, small: Installation, large: Installation): Promise<void> {
  const recorder = new Recorder();
  bench.defer(() => recorder.close());
  const subjects = [await openSubject(bench, small), await openSubject(bench, large)] as const;
  for (const name of Object.keys(subjects[0].steps)) {
    const runs: [Explained[][], Explained[][]] = [[], []];
    for (let i = 0; i < repeats; i += 1) {
      for (const which of i % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const { users, DATABASE_URL, steps } = subjects[which];
        const operation = await steps[name]?.(accountOf(((i * 7) % repeats) / repeats, users));
        if (operation) runs[which].push(await recorder.record(DATABASE_URL, operation));
      }
    }
    report(bench, name, ...runs);
  }
  await recorder.close();
}

function report(bench: Bench, name: string, small: Explained[][], large: Explained[][]): void {
  // The first runs fill the caches.
  const msOf = (runs: Explained[][]) => median(runs.slice(3).map((run) => run.reduce((sum, { ms }) => sum + ms, 0)));
  const [few, many] = [msOf(small), msOf(large)];
  const whole = new Set(large.flat().flatMap(({ whole }) => whole));
  console.log(`\n${name}`);
  const explained = large.flat();
  for (const statement of new Set(explained.map((one) => one.statement))) {
    const scans = new Set(explained.flatMap((one) => (one.statement === statement ? one.scans : [])));
    console.log(`        ${statement}: ${[...scans].join(', ') || 'reads no table'}`);
  }
  // For example `verify`, which sends no statement.
  if (explained.length === 0) return;
  const text = `${name}: ${few.toFixed(3)} ms in the small database, ${many.toFixed(3)} in the large one`;
  const ratio = many / few;
  const isFlat = ratio <= 1 + mostMore || many - few < leastMs;
  bench.bound(`${text}: ratio ${ratio.toFixed(2)} (at most ${1 + mostMore}, or ${leastMs} ms)`, isFlat);
  bench.bound(
    `${name}: every table by an index${whole.size > 0 ? `, but not ${[...whole].join(', ')}` : ''}`,
    whole.size === 0,
  );
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** Explains each statement that a driver of this process sends, in a separate transaction that is rolled back. */
class Recorder {
  private readonly original = Client.prototype.query;
  private readonly explainers = new Map<string, { client: Client; prepared: Set<string> }>();
  recording: { url: string; explained: Explained[] } | null = null;
  /** Statements that were sent at the same time are explained one after the other. */
  private last: Promise<unknown> = Promise.resolve();

  constructor() {
    const recorder = this;
    const { original } = this;
    Client.prototype.query = function (this: Client, ...args: unknown[]) {
      const send = () => (original as (...args: unknown[]) => unknown).apply(this, args);
      const [config] = args;
      const { recording } = recorder;
      const isStatement = typeof config === 'object' && config !== null && 'text' in config;
      if (!recording || !isStatement || 'explains' in config) return send();
      const turn = recorder.last.then(() => recorder.explain(recording.url, config as Sent));
      recorder.last = turn.catch(() => {});
      // A pool passes a callback. Other callers wait for the promise.
      return turn.then((explained) => {
        recording.explained.push(explained);
        return send();
      });
    } as typeof original;
  }

  async record(url: string, operation: () => Promise<unknown>): Promise<Explained[]> {
    const explained: Explained[] = [];
    this.recording = { url, explained };
    // For example a timeout of the server. The plan and the time of that statement are still reported.
    await operation().catch((error: unknown) => console.log(`        failed: ${error}`));
    this.recording = null;
    return explained;
  }

  async close(): Promise<void> {
    Client.prototype.query = this.original;
    for (const { client } of this.explainers.values()) await client.end();
    this.explainers.clear();
  }

  /** Prepares a named statement as the driver does, so that PostgreSQL can choose a generic plan. */
  private async explain(url: string, { name, text, values = [] }: Sent): Promise<Explained> {
    const { client, prepared } = await this.explainerOf(url);
    const send = (sql: string, parameters: readonly unknown[] = []) =>
      client.query({ text: sql, values: [...parameters], explains: true } as QueryConfig);
    if (name && !prepared.has(name)) await send(`PREPARE "${name}" AS ${text}`);
    if (name) prepared.add(name);
    const literals = values.map(literal).join(', ');
    const explained = name ? `EXECUTE "${name}"${literals && `(${literals})`}` : text;
    await send('BEGIN');
    const { rows } = await send(`EXPLAIN (ANALYZE, FORMAT JSON) ${explained}`, name ? [] : values);
    await send('ROLLBACK');
    const [{ Plan: plan, 'Execution Time': executionMs, 'Planning Time': planningMs }] = rows[0]['QUERY PLAN'];
    const nodes = nodesOf(plan);
    return {
      statement: name ?? nameOf(text),
      // PostgreSQL plans a statement without a name each time.
      ms: executionMs + (name ? 0 : planningMs),
      scans: nodes.flatMap((node) => node['Index Name'] ?? (isWhole(node) ? `ALL OF ${node['Relation Name']}` : [])),
      whole: nodes.filter(isWhole).map((node) => node['Relation Name'] ?? ''),
    };
  }

  private async explainerOf(url: string) {
    const known = this.explainers.get(url);
    if (known) return known;
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(connectionSettings);
    const made = { client, prepared: new Set<string>() };
    this.explainers.set(url, made);
    return made;
  }
}

interface Sent {
  name?: string;
  text: string;
  values?: readonly unknown[];
}

/** Returns a name for a statement without a name: a statement of Prisma, or one that is planned each time. */
const nameOf = (text: string): string => `SELECT … FROM ${/\bFROM (\S+)/.exec(text)?.[1]?.replaceAll('"', '')}`;

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Whether the step read many unnecessary rows, or many rows without an index. */
function isWhole(node: Plan): boolean {
  const read = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0);
  const isScan = node['Relation Name'] !== undefined && node['Node Type'].includes('Scan');
  return (
    isScan &&
    (node['Node Type'] === 'Seq Scan' ? read > smallTable : (node['Rows Removed by Filter'] ?? 0) > smallTable)
  );
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (Array.isArray(value)) return escapeLiteral(`{${value.map((item) => JSON.stringify(item)).join(',')}}`);
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`;
  return escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
}

void runBench(3600, main);
