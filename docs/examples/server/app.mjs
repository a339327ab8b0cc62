import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const gatehouseUrl = 'http://localhost:4000';

/** The tokens of each session of the application, by the id in its cookie. */
const sessions = new Map();

async function post(path, body) {
  const response = await fetch(gatehouseUrl + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { success, msg, code, result } = await response.json();
  if (!success) throw Object.assign(new Error(msg), { code, status: response.status });
  return result;
}

/** Refreshes when 90 % of the lifetime of the access token are over. */
function keep(session, { jwt, refresh_token, expires_in }) {
  return Object.assign(session, {
    accessToken: jwt,
    refreshToken: refresh_token,
    refreshAtMs: Date.now() + expires_in * 900,
  });
}

async function exchange(session) {
  for (const waitMs of [500, 2000, null]) {
    try {
      keep(session, await post('/auth/refresh', { refresh_token: session.refreshToken }));
      return;
    } catch (error) {
      // An error without a code is a lost answer: the same refresh token returns the same new one.
      const mayRepeat = error.code === undefined || error.code === 'SERVICE_UNAVAILABLE';
      if (!mayRepeat || waitMs === null) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

/** Requests of one session at the same time share one refresh. */
function refresh(session) {
  session.refreshing ??= exchange(session).finally(() => {
    session.refreshing = null;
  });
  return session.refreshing;
}

/** Calls one of your services with the access token. After a 401 it refreshes once. */
async function fetchWithToken(session, url, options = {}) {
  if (Date.now() >= session.refreshAtMs) await refresh(session);
  const usedToken = session.accessToken;
  const response = await fetchWith(usedToken, url, options);
  if (response.status !== 401) return response;
  if (session.accessToken === usedToken) await refresh(session);
  return fetchWith(session.accessToken, url, options);
}

function fetchWith(token, url, options) {
  const headers = new Headers(options.headers);
  headers.set('Authorization', `Bearer ${token}`);
  return fetch(url, { ...options, headers });
}

const idOf = (req) => /(?:^|; )app_session=([\w-]+)/.exec(req.headers.cookie ?? '')?.[1];
const cookie = (value, rest = '') => `app_session=${value}; Path=/; HttpOnly; Secure; SameSite=Lax${rest}`;

const routes = {
  'POST /login': async (req, res) => {
    const { email, password } = JSON.parse(await text(req));
    const result = await post('/auth/login', { email, password, scope: 'offline_access' });
    const id = randomBytes(32).toString('base64url');
    sessions.set(id, keep({}, result));
    res.setHeader('Set-Cookie', cookie(id));
    return { name: result.user.first_name };
  },

  'GET /profile': async (req) => {
    const session = sessions.get(idOf(req));
    if (!session) throw Object.assign(new Error('Sign in first.'), { status: 401 });
    const response = await fetchWithToken(session, `${gatehouseUrl}/auth/me`);
    const { success, msg, result } = await response.json();
    if (!success) throw Object.assign(new Error(msg), { status: response.status });
    return { name: result.first_name, email: result.email };
  },

  'POST /logout': async (req, res) => {
    const session = sessions.get(idOf(req));
    sessions.delete(idOf(req));
    res.setHeader('Set-Cookie', cookie('', '; Max-Age=0'));
    // If it fails, the session ends when it has not been used for SESSION_IDLE_TTL seconds.
    if (session) await fetchWithToken(session, `${gatehouseUrl}/auth/logout`, { method: 'POST' }).catch(() => {});
    return { name: null };
  },
};

createServer(async (req, res) => {
  const send = (status, body) =>
    res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  try {
    const route = routes[`${req.method} ${req.url}`];
    if (route) send(200, await route(req, res));
    else send(404, { problem: 'This page does not exist.' });
  } catch (error) {
    // The session has ended, here or on the server: the browser signs in again.
    if (error.status === 401) sessions.delete(idOf(req));
    send(error.status ?? 500, { problem: error.status ? error.message : 'An unexpected error occurred.' });
  }
}).listen(3000);
