import { type ChildProcess, fork } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { restApi } from '../support/apis';
import { readExample } from '../support/doc-pages';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { testWith } from '../support/needs';
import { createPageFolder, type PageFolder } from '../support/page-folder';
import { freePort, shortLived } from '../support/process';

/** The clients of the documentation against the real server. */
interface Client {
  name: string;
  /** The method and the operation of each request for the user. */
  query: string;
  /** What the link for persisted queries tries with its first request, and with that after an error. */
  tries?: string;
}

const clients: Client[] = [
  { name: 'Apollo Client', query: 'POST me' },
  { name: 'Apollo Client: queries with GET', query: 'GET me' },
  {
    name: 'Apollo Client: persisted queries',
    query: 'POST me',
    tries: 'POST other MALFORMED_REQUEST',
  },
  {
    name: 'Apollo Client: persisted queries with GET',
    query: 'POST me',
    tries: 'GET other MALFORMED_REQUEST',
  },
  { name: 'urql', query: 'GET me' },
  { name: 'graphql-request', query: 'POST me' },
  { name: 'Relay', query: 'POST me' },
  { name: 'fetch', query: 'GET me' },
  { name: 'openapi-fetch', query: 'GET me' },
  { name: 'axios', query: 'GET me' },
];

const account = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password: 'correct horse battery' };

let gatehouse: Gatehouse;
let url: string;
let program: ChildProcess;
let ended: Promise<unknown[]>;

beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  gatehouse = await startGatehouse({ PORT: String(port), PUBLIC_URL: url });
  await restApi.register(gatehouse.url, account);
  program = fork(path.join(__dirname, 'client-program.mjs'), { execArgv: shortLived });
  ended = once(program, 'exit');
});
afterAll(async () => {
  program.kill();
  await ended;
  await gatehouse.stop();
});

function writeClients(): PageFolder {
  const folder = createPageFolder();
  for (const [file, text] of readExample('clients')) {
    folder.write(file, text.replaceAll('http://localhost:4000', url));
  }
  return folder;
}

/** The names of the headers of all requests to Gatehouse since the client was started. */
const headerNames = new Set<string>();
const started = 'http.server.request.start';
const recordHeaders = (message: unknown): void => {
  const { headers, socket } = (message as { request: IncomingMessage }).request;
  if (socket.localPort !== gatehouse.port) return;
  for (const name of Object.keys(headers)) headerNames.add(name);
};
beforeAll(() => subscribe(started, recordHeaders));
afterAll(() => unsubscribe(started, recordHeaders));

/** Set by Node or the browser, or allowed by the Fetch Standard without CORS. */
const alwaysAllowed = /^(host|connection|content-length|user-agent|accept(-encoding|-language)?|sec-fetch-mode)$/;

/** What Gatehouse has answered since `offset`, such as `GET me success`. */
function answered(offset: number): string[] {
  const lines = gatehouse.logged().slice(offset).trim().split('\n');
  return lines
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line))
    .map(({ method, operation, code = 'success' }) => `${method} ${operation} ${code}`);
}

/**
 * Gatehouse writes the line of a request after the client has its answer. If lines are missing after a minute, the
 * assertion shows which.
 */
async function answeredAfter(offset: number, count: number): Promise<string[]> {
  const givesUpAt = performance.now() + 60_000;
  while (answered(offset).length < count && performance.now() < givesUpAt) await delay(1);
  return answered(offset);
}

/** Every access token is rejected, as after the theft of a key. Sessions continue. */
async function revokeSigningKey(): Promise<void> {
  const { kid } = gatehouse.services.keys.signingKey();
  await gatehouse.services.keys.rotate({ atOnce: true });
  await gatehouse.services.keys.revoke(kid);
}

async function endSessions(): Promise<void> {
  const { jwt } = await restApi.login(gatehouse.url, account);
  await restApi.logout(gatehouse.url, { sessions: 'all' }, jwt);
}

const times = (count: number, text: string | undefined): string[] =>
  text === undefined ? [] : Array(count).fill(text);

const withPackages = testWith('docs/examples');
withPackages.each(clients)(
  '$name: a login, one refresh for five requests, and the end of the session',
  async (client) => {
    const { name, query, tries } = client;
    headerNames.clear();
    const folder = writeClients();
    const ask = async (count: number, more: { account?: typeof account } = {}): Promise<string[]> => {
      program.send({ folder: folder.path, name, count, url, ...more });
      const [answers] = await Promise.race([once(program, 'message'), ended]);
      if (!Array.isArray(answers)) throw new Error(`the program ended with ${answers}`);
      return answers;
    };

    // It works in its default configuration.
    let offset = gatehouse.logged().length;
    expect(await ask(1, { account })).toEqual(['Ada']);
    expect(await ask(1)).toEqual(['Ada']);
    const first = ['POST login success', ...times(1, tries), `${query} success`, `${query} success`];
    expect(await answeredAfter(offset, first.length)).toEqual(first);

    // Requests at the same time share one refresh, and each is repeated once.
    await revokeSigningKey();
    offset = gatehouse.logged().length;
    expect(await ask(5)).toEqual(times(5, 'Ada'));
    const repeated = [...times(5, `${query} UNAUTHENTICATED`), 'POST refresh success', ...times(5, `${query} success`)];
    expect((await answeredAfter(offset, repeated.length)).sort()).toEqual(repeated.sort());

    // The application gets the error of a session that has ended, after one refresh.
    await endSessions();
    offset = gatehouse.logged().length;
    const error = name === 'Relay' ? 'null' : 'UNAUTHENTICATED';
    expect(await ask(5)).toEqual(times(5, error));
    expect(await ask(1)).toEqual([error]);
    const rejected = [...times(6, `${query} UNAUTHENTICATED`), ...times(1, tries), 'POST refresh UNAUTHENTICATED'];
    expect((await answeredAfter(offset, rejected.length)).sort()).toEqual(rejected.sort());

    // A browser on another origin may send its headers.
    const inBrowser = [...headerNames].filter((header) => !alwaysAllowed.test(header));
    expect(inBrowser.sort()).toEqual(['authorization', 'content-type']);
    folder.remove();
  },
);
