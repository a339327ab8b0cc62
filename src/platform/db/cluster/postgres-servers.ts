import { setTimeout as delay } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import type { DatabaseUrl, ServerAddress } from '../../config/database-url';
import { throwConnectionError } from '../database-error';
import { ServerClient } from '../server-client';

/** Milliseconds. */
const times = {
  /** Until a server has accepted a connection, and until it has answered. */
  answer: 1000,
  /** After the first primary has answered, until the others must have answered. One of them may be a newer primary. */
  others: 300,
  /** After a search without success, until the next search. */
  pause: 200,
  /** Between two looks for a newer primary. */
  watch: 2000,
} as const;

/** A connection that is ended if another server becomes the primary. */
interface PrimaryConnection extends Pick<ClientBase, 'query' | 'once'> {
  server: ServerAddress | null;
  destroy(): void;
}

/** What a server says about itself. */
export interface ServerState {
  isStandby: boolean;
  /** Also true for a primary with `default_transaction_read_only`. */
  isReadOnly: boolean;
  /** Whether a commit waits until a standby has it. */
  isSynchronous: boolean;
  /** Servers with the same number are copies of each other. Null if this database does not show it. */
  systemId: string | null;
  /** Each promotion begins a timeline with a higher number. Null for a standby, or if this database does not show it. */
  timeline: number | null;
}

/** The state of a server of `DATABASE_URL`, or null if the server did not answer. */
export interface ServerReport {
  name: string;
  state: ServerState | null;
}

/**
 * The servers of a database URL. One of them is the primary. If there are several, they are asked which one accepts
 * writes, and every two seconds whether a newer primary exists.
 *
 * After a failover, the old primary may come back and accept writes, which would be lost. Therefore a primary is
 * rejected if a copy of it with a higher timeline was seen before.
 */
export class PostgresServers {
  /** The schema of every connection. Null: that of the connection itself. */
  readonly schema: string | null;
  private readonly servers: readonly [ServerAddress, ...ServerAddress[]];
  /** Null while the primary is unknown. */
  private current: ServerAddress | null = null;
  private latest: ServerAddress | null = null;
  private search: Promise<ServerAddress> | null = null;
  private readonly clients = new Set<PrimaryConnection>();
  private readonly newestTimelines = new Map<string, number>();
  private readonly watch: NodeJS.Timeout | null = null;
  private isAsking = false;
  private changes = 0;

  /** @param isPooler whether the URL leads to a connection pooler, which itself knows the server */
  constructor(
    { servers, schema }: DatabaseUrl,
    readonly isPooler = false,
    private readonly onChange: (name: string) => void = () => {},
  ) {
    this.servers = servers;
    this.schema = schema;
    if (servers.length > 1) this.watch = setInterval(() => this.lookForNewer(), times.watch).unref();
  }

  get first(): ServerAddress {
    return this.servers[0];
  }

  /** How often the primary has changed. */
  get primaryChanges(): number {
    return this.changes;
  }

  /** Returns the primary, which may have become unavailable since. @throws Error with the code `NO_PRIMARY` */
  primary(): Promise<ServerAddress> {
    if (this.servers.length === 1) return Promise.resolve(this.first);
    if (this.current) return Promise.resolve(this.current);
    this.search ??= this.searchPrimary().finally(() => {
      this.search = null;
    });
    return this.search;
  }

  /**
   * Checks a new connection, which is ended later if the primary changes.
   * @throws Error with the code `STALE_PRIMARY`, or with the SQLSTATE 25006 if the server is not the primary
   */
  async accept(client: PrimaryConnection, server: ServerAddress): Promise<void> {
    if (this.isPooler) return;
    const state = await stateOf(client);
    if (this.isStale(state)) {
      throw Object.assign(new Error('another server was promoted after this one'), { code: 'STALE_PRIMARY' });
    }
    if (this.servers.length > 1) {
      if (!isPrimary(state) || (this.current && this.current !== server)) {
        throw Object.assign(new Error('the server is not the primary'), { code: '25006' });
      }
      this.use(server);
    }
    this.record(state);
    this.clients.add(client);
    client.once('end', () => this.clients.delete(client));
  }

  /** The server did not answer, or accepts no writes. */
  suspect(server: ServerAddress | null): void {
    if (server === null || this.current === server) this.current = null;
  }

  /** Asks each server for its state. */
  report(): Promise<ServerReport[]> {
    return Promise.all(
      this.servers.map(async (server) => {
        const state = await ask(server).catch(() => null);
        return { name: server.name, state };
      }),
    );
  }

  close(): void {
    if (this.watch) clearInterval(this.watch);
  }

  private async searchPrimary(): Promise<ServerAddress> {
    const { primaries, failure } = await this.askForPrimaries(this.servers);
    const [newest] = primaries.sort((a, b) => (b.state.timeline ?? 0) - (a.state.timeline ?? 0));
    if (!newest) {
      await delay(times.pause);
      throw failure ?? Object.assign(new Error('no server accepts writes'), { code: 'NO_PRIMARY' });
    }
    this.record(newest.state);
    this.use(newest.server);
    return newest.server;
  }

  /** A primary that was promoted while the current one still answers, for example behind a broken network. */
  private async lookForNewer(): Promise<void> {
    const { current } = this;
    if (this.isAsking || current === null) return;
    this.isAsking = true;
    try {
      const others = this.servers.filter((server) => server !== current);
      const { primaries } = await this.askForPrimaries(others);
      const newer = primaries.find(({ state }) => this.isNewer(state));
      if (!newer) return;
      this.record(newer.state);
      this.use(newer.server);
    } finally {
      this.isAsking = false;
    }
  }

  /** Returns the primaries that have answered in time. `failure` is an error if no server at all has answered. */
  private async askForPrimaries(servers: readonly ServerAddress[]) {
    const primaries: { server: ServerAddress; state: ServerState }[] = [];
    let hasAnswered = false;
    let failure: unknown = null;
    await new Promise<void>((resolve) => {
      const answers = servers.map(async (server) => {
        try {
          const state = await ask(server);
          hasAnswered = true;
          if (!isPrimary(state) || this.isStale(state)) return;
          primaries.push({ server, state });
          setTimeout(resolve, times.others);
        } catch (error) {
          failure = error;
        }
      });
      Promise.all(answers).then(() => resolve());
    });
    return { primaries, failure: hasAnswered ? null : failure };
  }

  /** Ends the connections to all other servers. */
  private use(server: ServerAddress): void {
    this.current = server;
    if (this.latest === server) return;
    if (this.latest) {
      this.changes += 1;
      this.onChange(server.name);
    }
    this.latest = server;
    for (const client of this.clients) if (client.server !== server) client.destroy();
  }

  private record({ systemId, timeline }: ServerState): void {
    if (systemId === null || timeline === null) return;
    this.newestTimelines.set(systemId, Math.max(timeline, this.newestTimelines.get(systemId) ?? 0));
  }

  private isStale({ systemId, timeline }: ServerState): boolean {
    return timeline !== null && timeline < (this.newestTimelines.get(systemId ?? '') ?? 0);
  }

  private isNewer({ systemId, timeline }: ServerState): boolean {
    return timeline !== null && timeline > (this.newestTimelines.get(systemId ?? '') ?? Number.POSITIVE_INFINITY);
  }
}

const isPrimary = ({ isStandby, isReadOnly }: ServerState): boolean => !isStandby && !isReadOnly;

/** Connects for one question. @throws Error if the server does not answer */
async function ask(server: ServerAddress): Promise<ServerState> {
  const client = new ServerClient({
    server,
    application_name: 'gatehouse primary',
    connectionTimeoutMillis: times.answer,
    query_timeout: times.answer,
  });
  client.on('error', () => {});
  try {
    await client.connect().catch(throwConnectionError);
    return await stateOf(client);
  } finally {
    client.end().catch(() => {});
  }
}

const ownState = `pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only') = 'on' AS "isReadOnly",
  current_setting('synchronous_standby_names') <> ''
    AND current_setting('synchronous_commit') NOT IN ('off', 'local') AS "isSynchronous"`;
/** The first eight digits of the name of the WAL file are the timeline. */
const stateWithTimeline = `SELECT ${ownState}, (SELECT system_identifier FROM pg_control_system())::text AS "systemId",
  CASE WHEN NOT pg_is_in_recovery() THEN pg_walfile_name(pg_current_wal_lsn()) END AS "walFile"`;

async function stateOf(client: Pick<ClientBase, 'query'>): Promise<ServerState> {
  const { rows } = await client.query(stateWithTimeline).catch((error: unknown) => {
    // Some services that speak the protocol of PostgreSQL do not show the timeline.
    if (!isRejectedStatement(error)) throw error;
    return client.query(`SELECT ${ownState}, NULL AS "systemId", NULL AS "walFile"`);
  });
  const [{ isStandby, isReadOnly, isSynchronous, systemId, walFile }] = rows;
  const timeline = walFile === null ? null : Number.parseInt(walFile.slice(0, 8), 16);
  return { isStandby, isReadOnly, isSynchronous, systemId, timeline };
}

/** Whether the server has rejected the statement: not supported, not allowed, unknown or not possible now. */
function isRejectedStatement(error: unknown): boolean {
  return error instanceof Error && /^(0A000|42\w{3}|55000)$/.test(String(Reflect.get(error, 'code')));
}
