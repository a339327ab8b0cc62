/**
 * `url`: the PUBLIC_URL of Gatehouse.
 * `storage`: the secure storage of the device, with get(), set(text) and remove().
 * `onEnded`: called when the session has ended. Show the login.
 */
export function createClient({ url, storage, onEnded = () => {}, send = fetch }) {
  let accessToken = null;
  let refreshAtMs = 0;
  let refreshing = null;

  async function post(path, body) {
    const response = await send(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { success, msg, code, result } = await response.json();
    if (!success) throw Object.assign(new Error(msg), { code });
    return result;
  }

  async function keep(result) {
    // Before anything else: the old refresh token is used up.
    await storage.set(result.refresh_token);
    accessToken = result.jwt;
    refreshAtMs = Date.now() + result.expires_in * 900;
  }

  async function forget() {
    accessToken = null;
    refreshAtMs = 0;
    await storage.remove();
  }

  async function exchange() {
    const refreshToken = await storage.get();
    if (refreshToken === null) return;
    for (const waitMs of [500, 2000, 5000, null]) {
      try {
        await keep(await post('/auth/refresh', { refresh_token: refreshToken }));
        return;
      } catch (error) {
        if (error.code === 'UNAUTHENTICATED') {
          await forget();
          onEnded();
          return;
        }
        // An error without a code is a lost answer: the same refresh token returns the same new one.
        const mayRepeat = error.code === undefined || error.code === 'SERVICE_UNAVAILABLE';
        if (!mayRepeat || waitMs === null) throw error;
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    }
  }

  /** All callers share one refresh. */
  function refresh() {
    refreshing ??= exchange().finally(() => {
      refreshing = null;
    });
    return refreshing;
  }

  return {
    /** Returns the user. Throws an error with a `code` such as INVALID_CREDENTIALS. */
    async login(email, password) {
      const result = await post('/auth/login', { email, password, scope: 'offline_access' });
      await keep(result);
      return result.user;
    },

    /** Call this function when the application starts. Returns whether the device still has a session. */
    async resume() {
      await refresh();
      return accessToken !== null;
    },

    /** Like fetch, with the access token. Use this function only for your own services: they see the token. */
    async fetchWithToken(address, options = {}) {
      if (Date.now() >= refreshAtMs) await refresh();
      const usedToken = accessToken;
      const response = await fetchWith(usedToken, address, options);
      if (response.status !== 401 || usedToken === null) return response;
      if (accessToken === usedToken) await refresh();
      return accessToken === null ? response : fetchWith(accessToken, address, options);
    },

    /** Ends the session, and removes the tokens from the device even if Gatehouse cannot be reached. */
    async logout() {
      try {
        if (Date.now() >= refreshAtMs) await refresh();
        if (accessToken !== null) await fetchWith(accessToken, `${url}/auth/logout`, { method: 'POST' });
      } finally {
        await forget();
      }
    },
  };

  function fetchWith(token, address, options) {
    const headers = new Headers(options.headers);
    if (token !== null) headers.set('Authorization', `Bearer ${token}`);
    return send(address, { ...options, headers });
  }
}
