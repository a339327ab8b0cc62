// The PUBLIC_URL of Gatehouse.
const gatehouseUrl = 'http://localhost:4000';

const answer = 'success msg error { code }';
const tokens = 'result { jwt expiresIn }';

export const login = (email, password) =>
  mutate(`mutation ($input: LoginInput!) { login(input: $input) { ${answer} ${tokens} } }`, {
    input: { email, password, refreshTokenIn: 'COOKIE' },
  });
export const refresh = () => mutate(`mutation { refresh(input: {}) { ${answer} ${tokens} } }`);
export const logout = (accessToken) => mutate(`mutation { logout { ${answer} } }`, {}, accessToken);

export async function me(fetchWithToken) {
  const response = await fetchWithToken(`${gatehouseUrl}/graphql`, post('{ me { firstName } }'));
  const { data } = await response.json();
  return data?.me ?? null;
}

const post = (query, variables = {}, accessToken = null) => ({
  method: 'POST',
  credentials: 'include',
  headers: {
    'Content-Type': 'application/json',
    ...(accessToken !== null && { Authorization: `Bearer ${accessToken}` }),
  },
  body: JSON.stringify({ query, variables }),
});

async function mutate(...request) {
  const response = await fetch(`${gatehouseUrl}/graphql`, post(...request));
  const { data, errors } = await response.json();
  const [payload] = Object.values(data ?? {});
  // An error of the whole request is not in the payload.
  const { success, msg, error, result } = payload ?? { msg: errors[0].message, error: errors[0].extensions };
  if (!success) throw Object.assign(new Error(msg), { code: error.code });
  return result;
}
