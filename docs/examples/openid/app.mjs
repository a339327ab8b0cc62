import express from 'express';
import session from 'express-session';
import * as openid from 'openid-client';

const app = express();
const redirectUri = 'http://localhost:3000/callback';
const gatehouse = await openid.discovery(
  new URL('http://localhost:4000'),
  process.env.CLIENT_ID,
  process.env.CLIENT_SECRET,
  undefined,
  // Only for http://localhost.
  { execute: [openid.allowInsecureRequests] },
);

app.use(session({ secret: process.env.SESSION_SECRET, resave: false, saveUninitialized: false }));

app.get('/', (req, res) => (req.session.user ? res.json(req.session.user) : res.redirect('/login')));

app.get('/login', async (req, res) => {
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const [expectedState, expectedNonce] = [openid.randomState(), openid.randomNonce()];
  req.session.started = { pkceCodeVerifier, expectedState, expectedNonce };
  const url = openid.buildAuthorizationUrl(gatehouse, {
    redirect_uri: redirectUri,
    scope: 'openid profile email',
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
  });
  res.redirect(url.href);
});

app.get('/callback', async (req, res) => {
  const url = new URL(req.originalUrl, redirectUri);
  try {
    const tokens = await openid.authorizationCodeGrant(gatehouse, url, req.session.started);
    req.session.user = await openid.fetchUserInfo(gatehouse, tokens.access_token, tokens.claims().sub);
    req.session.idToken = tokens.id_token;
    res.redirect('/');
  } catch (error) {
    // The person has not allowed it, or has come back too late.
    console.error(error.code, error.error ?? error.message);
    res.status(403).send('You are not signed in. <a href="/login">Sign in</a>');
  }
});

app.get('/logout', (req, res) => {
  const url = openid.buildEndSessionUrl(gatehouse, {
    id_token_hint: req.session.idToken,
    post_logout_redirect_uri: 'http://localhost:3000/',
  });
  req.session.destroy(() => res.redirect(url.href));
});

app.listen(3000);
