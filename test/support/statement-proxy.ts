import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { untilStopped } from './running';

export interface StatementProxy {
  port: number;
  /** The statements since the last call: the text when a statement is prepared, and its name when it is executed. */
  take(): string[];
}

/** Starts a TCP proxy before a PostgreSQL server, which records the statements of its clients. */
export async function startStatementProxy(target: number): Promise<StatementProxy> {
  let statements: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    const read = createReader((statement) => statements.push(statement));
    client.on('data', read);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  untilStopped(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    take() {
      const taken = statements;
      statements = [];
      return taken;
    },
  };
}

/** Reads messages of a client (PostgreSQL, "Message Formats"): Query, Parse and Bind. The first message has no type. */
function createReader(onStatement: (statement: string) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let hasStarted = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const start = hasStarted ? 1 : 0;
      if (rest.length < start + 4) return;
      const end = start + rest.readInt32BE(start);
      if (rest.length < end) return;
      const type = hasStarted ? String.fromCharCode(rest[0] ?? 0) : '';
      const [first = '', second = ''] = rest.toString('utf8', start + 4, end).split('\0');
      if (type === 'Q') onStatement(first);
      if (type === 'P' || (type === 'B' && second !== '')) onStatement(second);
      hasStarted = true;
      rest = rest.subarray(end);
    }
  };
}
