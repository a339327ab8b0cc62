import { createServer } from 'node:http';
import { GatehouseProvider, useAuth } from '@gatehouse-auth/client/react';
import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';
import { GET } from './route.mjs';

function Greeting() {
  const auth = useAuth();
  if (auth.status === 'loading') return h('p', null, 'One moment …');
  if (auth.status === 'signedOut') return h('a', { href: '/sign-in' }, 'Sign in');
  return h('p', null, `Hello, ${auth.user.firstName}`);
}

// The browser renders the same component with `hydrateRoot`, and finds out who is signed in.
const render = () => renderToString(h(GatehouseProvider, { url: 'http://localhost:4000' }, h(Greeting)));

createServer(async (req, res) => {
  const html = () => new Response(render(), { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
  const answer = req.url === '/api/orders' ? await GET(req) : html();
  res.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
}).listen(3000);
