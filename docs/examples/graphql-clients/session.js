const endpoint = 'http://localhost:4000/graphql';

// In memory only: the session of the program ends with the program.
let tokens = null;
let refreshing = null;

/** Logs in. Throws an error with a `code` such as INVALID_CREDENTIALS. */
export async function login(email, password) {
  tokens = await send(
    `mutation ($input: LoginInput!) {
      payload: login(input: $input) { msg error { code } result { jwt refreshToken } }
    }`,
    { email, password },
  );
}

/** The header of a request to Gatehouse. Empty without a session. */
export function authHeaders() {
  return tokens === null ? {} : { Authorization: `Bearer ${tokens.jwt}` };
}

/** Whether Gatehouse rejected the access token: `errors` is the list of an answer. */
export function isUnauthenticated(errors) {
  return errors?.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED') ?? false;
}

/**
 * Refreshes after Gatehouse rejected a request with this Authorization header. Requests at the same time share one refresh.
 * Returns whether the caller should repeat the request.
 */
export async function refreshAfter(rejected) {
  // If the headers are different, another request has refreshed, or the session has ended.
  if (rejected !== undefined && rejected === authHeaders().Authorization) {
    refreshing ??= refresh().finally(() => {
      refreshing = null;
    });
    await refreshing;
  }
  return rejected !== undefined && tokens !== null;
}

async function refresh() {
  try {
    tokens = await send(
      `mutation ($input: RefreshInput!) {
        payload: refresh(input: $input) { msg error { code } result { jwt refreshToken } }
      }`,
      { refreshToken: tokens.refreshToken },
    );
  } catch (error) {
    if (error.code !== 'UNAUTHENTICATED') throw error;
    // The session has ended. Show the login.
    tokens = null;
  }
}

async function send(query, input) {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables: { input } }),
  });
  const { data, errors } = await response.json();
  if (errors) throw Object.assign(new Error(errors[0].message), { code: errors[0].extensions.code });
  const { msg, error, result } = data.payload;
  if (error) throw Object.assign(new Error(msg), { code: error.code });
  return result;
}
