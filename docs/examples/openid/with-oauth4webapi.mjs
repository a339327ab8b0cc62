import { createServer } from 'node:http';
import * as oauth from 'oauth4webapi';

const issuer = new URL('http://localhost:4000');
const redirectUri = 'http://localhost:3000/callback';
const client = { client_id: process.env.CLIENT_ID };
const authentication = oauth.ClientSecretBasic(process.env.CLIENT_SECRET);
// Only for http://localhost.
const insecure = { [oauth.allowInsecureRequests]: true };

const discovered = await oauth.discoveryRequest(issuer, insecure);
const provider = await oauth.processDiscoveryResponse(issuer, discovered);
/** The sign-ins that have begun, by the cookie of the browser. */
const started = new Map();

async function start(res) {
  const [id, verifier, state, nonce] = [
    oauth.generateRandomState(),
    oauth.generateRandomCodeVerifier(),
    oauth.generateRandomState(),
    oauth.generateRandomNonce(),
  ];
  started.set(id, { verifier, state, nonce });
  const url = new URL(provider.authorization_endpoint);
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile email',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  res.writeHead(302, { Location: url, 'Set-Cookie': `sign_in=${id}; HttpOnly; SameSite=Lax; Path=/` }).end();
}

async function finish(req, url, res) {
  const [, id] = /sign_in=([\w-]+)/.exec(req.headers.cookie ?? '') ?? [];
  const { verifier, state, nonce } = started.get(id);
  started.delete(id);
  const parameters = oauth.validateAuthResponse(provider, client, url, state);
  const redeemed = await oauth.authorizationCodeGrantRequest(
    provider,
    client,
    authentication,
    parameters,
    redirectUri,
    verifier,
    insecure,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(provider, client, redeemed, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
  const { sub } = oauth.getValidatedIdTokenClaims(tokens);
  const answer = await oauth.userInfoRequest(provider, client, tokens.access_token, insecure);
  const user = await oauth.processUserInfoResponse(provider, client, sub, answer);
  res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(user));
}

const server = createServer((req, res) => {
  const url = new URL(req.url, redirectUri);
  const answer = url.pathname === '/callback' ? finish(req, url, res) : start(res);
  answer.catch((error) => res.writeHead(500).end(String(error)));
});
server.listen(3000);
