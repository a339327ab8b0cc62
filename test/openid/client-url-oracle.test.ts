import { isClientUrl } from '../../src/accounts/applications/client-url';
import { createProvider } from '../support/providers/openid-provider';
import { type Difference, expectAnswers, testDifferences } from './differences';

// Which client ids are URLs of documents (draft-ietf-oauth-client-id-metadata-document-02, section 3).

const host = 'https://agent.example.com';
const document = 'document';
const unknown = 'unknown client';
const onlyTheLibrary = { certified: document, gatehouse: unknown } as const;

const clientIds: readonly string[] = [
  `${host}/client.json`,
  `${host}/a/`,
  `${host}/a//b`,
  `${host}/a/...`,
  `${host}/a%20b`,
  `${host}/a%2fb`,
  `${host}:8443/client.json`,
  'https://127.0.0.1/client.json',
  'https://[::1]:8443/client.json',
  'https://xn--bcher-kva.example/a',
  host,
  `${host}/`,
  `${host}?a=b`,
  `${host}/a?b=c`,
  `${host}/a?`,
  `${host}/a#b`,
  `${host}/a#`,
  `${host}/a?b#c`,
  'https://user@agent.example.com/a',
  'https://user:password@agent.example.com/a',
  'https://@agent.example.com/a',
  `${host}/a@b`,
  `${host}/a/../b`,
  `${host}/a/..`,
  `${host}/./a`,
  `${host}/a/.`,
  `${host}/a/%2e%2E/b`,
  `${host}/a/.%2e`,
  `${host}/%2E`,
  `${host}/a/%252e%252e`,
  `${host}/a?b=/../c`,
  `${host}\\a`,
  `${host}/a\\b`,
  `${host}/a b`,
  ` ${host}/a`,
  `${host}/a `,
  `${host}/a\n`,
  `${host}/a\t`,
  `${host}/a\u0000`,
  `${host}/a\u007f`,
  `${host}/ü`,
  'https://bücher.example/a',
  'https://Agent.example.com/a',
  `${host}:443/a`,
  `${host}:99999/a`,
  `${host}:/a`,
  'https://0x7f.0.0.1/a',
  'https://2130706433/a',
  'https:///a',
  'https:agent.example.com/a',
  'https:/agent.example.com/a',
  'HTTPS://agent.example.com/a',
  'http://agent.example.com/a',
  'ftp://agent.example.com/a',
  'agent.example.com/a',
  '//agent.example.com/a',
  'urn:example:a',
  `${host}/${'a'.repeat(474)}`,
  `${host}/${'a'.repeat(475)}`,
];

const differences: readonly Difference[] = [
  {
    because: 'The root of a site serves something else. The draft recommends another path; one must be there.',
    ...onlyTheLibrary,
    requests: [host, `${host}/`, `${host}?a=b`],
  },
  {
    because: 'There should be no query: the same document would have many client ids.',
    ...onlyTheLibrary,
    requests: [`${host}/a?b=c`, `${host}/a?`, `${host}/a?b=/../c`],
  },
  {
    because:
      'It is compared as text, with a list of hosts, too, so it is a URI (RFC 3986), and each host has one spelling.',
    ...onlyTheLibrary,
    requests: [
      `${host}/ü`,
      'https://bücher.example/a',
      'https://Agent.example.com/a',
      `${host}:443/a`,
      `${host}:/a`,
      'https://0x7f.0.0.1/a',
      'https://2130706433/a',
      'HTTPS://agent.example.com/a',
    ],
  },
  {
    because: 'Columns of the database and pages have an end.',
    ...onlyTheLibrary,
    requests: [`${host}/${'a'.repeat(475)}`],
  },
];

/** Returns what the certified library takes a client id for: it asks whether it may fetch a document. */
async function startCertified(): Promise<(clientId: string) => Promise<string>> {
  const asked = new Set<string>();
  const provider = await createProvider('https://id.example.com', {
    features: {
      devInteractions: { enabled: false },
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        allowFetch(_, clientId) {
          asked.add(clientId);
          return false;
        },
      },
    },
  });
  return async (clientId) => {
    const isKnown = await provider.Client.find(clientId).catch(() => 'it may not fetch');
    expect(isKnown).toBe(asked.has(clientId) ? 'it may not fetch' : undefined);
    return asked.has(clientId) ? document : unknown;
  };
}

let certified: Awaited<ReturnType<typeof startCertified>>;
beforeAll(async () => {
  certified = await startCertified();
});

test.each(
  clientIds.map((clientId) => [
    clientId.length > 80 ? `${clientId.length} characters` : JSON.stringify(clientId),
    clientId,
  ]),
)('%s', async (_, clientId) =>
  expectAnswers(differences, clientId, {
    certified: await certified(clientId),
    gatehouse: isClientUrl(clientId) ? document : unknown,
  }),
);

testDifferences({ differences, what: 'client ids', titles: clientIds, least: 50 });
