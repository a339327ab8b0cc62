// For the GraphQL API: './passkeys-graphql.js'.
import * as api from './passkeys-rest.js';

/** Whether this browser has passkeys. */
export const isSupported = () =>
  typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Asks the user for a passkey in a dialog, and signs in. Returns the result of the login. */
export async function logIn() {
  stopOffering();
  const { options } = await api.passkeyLoginOptions();
  return api.loginWithPasskey(await ask(options));
}

let offering = null;

/**
 * Offers passkeys in the field with `autocomplete="username webauthn"` (conditional UI). Returns the result of the login
 * when the user has chosen a passkey, or null when another function of this file has ended the offer.
 */
export async function offerInField() {
  stopOffering();
  const offer = new AbortController();
  offering = offer;
  while (!offer.signal.aborted) {
    const { options, expiresIn } = await api.passkeyLoginOptions();
    // The user may take longer than the options are valid, so the offer is renewed.
    const signal = AbortSignal.any([offer.signal, AbortSignal.timeout((expiresIn - 60) * 1000)]);
    const response = await ask(options, { mediation: 'conditional', signal }).catch((error) => {
      if (!signal.aborted) throw error;
      return null;
    });
    if (response) return api.loginWithPasskey(response);
  }
  return null;
}

/** A browser has one request for a passkey at a time. */
export function stopOffering() {
  offering?.abort();
  offering = null;
}

/** Completes a login with the password. `challenge` is that of the error MFA_REQUIRED. */
export async function completeLogin({ token, passkeyOptions }) {
  stopOffering();
  return api.completeLogin(token, await ask(passkeyOptions));
}

/** Adds a passkey. Returns the passkey, and the new access token of the session. */
export async function addPasskey(accessToken, { currentPassword, name }) {
  stopOffering();
  const { options } = await api.addPasskeyOptions(accessToken, currentPassword);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey });
  return api.addPasskey(accessToken, credential.toJSON(), name);
}

/** Removes a passkey of the list of second factors, here and in the password manager. */
export async function removePasskey(accessToken, { id, credentialId }, rpId) {
  await api.removePasskey(accessToken, id);
  await PublicKeyCredential.signalUnknownCredential?.({ rpId, credentialId });
}

async function ask(options, how = {}) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey, ...how });
  return credential.toJSON();
}
