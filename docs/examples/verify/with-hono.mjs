import { AuthError, createVerifier } from '@gatehouse-auth/client/verify';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const gatehouse = 'http://localhost:4000';
const verify = createVerifier({ issuer: gatehouse, audience: gatehouse });

const app = new Hono();
app.use(async (context, next) => {
  try {
    context.set('auth', await verify(context.req.raw.headers));
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return context.json({ success: false, msg: error.message, code: error.code }, error.status, error.headers);
  }
  await next();
});
app.get('/', (context) => context.json({ user: context.get('auth').sub }));
serve({ fetch: app.fetch, port: 3002 });
