import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A client that the tests run against the real server. */
export interface TestedClient {
  name: string;
  /** npm packages that the programs of the page, or the test, import. Their package.json has the versions. */
  packages: readonly string[];
  /** The package of Debian that CI installs, of a program that is not in npm. */
  debian?: string;
  works?: string;
  notes?: string;
  /** The page with the programs or the configuration. */
  page: string;
  /** A test that does more than run the programs of the page. */
  test?: string;
}

export const clientTopics = {
  graphql: 'Clients of the GraphQL API',
  rest: 'Clients of the REST API',
  verifiers: 'Libraries that verify access tokens',
  introspection: 'Libraries that introspect and revoke tokens',
  relyingParties: 'Applications that sign people in with OpenID Connect',
  agents: 'Agents that use an API for a person',
  proxies: 'Proxies and gateways',
} as const;

const graphqlPage = { page: 'docs/integrate/clients.md', test: 'test/interop/api-clients.test.ts' };
const restPage = { page: 'docs/integrate/clients.md', test: 'test/interop/api-clients.test.ts' };
const verifyPage = { page: 'docs/integrate/protect-a-service.md', test: 'test/interop/verifiers.test.ts' };
const introspectionPage = {
  page: 'docs/integrate/protect-a-service.md',
  test: 'test/interop/token-introspection.test.ts',
};
const openidPage = { page: 'docs/integrate/openid-connect.md', test: 'test/interop/relying-parties.test.ts' };
const agentsPage = { page: 'docs/integrate/let-agents-use-your-api.md', test: 'test/interop/agents.test.ts' };
const supergraphPage = { page: 'docs/integrate/supergraph.md', test: 'test/federation/supergraph.test.ts' };
const forwardAuth = { page: 'docs/integrate/protect-a-service.md', test: 'test/auth/forward-auth.test.ts' };

export const testedClients: Readonly<Record<keyof typeof clientTopics, readonly TestedClient[]>> = {
  graphql: [
    {
      name: 'Apollo Client',
      packages: ['@apollo/client'],
      works: 'also `useGETForQueries`',
      ...graphqlPage,
    },
    {
      name: 'PersistedQueryLink of Apollo Client',
      packages: ['@apollo/client'],
      works: 'with POST, and with `useGETForHashedQueries`',
      notes: 'Gatehouse stores no documents. After one request, the link sends whole documents.',
      ...graphqlPage,
    },
    {
      name: 'urql',
      packages: ['@urql/core'],
      works: 'sends queries with GET',
      ...graphqlPage,
    },
    {
      name: 'graphql-request',
      packages: ['graphql-request'],
      ...graphqlPage,
    },
    {
      name: 'Relay',
      packages: ['relay-runtime'],
      works: 'a query that `relay-compiler` compiled',
      ...graphqlPage,
    },
    {
      name: 'fetch',
      packages: [],
      works: 'log in, and refresh',
      page: 'docs/integrate/clients.md',
    },
    {
      name: 'fetch, with the types of GraphQL Code Generator',
      packages: ['graphql'],
      works: 'log in and query, with typed documents; a mistake does not compile',
      page: 'docs/integrate/clients.md',
    },
  ],
  rest: [
    {
      name: 'fetch',
      packages: [],
      works: 'every request',
      ...restPage,
    },
    {
      name: '@gatehouse-auth/client in a browser, with the refresh cookie',
      packages: [],
      debian: 'chromium',
      works: 'several tabs, lost answers, other origins and other sites',
      page: 'docs/integrate/your-own-front-end.md',
      test: 'test/browser/stay-logged-in.test.ts',
    },
    {
      name: '@gatehouse-auth/client with React and Apollo Client',
      packages: ['react', 'react-dom', '@apollo/client'],
      works: 'the example application, which Vite builds',
      page: 'docs/integrate/your-own-front-end.md',
      test: 'test/browser/vite.test.ts',
    },
    {
      name: 'axios',
      packages: ['axios'],
      works: 'register and log in, with the fifteen fields of the user; its adapter `fetch`',
      ...restPage,
    },
    {
      name: 'openapi-fetch, without types',
      packages: ['openapi-fetch'],
      ...restPage,
    },
    {
      name: 'openapi-fetch',
      packages: ['openapi-fetch'],
      works: 'every operation, with the types of `openapi-typescript`',
      notes:
        'A misspelt optional field compiles if the body is written inside the call. It does not compile if the body has its type.',
      page: 'docs/integrate/clients.md',
      test: 'test/rest/generated-client.test.ts',
    },
  ],
  verifiers: [
    {
      name: 'Express with `@gatehouse-auth/client`',
      packages: ['express'],
      works: '`requireAuth`, with and without `revocations`',
      ...verifyPage,
    },
    {
      name: 'Fastify with `@gatehouse-auth/client`',
      packages: ['fastify'],
      works: 'a hook `onRequest`',
      ...verifyPage,
    },
    {
      name: 'Hono with `@gatehouse-auth/client`',
      packages: ['hono', '@hono/node-server'],
      works: 'a middleware',
      ...verifyPage,
    },
    {
      name: 'Apollo Server with `@gatehouse-auth/client`',
      packages: ['@apollo/server', 'graphql'],
      works: 'the context of a request',
      ...verifyPage,
    },
    {
      name: 'oauth4webapi',
      packages: ['oauth4webapi'],
      works: 'discovery (RFC 8414), and `validateJwtAccessToken` (RFC 9068)',
      ...verifyPage,
    },
  ],
  introspection: [
    {
      name: 'oauth4webapi',
      packages: ['oauth4webapi'],
      works: 'discovery, introspection and revocation; `ClientSecretBasic` and `ClientSecretPost`',
      ...introspectionPage,
    },
    {
      name: 'openid-client',
      packages: ['openid-client'],
      works: 'discovery with both documents, introspection and revocation',
      ...introspectionPage,
    },
    {
      name: '@badgateway/oauth2-client',
      packages: ['@badgateway/oauth2-client'],
      works: 'discovery, introspection and revocation',
      ...introspectionPage,
    },
  ],
  relyingParties: [
    {
      name: 'openid-client',
      packages: ['openid-client', 'express', 'express-session'],
      works: 'discovery, sign-in with PKCE, userinfo and logout',
      ...openidPage,
    },
    {
      name: 'oauth4webapi',
      packages: ['oauth4webapi'],
      works: 'discovery, sign-in with PKCE, and userinfo',
      ...openidPage,
    },
    { name: 'Auth.js', packages: ['@auth/core'], works: 'a provider with `type: oidc`', ...openidPage },
    {
      name: 'express-openid-connect',
      packages: ['express-openid-connect', 'express'],
      works: 'sign-in and logout',
      ...openidPage,
    },
    {
      name: 'Passport',
      packages: ['passport-openidconnect', 'passport', 'express', 'express-session'],
      works: 'sign-in and userinfo',
      ...openidPage,
    },
    {
      name: 'oidc-client-ts in a browser, on another site',
      packages: ['oidc-client-ts'],
      debian: 'chromium',
      works: 'sign-in, a refresh without a page, userinfo and logout, with third-party cookies blocked',
      page: 'docs/integrate/openid-connect.md',
      test: 'test/browser/oidc-client.test.ts',
    },
    {
      name: 'Apache with mod_auth_openidc',
      packages: [],
      debian: 'libapache2-mod-auth-openidc',
      works: 'sign-in with PKCE, and back-channel logout',
      page: 'docs/integrate/openid-connect.md',
      test: 'test/interop/mod-auth-openidc.test.ts',
    },
  ],
  agents: [
    {
      name: 'MCP client',
      packages: ['@modelcontextprotocol/client'],
      works: 'discovery, sign-in, more scopes, a refresh',
      ...agentsPage,
    },
    {
      name: 'Older MCP client',
      packages: ['@modelcontextprotocol/sdk'],
      works: 'discovery, sign-in, more scopes',
      ...agentsPage,
    },
    {
      name: 'MCP server',
      packages: ['@modelcontextprotocol/server', 'hono', '@hono/node-server'],
      works: '`protectedResource`, and `verify` with `resource`',
      ...agentsPage,
    },
  ],
  proxies: [
    {
      name: 'nginx',
      packages: [],
      debian: 'nginx-light',
      works: '`auth_request`; forged headers do not arrive',
      ...forwardAuth,
    },
    {
      name: 'Caddy',
      packages: [],
      debian: 'caddy',
      works: '`forward_auth`; forged headers do not arrive',
      ...forwardAuth,
    },
    {
      name: 'Hive Gateway',
      packages: ['@graphql-hive/gateway-runtime', '@graphql-mesh/plugin-jwt-auth'],
      works:
        'verifies access tokens with the key set, passes them on, and joins `User` of Gatehouse with another subgraph',
      ...supergraphPage,
    },
    {
      name: 'Composition of a supergraph',
      packages: ['@theguild/federation-composition', 'graphql'],
      works: 'composes Gatehouse with a subgraph that refers to `User`',
      ...supergraphPage,
    },
    {
      name: 'Apollo Server as another subgraph',
      packages: ['@apollo/server'],
      works: 'refers to `User` by its id',
      ...supergraphPage,
    },
  ],
};

const root = path.join(__dirname, '../..');
const packagesOf = (folder: string): Record<string, string> => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
  return { ...dependencies, ...devDependencies };
};
/** What the tests import. */
export const own = packagesOf('.');
/** What the programs of the pages import. */
export const ofExamples = { ...packagesOf('docs/examples'), ...packagesOf('docs/examples/react') };

/** The exact version of a package that a program of a page imports, or otherwise the test. */
const pinnedVersion = (name: string): string | undefined => ofExamples[name] ?? own[name];

function versionOf({ packages, debian }: TestedClient): string {
  if (debian) return `\`${debian}\` of Debian`;
  return packages.map((name) => `\`${name}\` ${pinnedVersion(name)}`).join(', ') || 'Node';
}

/** The lists of docs/reference/clients.md. */
export const clientLists = (): string =>
  (Object.keys(clientTopics) as (keyof typeof clientTopics)[])
    .map((topic) => {
      const lines = testedClients[topic].map((client) => {
        const { name, works = '', notes = '', test, page } = client;
        return `- [${name}](../../${test ?? page}) (${versionOf(client)})${works && `: ${works}. ${notes}`.trimEnd()}`;
      });
      return `## ${clientTopics[topic]}\n\n${lines.join('\n')}`.replaceAll('../../docs/', '../');
    })
    .join('\n\n');
