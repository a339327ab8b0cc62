import { isClientUrl, isMeantAsUrl } from '../../src/accounts/applications/client-url';
import { type DocumentRule, documentRules, readClientDocument } from '../../src/features/openid/client-document';
import { agentDocuments } from '../support/agent-documents';

const url = 'https://agent.example.com/oauth/client.json';
const document = {
  client_id: url,
  client_name: 'Agent',
  redirect_uris: ['https://agent.example.com/callback'],
};

interface Sent {
  status?: number;
  contentType?: string | null;
  body?: Buffer | null;
}

const read = (members: object, sent: Sent = {}, of = url) =>
  readClientDocument(of, {
    status: 200,
    contentType: 'application/json',
    body: Buffer.from(JSON.stringify(members)),
    ...sent,
  });

/** The rule that a document breaks, and what came back. */
function brokenBy(changes: Record<string, unknown>, sent: Sent = {}): [DocumentRule, string | null] {
  const problem = read({ ...document, ...changes }, sent);
  if (!('rule' in problem)) throw new Error(`accepted: ${JSON.stringify(problem)}`);
  expect(problem.url).toBe(url);
  return [problem.rule, problem.found];
}

describe('the documents of agents, as they are published', () => {
  test.each(Object.entries(agentDocuments))('%s', (_agent, published) => {
    expect(isClientUrl(published.client_id)).toBe(true);
    expect(read(published, {}, published.client_id)).toEqual({
      url: published.client_id,
      name: published.client_name,
      redirectUris: published.redirect_uris,
    });
  });

  test('each of them has a member that other servers have rejected', () => {
    expect(agentDocuments.ChatGPT.token_endpoint_auth_method).toBe('private_key_jwt');
    expect(agentDocuments['VS Code'].grant_types).toContain('urn:ietf:params:oauth:grant-type:device_code');
    expect(agentDocuments.Claude.grant_types).toContain('urn:ietf:params:oauth:grant-type:jwt-bearer');
  });
});

describe('the URL', () => {
  test.each([
    url,
    'https://claude.ai/oauth/claude-code-client-metadata',
    'https://127.0.0.1:8443/client.json',
    'https://[::1]:8443/client.json',
    'https://xn--bcher-kva.example/a/',
    `https://agent.example.com/${'a'.repeat(474)}`,
  ])('%s can have a document', (text) => expect(isClientUrl(text)).toBe(true));

  test.each([
    'https://agent.example.com',
    'https://agent.example.com/',
    'https://agent.example.com/a?b=c',
    'https://agent.example.com/a?',
    'https://agent.example.com/a#b',
    'https://agent.example.com/a#',
    'https://user@agent.example.com/a',
    'https://user:password@agent.example.com/a',
    'https://@agent.example.com/a',
    'https://agent.example.com/a/../b',
    'https://agent.example.com/./a',
    'https://agent.example.com/a/..',
    'https://agent.example.com/a/%2e%2E/b',
    'https://agent.example.com/a/.%2e',
    'https://agent.example.com/%2E',
    'https://agent.example.com\\a',
    'https://agent.example.com/a\\b',
    'https://agent.example.com/a b',
    'https://agent.example.com/a\n',
    'https://agent.example.com/a\u0007',
    'https://bücher.example/a',
    // Another text for the same host would not be in the list of allowed ones.
    'https://Agent.example.com/a',
    'https://agent.example.com:443/a',
    'https://0x7f.0.0.1/a',
    'https://2130706433/a',
    'https:///a',
    'https://agent.example.com:99999/a',
    `https://agent.example.com/${'a'.repeat(475)}`,
  ])('%j has none', (text) => {
    expect(isMeantAsUrl(text)).toBe(true);
    expect(isClientUrl(text)).toBe(false);
  });

  test.each(['HTTPS://agent.example.com/a', 'http://agent.example.com/a', 'ftp://agent.example.com/a', ' https://a/b'])(
    '%j is an unknown client',
    (text) => expect([isMeantAsUrl(text), isClientUrl(text)]).toEqual([false, false]),
  );
});

describe('the answer', () => {
  test.each<[string, Sent, [DocumentRule, string | null]]>([
    ['a redirect', { status: 301 }, ['status', '301']],
    ['no page', { status: 404 }, ['status', '404']],
    ['another success', { status: 203 }, ['status', '203']],
    ['HTML', { contentType: 'text/html; charset=utf-8' }, ['type', 'text/html; charset=utf-8']],
    ['no type', { contentType: null }, ['type', 'nothing']],
    ['a type that only ends like it', { contentType: 'text/x+json' }, ['type', 'text/x+json']],
    ['too much', { body: null }, ['size', null]],
    ['no JSON', { body: Buffer.from('{') }, ['json', 'no JSON']],
    ['nothing', { body: Buffer.alloc(0) }, ['json', 'no JSON']],
    ['another charset', { body: Buffer.from([0x7b, 0xff, 0x7d]) }, ['json', 'no JSON']],
    ['a list', { body: Buffer.from('["the words of a private host"]') }, ['json', 'a list']],
    ['a text', { body: Buffer.from('"the words of a private host"') }, ['json', 'a string']],
    ['null', { body: Buffer.from('null') }, ['json', 'a null']],
  ])('%s', (_, sent, problem) => expect(brokenBy({}, sent)).toEqual(problem));

  test.each(['application/json', 'Application/JSON; charset=utf-8', 'application/cimd+json', 'application/vnd.x+json'])(
    '%s is JSON',
    (contentType) => expect(read(document, { contentType })).toMatchObject({ name: 'Agent' }),
  );
});

describe('the members', () => {
  test.each<[string, Record<string, unknown>, [DocumentRule, string | null]]>([
    ['another client_id', { client_id: `${url}/` }, ['client_id', `${url}/`]],
    ['no client_id', { client_id: undefined }, ['client_id', 'nothing']],
    ['a client_id that is no text', { client_id: [url] }, ['client_id', JSON.stringify([url])]],
    ['a secret', { client_secret: 'x' }, ['client_secret', 'client_secret']],
    ['a secret of null', { client_secret: null }, ['client_secret', 'client_secret']],
    ['the end of a secret', { client_secret_expires_at: 0 }, ['client_secret', 'client_secret_expires_at']],
    ['only a key', { token_endpoint_auth_method: 'private_key_jwt' }, ['auth_method', 'private_key_jwt']],
    [
      'only keys',
      { token_endpoint_auth_method: 'private_key_jwt', token_endpoint_auth_methods_supported: ['private_key_jwt'] },
      ['auth_method', 'private_key_jwt'],
    ],
    [
      'methods that are no list',
      { token_endpoint_auth_method: 'private_key_jwt', token_endpoint_auth_methods_supported: 'none' },
      ['auth_method', 'private_key_jwt'],
    ],
    ...['client_secret_basic', 'client_secret_post', 'client_secret_jwt'].map(
      (method): [string, Record<string, unknown>, [DocumentRule, string]] => [
        `${method}, though the client can do without`,
        { token_endpoint_auth_method: method, token_endpoint_auth_methods_supported: [method, 'none'] },
        ['auth_method', method],
      ],
    ),
    ['no name', { client_name: undefined }, ['client_name', 'nothing']],
    ['a blank name', { client_name: ' \u00a0\u200b ' }, ['client_name', ' ?? ']],
    ['a name that is no text', { client_name: 7 }, ['client_name', '7']],
    ['a name of two lines', { client_name: 'Agent\nof the bank' }, ['client_name', 'Agent?of the bank']],
    ['a name with a separator of lines', { client_name: 'Agent\u2028x' }, ['client_name', 'Agent?x']],
    ['a name that turns round', { client_name: 'Agent \u202eno' }, ['client_name', 'Agent ?no']],
    ['a name in an isolate', { client_name: '\u2067Agent\u2069' }, ['client_name', '?Agent?']],
    ['half a character', { client_name: 'Agent \ud83d' }, ['client_name', 'Agent ?']],
    ['no redirect URIs', { redirect_uris: undefined }, ['redirect_uris', 'nothing']],
    ['an empty list', { redirect_uris: [] }, ['redirect_uris', '[]']],
    ['one text', { redirect_uris: 'https://a.example/' }, ['redirect_uris', 'https://a.example/']],
    ['a number', { redirect_uris: [1] }, ['redirect_uris', '[1]']],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }, ['redirect_uri', 'javascript:alert(1)']],
    ['no TLS', { redirect_uris: ['http://a.example/'] }, ['redirect_uri', 'http://a.example/']],
    ['a wildcard', { redirect_uris: ['https://*.example/'] }, ['redirect_uri', 'https://*.example/']],
    ['a fragment', { redirect_uris: ['https://a.example/#b'] }, ['redirect_uri', 'https://a.example/#b']],
    ['a user', { redirect_uris: ['https://u:p@a.example/'] }, ['redirect_uri', 'https://u:p@a.example/']],
    ['a scheme without a dot', { redirect_uris: ['agent://callback'] }, ['redirect_uri', 'agent://callback']],
    ['only wrong ones', { redirect_uris: ['x', 'agent://callback'] }, ['redirect_uri', 'x']],
  ])('%s', (_, changes, problem) => expect(brokenBy(changes)).toEqual(problem));

  test('21 redirect URIs', () => {
    const uris = Array.from({ length: 21 }, (_, i) => `https://a.example/${i}`);
    expect(brokenBy({ redirect_uris: uris })[0]).toBe('redirect_uris');
    expect(read({ ...document, redirect_uris: uris.slice(1) })).toMatchObject({ redirectUris: uris.slice(1) });
  });

  test('what came back is cut', () => {
    const [, found] = brokenBy({ client_id: `https://${'a'.repeat(1000)}/` });
    expect(found?.length).toBe(100);
  });

  test('a long name is cut after 100 characters, not in the middle of one', () => {
    expect(read({ ...document, client_name: ` ${'😀'.repeat(150)}` })).toMatchObject({ name: '😀'.repeat(100) });
  });

  test.each<[string, Record<string, unknown>]>([
    ['grants that this server does not have', { grant_types: ['urn:ietf:params:oauth:grant-type:device_code'] }],
    ['members of the wrong type', { grant_types: 7, response_types: {}, scope: [], contacts: 'x', logo_uri: 1 }],
    ['a software statement', { software_statement: 'no JWT', jwks_uri: 'no URL', jwks: [] }],
    ['an unknown member', JSON.parse('{ "__proto__": { "client_secret": "x" }, "constructor": 1, "x": null }')],
    ['no method', { token_endpoint_auth_method: null }],
    ['a key or none', { token_endpoint_auth_method: 'x', token_endpoint_auth_methods_supported: ['x', 'none'] }],
  ])('%s: ignored', (_, changes) =>
    expect(read({ ...document, ...changes })).toEqual({
      url,
      name: 'Agent',
      redirectUris: document.redirect_uris,
    }),
  );
});

test('each rule that an answer can break has a test above', () => {
  const beforeTheAnswer = ['url', 'host', 'port', 'address', 'connection', 'time'];
  expect(Object.keys(documentRules).filter((rule) => !beforeTheAnswer.includes(rule))).toEqual([
    'status',
    'type',
    'size',
    'json',
    'client_id',
    'client_secret',
    'auth_method',
    'client_name',
    'redirect_uris',
    'redirect_uri',
  ]);
});

test('of the redirect URIs, those that no client can have here are left out', () => {
  const uris = ['agent://callback', 'https://a.example/', 'http://a.example/', 'http://localhost/callback'];
  expect(read({ ...document, redirect_uris: uris })).toMatchObject({ redirectUris: [uris[1], uris[3]] });
});
