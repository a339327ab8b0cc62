import { createServer } from 'node:http';
import * as oauth from 'oauth4webapi';

// Only for http://localhost. With an https PUBLIC_URL, leave this option out.
const insecure = { [oauth.allowInsecureRequests]: true };
const issuer = new URL('http://localhost:4000');
const gatehouse = await oauth.processDiscoveryResponse(
  issuer,
  await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
);
const client = { client_id: process.env.CLIENT_ID };
const authentication = oauth.ClientSecretBasic(process.env.CLIENT_SECRET);

/** Returns the claims of an active access token, or null. */
async function introspect(token) {
  const response = await oauth.introspectionRequest(gatehouse, client, authentication, token, insecure);
  const claims = await oauth.processIntrospectionResponse(gatehouse, client, response);
  const isAccepted = claims.active && claims.token_type === 'Bearer' && claims.aud === 'http://localhost:4000';
  return isAccepted ? claims : null;
}

createServer(async (request, response) => {
  const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  try {
    const claims = token ? await introspect(token) : null;
    response.writeHead(claims ? 200 : 401).end(claims ? JSON.stringify({ user: claims.sub }) : '');
  } catch {
    // Gatehouse did not answer, or rejected the client.
    response.writeHead(503).end();
  }
}).listen(3005);
