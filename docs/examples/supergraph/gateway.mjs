import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';
import { createRemoteJwksSigningKeyProvider, extractFromHeader, useJWT } from '@graphql-mesh/plugin-jwt-auth';

const gatehouse = 'http://localhost:4000';

const gateway = createGatewayRuntime({
  supergraph: readFileSync('supergraph.graphql', 'utf8'),
  plugins: () => [
    useJWT({
      signingKeyProviders: [createRemoteJwksSigningKeyProvider({ jwksUri: `${gatehouse}/.well-known/jwks.json` })],
      tokenLookupLocations: [extractFromHeader({ name: 'authorization', prefix: 'Bearer' })],
      tokenVerification: { algorithms: ['ES256'], issuer: gatehouse, audience: gatehouse },
      reject: { missingToken: false, invalidToken: true },
    }),
  ],
  propagateHeaders: {
    fromClientToSubgraphs({ request, subgraphName }) {
      if (subgraphName !== 'gatehouse') return {};
      const authorization = request.headers.get('authorization');
      return {
        ...(authorization && { authorization }),
        'x-router-secret': process.env.FEDERATION_SECRET ?? '',
      };
    },
  },
});

createServer(gateway).listen(4002, () => console.log('The router is ready.'));
