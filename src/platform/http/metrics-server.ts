import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../observability/log';
import { listen } from './listen';
import { pathOf } from './request-line';
import { createServer } from './server';

interface MetricsServer {
  port: number;
  close(): void;
}

interface Scrape {
  contentType: string;
  text(): Promise<string>;
}

/**
 * Serves `GET /metrics` on a port of its own, without authentication. The network must decide who can reach the port.
 * @throws Error with the reason if the port cannot be opened
 */
export async function serveMetrics(
  { contentType, text }: Scrape,
  host: string,
  port: number,
  log: Log,
): Promise<MetricsServer> {
  const handler: RequestListener = (req, res) => {
    const isThere = pathOf(req.url ?? '') === '/metrics';
    if (req.method !== 'GET' || !isThere) {
      res.writeHead(isThere ? 405 : 404).end();
      return;
    }
    text().then(
      (body) => res.writeHead(200, { 'Content-Type': contentType }).end(body),
      (error: unknown) => {
        log.error({ err: error }, 'the metrics could not be collected: the scrape gets status 500');
        res.writeHead(500).end();
      },
    );
  };
  const server = createServer(handler, { maxConnections: 50, requestMs: 5000, headersMs: 5000 });
  await listen(server, { host, port }, 'METRICS_');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
