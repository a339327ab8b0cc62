import { createVerifier } from '@gatehouse-auth/client/verify';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const gatehouse = 'http://localhost:4000';
const verify = createVerifier({ issuer: gatehouse, audience: gatehouse });

const app = new Hono();
// Hono answers an AuthError with its status, headers and body.
app.use(async (context, next) => {
  context.set('auth', await verify(context.req.raw.headers));
  await next();
});
app.get('/', (context) => context.json({ user: context.get('auth').sub }));
serve({ fetch: app.fetch, port: 3002 });
