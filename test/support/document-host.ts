import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { type Certificate, makeCertificate } from './smtp';

/** What the host answers at a path. */
export type HostAnswer = (response: ServerResponse) => void;

/** A host of an agent on this machine, with TLS. */
export interface DocumentHost {
  /** As `CLIENT_METADATA` lists it. */
  host: string;
  /** The requests, oldest first. */
  requests: { path: string; headers: IncomingHttpHeaders }[];
  urlOf(path: string): string;
  answer(path: string, answer: HostAnswer): string;
  /** Publishes a document with these members at its URL, which it returns. */
  publish(path: string, members?: object, headers?: Record<string, string>): string;
  /** Ends all connections, and listens no more. */
  goDown(): Promise<void>;
  /** Listens again, unless it does. */
  comeBack(): Promise<void>;
  stop(): Promise<void>;
  /** Makes requests of this process trust the certificate until the test ends. */
  trusted(): void;
}

export const sendText =
  (text: string, type = 'application/json', headers: Record<string, string> = {}): HostAnswer =>
  (response) =>
    response.writeHead(200, { 'Content-Type': type, ...headers }).end(text);

/** @param names what the certificate is for, besides 127.0.0.1 */
export async function startDocumentHost(names: readonly string[] = []): Promise<DocumentHost> {
  const certificate = await makeCertificate(['IP:127.0.0.1', ...names.map((name) => `DNS:${name}`)].join(','));
  const answers = new Map<string, HostAnswer>();
  const requests: DocumentHost['requests'] = [];
  const sockets = new Set<Socket>();
  const server = https.createServer(certificate, ({ url: path = '', headers }, response) => {
    requests.push({ path, headers });
    const answer = answers.get(path);
    if (answer) answer(response);
    else response.writeHead(404).end();
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => {});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const urlOf = (path: string) => `https://${host}${path}`;
  const goDown = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    host,
    requests,
    urlOf,
    answer(path, answer) {
      answers.set(path, answer);
      return urlOf(path);
    },
    publish(path, members = {}, headers = {}) {
      const document = { client_id: urlOf(path), client_name: 'Agent', redirect_uris: ['http://localhost/callback'] };
      answers.set(path, sendText(JSON.stringify({ ...document, ...members }), 'application/json', headers));
      return urlOf(path);
    },
    goDown,
    comeBack: async () => {
      if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening');
    },
    stop: async () => {
      if (server.listening) await goDown();
    },
    trusted: () => trust(certificate),
  };
}

function trust({ cert }: Certificate): void {
  const { request } = https;
  jest
    .spyOn(https, 'request')
    .mockImplementation(((url: URL, options: https.RequestOptions) =>
      request(url, { ...options, ca: cert })) as typeof https.request);
}
