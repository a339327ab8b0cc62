import express from 'express';
import { createRemoteJWKSet, jwtVerify } from 'jose';

// The PUBLIC_URL of Gatehouse.
const gatehouse = 'http://localhost:4000';
const publicKeys = createRemoteJWKSet(new URL('/.well-known/jwks.json', gatehouse));
/** The keys could not be read. The token may be valid. */
const keyErrors = ['ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID', 'ERR_JWKS_TIMEOUT'];

/** Accepts only requests with a valid access token, and adds the id of the user to the request. */
async function authenticate(request, response, next) {
  const [, token = ''] = (request.get('Authorization') ?? '').split(' ');
  try {
    const { payload } = await jwtVerify(token, publicKeys, {
      algorithms: ['ES256'],
      typ: 'at+jwt',
      issuer: gatehouse,
      audience: gatehouse,
      requiredClaims: ['sub', 'exp'],
    });
    request.userId = payload.sub;
  } catch (error) {
    if (!error.code?.startsWith('ERR_J') || keyErrors.includes(error.code)) {
      response.status(503).json({ error: 'Access tokens cannot be verified at the moment.' });
      return;
    }
    response.set('WWW-Authenticate', 'Bearer').status(401).json({ error: 'A valid access token is required.' });
    return;
  }
  next();
}

const notesOfUsers = new Map();
const app = express();
app.use(authenticate, express.json());

app.get('/notes', (request, response) => {
  response.json(notesOfUsers.get(request.userId) ?? []);
});

app.post('/notes', (request, response) => {
  const notes = [...(notesOfUsers.get(request.userId) ?? []), String(request.body.text)];
  notesOfUsers.set(request.userId, notes);
  response.status(201).json(notes);
});

app.listen(3000);
