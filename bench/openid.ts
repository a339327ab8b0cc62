import { fork } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Provider from 'oidc-provider';
import type { Configuration } from 'oidc-provider';
import { Client } from 'pg';
import { createProvider } from '../test/support/providers/openid-provider';
import { Connection } from './connection';
import { formPost, get } from './openid-clients';
import { countsOf, msEach, type Operation, openInstallation } from './operations';
import { Bench, cpuMsOf, createDatabase, median, runBench } from './support';

// Measures the CPU time of the endpoints of the provider, of the server and of PostgreSQL. In the same run, oidc-provider (certified,
// its tokens in memory) answers the same requests. With the folder of another version as argument, measures that version.
const processes = Number(process.env.PROCESSES ?? 3);
const rounds = Number(process.env.ROUNDS ?? 6);

const measured = [
  'verify',
  'me',
  'graphqlMe',
  'refresh',
  'userinfo',
  'introspect',
  'clientCredentials',
  'oauthRefresh',
  'keySet',
  'discovery',
] as const satisfies Operation[];
type Measured = (typeof measured)[number];

/**
 * The CPU time at most, as a multiple of that which oidc-provider takes for its key set: a document that never changes shows how fast
 * the machine is. They are milliseconds on a machine where that takes 0.08 ms. A multiple of `me` would ask more of everything
 * else when `me` gets faster.
 */
const bounds = {
  graphqlMe: 0.28 / 0.08,
  userinfo: 0.3 / 0.08,
  introspect: 0.2 / 0.08,
  clientCredentials: 0.6 / 0.08,
  oauthRefresh: 1.2 / 0.08,
  keySet: 0.06 / 0.08,
  discovery: 0.06 / 0.08,
} as const satisfies Partial<Record<Measured, number>>;

interface Work {
  serverMs: number;
  databaseMs: number;
}
type Costs = Record<Measured, Work>;

async function main(bench: Bench): Promise<void> {
  const samples: Costs[] = [];
  const others: Record<string, number>[] = [];
  for (let i = 0; i < processes; i += 1) {
    samples.push(await costsOfOneProcess());
    others.push(await costsOfCertified());
  }
  const msOf = (name: Measured, part: keyof Work = 'serverMs') => median(samples.map((costs) => costs[name][part]));
  for (const name of measured) {
    const other =
      others[0]?.[name] === undefined
        ? ''
        : `, oidc-provider ${median(others.map((one) => one[name] ?? 0)).toFixed(3)}`;
    console.log(
      `${name}  ${msOf(name).toFixed(3)} ms of CPU, PostgreSQL ${msOf(name, 'databaseMs').toFixed(3)}${other}`,
    );
  }
  for (const [name, most] of Object.entries(bounds) as [keyof typeof bounds, number][]) {
    const ratios = samples.map((costs, i) => costs[name].serverMs / (others[i]?.keySet ?? 0));
    const all = ratios.map((ratio) => ratio.toFixed(2)).join(', ');
    const ofMe = median(samples.map((costs) => costs[name].serverMs / costs.me.serverMs)).toFixed(2);
    bench.bound(
      `${name}: ${median(ratios).toFixed(2)} times the key set of oidc-provider (${all}; at most ${most.toFixed(2)}), ${ofMe} times me`,
      median(ratios) <= most,
    );
  }
}

/** The operations take turns, so that a busy moment of the machine meets all of them. */
async function costsOfOneProcess(): Promise<Costs> {
  const bench = new Bench();
  const costs = Object.fromEntries(measured.map((name) => [name, { serverMs: 0, databaseMs: 0 }])) as Costs;
  try {
    const DATABASE_URL = await createDatabase(bench);
    const server = await openInstallation(bench, { root: process.argv[2], DATABASE_URL, emails: [] });
    const database = new Client({ connectionString: DATABASE_URL });
    await database.connect();
    bench.defer(() => database.end());
    for (const name of measured) await server.measure(name, countsOf(name).warmUp);
    for (let n = 0; n < rounds; n += 1) {
      for (const name of measured) {
        const before = await databaseMs(database);
        const { round } = countsOf(name);
        const each = msEach(await server.measure(name, round));
        costs[name].serverMs += each / rounds;
        costs[name].databaseMs += moreThan(before, await databaseMs(database)) / round / rounds;
      }
    }
  } finally {
    await bench.undoAll();
  }
  return costs;
}

/** The CPU time of each connection of the server, by its process. PostgreSQL must be on this machine. */
async function databaseMs(database: Client): Promise<Map<number, number>> {
  const { rows } = await database.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  return new Map(rows.map(({ pid }) => [pid, cpuMsOf(pid)]));
}

/** Connections that were opened between the two count, and those that were closed do not. */
const moreThan = (before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number =>
  [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);

const service = { id: 'service', secret: 'a secret of the benchmark' };

async function costsOfCertified(): Promise<Record<string, number>> {
  const child = fork(__filename, ['certified'], { env: { ...process.env, NODE_ENV: 'production' } });
  const costs: Record<string, number> = {};
  try {
    const [port] = (await once(child, 'message')) as [number];
    const basic = { Authorization: `Basic ${Buffer.from(`${service.id}:${service.secret}`).toString('base64')}` };
    const first = await Connection.open(port);
    const credentials = formPost('/token', { grant_type: 'client_credentials' }, basic);
    const { access_token: token } = JSON.parse((await first.send(credentials)).body.toString());
    first.close();
    const requests = {
      clientCredentials: credentials,
      introspect: formPost('/token/introspection', { token }, basic),
      keySet: get('/jwks'),
      discovery: get('/.well-known/openid-configuration'),
    };
    for (const [name, request] of Object.entries(requests)) {
      const { warmUp, round } = countsOf('me');
      await repeat(port, request, warmUp);
      const before = cpuMsOf(child.pid ?? 0);
      await repeat(port, request, round * rounds);
      costs[name] = (cpuMsOf(child.pid ?? 0) - before) / (round * rounds);
    }
  } finally {
    child.kill();
  }
  return costs;
}

async function repeat(port: number, request: Buffer, count: number): Promise<void> {
  let left = count;
  const ask = async () => {
    const connection = await Connection.open(port);
    while (left-- > 0) {
      const { status, body } = await connection.send(request);
      if (status !== 200) throw new Error(`oidc-provider answered ${status}: ${body}`);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: 16 }, ask));
}

async function serveCertified(): Promise<void> {
  let provider: Provider | undefined;
  const server = createServer((req, res) => void provider?.callback()(req, res));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const configuration = {
    clients: [
      {
        client_id: service.id,
        client_secret: service.secret,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: { enabled: true },
    },
  };
  // The types of the library ask for everything that has a default.
  provider = await createProvider(`http://127.0.0.1:${port}`, configuration as unknown as Configuration);
  process.send?.(port);
  process.once('disconnect', () => process.exit());
}

if (process.argv[2] === 'certified') void serveCertified();
else void runBench(1500, main);
