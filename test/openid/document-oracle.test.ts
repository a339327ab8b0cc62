import { generateKeyPairSync } from 'node:crypto';
import type { Configuration } from 'oidc-provider';
import { isClientUrl } from '../../src/accounts/applications/client-url';
import { readClientDocument } from '../../src/features/openid/client-document';
import { agentDocuments } from '../support/agent-documents';
import { createProvider } from '../support/providers/openid-provider';

/**
 * `oidc-provider`, which has draft-ietf-oauth-client-id-metadata-document-02, and Gatehouse get the same documents. Where they
 * differ, this list has both answers and the reason. A difference that is not listed fails the test, and so does one that is gone.
 */

const usual = 'https://agent.example.com/oauth/client.json';

interface Case {
  url?: string;
  /** Changes of the members of a right document. An undefined one is left out. */
  members?: Record<string, unknown>;
  body?: string | Uint8Array;
  status?: number;
  type?: string;
}

const uris = (...redirect_uris: unknown[]): Case => ({ members: { redirect_uris } });
const member = (name: string, value: unknown): Case => ({ members: { [name]: value } });
const native = (...redirect_uris: string[]): Case => ({ members: { redirect_uris, application_type: 'native' } });

const cases: Readonly<Record<string, Case>> = {
  'a document': {},
  ...Object.fromEntries(
    Object.entries(agentDocuments).map(([agent, members]): [string, Case] => [
      `that of ${agent}`,
      { url: members.client_id, members },
    ]),
  ),
  // The URL.
  'the URL has a port': { url: 'https://agent.example.com:8443/client.json' },
  'the URL is an address': { url: 'https://192.0.2.7/client.json' },
  'the URL has no path': { url: 'https://agent.example.com' },
  'the URL has only a slash': { url: 'https://agent.example.com/' },
  'the URL has a query': { url: `${usual}?v=1` },
  'the URL has an empty query': { url: `${usual}?` },
  'the URL has a fragment': { url: `${usual}#a` },
  'the URL has an empty fragment': { url: `${usual}#` },
  'the URL has a user': { url: 'https://ada@agent.example.com/client.json' },
  'the URL has a user and a password': { url: 'https://ada:x@agent.example.com/client.json' },
  'the URL has an empty user': { url: 'https://@agent.example.com/client.json' },
  'the URL has a dot segment': { url: 'https://agent.example.com/a/../client.json' },
  'the URL has one dot': { url: 'https://agent.example.com/./client.json' },
  'the URL has an encoded dot segment': { url: 'https://agent.example.com/a/%2e%2E/client.json' },
  'the URL has half an encoded dot segment': { url: 'https://agent.example.com/a/.%2e/client.json' },
  'the URL has dots in a name': { url: 'https://agent.example.com/..a/client.json' },
  'the URL has a backslash': { url: 'https://agent.example.com/a\\client.json' },
  'the URL has a space': { url: 'https://agent.example.com/a client.json' },
  'the URL has a tab': { url: 'https://agent.example.com/a\tclient.json' },
  'the URL has an upper-case scheme': { url: 'HTTPS://agent.example.com/client.json' },
  'the URL has an upper-case host': { url: 'https://Agent.example.com/client.json' },
  'the URL names port 443': { url: 'https://agent.example.com:443/client.json' },
  'the URL has 500 characters': { url: usual.padEnd(500, 'x') },
  'the URL has 501 characters': { url: usual.padEnd(501, 'x') },
  'the URL has a letter of another script': { url: 'https://agent.example.com/ä.json' },
  // The answer.
  'status 201': { status: 201 },
  'status 301': { status: 301 },
  'status 404': { status: 404 },
  'status 500': { status: 500 },
  'application/cimd+json': { type: 'application/cimd+json' },
  'application/json with a charset': { type: 'application/json; charset=utf-8' },
  'text/html': { type: 'text/html' },
  'text/plain': { type: 'text/plain' },
  '4 kB': { members: { software_statement: 'x'.repeat(4000) } },
  '6 kB': { members: { software_statement: 'x'.repeat(6000) } },
  '17 kB': { members: { software_statement: 'x'.repeat(17_000) } },
  'no JSON': { body: '{' },
  'an empty body': { body: '' },
  'a list': { body: '[]' },
  'a text': { body: '"x"' },
  null: { body: 'null' },
  'a byte that is not UTF-8': {
    body: Buffer.concat([
      Buffer.from(`{"client_id":"${usual}","client_name":"`),
      Buffer.from([0xff]),
      Buffer.from('","redirect_uris":["https://agent.example.com/callback"]}'),
    ]),
  },
  // The members.
  'no client_id': member('client_id', undefined),
  'another client_id': member('client_id', `${usual}/`),
  'a client_id with another case': member('client_id', usual.toUpperCase()),
  'a client_secret': member('client_secret', 'x'),
  'a client_secret of null': member('client_secret', null),
  client_secret_expires_at: member('client_secret_expires_at', 0),
  client_secret_basic: member('token_endpoint_auth_method', 'client_secret_basic'),
  client_secret_post: member('token_endpoint_auth_method', 'client_secret_post'),
  client_secret_jwt: member('token_endpoint_auth_method', 'client_secret_jwt'),
  'an unknown method': member('token_endpoint_auth_method', 'x'),
  'private_key_jwt without a key': member('token_endpoint_auth_method', 'private_key_jwt'),
  'private_key_jwt with a key': {
    members: {
      token_endpoint_auth_method: 'private_key_jwt',
      jwks_uri: 'https://agent.example.com/jwks.json',
    },
  },
  'no method': member('token_endpoint_auth_method', undefined),
  'no name': member('client_name', undefined),
  'an empty name': member('client_name', ''),
  'a blank name': member('client_name', ' '),
  'a name that is a number': member('client_name', 7),
  'a name of two lines': member('client_name', 'Agent\nof the bank'),
  'a name that turns round': member('client_name', 'Agent \u202eno'),
  'a long name': member('client_name', 'x'.repeat(300)),
  'no redirect_uris': member('redirect_uris', undefined),
  'an empty list of redirect_uris': uris(),
  'redirect_uris that are a text': member('redirect_uris', 'https://agent.example.com/callback'),
  'a redirect URI that is a number': uris(7),
  '21 redirect URIs': uris(...Array.from({ length: 21 }, (_, i) => `https://agent.example.com/${i}`)),
  'a redirect URI with http': uris('http://agent.example.com/callback'),
  'a redirect URI with a fragment': uris('https://agent.example.com/callback#a'),
  'a redirect URI that is a script': uris('javascript:alert(1)'),
  'a redirect URI with a wildcard': uris('https://*.example.com/callback'),
  'a redirect URI with a user': uris('https://ada@agent.example.com/callback'),
  'a relative redirect URI': uris('/callback'),
  'a redirect URI on the device': native('http://localhost/callback', 'http://127.0.0.1/callback'),
  'a redirect URI on the device with IPv6': native('http://[::1]/callback'),
  'a redirect URI on the device of no native client': uris('http://localhost/callback'),
  'a redirect URI with a scheme': native('com.example.agent:/callback'),
  'a redirect URI with a scheme without a dot': native('agent:/callback'),
  'grants that are not there': member('grant_types', [
    'authorization_code',
    'urn:ietf:params:oauth:grant-type:device_code',
  ]),
  'only grants that are not there': member('grant_types', ['urn:ietf:params:oauth:grant-type:device_code']),
  'a response type that is not there': member('response_types', ['code', 'token']),
  'a scope that is not there': member('scope', 'openid anything'),
  'a picture without TLS': member('logo_uri', 'http://agent.example.com/logo.png'),
  'a home page that is no URL': member('client_uri', 'x'),
  'a software statement': member('software_statement', 'x'),
  'unknown members': { members: { a: 1, 'b#de': {}, constructor: null } },
};

interface Difference {
  because: string;
  certified: 'accepted' | 'rejected';
  gatehouse: string;
  documents: readonly string[];
}

const differences: readonly Difference[] = [
  {
    because: 'The draft, section 3: a client id has a path. That of a site alone would be the same as its origin.',
    certified: 'accepted',
    gatehouse: 'url',
    documents: ['the URL has no path', 'the URL has only a slash'],
  },
  {
    because: 'The draft, section 3, advises against a query. One document would have any number of client ids.',
    certified: 'accepted',
    gatehouse: 'url',
    documents: ['the URL has a query', 'the URL has an empty query'],
  },
  {
    because: 'One spelling of each URL: client ids are compared as texts, and so are the hosts of the setting.',
    certified: 'accepted',
    gatehouse: 'url',
    documents: ['the URL has an upper-case scheme', 'the URL has an upper-case host', 'the URL names port 443'],
  },
  {
    because: 'The draft has no limit. Here, it is stored, and stands on pages.',
    certified: 'accepted',
    gatehouse: 'url',
    documents: ['the URL has 501 characters'],
  },
  {
    because: 'The draft, section 5: JSON. What is shown as a page may have been written by the users of a site.',
    certified: 'accepted',
    gatehouse: 'type',
    documents: ['text/html', 'text/plain'],
  },
  {
    because: 'The draft, section 8.7, recommends 5 kB, which a software statement can have alone.',
    certified: 'rejected',
    gatehouse: 'accepted',
    documents: ['6 kB'],
  },
  {
    because: 'Gatehouse has no client authentication with a key.',
    certified: 'accepted',
    gatehouse: 'auth_method',
    documents: ['private_key_jwt with a key'],
  },
  {
    because: 'The default of RFC 7591 is client_secret_basic, which no document can have. So a missing method is none.',
    certified: 'rejected',
    gatehouse: 'accepted',
    documents: ['no method'],
  },
  {
    because: 'People read the name, which stands beside the host of the document.',
    certified: 'accepted',
    gatehouse: 'client_name',
    documents: ['no name', 'a blank name', 'a name of two lines', 'a name that turns round'],
  },
  {
    because: 'The limit of the clients that an operator creates.',
    certified: 'accepted',
    gatehouse: 'redirect_uris',
    documents: ['21 redirect URIs'],
  },
  {
    because:
      'The rules for the redirect URIs of clients that an operator creates (RFC 9700, section 2.1; RFC 8252, section 7.1).',
    certified: 'accepted',
    gatehouse: 'redirect_uri',
    documents: [
      'a redirect URI with http',
      'a redirect URI with a wildcard',
      'a redirect URI with a user',
      'a redirect URI with a scheme without a dot',
    ],
  },
  {
    because: 'Members that Gatehouse does not use are ignored: agents write them for other servers, too.',
    certified: 'rejected',
    gatehouse: 'accepted',
    documents: [
      'only grants that are not there',
      'a scope that is not there',
      'a picture without TLS',
      'a home page that is no URL',
    ],
  },
];

const url = ({ url: own = usual }: Case): string => own;

function bodyOf(one: Case): Uint8Array {
  if (one.body !== undefined) return Buffer.from(one.body);
  const right = { client_id: url(one), client_name: 'Agent', redirect_uris: ['https://agent.example.com/callback'] };
  return Buffer.from(JSON.stringify({ ...right, token_endpoint_auth_method: 'none', ...one.members }));
}

function ofGatehouse(one: Case): string {
  if (!isClientUrl(url(one))) return 'url';
  const body = Buffer.from(bodyOf(one));
  const answer = { status: one.status ?? 200, contentType: one.type ?? 'application/json' };
  const read = readClientDocument(url(one), { ...answer, body: body.length > 16 * 1024 ? null : body });
  return 'rule' in read ? read.rule : 'accepted';
}

const configuration: Partial<Configuration> = {
  jwks: {
    keys: [
      {
        ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
        alg: 'RS256',
        use: 'sig',
      },
    ],
  },
  cookies: { keys: ['signs-the-cookies'] },
  responseTypes: ['code'],
  features: {
    devInteractions: { enabled: false },
    clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
  },
  ttl: { AccessToken: 3600, IdToken: 3600, Interaction: 3600, Session: 3600, Grant: 3600 },
};

async function ofCertified(one: Case): Promise<string> {
  const provider = await createProvider('https://id.example.com', {
    ...configuration,
    fetch: async () =>
      new Response(Buffer.from(bodyOf(one)), {
        status: one.status ?? 200,
        headers: { 'Content-Type': one.type ?? 'application/json' },
      }),
  });
  const found = await provider.Client.find(url(one)).catch(() => undefined);
  return found ? 'accepted' : 'rejected';
}

test.each(Object.entries(cases))('%s', async (name, one) => {
  const [certified, gatehouse] = [await ofCertified(one), ofGatehouse(one)];
  const listed = differences.filter(({ documents }) => documents.includes(name));
  const isSame = certified === (gatehouse === 'accepted' ? 'accepted' : 'rejected');
  expect(isSame ? [] : [{ certified, gatehouse }]).toEqual(
    listed.map((difference) => ({ certified: difference.certified, gatehouse: difference.gatehouse })),
  );
});

test('each difference is about a document', () => {
  const listed = differences.flatMap(({ documents }) => documents);
  expect(listed.filter((name) => !(name in cases))).toEqual([]);
});
