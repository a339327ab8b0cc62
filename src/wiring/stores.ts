import { type AuditStore, PrismaAuditStore } from '../audit/audit.store';
import { type AuditCleanUpStore, SqlAuditCleanUpStore } from '../audit/audit-clean-up.store';
import type { Config } from '../config/config';
import { parseSecretBytes, type Secret } from '../config/secret';
import { type DataDir, holdsDatabase, type KeptSecrets, openDataDir } from '../db/data-dir';
import type { Database, PoolState, Queryable, Transact } from '../db/database';
import { applyMigrations, pendingMigrations } from '../db/migrate';
import { type Listen, type Notify, notifyWith } from '../db/notifications';
import { openDatabase } from '../db/open-database';
import { openRedis } from '../db/redis';
import { type DerivationKeyStore, PrismaDerivationKeyStore } from '../encryption/derivation-key.store';
import type { Secrets } from '../encryption/encryption';
import { AppError } from '../errors/app-error';
import { type JobStore, SqlJobStore } from '../jobs/job.store';
import type { Log } from '../observability/log';
import type { CounterStore } from '../rate-limits/counter';
import { PostgresCounterStore, RedisCounterStore } from '../rate-limits/counter.store';
import { type KnownNetworkStore, SqlKnownNetworkStore } from '../rate-limits/known-network.store';
import { type RateLimitCleanUpStore, SqlRateLimitCleanUpStore } from '../rate-limits/rate-limit-clean-up.store';
import { type AllSessionsStore, PrismaAllSessionsStore } from '../sessions/all-sessions.store';
import { PrismaSessionStore, type SessionStore } from '../sessions/session.store';
import { type SessionCleanUpStore, SqlSessionCleanUpStore } from '../sessions/session-clean-up.store';
import { PrismaSigningKeyStore, type SigningKeyStore } from '../tokens/signing-key.store';
import { PrismaUserStore, type UserStore } from '../users/user.store';

export interface DatabaseState {
  /** For example `17.2`. */
  version: string;
  now: Date;
}

/** The stores of the database or of one transaction, and the function that sends notifications. */
export interface TableStores {
  users: UserStore;
  signingKeys: SigningKeyStore;
  sessions: SessionStore;
  allSessions: AllSessionsStore;
  audit: AuditStore;
  jobs: JobStore;
  auditCleanUp: AuditCleanUpStore;
  sessionCleanUp: SessionCleanUpStore;
  rateLimitCleanUp: RateLimitCleanUpStore;
  knownNetworks: KnownNetworkStore;
  derivationKeys: DerivationKeyStore;
  notify: Notify;
}

export interface Stores extends TableStores {
  /** Commits all changes that `work` makes with the given stores together, or makes none of them. */
  transaction: Transact<TableStores>;
  /** Not part of transactions, because an attempt must count even if its transaction is rolled back. */
  counters: CounterStore;
  listen: Listen;
  /** The secrets that encrypt the keys: from the settings, or from the data folder of the embedded database. */
  secrets: Secrets;
  /** Null if the secrets come from the settings. */
  keptSecrets: SecretKeeper | null;
  /** Applies the pending migrations and returns their names. */
  migrate(): Promise<string[]>;
  pendingMigrations(): Promise<string[]>;
  /** Checks that the database is available, migrated and writable. @throws AppError `SERVICE_UNAVAILABLE` */
  ping(): Promise<void>;
  /** @throws AppError `SERVICE_UNAVAILABLE` */
  about(): Promise<DatabaseState>;
  pool(): PoolState;
  close(): Promise<void>;
}

/** Rotates the secret in the data folder of the embedded database. */
export interface SecretKeeper {
  begin(): Promise<Secrets>;
  end(): Promise<void>;
}

/**
 * Opens the database that the settings name. PostgreSQL may still be unavailable.
 * @throws DataDirInUseError if another process uses the folder of the embedded database
 */
export async function openStores(config: Pick<Config, 'database' | 'secret' | 'previousSecret'>): Promise<Stores> {
  const dataDir = await openDataDirOf(config);
  const secrets = secretsOf(config) ?? parseKept(await dataDir?.secrets());
  const client = await openDatabase(config.database);
  dataDir?.restrict();
  const stores = createStores(client, secrets);
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

function createTableStores(queryable: Queryable): TableStores {
  return {
    users: new PrismaUserStore(queryable),
    signingKeys: new PrismaSigningKeyStore(queryable),
    sessions: new PrismaSessionStore(queryable),
    allSessions: new PrismaAllSessionsStore(queryable),
    audit: new PrismaAuditStore(queryable),
    jobs: new SqlJobStore(queryable),
    auditCleanUp: new SqlAuditCleanUpStore(queryable),
    sessionCleanUp: new SqlSessionCleanUpStore(queryable),
    rateLimitCleanUp: new SqlRateLimitCleanUpStore(queryable),
    knownNetworks: new SqlKnownNetworkStore(queryable),
    derivationKeys: new PrismaDerivationKeyStore(queryable),
    notify: notifyWith(queryable),
  };
}

export function createStores(database: Database, secrets: Secrets): Stores {
  return {
    ...createTableStores(database),
    transaction: (work) => database.transaction((tx) => work(createTableStores(tx))),
    counters: new PostgresCounterStore(database),
    listen: database.listen,
    secrets,
    keptSecrets: null,
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
    async about() {
      const [row] = await database.query(
        "SELECT current_setting('server_version') AS version, extract(epoch FROM clock_timestamp())::float8 AS now",
      );
      return { version: String(row?.version), now: new Date(Number(row?.now) * 1000) };
    },
    pool: database.pool,
    close: () => database.close(),
  };
}

/** Opens counters in Redis, which may still be unavailable. */
export function openRedisCounters(url: Secret, log: Log): { counters: CounterStore; isUp(): boolean; close(): void } {
  const { client, isUp, close } = openRedis(url.reveal(), log);
  return { counters: new RedisCounterStore(client), isUp, close };
}

/** Whether the first start still has to create the embedded database. */
export function isNew({ database }: Pick<Config, 'database'>): boolean {
  return database.kind === 'embedded' && !holdsDatabase(database.dataDir);
}

async function openDataDirOf({ database }: Pick<Config, 'database'>): Promise<DataDir | null> {
  return database.kind === 'embedded' ? openDataDir(database.dataDir) : null;
}
