import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Starts a TCP proxy that a test can cut, hold or slow down. With it a database becomes unavailable without a stop. */
export async function startProxy(target: { host: string; port: number }, port = 0) {
  const sockets = new Set<Socket>();
  let holding = false;
  let delayMs = 0;
  const server = createServer((downstream) => {
    const upstream = connect(target.port, target.host);
    for (const [from, to] of [
      [downstream, upstream],
      [upstream, downstream],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => {
        if (holding) return;
        if (delayMs === 0) to.write(chunk);
        // One direction is enough. All chunks have the same delay, so they stay in order.
        else if (from === upstream) setTimeout(() => to.write(chunk), delayMs);
        else to.write(chunk);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(port);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const cut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    /** Accepts no connections and closes the existing ones. */
    cut,
    /** Accepts connections again. */
    restore: () => listen(address.port),
    /** Forwards nothing and closes nothing. */
    hold() {
      holding = true;
    },
    release() {
      holding = false;
      for (const socket of sockets) socket.destroy();
    },
    /** Delays every answer by `ms` milliseconds. */
    slow(ms: number) {
      delayMs = ms;
    },
    close: cut,
  };
}
