const gatehouse = 'http://localhost:4000';

export const passkeyLoginOptions = () => send('passkeyLoginOptions', '', 'result { options expiresIn }');

export const loginWithPasskey = (passkey) =>
  send('loginWithPasskey', 'LoginWithPasskeyInput!', 'result { jwt user { email } }', { passkey });

export const completeLogin = (token, passkey) =>
  send('completeLogin', 'CompleteLoginInput!', 'result { jwt user { email } }', { token, passkey });

export const addPasskeyOptions = (accessToken, currentPassword) =>
  send('addPasskeyOptions', 'AddPasskeyOptionsInput!', 'result { options }', { currentPassword }, accessToken);

export const addPasskey = (accessToken, passkey, name) =>
  send(
    'addPasskey',
    'AddPasskeyInput!',
    'result { passkey { id credentialId name } jwt }',
    { passkey, name },
    accessToken,
  );

export const removePasskey = (accessToken, id) => send('removePasskey', 'RemovePasskeyInput!', '', { id }, accessToken);

/** Returns the passkeys of the user. */
export async function passkeys(accessToken) {
  const { factors } = await query('{ factors { passkeys { id credentialId name lastUsedTs } } }', {}, accessToken);
  return factors.passkeys.map(({ lastUsedTs, ...passkey }) => ({
    ...passkey,
    lastUsed: lastUsedTs && new Date(lastUsedTs),
  }));
}

async function send(name, type, result, input, accessToken) {
  const [variable, argument] = input ? [`($input: ${type})`, '(input: $input)'] : ['', ''];
  const document = `mutation${variable} { ${name}${argument} { success msg error { code } ${result} } }`;
  const payload = (await query(document, { input }, accessToken))[name];
  if (!payload.success) throw Object.assign(new Error(payload.msg), payload.error);
  return payload.result;
}

async function query(query, variables, accessToken) {
  const response = await fetch(`${gatehouse}/graphql`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(accessToken && { Authorization: `Bearer ${accessToken}` }),
    },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  if (errors) throw Object.assign(new Error(errors[0].message), errors[0].extensions);
  return data;
}
