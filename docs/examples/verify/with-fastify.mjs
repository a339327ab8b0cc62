import { createVerifier } from '@gatehouse-auth/client/verify';
import fastify from 'fastify';

const gatehouse = 'http://localhost:4000';
const verify = createVerifier({ issuer: gatehouse, audience: gatehouse });

const server = fastify();
server.decorateRequest('auth', null);
// Fastify answers an AuthError with its status and headers.
server.addHook('onRequest', async (request) => {
  request.auth = await verify(request.headers);
});
server.get('/', (request) => ({ user: request.auth.sub }));
await server.listen({ port: 3001 });
