const gatehouse = 'http://localhost:4000';

// In memory only: the session of the program ends with the program.
let tokens = null;
let refreshing = null;

/** Logs in and returns the user. Throws an error with a `code` such as INVALID_CREDENTIALS. */
export async function login(email, password) {
  tokens = await post('/auth/login', { email, password, scope: 'offline_access' });
  return tokens.user;
}

/** The header of a request to Gatehouse, or to a service of your own. Empty without a session. */
export function authHeaders() {
  return tokens === null ? {} : { Authorization: `Bearer ${tokens.jwt}` };
}

/**
 * Refreshes after a request with this Authorization header got a 401. Requests at the same time share one refresh. Returns
 * whether the caller should repeat the request.
 */
export async function refreshAfter(rejected) {
  // If the headers are different, another request has refreshed, or the session has ended.
  if (rejected && rejected === authHeaders().Authorization) {
    refreshing ??= refresh().finally(() => {
      refreshing = null;
    });
    await refreshing;
  }
  return Boolean(rejected) && tokens !== null;
}

async function refresh() {
  try {
    tokens = await post('/auth/refresh', { refresh_token: tokens.refresh_token });
  } catch (error) {
    if (error.code !== 'UNAUTHENTICATED') throw error;
    // The session has ended. Show the login.
    tokens = null;
  }
}

async function post(path, body) {
  const response = await fetch(gatehouse + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { success, msg, code, result } = await response.json();
  if (!success) throw Object.assign(new Error(msg), { code });
  return result;
}
