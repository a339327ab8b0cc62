import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createClient } from '@gatehouse-auth/client';

const url = 'http://localhost:4000';

/** A client for each session of the application, by the id in its cookie. */
const clients = new Map();

/** `getItem` and the others could also use a column of your database, encrypted. */
function inMemory() {
  const items = new Map();
  return {
    getItem: (key) => items.get(key),
    setItem: (key, value) => items.set(key, value),
    removeItem: (key) => items.delete(key),
  };
}

const idOf = (req) => /(?:^|; )app_session=([\w-]+)/.exec(req.headers.cookie ?? '')?.[1];
const cookie = (value, rest = '') => `app_session=${value}; Path=/; HttpOnly; Secure; SameSite=Lax${rest}`;

const routes = {
  'POST /login': async (req, res) => {
    // Gatehouse trusts this header only from the networks of RATE_LIMIT_TRUSTED_NETWORKS.
    const headers = { 'X-Gatehouse-Client-IP': req.socket.remoteAddress.replace('::ffff:', '') };
    const auth = createClient({ url, storage: inMemory(), headers });
    const { email, password } = JSON.parse(await text(req));
    const login = await auth.login({ email, password });
    if (!login.ok) return [login.error.code === 'NETWORK' ? 503 : 401, { problem: login.error.msg }];
    const id = randomBytes(32).toString('base64url');
    clients.set(id, auth);
    res.setHeader('Set-Cookie', cookie(id));
    return [200, { name: login.user.firstName }];
  },

  'GET /profile': async (req) => {
    const user = await clients.get(idOf(req))?.loadUser();
    // The session has ended, here or on the server.
    if (!user) clients.delete(idOf(req));
    return user ? [200, { name: user.firstName, email: user.email }] : [401, { problem: 'Sign in first.' }];
  },

  'POST /logout': async (req, res) => {
    // If Gatehouse does not answer, its session ends when it has not been used for SESSION_IDLE_TTL seconds.
    await clients.get(idOf(req))?.logout();
    clients.delete(idOf(req));
    res.setHeader('Set-Cookie', cookie('', '; Max-Age=0'));
    return [200, { name: null }];
  },
};

createServer(async (req, res) => {
  const send = (status, body) =>
    res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  try {
    const route = routes[`${req.method} ${req.url}`];
    send(...(route ? await route(req, res) : [404, { problem: 'This page does not exist.' }]));
  } catch {
    // Also if Gatehouse cannot be reached: the session stays.
    send(503, { problem: 'Please try again later.' });
  }
}).listen(3000);
