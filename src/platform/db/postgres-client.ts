import { Client, type ClientConfig, Connection } from 'pg';
import type { ServerAddress } from '../config/database-url';
import { limited } from '../request/deadline';
import type { PostgresServers } from './cluster/postgres-servers';
import { throwConnectionError } from './database-error';
import { ServerClient } from './server-client';

type ConnectCallback = (error: Error | null, client?: Client) => void;
type QueryCallback = (error: Error | null, result?: unknown) => void;

export interface PostgresClientConfig extends Omit<ClientConfig, 'connectionString'> {
  servers: PostgresServers;
  /** How long a statement may take, in ms, until its answer has arrived. It replaces `query_timeout` of `pg`. */
  replyMs?: number;
}

/** The text of `pg`. */
const noReplyText = 'Query read timeout';
const noReply = () => new Error(noReplyText);

/** Milliseconds until a cancel request must have been sent. */
const cancelMs = 1000;

/**
 * A connection to the primary server of `servers`. Besides this, it differs from the client of `pg` in two ways:
 * - A commit that the synchronous standby has not confirmed is an error. PostgreSQL only sends a warning.
 * - A statement without an answer in time is cancelled. A commit that waits for a standby has no other time limit.
 */
export class PostgresClient extends ServerClient {
  /** The server of this connection. Null before the connection is opened. */
  server: ServerAddress | null = null;
  private readonly servers: PostgresServers;
  private readonly replyMs: number | undefined;
  private isUnconfirmed = false;

  constructor({ servers, replyMs, ...config }: PostgresClientConfig) {
    super({ ...config, server: servers.first });
    this.servers = servers;
    this.replyMs = replyMs;
    // A lost connection without a statement would otherwise end the process. The next statement reports the loss.
    this.on('error', () => {});
    this.on('notice', ({ routine }) => {
      // The text of the warning depends on the language of the server, and its code is that of all warnings.
      if (routine === 'SyncRepWaitForLSN') this.isUnconfirmed = true;
    });
    this.query = this.checkingQuery(super.query.bind(this) as (...given: unknown[]) => unknown);
  }

  override connect(): Promise<Client>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<Client> | undefined {
    const opened = this.open();
    if (!callback) return opened;
    opened.then((client) => callback(null, client), callback);
    return undefined;
  }

  /** Ends the connection without a word to the server. Statements that run fail. */
  destroy(): void {
    this.connection.stream.destroy();
  }

  private async open(): Promise<Client> {
    const server = await this.servers.primary();
    if (this.connection.stream.destroyed) throw new Error('timeout: the search for the primary server took too long');
    const { host, port } = new Client({ connectionString: server.url });
    this.host = host;
    this.port = port;
    this.server = server;
    try {
      await super.connect().catch(throwConnectionError);
      await this.servers.accept(this, server);
      const { schema } = this.servers;
      if (schema !== null) await this.query(`SET search_path TO "${schema}"`);
      return this;
    } catch (error) {
      this.servers.suspect(server);
      this.end().catch(() => {});
      throw error;
    }
  }

  /** The arguments are those of `pg`: the last can be a callback, and without a callback it returns a promise. */
  private checkingQuery(query: (...given: unknown[]) => unknown): Client['query'] {
    const answer = async (given: unknown[]): Promise<unknown> => {
      try {
        const answered = query(...given) as Promise<unknown>;
        const result = await (this.replyMs ? limited(this.replyMs, answered, noReply) : answered);
        this.requireConfirmed();
        return result;
      } catch (error) {
        await this.cancelIfLate(error);
        throw error;
      }
    };
    return ((...given: unknown[]) => {
      const last = given.at(-1);
      if (typeof last !== 'function') return answer(given);
      const callback = last as QueryCallback;
      answer(given.slice(0, -1)).then((result) => callback(null, result), callback);
    }) as Client['query'];
  }

  private requireConfirmed(): void {
    if (!this.isUnconfirmed) return;
    this.isUnconfirmed = false;
    // 40003 is statement_completion_unknown: after a failover, the change may be missing.
    throw Object.assign(new Error('the standby has not confirmed the commit'), { code: '40003' });
  }

  /**
   * Cancels a statement without an answer. The promise resolves when the connection may be closed: a pooler forgets a
   * client whose connection is closed, and could not forward its cancel request.
   */
  private async cancelIfLate(error: unknown): Promise<void> {
    if (!(error instanceof Error && error.message === noReplyText)) return;
    const cancelled = this.cancelRequest();
    if (this.servers.isPooler) await cancelled;
  }

  private cancelRequest(): Promise<void> {
    const { processID, secretKey, ssl } = this as unknown as Record<string, unknown>;
    const request = new Connection({ ssl } as never) as Connection & {
      connect(port: number | string, host?: string): void;
      requestSsl(): void;
      cancel(processId: unknown, secretKey: unknown): void;
    };
    const timer = setTimeout(() => request.stream.destroy(), cancelMs);
    const cancel = () => request.cancel(processID, secretKey);
    request.on('connect', () => (ssl ? request.requestSsl() : cancel()));
    request.on('sslconnect', cancel);
    request.on('error', () => {});
    const ended = new Promise<void>((resolve) => {
      request.on('end', () => {
        clearTimeout(timer);
        resolve();
      });
    });
    if (this.host.startsWith('/')) request.connect(`${this.host}/.s.PGSQL.${this.port}`);
    else request.connect(this.port, this.host);
    return ended;
  }
}
