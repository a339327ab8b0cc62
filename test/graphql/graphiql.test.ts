import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { graphiqlFiles } from '../../src/platform/graphql/explorer/graphiql-files';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

const installed: { version: string } = require('@graphql-yoga/render-graphiql/package.json');
const folder = `/graphiql/${installed.version}`;

let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse({ NODE_ENV: 'production', GRAPHQL_EXPLORER: 'on' });
});
afterAll(() => gatehouse.stop());

const send = (target: string, init: RequestInit = {}) => fetch(gatehouse.url + target, init);

test('the page loads the files of the installed version', async () => {
  const response = await send('/graphiql');
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const html = await response.text();
  for (const file of Object.keys(graphiqlFiles)) expect(html).toContain(`"${folder}/${file}"`);
});

test('the policy of the page allows scripts with the nonce only', async () => {
  const response = await send('/graphiql');
  const [, nonce] = /nonce="([^"]+)"/.exec(await response.text()) ?? [];
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain(`default-src 'none';`);
  expect(policy).toContain(`script-src 'nonce-${nonce}';`);
  expect(policy).not.toMatch(/unsafe-eval|https?:|\*/);
  expect(policy.match(/[\w-]+ 'unsafe-inline'/g)).toEqual(["style-src-attr 'unsafe-inline'"]);
});

test.each(Object.entries(graphiqlFiles))('%s is compressed, and a cache keeps it for a year', async (file, type) => {
  const response = await send(`${folder}/${file}`);
  const { status, headers } = response;
  expect([status, headers.get('content-type'), headers.get('content-encoding')]).toEqual([200, type, 'gzip']);
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect([headers.get('etag'), headers.get('last-modified')]).toEqual([null, null]);
  // A file of the installed package, and not the one of an earlier build.
  const built: Record<string, string> = require('@graphql-yoga/render-graphiql/graphiql');
  expect(Object.values(built)).toContain(await response.text());

  const head = await send(`${folder}/${file}`, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, headers.get('content-length')]);
});

test('a client that says nothing about encodings gets gzip', async () => {
  const { port } = gatehouse;
  const [response] = await once(get({ port, path: `${folder}/graphiql.css`, agent: false }), 'response');
  expect(gunzipSync(await buffer(response)).toString()).toContain('.graphiql-container');
});

test.each([
  '/graphiql/0.0.0/graphiql.js',
  `${folder}/LICENSE`,
  `${folder}/graphiql.js.gz`,
  `${folder}/toString`,
  `${folder}/..%2f..%2f`,
  `${folder}/`,
  folder,
  '/graphiql/',
])('%s is not found', async (target) => {
  const response = await send(target);
  expect([response.status, await response.json()]).toMatchObject([404, { success: false, code: 'NOT_FOUND' }]);
});

test('only GET and HEAD are allowed', async () => {
  for (const target of ['/graphiql', `${folder}/graphiql.js`]) {
    const response = await send(target, { method: 'POST' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  }
});

test('in production, GraphiQL is off without the setting', async () => {
  const production = await startGatehouse({ NODE_ENV: 'production' });
  for (const target of ['/graphiql', `${folder}/graphiql.js`]) {
    expect((await fetch(production.url + target)).status).toBe(404);
  }
  await production.stop();
});

test('a release has the files without the package, and the license of the package', () => {
  const root = path.join(__dirname, '../..');
  const { dependencies, devDependencies, files } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  expect(dependencies).not.toHaveProperty('@graphql-yoga/render-graphiql');
  expect(devDependencies).toHaveProperty('@graphql-yoga/render-graphiql', installed.version);
  expect(files).toContain('dist');
  expect(readFileSync(path.join(root, 'dist', folder, 'LICENSE'), 'utf8')).toContain('MIT');
});
