import { setTimeout as delay } from 'node:timers/promises';
import { parseDatabaseUrl } from '../../config/database-url';
import { AppError } from '../../errors/app-error';
import { within } from '../../request/deadline';
import { waitAtMost } from '../../runtime/wait-at-most';
import type { Database, Queryable } from '../database';
import type { ReadSettings } from '../database.settings';
import { isRecoveryConflict } from '../database-error';
import { rejectInTransaction } from '../transaction';
import { type Identity, identityColumns, ReadServer, type ReadServerState, WriteRejectedError } from './read-server';
import { type PrimaryPosition, ReplicationLag } from './replication-lag';

/** Milliseconds. */
export interface ReadTimes {
  /** How long a read waits for the read server. Less than an operation may take, which then reads from the primary. */
  answer: number;
  /** Between two measurements of the lag. */
  measure: number;
  /** After a read that failed, until the server is used again. */
  pause: number;
}

const usualTimes: ReadTimes = { answer: 1000, measure: 2000, pause: 5000 };

/** A process that measures only when it reads uses a measurement for this many periods. */
const freshPeriods = 3;
/** Milliseconds, until a standby has usually applied what the primary has just written. */
const applyMs = 200;

/** A server of `DATABASE_READ_URL`, as it was last measured. */
export interface ReadServerReport {
  name: string;
  /** Null if the server did not answer. */
  role: 'standby' | 'primary' | null;
  /** For how many seconds its data can lack changes. Null if this is not known. */
  lagS: number | null;
  /** Why it is not used. Null if it can be used. */
  problem: string | null;
}

/** Runs `work` on a read server, or on the primary. `work` must only read, and can be run twice. */
export type Read = <Result>(work: (db: Queryable) => Promise<Result>) => Promise<Result>;

export interface ReadCounts {
  /** Seconds. 0 without `DATABASE_READ_URL`. */
  lagS: number;
  isUsed: boolean;
  /** The number of reads that the primary did instead. */
  fallbacks: number;
}

/** What a log line says: `server` is the read server that is used from now on, or null with the reason. */
export type OnReadChange = (server: string | null, reason: string | null) => void;

type PrimaryState = Identity & PrimaryPosition & { timeline: number };

/** The first eight digits of the name of the WAL file are the timeline. */
const primaryState = `SELECT ${identityColumns}, pg_walfile_name(pg_current_wal_flush_lsn()) AS "walFile",
  pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::text AS position, extract(epoch FROM clock_timestamp())::float8 AS "nowS"`;

/**
 * Reads that can be some seconds old, on the servers of `DATABASE_READ_URL`. A server is used while it is a copy of the
 * primary, answers, and is not too far behind. Otherwise the primary does the reads.
 */
export class Reads {
  private readonly servers: readonly ReadServer[];
  /** The value of `target_session_attrs`. */
  private readonly target: string | null;
  private readonly lag = new ReplicationLag();
  private readonly timer: NodeJS.Timeout | null = null;
  private reports: ReadServerReport[] = [];
  private current: ReadServer | null = null;
  private measuring: Promise<void> | null = null;
  /** Times of `performance.now()`. */
  private measuredAt = Number.NEGATIVE_INFINITY;
  private pausedUntil = Number.NEGATIVE_INFINITY;
  /** The newest time for which a server is known to have had all changes. */
  private freshAt = performance.now();
  /** Null if no server could be measured. */
  private lastLagS: number | null = null;
  private fallbacks = 0;
  private wasUsed: boolean | null = null;
  private isClosed = false;

  /** @param isServer whether the lag is measured all the time, and not only before a read */
  constructor(
    private readonly settings: ReadSettings,
    private readonly primary: Database,
    isServer: boolean,
    private readonly onChange: OnReadChange = () => {},
    private readonly times = usualTimes,
  ) {
    const url = parseDatabaseUrl(settings.url.reveal());
    this.servers = url.servers.map((address) => new ReadServer(address, url.schema, times.answer));
    this.target = url.targetSessionAttrs;
    if (isServer) this.timer = setInterval(() => void this.measure(), times.measure).unref();
  }

  read: Read = async (work) => {
    rejectInTransaction();
    const server = await this.usable();
    if (!server) return this.readFromPrimary(work);
    try {
      return await within(this.times.answer, work(server), 'the read server did not answer in time');
    } catch (error) {
      if (error instanceof WriteRejectedError) throw error;
      // A row that the primary has removed since is a matter of this read. The server itself works.
      if (!isRecoveryConflict(error)) this.pause(server, error);
      return this.readFromPrimary(work);
    }
  };

  counts(): ReadCounts {
    const lagS = this.lastLagS ?? (performance.now() - this.freshAt) / 1000;
    return { lagS, isUsed: this.current !== null, fallbacks: this.fallbacks };
  }

  /** Measures now. */
  async report(): Promise<ReadServerReport[]> {
    await this.measure();
    return this.reports;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    if (this.timer) clearInterval(this.timer);
    await this.measuring;
    await Promise.all(this.servers.map((server) => server.close()));
  }

  private readFromPrimary<Result>(work: (db: Queryable) => Promise<Result>): Promise<Result> {
    this.fallbacks += 1;
    return work(this.primary);
  }

  private async usable(): Promise<ReadServer | null> {
    if (this.isFresh()) return this.current;
    // Its own time limit: without one, a read on a frozen server would wait twice.
    await waitAtMost(this.times.answer, this.measure());
    return this.isFresh() ? this.current : null;
  }

  private isFresh(): boolean {
    return performance.now() - this.measuredAt < freshPeriods * this.times.measure;
  }

  private pause(server: ReadServer, error: unknown): void {
    this.pausedUntil = performance.now() + this.times.pause;
    this.use(null, `${server.name}: ${problemOf(error)}`);
  }

  private measure(): Promise<void> {
    if (this.isClosed) return Promise.resolve();
    this.measuring ??= this.measureAll().finally(() => {
      this.measuring = null;
    });
    return this.measuring;
  }

  private async measureAll(): Promise<void> {
    const found = await this.reportAll();
    this.reports = found.map(({ report }) => report);
    const usable = found.filter(({ report }) => report.problem === null);
    const chosen = this.inOrder(usable)[0];
    const now = performance.now();
    this.measuredAt = now;
    const measured = chosen ?? this.inOrder(found).find(({ report }) => report.lagS !== null);
    this.lastLagS = measured?.report.lagS ?? null;
    if (this.lastLagS !== null) this.freshAt = now - this.lastLagS * 1000;
    if (!chosen) {
      this.use(null, this.reports.map(({ name, problem }) => `${name}: ${problem}`).join('; '));
    } else if (now >= this.pausedUntil) {
      this.use(chosen.server, null);
    }
  }

  private inOrder<Found extends { report: ReadServerReport }>(found: readonly Found[]): Found[] {
    if (this.target === 'any') return [...found];
    return found.toSorted((a, b) => Number(a.report.role !== 'standby') - Number(b.report.role !== 'standby'));
  }

  private use(server: ReadServer | null, reason: string | null): void {
    this.current = server;
    const isUsed = server !== null;
    if (isUsed === this.wasUsed) return;
    this.wasUsed = isUsed;
    this.onChange(server?.name ?? null, reason);
  }

  private async reportAll(): Promise<{ server: ReadServer; report: ReadServerReport }[]> {
    const askedAt = performance.now();
    let primary: PrimaryState;
    try {
      primary = await this.askPrimary();
    } catch (error) {
      const problem = `the primary server shows no position to compare with: ${messageOf(error)}`;
      return this.servers.map((server) => ({
        server,
        report: { name: server.name, role: null, lagS: null, problem },
      }));
    }
    this.lag.record(primary, askedAt);
    return Promise.all(this.servers.map(async (server) => ({ server, report: await this.reportOf(server, primary) })));
  }

  private async askPrimary(): Promise<PrimaryState> {
    const [row] = await this.primary.query(primaryState);
    const { walFile, position, ...state } = row as unknown as PrimaryState & { walFile: string };
    return { ...state, position: BigInt(position), timeline: Number.parseInt(walFile.slice(0, 8), 16) };
  }

  private async reportOf(server: ReadServer, primary: PrimaryState): Promise<ReadServerReport> {
    const { name } = server;
    try {
      const state = await this.ask(server);
      const role = state.isStandby ? 'standby' : 'primary';
      const problem = this.rejectionOf(state, primary);
      if (problem !== null) return { name, role, lagS: null, problem };
      const lagS = role === 'primary' ? 0 : await this.lagOf(server, state, primary);
      const isBehind = lagS === null || lagS > this.settings.longestLagS;
      const behind = lagS === null ? 'it does not show how old its data is' : `its data is ${lagS.toFixed(1)} s old`;
      return { name, role, lagS, problem: isBehind ? behind : null };
    } catch (error) {
      return { name, role: null, lagS: null, problem: problemOf(error) };
    }
  }

  private ask(server: ReadServer): Promise<ReadServerState> {
    return within(this.times.answer, server.ask(), 'the database did not answer in time');
  }

  /** Asks again after the first measurement, because the first one has no older position to compare with. */
  private async lagOf(server: ReadServer, state: ReadServerState, primary: PrimaryState): Promise<number | null> {
    const lagOf = ({ position, lastChangeS }: ReadServerState) =>
      position === null ? null : this.lag.of({ position, lastChangeS }, primary, performance.now());
    const lagS = lagOf(state);
    const isFirst = this.measuredAt === Number.NEGATIVE_INFINITY;
    if (!isFirst || (lagS !== null && lagS <= this.settings.longestLagS)) return lagS;
    await delay(applyMs);
    return lagOf(await this.ask(server));
  }

  private rejectionOf(state: ReadServerState, primary: PrimaryState): string | null {
    const { systemId, databaseId, tableId } = state;
    const isSame = systemId === primary.systemId && databaseId === primary.databaseId && tableId === primary.tableId;
    if (!isSame || tableId === null) return 'it is no copy of the database of DATABASE_URL';
    if (!state.isReadOnly) return 'its connections are not read-only';
    if (!state.isStandby) {
      if (this.target === 'standby' || this.target === 'read-only') return 'it is not a standby';
      // Two primaries of one system are a failover that one of them has missed.
      return state.startedAt === primary.startedAt ? null : 'it is another primary server than that of DATABASE_URL';
    }
    return state.timeline < primary.timeline ? 'it does not follow the new primary server yet' : null;
  }
}

/** The texts of the translation name the setting of the primary. */
function problemOf(error: unknown): string {
  return messageOf(error).replaceAll('DATABASE_URL', 'DATABASE_READ_URL');
}

function messageOf(error: unknown): string {
  const cause = error instanceof AppError ? error.cause : error;
  return cause instanceof Error ? cause.message : 'unknown error';
}
