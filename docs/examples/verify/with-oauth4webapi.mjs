import * as oauth from 'oauth4webapi';

// Only for http://localhost. With an https PUBLIC_URL, leave these options out.
const insecure = { [oauth.allowInsecureRequests]: true };
const issuer = new URL('http://localhost:4000');
const server = await oauth.processDiscoveryResponse(
  issuer,
  await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
);

/** Returns the claims of the access token, or throws an error. */
async function authenticate(request) {
  return oauth.validateJwtAccessToken(server, request, 'http://localhost:4000', {
    signingAlgorithms: ['ES256'],
    ...insecure,
  });
}

const headers = { Authorization: `Bearer ${process.argv[2]}` };
const claims = await authenticate(new Request('http://localhost:3004/', { headers }));
console.log(JSON.stringify({ user: claims.sub, client: claims.client_id }));
