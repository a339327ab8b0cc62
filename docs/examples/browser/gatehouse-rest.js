// The PUBLIC_URL of Gatehouse.
const gatehouseUrl = 'http://localhost:4000';

export const login = async (email, password) =>
  tokensOf(await post('/auth/login', { email, password, refresh_token_in: 'cookie' }));
export const refresh = async () => tokensOf(await post('/auth/refresh', {}));
export const logout = (accessToken) => post('/auth/logout', {}, accessToken);

export async function me(fetchWithToken) {
  const response = await fetchWithToken(`${gatehouseUrl}/auth/me`);
  const { success, result } = await response.json();
  return success ? { firstName: result.first_name } : null;
}

const tokensOf = ({ jwt, expires_in: expiresIn }) => ({ jwt, expiresIn });

async function post(path, body, accessToken = null) {
  const response = await fetch(gatehouseUrl + path, {
    method: 'POST',
    credentials: 'include',
    headers: {
      'Content-Type': 'application/json',
      ...(accessToken !== null && { Authorization: `Bearer ${accessToken}` }),
    },
    body: JSON.stringify(body),
  });
  const { success, msg, code, result } = await response.json();
  if (!success) throw Object.assign(new Error(msg), { code });
  return result;
}
