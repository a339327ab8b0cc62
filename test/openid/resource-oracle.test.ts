import { providerErrors } from '../support/providers/openid-provider';
import { settingFile } from '../support/setting-file';
import type { AnsweringProvider } from './answering-provider';
import { startCertifiedProvider } from './certified-provider';
import { type Difference, expectAnswers, testDifferences } from './differences';
import { startGatehouseProvider } from './gatehouse-provider';
import { oracleClients } from './oracle-requests';
import { resourceFile, resourceOutcome, resourceRequests, scopeOfResource } from './resource-requests';

const invalidTarget = 'query: invalid_target state iss';
const denied = 'query: access_denied state iss';
const notes = 'https://mcp.example.com/mcp';
const both = `${notes}: notes:read notes:write`;

const differences: readonly Difference[] = [
  {
    because: 'A request names one resource, so a second one is refused before a person is asked.',
    certified: both,
    gatehouse: invalidTarget,
    requests: ['authorize: twice, the same'],
  },
  {
    because: 'As above.',
    certified: both,
    gatehouse: '400 invalid_target',
    requests: ['client credentials: twice'],
  },
  {
    because: 'As above. The library refuses it when the code is redeemed: it issues no token for two resources either.',
    certified: '400 invalid_target',
    gatehouse: invalidTarget,
    requests: ['authorize: twice, two known ones'],
  },
  {
    because:
      'The letter case of scheme and host means nothing (RFC 3986, section 6.2.2.1). The audience is that of the file.',
    certified: invalidTarget,
    gatehouse: both,
    requests: ['authorize: with an upper-case host', 'authorize: with an upper-case scheme'],
  },
  {
    because: 'As above.',
    certified: '400 invalid_target',
    gatehouse: both,
    requests: [
      'code: with an upper-case host',
      'code: with an upper-case scheme',
      'client credentials: with an upper-case host',
    ],
  },
  {
    because: 'The URL parsers of clients add a slash if there is no path (RFC 3986, section 6.2.3).',
    certified: invalidTarget,
    gatehouse: 'https://mails.example.com: notes:read',
    requests: ['authorize: the slash of a URL parser', 'code: as the code, which has a slash'],
  },
  {
    because:
      'Without `scope`, a client gets the default scopes of the file (RFC 6749, section 3.3). The library has none, and nothing to allow.',
    certified: denied,
    gatehouse: `${notes}: notes:read`,
    requests: ['authorize: no scope', 'authorize: an empty scope'],
  },
  {
    because: 'As above.',
    certified: `${notes}: none`,
    gatehouse: `${notes}: notes:read`,
    requests: ['client credentials: no scope'],
  },
  {
    because: 'If no scope is left, this is an `invalid_scope`. For the library, there is nothing to allow.',
    certified: denied,
    gatehouse: 'query: invalid_scope state iss',
    requests: [
      'authorize: no scope, and no default',
      'authorize: an unknown scope',
      'authorize: a scope of another resource',
      'authorize: a scope of the client',
      'authorize: a scope that the client may not have, of reader',
    ],
  },
  {
    because: 'A service has no person who could allow less, so each name that it may not have is an error.',
    certified: `${notes}: none`,
    gatehouse: '400 invalid_scope',
    requests: [
      'client credentials: an unknown scope',
      'client credentials: a scope of another resource',
      'client credentials: openid',
    ],
  },
  {
    because: 'As above.',
    certified: `${notes}: notes:read`,
    gatehouse: '400 invalid_scope',
    requests: ['client credentials: a scope of another resource beside its own'],
  },
  {
    because: 'A client that an operator created can have scopes without a resource, for the audience of the client.',
    certified: denied,
    gatehouse: 'no resource: notes:read',
    requests: ['authorize: a scope without its resource'],
  },
  {
    because: 'As above. An empty parameter is no parameter (RFC 6749, section 3.1).',
    certified: denied,
    gatehouse: 'no resource: notes:read notes:write',
    requests: ['authorize: empty'],
  },
  {
    because: 'As above.',
    certified: 'no resource: openid, id_token',
    gatehouse: 'no resource: notes:read openid, id_token',
    requests: ['authorize: a scope without its resource beside openid'],
  },
  {
    because: 'A code is used up only when it gives tokens, so that a client can correct its request.',
    certified: '400 invalid_grant',
    gatehouse: both,
    requests: ['code: the right resource after a wrong one'],
  },
  {
    because: 'As above, for a refresh token.',
    certified: '400 invalid_grant',
    gatehouse: `${both}, refresh_token, scope=notes:read notes:write offline_access`,
    requests: ['refresh: the right resource after a wrong one'],
  },
  {
    because:
      'Beside the token for the resource, the client gets what else the person has allowed, so the answer has all scopes. For the library, it has those of the token.',
    certified: `${both}, refresh_token`,
    gatehouse: `${both}, refresh_token, scope=notes:read notes:write offline_access`,
    requests: [
      'refresh: no resource',
      'refresh: the same resource',
      'refresh: a third time',
      'refresh: fewer scopes, and then no scope',
    ],
  },
  {
    because: 'As above.',
    certified: `${notes}: notes:read, id_token, refresh_token`,
    gatehouse: `${notes}: notes:read, id_token, refresh_token, scope=notes:read offline_access openid`,
    requests: ['refresh: with openid', 'refresh: with openid and no resource'],
  },
  {
    because: 'As above.',
    certified: `${notes}: notes:read, refresh_token`,
    gatehouse: `${notes}: notes:read, refresh_token, scope=notes:read offline_access`,
    requests: ['authorize: offline_access and a scope, of partner'],
  },
  {
    because: 'As above.',
    certified: `${notes}: none, refresh_token`,
    gatehouse: `${notes}: none, refresh_token, scope=offline_access`,
    requests: ['authorize: offline_access, of partner'],
  },
  {
    because: 'As above.',
    certified: `${notes}: none, id_token`,
    gatehouse: `${notes}: none, id_token, scope=openid`,
    requests: ['authorize: openid, of partner'],
  },
  {
    because: 'As above.',
    certified: `${notes}: notes:read, id_token`,
    gatehouse: `${notes}: notes:read, id_token, scope=notes:read openid`,
    requests: ['authorize: openid and a scope, of partner'],
  },
  {
    because: 'As above.',
    certified: `${notes}: notes:read, id_token`,
    gatehouse: `${notes}: notes:read, id_token, scope=email notes:read openid phone profile`,
    requests: ['authorize: everything of a person and a scope, of partner'],
  },
  {
    because: 'With the token of a first-party client, userinfo is open, too, so the token has the scopes for it.',
    certified: `${notes}: none, id_token`,
    gatehouse: `${notes}: openid, id_token`,
    requests: ['authorize: openid'],
  },
  {
    because: 'As above.',
    certified: `${notes}: notes:read, id_token`,
    gatehouse: `${notes}: notes:read openid, id_token`,
    requests: ['authorize: openid and a scope'],
  },
  {
    because: 'With the scope `roles`, the roles of the person are a claim of the token.',
    certified: `${notes}: notes:read`,
    gatehouse: `${notes}: notes:read roles`,
    requests: ['authorize: roles and a scope, of partner'],
  },
];

let certified: AnsweringProvider;
let gatehouse: AnsweringProvider;

async function startCertified(): Promise<AnsweringProvider> {
  const { InvalidTarget } = await providerErrors();
  const resourceIndicators = {
    enabled: true,
    getResourceServerInfo(_: unknown, resource: string, { clientId }: { clientId: string }) {
      const client = Object.values(oracleClients).find(({ id }) => id === clientId);
      const scope = client ? scopeOfResource(resource, client) : null;
      if (scope === null) throw new InvalidTarget();
      return { scope, audience: resource, accessTokenFormat: 'jwt' } as const;
    },
    // A code or refresh token for a resource gives tokens for it, also if the request does not name it.
    useGrantedResource: () => true,
  };
  return startCertifiedProvider({ features: { resourceIndicators } });
}

beforeAll(async () => {
  [certified, gatehouse] = await Promise.all([
    startCertified(),
    startGatehouseProvider({ RESOURCES: settingFile(resourceFile) }),
  ]);
});
afterAll(() => Promise.all([certified.close(), gatehouse.close()]));

describe('requests with `resource` are answered as by the certified library', () => {
  test.each(resourceRequests)('$title', async (request) =>
    expectAnswers(differences, request.title, {
      certified: await resourceOutcome(certified, request),
      gatehouse: await resourceOutcome(gatehouse, request),
    }),
  );
});

testDifferences({
  differences,
  what: 'requests with `resource`',
  titles: resourceRequests.map(({ title }) => title),
  least: 80,
});
