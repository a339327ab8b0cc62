import type { Answer, Api } from './apis';
import type { Gatehouse } from './gatehouse';
import { SoftwarePasskey } from './software-passkey';
import { verifyAddress } from './verified-address';

export interface PersonWithPasskey {
  email: string;
  password: string;
  /** The access token with which the passkey was added. It has no second factor. */
  jwt: string;
  /** The access token that the passkey has raised. */
  raised: string;
  passkey: SoftwarePasskey;
  /** The id of the passkey in Gatehouse. */
  id: string;
}

let people = 0;

/** Registers a user, verifies the address, and logs the user in. */
export async function signedIn(api: Api, gatehouse: Pick<Gatehouse, 'url' | 'sql'>) {
  people += 1;
  const credentials = { email: `passkey.${people}@example.com`, password: 'correct horse battery' };
  await api.register(gatehouse.url, { ...credentials, firstName: 'Ada', lastName: 'Lovelace' });
  await verifyAddress(gatehouse, credentials.email);
  const { jwt } = await api.login(gatehouse.url, credentials);
  if (jwt === null) throw new Error('the login failed');
  return { ...credentials, jwt };
}

/** Returns the options for a new passkey, with the password as the proof. */
export async function creationOptions(api: Api, url: string, jwt: string): Promise<object> {
  const { options, code } = await api.addPasskeyOptions(url, { currentPassword: 'correct horse battery' }, jwt);
  if (!options) throw new Error(`no options, but ${code}`);
  return options;
}

/** Registers a user who then adds a passkey. The password alone still opens a session. */
export async function withPasskey(
  api: Api,
  gatehouse: Pick<Gatehouse, 'url' | 'sql'>,
  passkey = new SoftwarePasskey(),
): Promise<PersonWithPasskey> {
  const person = await signedIn(api, gatehouse);
  const response = passkey.create(await creationOptions(api, gatehouse.url, person.jwt));
  const added = await api.addPasskey(gatehouse.url, { passkey: response }, person.jwt);
  if (!added.passkey || !added.jwt) throw new Error(`no passkey, but ${added.code}: ${added.msg}`);
  return { ...person, passkey, id: added.passkey.id, raised: added.jwt };
}

/** Registers a user to whose account the browser adds a passkey by itself, without the user. */
export async function withAutomaticPasskey(
  api: Api,
  gatehouse: Pick<Gatehouse, 'url' | 'sql'>,
  passkey = new SoftwarePasskey(),
) {
  const person = await signedIn(api, gatehouse);
  const input = { currentPassword: person.password, conditional: true };
  const { options } = await api.addPasskeyOptions(gatehouse.url, input, person.jwt);
  const response = passkey.create(options ?? {}, { up: false, uv: false });
  const added = await api.addPasskey(gatehouse.url, { passkey: response }, person.jwt);
  if (!added.passkey) throw new Error(`no passkey, but ${added.code}`);
  return { ...person, passkey, id: added.passkey.id };
}

/** Registers a user who then adds a passkey, and switches two-step sign-in on. */
export async function withTwoStepPasskey(
  api: Api,
  gatehouse: Pick<Gatehouse, 'url' | 'sql'>,
  passkey = new SoftwarePasskey(),
) {
  const person = await withPasskey(api, gatehouse, passkey);
  const { recoveryCodes, code } = await api.setTwoStep(gatehouse.url, { enabled: true }, person.raised);
  if (!recoveryCodes) throw new Error(`two-step sign-in is off, but ${code}`);
  return { ...person, recoveryCodes };
}

/** Returns the options for a login. */
export async function loginOptions(api: Api, url: string): Promise<object> {
  const { options, code } = await api.passkeyLoginOptions(url);
  if (!options) throw new Error(`no options, but ${code}`);
  return options;
}

/** Logs in with the passkey alone. */
export async function logInWith(api: Api, url: string, passkey: SoftwarePasskey): Promise<Answer> {
  return api.loginWithPasskey(url, { passkey: passkey.get(await loginOptions(api, url)) });
}
