import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { listening } from './listening';
import { builtClient } from './process';

const root = path.join(__dirname, '../..');
const application = path.join(root, 'test/client/application');

/** The files of a page, by their path, with those of the client package as they are published. */
export function clientApplication(): Map<string, string> {
  const own = readdirSync(application)
    .filter((name) => name !== 'react.js')
    .map((name) => [name, readFileSync(path.join(application, name), 'utf8')] as const);
  const ofPackage = readdirSync(builtClient)
    .filter((name) => name.endsWith('.js'))
    .map((name) => [`gatehouse-client/${name}`, readFileSync(path.join(builtClient, name), 'utf8')] as const);
  return new Map([...own, ...ofPackage]);
}

/** The page with React, as the development build of an application. */
export function reactApplication(): Map<string, string> {
  const { outputFiles } = buildSync({
    entryPoints: [path.join(application, 'react.js')],
    bundle: true,
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"development"' },
    write: false,
  });
  const page = '<!doctype html><title>React</title><div id="root"></div><script type="module" src="react.js"></script>';
  return new Map([
    ['index.html', page],
    ['react.js', outputFiles?.[0]?.text ?? ''],
  ]);
}

export interface ServedApplication {
  url: string;
  /** Gatehouse listens here, and is served at the origin of the application, as by a proxy. */
  gatehousePort: number;
  /** Is asked before a request is forwarded. With false, the connection is cut. */
  forwards: (req: IncomingMessage) => boolean | Promise<boolean>;
  stop(): void;
}

/** Serves an application at one origin with Gatehouse, and with a service that verifies its access tokens. */
export async function serveApplication(files: Map<string, string>): Promise<ServedApplication> {
  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const address = new URL(req.url ?? '/', served.url);
    const name = address.pathname === '/' ? 'index.html' : address.pathname.slice(1);
    const file = files.get(name);
    if (file !== undefined) {
      const type = name.endsWith('.js') ? 'text/javascript' : 'text/html';
      res.writeHead(200, { 'Content-Type': type }).end(file.replaceAll('http://localhost:4000', served.url));
      return;
    }
    if (!(await served.forwards(req))) return void req.socket.destroy();
    const isOrder = address.pathname === '/orders';
    const { method, headers } = req;
    const sent = {
      port: served.gatehousePort,
      host: '127.0.0.1',
      method,
      path: isOrder ? '/auth/verify' : req.url,
      headers,
    };
    const forwarded = request(sent, (from) => {
      // Chromium itself repeats a request that fails on a connection that it used before.
      const answered = res.writeHead(from.statusCode ?? 500, { ...from.headers, connection: 'close' });
      from.pipe(answered);
    });
    forwarded.on('error', () => req.socket.destroy());
    req.pipe(forwarded);
  }

  const server = createServer((req, res) => void answer(req, res));
  const url = (await listening(server)).replace('127.0.0.1', 'localhost');
  const served: ServedApplication = {
    url,
    gatehousePort: 0,
    forwards: () => true,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return served;
}
