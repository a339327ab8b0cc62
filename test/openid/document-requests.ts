import { generateKeyPairSync } from 'node:crypto';
import { agentDocuments } from '../support/agent-documents';
import { type DocumentHost, type HostAnswer, sendText } from '../support/document-host';
import { type AuthorizeRequest, authorizeBase, oracleClients } from './oracle-requests';

/** The documents of clients (Client ID Metadata Documents) that the oracle and Gatehouse read. */

const site = 'https://agent.example.com/callback';
const usual = { client_name: 'Agent', redirect_uris: [site], token_endpoint_auth_method: 'none' };

export interface DocumentRequest {
  title: string;
  /** What the host answers when the client id is this URL. */
  answer(url: string): HostAnswer;
  redirectUri: string;
}

/** A document with changed members. An undefined member is left out. */
function members(title: string, changes: Record<string, unknown>, sent?: string): DocumentRequest {
  const { redirect_uris: uris = usual.redirect_uris } = changes;
  const first: unknown = Array.isArray(uris) ? uris[0] : uris;
  return {
    title,
    answer: (url) => sendText(JSON.stringify({ client_id: url, ...usual, ...changes })),
    redirectUri: sent ?? (typeof first === 'string' && first !== '' ? first : site),
  };
}

/** Another text, made of a right one. */
const body = (
  title: string,
  change: (text: string) => string | Buffer,
  type = 'application/json',
): DocumentRequest => ({
  title,
  answer: (url) => (response) =>
    response.writeHead(200, { 'Content-Type': type }).end(change(JSON.stringify({ client_id: url, ...usual }))),
  redirectUri: site,
});

const status = (code: number): DocumentRequest => ({
  title: `status ${code}`,
  answer: (url) => (response) => {
    response.writeHead(code, { 'Content-Type': 'application/json', Location: `${url}/moved` });
    response.end([204, 304].includes(code) ? undefined : JSON.stringify({ client_id: url, ...usual }));
  },
  redirectUri: site,
});

const contentType = (type: string) => body(`content type ${type}`, (text) => text, type);
const redirectUris = (title: string, uris: unknown, others: object = {}) =>
  members(`redirect URIs: ${title}`, { redirect_uris: uris, ...others });
const native = { application_type: 'native' };
const redirectUri = (uri: string) => redirectUris(uri, [uri]);
const nativeUri = (uri: string) => redirectUris(`${uri}, of a native one`, [uri], native);
const sent = (title: string, published: string, uri: string, others: object = {}) =>
  members(`sent: ${title}`, { redirect_uris: [published], ...others }, uri);

const many = (count: number) => Array.from({ length: count }, (_, i) => `${site}/${i}`);
const kB = 1024;

const ofAgents = Object.entries(agentDocuments).map(([agent, { client_id: _, ...document }]) =>
  members(`as published by ${agent}`, document),
);

export const documentRequests: readonly DocumentRequest[] = [
  ...ofAgents,
  members('a right one', {}),

  ...[200, 201, 203, 204, 206, 301, 302, 304, 307, 400, 401, 404, 500].map(status),
  ...['application/json; charset=utf-8', 'application/cimd+json', 'text/plain', 'text/html'].map(contentType),
  {
    ...contentType('x'),
    title: 'no content type',
    answer: (url) => (response) => {
      response.end(JSON.stringify({ client_id: url, ...usual }));
    },
  },
  body('nothing', () => ''),
  body('half a document', (text) => text.slice(0, -1)),
  body('two documents', (text) => text + text),
  body('a comment', (text) => `${text} // right`),
  body('a list', (text) => `[${text}]`),
  body('a text', () => '"x"'),
  body('null', () => 'null'),
  body('a byte order mark', (text) => `\ufeff${text}`),
  body('not UTF-8', (text) => Buffer.from(text.replace('Agent', 'Ä'), 'latin1')),
  body('a member twice', (text) => text.replace('{', '{"client_id":"x",')),
  ...[5 * kB, 5 * kB + 1, 16 * kB, 16 * kB + 1].map((bytes) => body(`${bytes} bytes`, (text) => text.padEnd(bytes))),
  {
    title: 'half an answer',
    answer: () => (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '500' });
      response.write('{}');
      response.socket?.end();
    },
    redirectUri: site,
  },

  members('client_id: another', { client_id: 'https://agent.example.com/client.json' }),
  members('client_id: missing', { client_id: undefined }),
  members('client_id: null', { client_id: null }),
  members('client_id: a list', { client_id: ['https://agent.example.com/client.json'] }),
  ...[
    ['with a slash', (url: string) => `${url}/`],
    ['with an upper-case scheme', (url: string) => url.replace('https', 'HTTPS')],
    ['with a fragment', (url: string) => `${url}#`],
  ].map(
    ([title, change]): DocumentRequest => ({
      title: `client_id: ${title}`,
      answer: (url) => sendText(JSON.stringify({ ...usual, client_id: typeof change === 'function' && change(url) })),
      redirectUri: site,
    }),
  ),

  members('client_secret', { client_secret: 'the-secret-of-everyone' }),
  members('client_secret: empty', { client_secret: '' }),
  members('client_secret: null', { client_secret: null }),
  members('client_secret_expires_at', { client_secret_expires_at: 0 }),

  members('method: missing', { token_endpoint_auth_method: undefined }),
  ...[null, '', 7, [], 'x', 'client_secret_basic', 'client_secret_post', 'client_secret_jwt', 'private_key_jwt'].map(
    (method) => members(`method: ${JSON.stringify(method)}`, { token_endpoint_auth_method: method }),
  ),
  members('method: a key, which is there', {
    token_endpoint_auth_method: 'private_key_jwt',
    jwks_uri: 'https://agent.example.com/jwks.json',
  }),
  ...[
    ['none', ['none']],
    ['none', ['private_key_jwt']],
    [undefined, ['none']],
    [undefined, ['private_key_jwt']],
    ['private_key_jwt', ['private_key_jwt', 'none']],
    ['x', ['x', 'none']],
    ['client_secret_basic', ['client_secret_basic', 'none']],
    ['none', 'none'],
  ].map(([method, methods]) =>
    members(`methods: ${method} of ${JSON.stringify(methods)}`, {
      token_endpoint_auth_method: method,
      token_endpoint_auth_methods_supported: methods,
    }),
  ),

  members('name: missing', { client_name: undefined }),
  ...[
    null,
    '',
    ' ',
    7,
    ['Agent'],
    'Agent \u202eknab',
    'Agent\nof the bank',
    '<b>Agent</b>',
    'x'.repeat(101),
    'Ä 😀',
  ].map((name) => members(`name: ${JSON.stringify(name).slice(0, 40)}`, { client_name: name })),

  redirectUris('missing', undefined),
  redirectUris('null', null),
  redirectUris('an empty list', []),
  redirectUris('a text', site),
  redirectUris('an object', { 0: site }),
  redirectUris('a number', [7]),
  redirectUris('an empty text', ['']),
  redirectUris('a wrong one behind a right one', [site, 'x']),
  redirectUris('the same twice', [site, site]),
  redirectUris('20', many(20)),
  redirectUris('21', many(21)),
  redirectUris('2001 characters', [`${site}?`.padEnd(2001, 'x')]),
  ...[
    `${site}?a=b`,
    `${site}#a`,
    `${site}#`,
    'http://agent.example.com/callback',
    'https://*.example.com/callback',
    'https://user:password@agent.example.com/callback',
    'https://agent.example.com/a/../callback',
    'https:agent.example.com/callback',
    'https://agent.example.com\\callback',
    'https://agent.example.com/call back',
    'https://agent.example.com/ü',
    'HTTPS://agent.example.com/callback',
    '/callback',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://localhost/callback',
    'http://127.0.0.1:8080/callback',
    'https://localhost/callback',
    'com.example.agent:/callback',
  ].map(redirectUri),
  ...[
    site,
    'http://agent.example.com/callback',
    'http://localhost/callback',
    'http://localhost:8080/callback',
    'http://127.0.0.1/callback',
    'http://[::1]/callback',
    'http://127.0.0.2/callback',
    'https://localhost/callback',
    'com.example.agent:/callback',
    'agent://callback',
    'urn:ietf:wg:oauth:2.0:oob',
    'javascript:alert(1)',
    'file:///callback',
  ].map(nativeUri),

  sent('another address', site, `${site}/other`),
  sent('a port of a site', site, 'https://agent.example.com:8443/callback'),
  sent('a port of localhost', 'http://localhost/callback', 'http://localhost:51234/callback', native),
  sent('another port of localhost', 'http://localhost:1/callback', 'http://localhost:51234/callback', native),
  sent('a port of 127.0.0.1', 'http://127.0.0.1/callback', 'http://127.0.0.1:51234/callback', native),
  sent('a port of [::1]', 'http://[::1]/callback', 'http://[::1]:51234/callback', native),
  sent('127.0.0.1 for localhost', 'http://localhost/callback', 'http://127.0.0.1:51234/callback', native),
  sent('another path of localhost', 'http://localhost/callback', 'http://localhost:51234/other', native),
  sent('a port of localhost, of a web one', 'http://localhost/callback', 'http://localhost:51234/callback'),

  ...Object.entries({
    'grant_types: device': { grant_types: ['urn:ietf:params:oauth:grant-type:device_code'] },
    'grant_types: code and an unknown one': { grant_types: ['authorization_code', 'urn:example:x'] },
    'grant_types: only an unknown one': { grant_types: ['urn:example:x'] },
    'grant_types: a text': { grant_types: 'authorization_code' },
    'grant_types: an empty list': { grant_types: [] },
    'response_types: code and an unknown one': { response_types: ['code', 'x'] },
    'response_types: only an unknown one': { response_types: ['x'] },
    'response_types: an empty list': { response_types: [] },
    'scope: unknown': { scope: 'openid everything' },
    'scope: a list': { scope: ['openid'] },
    'application_type: unknown': { application_type: 'x' },
    'client_uri: http': { client_uri: 'http://agent.example.com' },
    'logo_uri: http': { logo_uri: 'http://agent.example.com/logo.png' },
    'logo_uri: no URL': { logo_uri: 'logo.png' },
    'tos_uri: a number': { tos_uri: 7 },
    'jwks_uri: http': { jwks_uri: 'http://agent.example.com/jwks.json' },
    'jwks: a private key': { jwks: { keys: [generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })] } },
    'jwks and jwks_uri': { jwks: { keys: [] }, jwks_uri: 'https://agent.example.com/jwks.json' },
    'contacts: no address': { contacts: ['nobody'] },
    'id_token_signed_response_alg: none': { id_token_signed_response_alg: 'none' },
    'default_max_age: negative': { default_max_age: -1 },
    'post_logout_redirect_uris: no URL': { post_logout_redirect_uris: ['x'] },
    'software_statement: no JWT': { software_statement: 'x' },
    'an unknown member': { x: { y: null } },
  }).map(([title, changes]) => members(title, changes)),
];

/** Publishes the document, and returns a request of the client. */
export function publishedAt(host: DocumentHost, path: string, { title, answer, redirectUri: uri }: DocumentRequest) {
  const clientId = host.answer(path, answer(host.urlOf(path)));
  const parameters = { ...authorizeBase(oracleClients.spa), client_id: clientId, redirect_uri: uri };
  const request: AuthorizeRequest = { title, method: 'GET', isSignedIn: true, parameters: Object.entries(parameters) };
  return request;
}
