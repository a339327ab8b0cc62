import { Client, type ClientConfig } from 'pg';
import type { ServerAddress } from '../config/database-url';
import type { PostgresServers } from './postgres-servers';

type ConnectCallback = (error: Error | null, client?: Client) => void;

export interface PostgresClientConfig extends Omit<ClientConfig, 'connectionString'> {
  servers: PostgresServers;
}

/** A connection to the primary server of `servers`. */
export class PostgresClient extends Client {
  /** The server of this connection. Null before the connection is opened. */
  server: ServerAddress | null = null;
  private readonly servers: PostgresServers;

  constructor(config: PostgresClientConfig) {
    super({ ...config, connectionString: config.servers.first.url });
    this.servers = config.servers;
    // A lost connection without a statement would otherwise end the process. The next statement reports the loss.
    this.on('error', () => {});
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
      await super.connect();
      await this.servers.accept(this, server);
      return this;
    } catch (error) {
      this.servers.suspect(server);
      this.end().catch(() => {});
      throw error;
    }
  }
}
