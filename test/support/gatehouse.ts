import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { loadHashEngine } from '../../src/accounts/passwords/hash-engine';
import type { HashParameters } from '../../src/accounts/passwords/hash-parameters';
import { createPasswordHasher } from '../../src/accounts/passwords/password-hasher';
import { createApp } from '../../src/app';
import { type Config, readConfig } from '../../src/compose/config';
import { createServices, type Services } from '../../src/compose/services';
import type { TimeLimits } from '../../src/compose/shared';
import { createStores, type Stores, secretsOf } from '../../src/compose/stores';
import { Secret } from '../../src/platform/config/secret';
import type { KeptMail } from '../../src/platform/email/mailbox';
import { DroppedConnections } from '../../src/platform/http/dropped-connections';
import { droppedConnectionMetrics } from '../../src/platform/http/dropped-connections.metrics';
import type { HttpLimits } from '../../src/platform/http/http-limits';
import { serveMetrics } from '../../src/platform/http/metrics-server';
import { createServer } from '../../src/platform/http/server';
import { messageChannel } from '../../src/platform/messages/message';
import { createLog, type Log } from '../../src/platform/observability/log';
import { createMetrics } from '../../src/platform/observability/metrics';
import { openTraces } from '../../src/platform/observability/traces';
import type { RequestObserver } from '../../src/platform/request/finished-request';
import { createMigratedDatabase, type TestDatabase } from './database';
import { undeclaredOf } from './declared-operations';
import { redisUrl } from './limits';
import { untilStopped } from './running';
import { until } from './until';

interface Listening {
  url: string;
  port: number;
  connections(): Promise<number>;
}

export interface Gatehouse extends Listening {
  /** Listens on another port with these HTTP limits. */
  listen(limits: Partial<HttpLimits> & { maxConnections?: number }): Promise<Listening>;
  /** Null unless `METRICS_PORT` is set. */
  metricsUrl: string | null;
  /** As a start does, opens the port of the mailbox and returns the address of its page. */
  openMailbox(): Promise<string | null>;
  config: Config;
  services: Services;
  stores: Stores;
  /** Starts a second instance on the same database with empty memory. A restarted instance has the same state. */
  another(env?: Record<string, string>, changes?: (stores: Stores) => StoreChanges): Promise<Instance>;
  /** Runs a statement on the database, without the stores. */
  sql(statement: string): Promise<Record<string, unknown>[]>;
  /** Waits until every mail was sent, and returns the mails in the mailbox, the one that was written last first. */
  mails(): Promise<readonly KeptMail[]>;
  /** Like `mails`, of all instances, oldest first. */
  allMails(): Promise<KeptMail[]>;
  /** Returns the whole log as text. */
  logged(): string;
  stop(): Promise<void>;
}

export interface Instance {
  url: string;
  services: Services;
  stop(): Promise<void>;
}

/**
 * On a slow machine, the default limits would reject requests that a test sends at the same time, or count attempts in the
 * memory of the process.
 */
const patienceMs = 60_000;
const patience: TimeLimits = {
  operationMs: patienceMs,
  redisMs: patienceMs,
  redisSilenceMs: patienceMs,
  breachListMs: patienceMs,
  // The wait for the hash queue and for the hook are together less than the limit of operations.
  hookMs: patienceMs / 2,
  providerMs: { request: patienceMs, operation: patienceMs },
  // Shorter than the lease of a delivery.
  webhookMs: 10_000,
  documentMs: patienceMs,
  // Tests wait for thousands of mails.
  mailSettleMs: { least: 0, most: 0 },
};

export const testSecret = Buffer.from(Array.from({ length: 32 }, (_, i) => i * 7)).toString('base64');

/** A hash takes less than a tenth of a millisecond. */
export const cheapHashes: HashParameters = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/**
 * Starts the real server in this process, on its own port and database. `changes` replaces parts of the stores. Tests of
 * hashing, of durations and of overload give the real parameters of hashes. Without `given`, the database is new. `limits` are
 * those that the test is about.
 */
export async function startGatehouse(
  env: Record<string, string> = {},
  changes: (stores: Stores) => StoreChanges = () => ({}),
  hashing = cheapHashes,
  given?: TestDatabase,
  limits: Partial<TimeLimits> = {},
): Promise<Gatehouse> {
  const database = given ?? (await createMigratedDatabase());
  const configOf = (settings: Record<string, string>): Config => ({
    ...readConfig({
      PORT: '0',
      HOST: '127.0.0.1',
      PUBLIC_URL: 'https://id.example.com',
      RATE_LIMITS: 'off',
      HASH_QUEUE_WAIT: '60000',
      DATA_DIR: 'of the test database',
      ...settings,
    }),
    database: database.config,
    secret: new Secret(settings.GATEHOUSE_SECRET ?? testSecret),
  });
  const config = configOf(env);
  const lines: string[] = [];
  const others: Instance[] = [];
  const log = createLog('trace', {
    write(line: string) {
      lines.push(line);
    },
  });
  const client = await database.open();
  const secrets = secretsOf(config);
  if (!secrets) throw new Error('there is always a secret');
  const opened = createStores(client, secrets);
  const startMails = holdMails(opened, config);
  const stores = withChanges(opened, changes(opened));
  const passwords = await createPasswordHasher(
    await loadHashEngine(config.hashEngine),
    config.hashConcurrency,
    hashing,
  );
  const timeLimits = { ...patience, ...limits };
  const services = createServices({ config, stores, hasher: passwords, log }, timeLimits);
  const dropped = new DroppedConnections(log);
  const metrics = config.metrics && createMetrics([...services.metrics, ...droppedConnectionMetrics(dropped)]);
  const metricsServer = metrics && (await serveMetrics(metrics, '127.0.0.1', 0, log));
  const traces = config.traces && openTraces(config.traces, log);
  const observers = [metrics, traces].flatMap((watcher) => (watcher ? [watcher.observe] : []));
  const undeclared = new Set<string>();
  const noteUndeclared: RequestObserver = (request) => {
    for (const what of undeclaredOf(request)) undeclared.add(what);
  };
  const app = await createApp(services, config, log, [...observers, noteUndeclared]);
  const servers: Server[] = [];
  const listen = async (limits: Parameters<Gatehouse['listen']>[0], onPort = 0) => {
    const server = createServer(app.handler, {
      messages: app.messages,
      maxConnections: config.maxConnections,
      onDropped: (limit, ip) => dropped.record(limit, ip),
      ...limits,
    });
    servers.push(server);
    await once(server.listen(onPort, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    return {
      url: `http://127.0.0.1:${port}`,
      port,
      connections: promisify(server.getConnections.bind(server)),
    };
  };
  const stop = untilStopped(async () => {
    for (const other of others) await other.stop();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    metricsServer?.close();
    await traces?.close();
    await app.close();
    await services.close();
    // A connection that nothing gives back would be one less for the rest of the server's life.
    await until(async () => stores.pool().idle === stores.pool().total);
    await stores.close();
    await database.drop();
    if (undeclared.size > 0) throw new Error(`not declared: ${[...undeclared]}`);
  });
  await services.readiness.prepare(AbortSignal.timeout(patienceMs));
  // Until Redis is connected, attempts are counted in the memory of the process.
  const untilRedis = async () => {
    if (!redisUrl || env.REDIS_URL !== redisUrl) return;
    await until(async () => lines.filter((line) => line.includes('"msg":"Redis up')).length > others.length);
  };
  await untilRedis();

  const arrived = new Map<KeptMail, number>();
  const allMails = async () => {
    await startMails();
    await until(async () => (await stores.messages.waiting()).count === 0);
    const kept = [services, ...others.map((other) => other.services)].flatMap(({ mailbox }) => mailbox?.list() ?? []);
    // Mails are sent several at once, and with a stopped clock those of two instances have the same time. Those that were there
    // before come first.
    const fresh = kept.filter((mail) => !arrived.has(mail));
    fresh.sort((a, b) => a.createdTs.getTime() - b.createdTs.getTime() || a.id - b.id);
    for (const mail of fresh) arrived.set(mail, arrived.size);
    return kept.sort((a, b) => Number(arrived.get(a)) - Number(arrived.get(b)));
  };

  return {
    ...(await listen({}, config.port)),
    listen: (limits) => listen(limits),
    metricsUrl: metricsServer && `http://127.0.0.1:${metricsServer.port}/metrics`,
    openMailbox: app.openMailbox,
    config,
    services,
    stores,
    async another(settings = {}, otherwise = () => ({})) {
      const own = { ...env, ...settings };
      const instance = await startInstance(
        { config: configOf(own), stores: withChanges(opened, otherwise(opened)), log, observers: [noteUndeclared] },
        hashing,
        timeLimits,
      );
      others.push(instance);
      await untilRedis();
      return instance;
    },
    sql: client.query,
    async mails() {
      const all = await allMails();
      const own = new Set(services.mailbox?.list());
      return all.filter((mail) => own.has(mail)).reverse();
    },
    allMails,
    logged: () => lines.join(''),
    stop,
  };
}

/**
 * A mail takes as long as the registration that wrote it, and most tests do not read it. So the mails of a server are only
 * sent from the first time that its test reads them: then it calls the returned function.
 */
function holdMails(stores: Stores, { email }: Config): () => Promise<unknown> {
  if (email.transport !== 'mailbox') return async () => {};
  const claim = stores.messages.claim.bind(stores.messages);
  let areRead = false;
  stores.messages.claim = async (request) => (areRead || request.channel !== 'email' ? claim(request) : []);
  return async () => {
    if (areRead) return;
    areRead = true;
    await stores.transaction(null, ({ notify }) => notify(messageChannel, ''));
  };
}

/** Parts of the stores. A stand-in of a store has what the test needs. */
export type StoreChanges = {
  [Name in keyof Stores]?: Stores[Name] extends (...args: never[]) => unknown ? Stores[Name] : Partial<Stores[Name]>;
} & { reading?: Stores['reading'] };

/** Without a read server, the reads use the changed stores, too. */
function withChanges(opened: Stores, changes: StoreChanges): Stores {
  const changed = { ...opened, ...changes } as Stores;
  return { ...changed, reading: changes.reading ?? changed };
}

async function startInstance(
  {
    config,
    stores,
    log,
    observers,
  }: { config: Config; stores: Stores; log: Log; observers: readonly RequestObserver[] },
  hashing: HashParameters,
  timeLimits: TimeLimits,
): Promise<Instance> {
  const passwords = await createPasswordHasher(
    await loadHashEngine(config.hashEngine),
    config.hashConcurrency,
    hashing,
  );
  const services = createServices({ config, stores, hasher: passwords, log }, timeLimits);
  const app = await createApp(services, config, log, observers);
  const server = createServer(app.handler, { maxConnections: config.maxConnections, messages: app.messages });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await services.readiness.prepare(AbortSignal.timeout(patienceMs));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    services,
    async stop() {
      server.closeAllConnections();
      server.close();
      await app.close();
      await services.close();
    },
  };
}
