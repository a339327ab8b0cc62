// For the GraphQL API: './gatehouse-graphql.js'.
import * as api from './gatehouse-rest.js';

/** Emits "ended" when the session of this tab has ended: in this tab, in another tab, or on the server. */
export const session = new EventTarget();

// In memory only. A script that an attacker injects can read localStorage.
let accessToken = null;
let refreshAtMs = 0;
let refreshing = null;

const otherTabs = new BroadcastChannel('gatehouse');
otherTabs.onmessage = () => forget();

/** Logs in. Throws an error with a `code` such as INVALID_CREDENTIALS. */
export async function login(email, password) {
  keep(await inTurn(() => api.login(email, password)));
  otherTabs.postMessage('another session');
}

/** Call this function when the page has loaded. Returns whether the browser still has a session. */
export async function resume() {
  await refresh();
  return accessToken !== null;
}

/** Returns the user who is logged in, or null. */
export const currentUser = () => api.me(fetchWithToken);

/** Ends the session and deletes the cookie. */
export async function logout() {
  await inTurn(() => api.logout(accessToken)).catch((error) => {
    // The session has already ended.
    if (error.code !== 'UNAUTHENTICATED') throw error;
  });
  otherTabs.postMessage('logged out');
  forget();
}

/** Like fetch, with the access token. Use this function only for your own services: they see the token. */
export async function fetchWithToken(url, options = {}) {
  if (Date.now() >= refreshAtMs) await refresh();
  const usedToken = accessToken;
  const response = await fetchWith(usedToken, url, options);
  if (response.status !== 401 || usedToken === null) return response;
  // The service rejected the token. Another caller may have refreshed in the meantime.
  if (accessToken === usedToken) await refresh();
  return accessToken === null ? response : fetchWith(accessToken, url, options);
}

function fetchWith(token, url, options) {
  const headers = new Headers(options.headers);
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  return fetch(url, { ...options, headers });
}

/** All callers of a tab share one refresh. */
function refresh() {
  refreshing ??= inTurn(exchange).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function exchange() {
  for (const waitMs of [500, 2000, 5000, null]) {
    try {
      keep(await api.refresh());
      return;
    } catch (error) {
      if (error.code === 'UNAUTHENTICATED') {
        forget();
        return;
      }
      // An error without a code is a lost answer. Gatehouse accepts the cookie again for 30 seconds.
      const mayRepeat = error.code === undefined || error.code === 'SERVICE_UNAVAILABLE';
      if (!mayRepeat || waitMs === null) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

/** All tabs share one cookie, so only one tab at a time sends a request that changes the cookie. */
function inTurn(work) {
  return navigator.locks.request('gatehouse', work);
}

/** Refreshes when 90 % of the lifetime of the access token are over. */
function keep({ jwt, expiresIn }) {
  accessToken = jwt;
  refreshAtMs = Date.now() + expiresIn * 900;
}

function forget() {
  const hadToken = accessToken !== null;
  accessToken = null;
  refreshAtMs = 0;
  if (hadToken) session.dispatchEvent(new Event('ended'));
}
