import { type AuditStore, SqlAuditStore } from './audit/audit.store';
import { type Config, type DatabaseConfig, parseSecretBytes, type Secret } from './config';
import { type Client, openClient, type PoolState } from './db/client';
import { type DataDir, holdsDatabase, type KeptSecrets, openDataDir } from './db/data-dir';
import { applyMigrations, pendingMigrations } from './db/migrate';
import type { Listen } from './db/notifications';
import { openRedis } from './db/redis';
import { AppError } from './errors';
import { type CleanUpStore, SqlCleanUpStore } from './jobs/clean-up.store';
import type { Log } from './log';
import type { CounterStore } from './rate-limits/counter';
import { PostgresCounterStore, RedisCounterStore } from './rate-limits/counter.store';
import { type KnownNetworkStore, SqlKnownNetworkStore } from './rate-limits/known-network.store';
import { type DerivationKeyStore, SqlDerivationKeyStore } from './secrets/derivation-key.store';
import type { Secrets } from './secrets/seal';
import { type AllSessionsStore, SqlAllSessionsStore } from './sessions/all-sessions.store';
import { PrismaSessionStore, type SessionStore } from './sessions/session.store';
import { PrismaSigningKeyStore, type SigningKeyStore } from './signing-keys/signing-key.store';
import { PrismaUserStore, type UserStore } from './users/user.store';

/** What a database says of itself. */
export interface DatabaseState {
  /** As in `17.2`. */
  version: string;
  now: Date;
}

export interface Stores {
  users: UserStore;
  signingKeys: SigningKeyStore;
  sessions: SessionStore;
  allSessions: AllSessionsStore;
  audit: AuditStore;
  cleanUp: CleanUpStore;
  counters: CounterStore;
  knownNetworks: KnownNetworkStore;
  listen: Listen;
  derivationKeys: DerivationKeyStore;
  /** What the database's keys are sealed with: from the settings, or kept beside the embedded database. */
  secrets: Secrets;
  /** Null where they are from the settings. */
  keptSecrets: SecretKeeper | null;
  /** Applies what is pending and returns the names. */
  migrate(): Promise<string[]>;
  pendingMigrations(): Promise<string[]>;
  /** Whether it is there, migrated and can be written to. @throws AppError `SERVICE_UNAVAILABLE` */
  ping(): Promise<void>;
  /** @throws AppError `SERVICE_UNAVAILABLE` */
  about(): Promise<DatabaseState>;
  pool(): PoolState;
  close(): Promise<void>;
}

/** Where the secret is kept beside the embedded database, to rotate it. */
export interface SecretKeeper {
  begin(): Promise<Secrets>;
  end(): Promise<void>;
}

/**
 * Opens the database of the settings; PostgreSQL need not be there yet.
 * @throws DataDirInUseError if another process has the folder of the embedded database
 */
export async function openDatabase(config: Pick<Config, 'database' | 'secret' | 'previousSecret'>): Promise<Stores> {
  const dataDir = await openDataDirOf(config);
  const secrets = secretsOf(config) ?? parseKept(await dataDir?.secrets());
  const client = await openClient(config.database);
  dataDir?.restrict();
  const stores = createStores(client, config.database, secrets);
  const isKept = config.secret === null && dataDir !== null;
  return {
    ...stores,
    keptSecrets: isKept
      ? { begin: async () => parseKept(await dataDir.beginRotation()), end: () => dataDir.endRotation() }
      : null,
    async close() {
      await stores.close();
      await dataDir?.close();
    },
  };
}

/** Null if the settings name none. */
export function secretsOf({ secret, previousSecret }: Pick<Config, 'secret' | 'previousSecret'>): Secrets | null {
  const current = parseSecretBytes(secret?.reveal() ?? '');
  return current && { current, previous: parseSecretBytes(previousSecret?.reveal() ?? '') };
}

function parseKept(kept: KeptSecrets | undefined): Secrets {
  const current = parseSecretBytes(kept?.current ?? '');
  if (!current) throw new Error('the secret kept in the data folder is damaged');
  return { current, previous: parseSecretBytes(kept?.previous ?? '') };
}

export function createStores(database: Client, config: DatabaseConfig, secrets: Secrets): Stores {
  return {
    users: new PrismaUserStore(database.prisma, database.run),
    signingKeys: new PrismaSigningKeyStore(database.prisma, database.run),
    audit: new SqlAuditStore(database.run),
    cleanUp: new SqlCleanUpStore(database.run),
    sessions: new PrismaSessionStore(database.prisma, database.run),
    allSessions: new SqlAllSessionsStore(database.run),
    counters: new PostgresCounterStore(database.run),
    knownNetworks: new SqlKnownNetworkStore(database.run),
    listen: database.listen,
    derivationKeys: new SqlDerivationKeyStore(database.run),
    secrets,
    keptSecrets: null,
    migrate: () => applyMigrations(config, database),
    pendingMigrations: () => pendingMigrations(database),
    async ping() {
      const [row] = await database.query(
        "SELECT current_setting('transaction_read_only') AS read_only, (SELECT count(*) FROM users WHERE false) AS users",
      );
      if (row?.read_only === 'off') return;
      database.renew();
      throw new AppError('SERVICE_UNAVAILABLE', { msg: 'The database is read-only.' });
    },
    async about() {
      const [row] = await database.query(
        "SELECT current_setting('server_version') AS version, extract(epoch FROM clock_timestamp())::float8 AS now",
      );
      return { version: String(row?.version), now: new Date(Number(row?.now) * 1000) };
    },
    pool: database.pool,
    async close() {
      await database.prisma.$disconnect();
      await database.close();
    },
  };
}

/** Counters in a Redis, which need not be there yet. */
export function openRedisCounters(url: Secret, log: Log): { counters: CounterStore; isUp(): boolean; close(): void } {
  const { client, isUp, close } = openRedis(url.reveal(), log);
  return { counters: new RedisCounterStore(client), isUp, close };
}

/** Whether the first start has still to make the embedded database. */
export function isNew({ database }: Pick<Config, 'database'>): boolean {
  return database.kind === 'embedded' && !holdsDatabase(database.dataDir);
}

async function openDataDirOf({ database }: Pick<Config, 'database'>): Promise<DataDir | null> {
  const inFolder = database.kind === 'embedded' && database.dataDir !== 'memory://';
  return inFolder ? openDataDir(database.dataDir) : null;
}
