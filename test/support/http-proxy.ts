import { createServer, request } from 'node:http';
import { listening } from './listening';
import { untilStopped } from './running';

/**
 * Starts a proxy that sends what docs/operate/proxy/nginx.conf sends: it appends the address of its client to
 * `X-Forwarded-For`, and names the host without its port.
 */
export async function startHttpProxy(port: number, target: () => string): Promise<{ stop(): Promise<void> }> {
  const server = createServer((req, res) => {
    const forwarded = [req.headers['x-forwarded-for'], req.socket.remoteAddress].filter(Boolean).join(', ');
    const host = req.headers.host?.replace(/:\d+$/, '');
    const headers = { ...req.headers, host, 'x-forwarded-for': forwarded };
    const upstream = request(`${target()}${req.url}`, { method: req.method, headers, agent: false }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    upstream.on('error', () => res.destroy());
    req.pipe(upstream);
  });
  await listening(server, port);
  return {
    stop: untilStopped(async () => {
      server.closeAllConnections();
      server.close();
    }),
  };
}
