import https from 'node:https';
import { type DocumentHost, startDocumentHost } from '../support/document-host';
import { describeWith } from '../support/needs';
import type { AnsweringProvider } from './answering-provider';
import { startCertifiedProvider } from './certified-provider';
import { type Difference, expectAnswers, testDifferences } from './differences';
import { documentRequests, publishedAt } from './document-requests';
import { startGatehouseProvider } from './gatehouse-provider';

const accepted = 'consent page';
const rejected = 'error page';
const onlyTheLibrary = { certified: accepted, gatehouse: rejected } as const;
const onlyGatehouse = { certified: rejected, gatehouse: accepted } as const;
const of = (group: string, ...titles: readonly string[]) => titles.map((title) => `${group}: ${title}`);

const differences: readonly Difference[] = [
  {
    because: 'JSON has a content type of JSON (draft-02, section 4). The library does not look at it.',
    ...onlyTheLibrary,
    requests: ['content type text/plain', 'content type text/html', 'no content type'],
  },
  {
    because: 'JSON is UTF-8 (RFC 8259, section 8.1). The library replaces what is not.',
    ...onlyTheLibrary,
    requests: ['not UTF-8'],
  },
  {
    because: 'A parser may ignore a byte order mark (RFC 8259, section 8.1).',
    ...onlyGatehouse,
    requests: ['a byte order mark'],
  },
  {
    because:
      'Agents list an address for each program that has it, also one that no client can have here. It is left out.',
    ...onlyGatehouse,
    requests: ['redirect URIs: a wrong one behind a right one'],
  },
  {
    because: 'The limit of the library is 5 kB, which the draft recommends. That of Gatehouse is 16 kB.',
    ...onlyGatehouse,
    requests: ['5121 bytes', '16384 bytes'],
  },
  {
    because:
      'A client with a document is a public one, so a missing method means `none`. For the library, it is HTTP Basic (RFC 7591, section 2), which no document can have.',
    ...onlyGatehouse,
    requests: of('method', 'missing', 'null'),
  },
  {
    because: 'Gatehouse has no `private_key_jwt`.',
    ...onlyTheLibrary,
    requests: ['method: a key, which is there'],
  },
  {
    because: 'A client that prefers a key and can do without is a public one, also if its key is not there.',
    ...onlyGatehouse,
    requests: ['methods: private_key_jwt of ["private_key_jwt","none"]'],
  },
  {
    because: 'Only another method than `none` makes Gatehouse look at `token_endpoint_auth_methods_supported`.',
    ...onlyGatehouse,
    requests: of('methods', 'none of ["private_key_jwt"]', 'undefined of ["private_key_jwt"]', 'none of "none"'),
  },
  {
    because: 'People read the name when they are asked. It must be there, and must not look like another one.',
    ...onlyTheLibrary,
    requests: of('name', 'missing', '" "', '"Agent \u202eknab"', '"Agent\\nof the bank"'),
  },
  {
    because: 'A list of redirect URIs and each of them have an end.',
    ...onlyTheLibrary,
    requests: of('redirect URIs', '21', '2001 characters'),
  },
  {
    because: 'The code would go through the network in clear text (RFC 9700, section 2.6).',
    ...onlyTheLibrary,
    requests: ['redirect URIs: http://agent.example.com/callback'],
  },
  {
    because: 'It would be a password, or it looks like a pattern, which it is not.',
    ...onlyTheLibrary,
    requests: of('redirect URIs', 'https://*.example.com/callback', 'https://user:password@agent.example.com/callback'),
  },
  {
    because: 'It is compared as text, so it is an URI (RFC 3986), not what a URL parser can repair.',
    ...onlyTheLibrary,
    requests: of(
      'redirect URIs',
      'https:agent.example.com/callback',
      'https://agent.example.com\\callback',
      'https://agent.example.com/call back',
      'https://agent.example.com/ü',
      'HTTPS://agent.example.com/callback',
    ),
  },
  {
    because: 'The scheme of an app is the name of a domain in reverse order (RFC 8252, section 7.1), so it has a dot.',
    ...onlyTheLibrary,
    requests: of('redirect URIs', 'agent://callback, of a native one', 'urn:ietf:wg:oauth:2.0:oob, of a native one'),
  },
  {
    because: 'Some agents leave `application_type` out, so it does not decide about redirect URIs.',
    ...onlyGatehouse,
    requests: [
      ...of('redirect URIs', 'com.example.agent:/callback', 'https://localhost/callback, of a native one'),
      'sent: a port of localhost, of a web one',
      'application_type: unknown',
    ],
  },
  {
    because:
      'Every other member is ignored: agents list what some servers have, and those who refused a document for it lost them.',
    ...onlyGatehouse,
    requests: [
      ...of('grant_types', 'only an unknown one', 'a text'),
      'response_types: only an unknown one',
      ...of('scope', 'unknown', 'a list'),
      ...of('logo_uri', 'http', 'no URL'),
      'client_uri: http',
      'tos_uri: a number',
      'jwks_uri: http',
      'jwks and jwks_uri',
      'contacts: no address',
      'id_token_signed_response_alg: none',
      'default_max_age: negative',
      'post_logout_redirect_uris: no URL',
    ],
  },
  {
    because: 'As above. A document must not have a private key (draft-02, section 4.1), but Gatehouse reads no key.',
    ...onlyGatehouse,
    requests: ['jwks: a private key'],
  },
  {
    because: 'As above. The library accepts the document, and then no response type.',
    certified: 'query: invalid_request state iss',
    gatehouse: accepted,
    requests: ['response_types: an empty list'],
  },
];

/** As `fetch`, which would not trust the certificate of the host. */
const fetchWithTls = (url: string, { headers, signal }: RequestInit): Promise<Response> =>
  new Promise((resolve, reject) => {
    const options = { headers: Object.fromEntries(new Headers(headers)), ...(signal && { signal }) };
    const request = https.request(new URL(url), options);
    request.on('error', reject).on('response', async (incoming) => {
      try {
        const body = Buffer.concat(await incoming.toArray());
        const { statusCode: status = 0 } = incoming;
        const type = incoming.headers['content-type'];
        const isEmpty = status === 204 || status === 304;
        resolve(new Response(isEmpty ? null : body, { status, ...(type && { headers: { 'Content-Type': type } }) }));
      } catch (error) {
        reject(error);
      }
    });
    request.end();
  });

describeWith('openssl')('documents of clients are accepted and refused as by the certified library', () => {
  let host: DocumentHost;
  let certified: AnsweringProvider;
  let gatehouse: AnsweringProvider;
  beforeAll(async () => {
    host = await startDocumentHost();
    [certified, gatehouse] = await Promise.all([
      startCertifiedProvider({
        fetch: fetchWithTls,
        features: {
          clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
          // `token_endpoint_auth_methods_supported`
          rpMetadataChoices: { enabled: true },
        },
      }),
      startGatehouseProvider({ CLIENT_METADATA: host.host }),
    ]);
  });
  afterAll(async () => {
    await Promise.all([certified.close(), gatehouse.close()]);
    await host.stop();
  });
  beforeEach(() => host.trusted());

  test.each(documentRequests)('$title', async (document) => {
    const request = publishedAt(host, `/documents/${documentRequests.indexOf(document)}`, document);
    expectAnswers(differences, document.title, {
      certified: await certified.authorize(request),
      gatehouse: await gatehouse.authorize(request),
    });
  });
});

testDifferences({ differences, what: 'documents', titles: documentRequests.map(({ title }) => title), least: 60 });
