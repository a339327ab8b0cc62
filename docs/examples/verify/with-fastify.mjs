import jwt from '@fastify/jwt';
import fastify from 'fastify';
import { JwksClient } from 'jwks-rsa';

const gatehouse = 'http://localhost:4000';
const keys = new JwksClient({ jwksUri: `${gatehouse}/.well-known/jwks.json`, cache: true, rateLimit: true });

/** Without statusCode, an error would be a 500. */
const rejected = (message) => Object.assign(new Error(message), { statusCode: 401 });

async function publicKey(_request, { header }) {
  if (header.alg !== 'ES256') throw rejected('The algorithm is not allowed.');
  try {
    return (await keys.getSigningKey(header.kid)).getPublicKey();
  } catch (error) {
    throw error.name === 'SigningKeyNotFoundError' ? rejected('The key is unknown.') : error;
  }
}

const server = fastify();
await server.register(jwt, {
  decode: { complete: true },
  secret: publicKey,
  verify: { algorithms: ['ES256'], allowedIss: gatehouse, allowedAud: gatehouse },
});
server.addHook('onRequest', (request) => request.jwtVerify());
server.get('/', (request) => ({ user: request.user.sub }));
await server.listen({ port: 3003 });
