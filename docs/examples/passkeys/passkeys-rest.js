const gatehouse = 'http://localhost:4000';

export async function passkeyLoginOptions() {
  const { options, expires_in } = await send('POST', '/auth/passkeys/login/options');
  return { options, expiresIn: expires_in };
}

export const loginWithPasskey = (passkey) => send('POST', '/auth/passkeys/login', { passkey });

export const completeLogin = (token, passkey) => send('POST', '/auth/login/complete', { token, passkey });

export const addPasskeyOptions = (accessToken, currentPassword) =>
  send('POST', '/auth/passkeys/options', { current_password: currentPassword }, accessToken);

export async function addPasskey(accessToken, passkey, name) {
  const result = await send('POST', '/auth/passkeys', { passkey, name }, accessToken);
  return { passkey: toPasskey(result.passkey), jwt: result.jwt };
}

export const removePasskey = (accessToken, id) => send('DELETE', `/auth/passkeys/${id}`, undefined, accessToken);

/** Returns the passkeys of the user. */
export async function passkeys(accessToken) {
  const { passkeys } = await send('GET', '/auth/factors', undefined, accessToken);
  return passkeys.map(toPasskey);
}

const toPasskey = ({ id, credential_id, name, last_used_ts }) => ({
  id,
  credentialId: credential_id,
  name,
  lastUsed: last_used_ts && new Date(`${last_used_ts}Z`),
});

async function send(method, path, body, accessToken) {
  const response = await fetch(gatehouse + path, {
    method,
    headers: {
      ...(body && { 'Content-Type': 'application/json' }),
      ...(accessToken && { Authorization: `Bearer ${accessToken}` }),
    },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  if (!answer.success) throw Object.assign(new Error(answer.msg), { code: answer.code });
  return answer.result;
}
