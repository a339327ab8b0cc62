import { setTimeout as delay } from 'node:timers/promises';
import { logoutsPart } from '../accounts/sessions/logout-statement';
import { eventsPart } from '../platform/audit/audit-statement';
import { ConfigError } from '../platform/config/config-error';
import { parseSecretBytes, type Secret } from '../platform/config/secret';
import { type Listen, type Notify, notifyWith } from '../platform/db/cluster/notifications';
import type { ServerReport } from '../platform/db/cluster/postgres-servers';
import type { OnReadChange, ReadCounts, ReadServerReport, Reads } from '../platform/db/cluster/reads';
import { openRedis } from '../platform/db/cluster/redis';
import { openCommandServer } from '../platform/db/command-server/command-server';
import { createRemoteDatabase } from '../platform/db/command-server/remote-database';
import { connectToServer, type ServerConnection } from '../platform/db/command-server/server-connection';
import {
  type DataDir,
  DataDirInUseError,
  holdsDatabase,
  type KeptSecrets,
  openDataDir,
  readKeptSecrets,
} from '../platform/db/data-dir';
import type { Database, PoolState, Queryable, Run, SharedAccess, Transact } from '../platform/db/database';
import { databaseLimits } from '../platform/db/database-limits';
import type { DatabasePaths } from '../platform/db/database-paths';
import { applyMigrations, pendingMigrations } from '../platform/db/migrate';
import { openDatabase, openReads } from '../platform/db/open-database';
import type { Switch, Switches } from '../platform/db/optional-part';
import type { Secrets } from '../platform/encryption/encryption';
import { AppError } from '../platform/errors/app-error';
import { InstanceStore } from '../platform/instances/instance.store';
import type { Log } from '../platform/observability/log';
import type { CounterStore } from '../platform/rate-limits/counter';
import { PostgresCounterStore, RedisCounterStore } from '../platform/rate-limits/counter.store';
import { type Clock, systemClock } from '../platform/runtime/clock';
import type { Config } from './config';
import { storeClasses } from './features';
import { createReadStores, type ReadStores } from './read-stores';

type StoreClasses = typeof storeClasses;

/** The stores of the database or of one transaction, and the function that sends notifications. */
export type TableStores = { [Name in keyof StoreClasses]: InstanceType<StoreClasses[Name]> } & { notify: Notify };

export interface Stores extends TableStores {
  /** Whether operations write events of webhooks. */
  events: Switch;
  /** Whether ended sessions write logouts for OAuth clients. */
  logouts: Switch;
  /** For the clean-up, whose steps are statements. */
  sql: Run;
  /** Commits all changes that `work` makes with the given stores together, or makes none of them. */
  transaction: Transact<TableStores>;
  clock: Clock;
  instances: InstanceStore;
  /** Reads that can be some seconds old, because a standby can do them. */
  reading: ReadStores;
  /** Not part of transactions, because an attempt must count even if its transaction is rolled back. */
  counters: CounterStore;
  listen: Listen;
  /** The secrets that encrypt the keys: from the settings, or from the data folder of the embedded database. */
  secrets: Secrets;
  /** Null if the secrets come from the settings. */
  keptSecrets: SecretKeeper | null;
  /** Whether a running server has the embedded database open, and this process uses it through the server. */
  isThroughServer: boolean;
  /** Applies the pending migrations and returns their names. */
  migrate(): Promise<string[]>;
  pendingMigrations(): Promise<string[]>;
  /** Checks that the database is available, migrated and writable. @throws AppError `SERVICE_UNAVAILABLE` */
  ping(): Promise<void>;
  /** Returns the version of PostgreSQL, for example `17.2`. @throws AppError `SERVICE_UNAVAILABLE` */
  version(): Promise<string>;
  pool(): PoolState;
  /** Asks each PostgreSQL server of `DATABASE_URL` for its state. Empty for the embedded database. */
  databaseServers(): Promise<ServerReport[]>;
  /** How `DATABASE_URL` and `DATABASE_DIRECT_URL` lead to the server. Null for the embedded database. */
  databasePaths(): Promise<DatabasePaths | null>;
  /** How often this process has changed to another primary server. */
  primaryChanges(): number;
  /** Measures each server of `DATABASE_READ_URL`. Null without this setting. */
  readServers(): Promise<ReadServerReport[]> | null;
  readCounts(): ReadCounts;
  close(): Promise<void>;
}

/** Rotates the secret in the data folder of the embedded database. */
interface SecretKeeper {
  begin(): Promise<Secrets>;
  end(): Promise<void>;
}

type DatabaseSettings = Pick<Config, 'database' | 'secret' | 'previousSecret'>;

/**
 * Opens the database that the settings name. PostgreSQL may still be unavailable.
 * @throws DataDirInUseError if another process uses the folder of the embedded database
 */
export async function openStores(config: DatabaseSettings): Promise<Stores> {
  return (await openWithDatabase(config)).stores;
}

/**
 * Opens the database for the server. The server shares the embedded database with commands until it closes the stores.
 * @throws DataDirInUseError if another process uses the folder of the embedded database
 */
export async function openServerStores(config: DatabaseSettings, log: Log): Promise<Stores> {
  const { stores, shared } = await openWithDatabase(config, {
    isServer: true,
    onPrimaryChange: (server) => log.warn({ server }, 'the primary database server has changed'),
    onReadChange: (server, reason) => {
      if (server === null) log.warn({ reason }, 'searches and lists are read from the primary database server');
      else log.info({ server }, 'searches and lists are read from a server of DATABASE_READ_URL');
    },
  });
  if (!shared || config.database.kind !== 'embedded') return stores;
  const commands = await openCommandServer(config.database.dataDir, shared, log).catch((error: Error) => {
    log.warn(`commands cannot use the database while this server runs: ${error.message}`);
    return null;
  });
  return {
    ...stores,
    async close() {
      await commands?.close();
      await stores.close();
    },
  };
}

/** Milliseconds. A server that starts or stops has the lock of the data folder, and does not listen. */
const waitForFolder = { ms: 5000, everyMs: 50 } as const;

/**
 * Opens the database for a command. If a server is using the embedded database, the command uses it through the server.
 * `isAlone`: the command needs the data folder for itself, so the server must be stopped.
 * @throws DataDirInUseError; NoSocketError; ConfigError; Error if the server does not accept the command
 */
export async function openCommandStores(config: DatabaseSettings, { isAlone = false } = {}): Promise<Stores> {
  const giveUpAt = performance.now() + waitForFolder.ms;
  for (;;) {
    try {
      return await openStores(config);
    } catch (error) {
      if (!(error instanceof DataDirInUseError) || config.database.kind !== 'embedded') throw error;
      const server = await connectToServer(config.database.dataDir);
      if (server && isAlone) {
        server.close();
        throw new ServerRunsError(config.database.dataDir);
      }
      if (server) return openThrough(server, config, config.database.dataDir);
      if (performance.now() > giveUpAt) throw error;
      await delay(waitForFolder.everyMs);
    }
  }
}

class ServerRunsError extends Error {
  constructor(dataDir: string) {
    super(
      `a server is using the data folder ${dataDir}, and this command needs the folder for itself. Stop the server, run the command again, and start the server`,
    );
  }
}

async function openThrough(server: ServerConnection, config: DatabaseSettings, dataDir: string): Promise<Stores> {
  try {
    const secrets = secretsOf(config) ?? parseKept(await keptSecretsOf(dataDir));
    return { ...createStores(createRemoteDatabase(server), secrets), isThroughServer: true };
  } catch (error) {
    server.close();
    throw error;
  }
}

/** @throws ConfigError if the folder has no secret, because the server has its secret from the settings */
async function keptSecretsOf(dataDir: string): Promise<KeptSecrets> {
  const kept = await readKeptSecrets(dataDir);
  if (kept) return kept;
  throw new ConfigError([`GATEHOUSE_SECRET must be the secret of the server, because ${dataDir} contains no secret`]);
}

interface Watchers {
  /** Whether the process runs until it is stopped. */
  isServer: boolean;
  onPrimaryChange: (server: string) => void;
  onReadChange: OnReadChange;
}

const commandWatchers: Watchers = { isServer: false, onPrimaryChange: () => {}, onReadChange: () => {} };

async function openWithDatabase(
  config: DatabaseSettings,
  { isServer, onPrimaryChange, onReadChange }: Watchers = commandWatchers,
): Promise<{ stores: Stores; shared: SharedAccess | null }> {
  const dataDir = await openDataDirOf(config);
  const secrets = secretsOf(config) ?? parseKept(await dataDir?.secrets());
  const client = await openDatabase(config.database, databaseLimits, onPrimaryChange);
  dataDir?.restrict();
  const reads = openReads(config.database, client, { isServer, onChange: onReadChange });
  const stores = createStores(client, secrets, reads);
  const isKept = config.secret === null && dataDir !== null;
  const opened = {
    ...stores,
    keptSecrets: isKept
      ? { begin: async () => parseKept(await dataDir.beginRotation()), end: () => dataDir.endRotation() }
      : null,
    async close() {
      await stores.close();
      await dataDir?.close();
    },
  };
  return { stores: opened, shared: client.shared };
}

/** Returns null if the settings contain no secret. */
export function secretsOf({ secret, previousSecret }: Pick<Config, 'secret' | 'previousSecret'>): Secrets | null {
  const current = parseSecretBytes(secret?.reveal() ?? '');
  return current && { current, previous: parseSecretBytes(previousSecret?.reveal() ?? '') };
}

function parseKept(kept: KeptSecrets | undefined): Secrets {
  const current = parseSecretBytes(kept?.current ?? '');
  if (!current) throw new Error('the file secret in the data folder is damaged. Restore the data folder from a backup');
  return { current, previous: parseSecretBytes(kept?.previous ?? '') };
}

function createTableStores(queryable: Queryable, switches: Switches): TableStores {
  const db: Queryable = {
    get prisma() {
      return queryable.prisma;
    },
    run: (statement, values) => queryable.run(statement.variantFor?.(switches) ?? statement, values),
  };
  const stores = Object.entries(storeClasses).map(([name, Store]) => [name, new Store(db)] as const);
  return { ...Object.fromEntries(stores), notify: notifyWith(queryable) } as TableStores;
}

export function createStores(database: Database, secrets: Secrets, reads: Reads | null = null): Stores {
  // A command does not follow the endpoints and the clients, so it always looks for them.
  const switches = { [eventsPart]: { isOn: true }, [logoutsPart]: { isOn: true } };
  const stores = createTableStores(database, switches);
  return {
    ...stores,
    events: switches[eventsPart],
    logouts: switches[logoutsPart],
    sql: (statement, values) => database.run(statement, values),
    reading: reads ? createReadStores(reads.read) : stores,
    transaction: (account, work) => database.transaction(account, (tx) => work(createTableStores(tx, switches))),
    clock: systemClock,
    instances: new InstanceStore(database),
    counters: new PostgresCounterStore(database),
    listen: database.listen,
    secrets,
    keptSecrets: null,
    isThroughServer: false,
    migrate: () => applyMigrations(database),
    pendingMigrations: () => pendingMigrations(database),
    async ping() {
      const [row] = await database.query(
        "SELECT current_setting('transaction_read_only') AS read_only, (SELECT count(*) FROM users WHERE false) AS users",
      );
      if (row?.read_only === 'off') return;
      database.renew();
      throw new AppError('SERVICE_UNAVAILABLE', { msg: 'The database is read-only.' });
    },
    async version() {
      const [row] = await database.query("SELECT current_setting('server_version') AS version");
      return String(row?.version);
    },
    pool: database.pool,
    databaseServers: () => database.servers(),
    databasePaths: () => database.paths(),
    primaryChanges: () => database.primaryChanges(),
    readServers: () => reads?.report() ?? null,
    readCounts: () => reads?.counts() ?? { lagS: 0, isUsed: false, fallbacks: 0 },
    async close() {
      await reads?.close();
      await database.close();
    },
  };
}

/** Opens counters in Redis, which may still be unavailable. */
export function openRedisCounters(
  url: Secret,
  { redisMs, redisSilenceMs }: { redisMs: number; redisSilenceMs: number },
  log: Log,
): { counters: CounterStore; isUp(): boolean; close(): void } {
  const redis = openRedis(url.reveal(), log, { answersWithinMs: redisMs, silenceMs: redisSilenceMs });
  return { counters: new RedisCounterStore(redis), isUp: () => redis.isUp(), close: () => redis.close() };
}

/** Whether the first start still has to create the embedded database. */
export function isNew({ database }: Pick<Config, 'database'>): boolean {
  return database.kind === 'embedded' && !holdsDatabase(database.dataDir);
}

async function openDataDirOf({ database }: Pick<Config, 'database'>): Promise<DataDir | null> {
  return database.kind === 'embedded' ? openDataDir(database.dataDir) : null;
}
