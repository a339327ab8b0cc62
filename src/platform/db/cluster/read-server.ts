import type { PoolConfig } from 'pg';
import type { ServerAddress } from '../../config/database-url';
import type { Prisma, Queryable } from '../database';
import { isReadOnlyError, translateDatabaseError } from '../database-error';
import { databaseLimits } from '../database-limits';
import { BoundedPool } from '../pool';
import { connectionSettings, inOwnSchema, toPreparedQuery } from '../postgres-database';
import { createPrisma } from '../prisma-client';
import { ServerClient, type ServerClientConfig } from '../server-client';

/** Columns by which a copy of the data is recognized. A restart of a server changes only `startedAt`. */
export const identityColumns = `(SELECT system_identifier FROM pg_control_system())::text AS "systemId",
  (SELECT oid FROM pg_database WHERE datname = current_database())::text AS "databaseId",
  to_regclass('users')::oid::text AS "tableId", pg_postmaster_start_time()::text AS "startedAt"`;

export interface Identity {
  /** Servers with the same number are copies of each other. */
  systemId: string;
  databaseId: string;
  /** Null if the database is not migrated. */
  tableId: string | null;
  startedAt: string;
}

/** What a server of `DATABASE_READ_URL` says about itself. */
export interface ReadServerState extends Identity {
  isStandby: boolean;
  /** Whether its connections accept no writes. */
  isReadOnly: boolean;
  /** Null for a primary, and for a server that does not show it. */
  position: bigint | null;
  lastChangeS: number | null;
  timeline: number;
}

/** An ordinary user does not see `received_tli`. The other two numbers follow a failover some minutes later. */
const ownState = `SELECT ${identityColumns}, pg_is_in_recovery() AS "isStandby",
  current_setting('default_transaction_read_only') = 'on' AS "isReadOnly",
  CASE WHEN pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text END AS position,
  extract(epoch FROM pg_last_xact_replay_timestamp())::float8 AS "lastChangeS",
  greatest((SELECT timeline_id FROM pg_control_checkpoint()), (SELECT min_recovery_end_timeline FROM pg_control_recovery()),
    (SELECT received_tli FROM pg_stat_wal_receiver)) AS timeline`;

/** How many connections wait for long reads. The connection that measures the lag is in addition to them. */
const mostConnections = 4;

/** A read that writes is a bug. It must not be repeated on the primary, where the write would succeed. */
export class WriteRejectedError extends Error {
  constructor() {
    super('a read from a standby must not write');
  }
}

/** One server of `DATABASE_READ_URL`. It is connected when it is used. All its connections are read-only. */
export class ReadServer implements Queryable {
  private readonly probe: BoundedPool;
  private readonly pool: BoundedPool;
  private readonly prismaClient: ReturnType<typeof createPrisma>;
  /** Of the process that has answered last. */
  private startedAt: string | null = null;

  constructor(
    private readonly address: ServerAddress,
    schema: string | null,
    answerMs: number,
  ) {
    const search = schema === null ? '' : `SET search_path TO "${schema}"`;
    const config: PoolConfig & ServerClientConfig = {
      server: { ...address, url: readOnly(address.url) },
      Client: ServerClient as never,
      application_name: 'gatehouse read',
      connectionTimeoutMillis: answerMs,
      // Ends the connection. Before that, `Reads` has given up the read, and says why.
      query_timeout: 2 * answerMs,
      statement_timeout: answerMs,
      keepAlive: true,
    };
    this.probe = new BoundedPool({
      ...config,
      max: 1,
      application_name: 'gatehouse lag',
      onConnect: async (client) => void (await client.query(search)),
    });
    this.pool = new BoundedPool({
      ...config,
      max: mostConnections,
      onConnect: async (client) => {
        await client.query(`${connectionSettings}; ${search}`);
        const { rows } = await client.query('SELECT pg_postmaster_start_time()::text AS "startedAt"');
        // A name can lead to several servers. Another one than the measured one can be far behind.
        if (rows[0]?.startedAt !== this.startedAt) throw new Error('the connection leads to another server');
      },
    });
    const limits = { ...databaseLimits, workMs: answerMs };
    this.prismaClient = createPrisma(() => inOwnSchema(this.pool), rejectRead, rejectRead, limits);
    for (const pool of [this.probe, this.pool]) pool.on('error', () => {});
  }

  get name(): string {
    return this.address.name;
  }

  /** @throws the error of the driver */
  async ask(): Promise<ReadServerState> {
    const { rows } = await this.probe.query(ownState);
    const [{ position, ...state }] = rows;
    if (this.startedAt !== null && this.startedAt !== state.startedAt) this.pool.renew();
    this.startedAt = state.startedAt;
    return { ...state, position: position === null ? null : BigInt(position) };
  }

  run: Queryable['run'] = (statement, values) =>
    this.pool.query(toPreparedQuery(statement, values)).then(({ rows }) => rows, rejectRead);

  get prisma(): Prisma.TransactionClient {
    return this.prismaClient.prisma;
  }

  async close(): Promise<void> {
    await this.prismaClient.disconnect();
    await Promise.all([this.probe.end(), this.pool.end()]);
  }
}

function rejectRead(error?: unknown): never {
  if (isReadOnlyError(error)) throw new WriteRejectedError();
  return translateDatabaseError(error);
}

/** The options of the URL take precedence over those of `pg`, so this one must be in the URL. */
function readOnly(text: string): string {
  const url = new URL(text);
  const given = url.searchParams.get('options');
  const options = '-c default_transaction_read_only=on';
  url.searchParams.set('options', given === null ? options : `${given} ${options}`);
  return url.href;
}
