import { connect, type Socket } from 'node:net';
import { Client, type ClientConfig, type Connection } from 'pg';
import type { ServerAddress } from '../config/database-url';

type ConnectCallback = (error: Error | null, client?: Client) => void;

export interface ServerClientConfig extends Omit<ClientConfig, 'connectionString'> {
  server: ServerAddress;
}

/** SSLRequest, of eight bytes. The server answers with `S` or `N` (PostgreSQL, section 55.7). */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const answerMs = 2000;

/** A client of one server. Reads `sslmode=prefer` as libpq does: `pg` rejects a server without TLS. */
export class ServerClient extends Client {
  private readonly isTlsOptional: boolean;

  constructor({ server, ...config }: ServerClientConfig) {
    const { connectionTimeoutMillis: most = Number.POSITIVE_INFINITY } = config;
    const connectMs = Math.min(most, (server.connectS ?? Number.POSITIVE_INFINITY) * 1000);
    super({
      ...config,
      connectionString: server.url,
      enableChannelBinding: server.channelBinding === 'prefer' || server.channelBinding === 'require',
      ...(Number.isFinite(connectMs) && { connectionTimeoutMillis: connectMs }),
      ...(server.keepAliveS !== null && { keepAliveInitialDelayMillis: server.keepAliveS * 1000 }),
    });
    this.isTlsOptional = server.isTlsOptional;
    if (server.channelBinding === 'require') requireChannelBinding(this.connection);
  }

  override connect(): Promise<Client>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<Client> | undefined {
    const opened = this.openWithTls();
    if (!callback) return opened;
    opened.then((client) => callback(null, client), callback);
    return undefined;
  }

  private async openWithTls(): Promise<Client> {
    if (this.isTlsOptional && (this.host.startsWith('/') || !(await offersTls(this.host, this.port)))) {
      Object.assign(this, { ssl: false });
      Object.assign(this.connection, { ssl: false });
    }
    return super.connect();
  }
}

/**
 * `pg` uses channel binding if the server offers it. This ends a connection whose login has none, before the password or an
 * answer is sent, as libpq does: https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNECT-CHANNEL-BINDING
 */
function requireChannelBinding(connection: Connection): void {
  let isBound = false;
  const reject = () => {
    connection.emit('error', Object.assign(new Error('no channel binding'), { code: 'NO_CHANNEL_BINDING' }));
    connection.stream.destroy();
  };
  // These listeners are the first ones, so they run before those that answer.
  connection.on('authenticationCleartextPassword', reject);
  connection.on('authenticationMD5Password', reject);
  connection.on('authenticationSASL', ({ mechanisms }: { mechanisms: readonly string[] }) => {
    if (!mechanisms.includes('SCRAM-SHA-256-PLUS')) reject();
  });
  connection.on('authenticationSASLFinal', () => {
    isBound = true;
  });
  connection.on('authenticationOk', () => {
    if (!isBound) reject();
  });
}

/** @throws the error of the socket */
function offersTls(host: string, port: number): Promise<boolean> {
  const socket: Socket = connect({ host, port, timeout: answerMs });
  return new Promise<boolean>((resolve, reject) => {
    socket.on('connect', () => socket.write(sslRequest));
    socket.on('data', (answer) => resolve(answer[0] === 'S'.charCodeAt(0)));
    socket.on('timeout', () => reject(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })));
    socket.on('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
    socket.on('error', reject);
  }).finally(() => socket.destroy());
}
