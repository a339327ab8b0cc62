import {
  emailOf,
  flagOf,
  given,
  isFields,
  isSet,
  listOf,
  namesOf,
  objectOf,
  timeOfMs,
  unknownPassword,
} from './fields';
import { objectsIn, providerIdOf } from './identities';
import { type ExportFormat, type Fields, UnusableRecordError } from './preset';

/**
 * A file of `kc.sh export --realm <realm>`, or an array of all realms without the option:
 * `{"realm": "…", "users": [{"id": "…", "credentials": […], …}], …}`. A password is a credential whose
 * fields `secretData` and `credentialData` are strings of JSON.
 * Source: https://www.keycloak.org/server/importExport, and ExportUtils.java, PasswordCredentialModel.java,
 * Pbkdf2PasswordHashProvider.java and Argon2PasswordHashProvider.java in keycloak/keycloak.
 */
export const keycloak: ExportFormat = {
  array: 'users',
  group: 'realm',
  content: 'a JSON object with the array "users", as "kc.sh export --realm <realm> --users realm_file" writes it',
  toLine: (user) => {
    if (isSet(user.serviceAccountClientId)) throw new UnusableRecordError('is the service account of a client');
    return {
      id: given(user.id),
      email: emailOf(user.email),
      email_verified: user.emailVerified,
      ...namesOf(user.firstName, user.lastName, null),
      disabled: flagOf(user.enabled, 'enabled') !== true,
      created_ts: timeOfMs(user.createdTimestamp, 'createdTimestamp'),
      locale: listOf(objectOf(user.attributes, 'attributes').locale, 'attributes.locale')[0],
    };
  },
  toPassword: (user) => {
    const isPassword = (credential: unknown): credential is Fields =>
      isFields(credential) && credential.type === 'password';
    const [password, ...others] = listOf(user.credentials, 'credentials').filter(isPassword);
    // A user of a social login, or of a directory such as LDAP, that Keycloak asks for the password.
    if (!password) return null;
    // Keycloak accepts this password only to set another one.
    if (listOf(user.requiredActions, 'requiredActions').includes('UPDATE_PASSWORD')) return null;
    if (others.length > 0) throw new UnusableRecordError('has more than one password');
    if (isSet(password.value)) throw new UnusableRecordError('has a plain password, which is no hash');
    if (isSet(password.hashedSaltedValue)) throw new UnusableRecordError('has a hash of Keycloak 4 or earlier');
    return parseCredential(parsedObject(password.secretData), parsedObject(password.credentialData));
  },
  // `identityProvider` is the alias that the realm has for the provider.
  toIdentities: (user) =>
    objectsIn(user.federatedIdentities, 'federatedIdentities').map(({ identityProvider, userId, userName }) => {
      const name = String(identityProvider);
      return { name, provider: providerIdOf(name), subject: userId, email: userName };
    }),
};

const digests: Readonly<Record<string, string>> = {
  pbkdf2: 'sha1',
  'pbkdf2-sha256': 'sha256',
  'pbkdf2-sha512': 'sha512',
};

function parseCredential(secret: Fields, data: Fields): unknown {
  const { salt, value } = secret;
  const { algorithm, hashIterations } = data;
  if (typeof salt !== 'string' || typeof value !== 'string' || typeof algorithm !== 'string') throw unknownPassword();
  if (algorithm === 'argon2')
    return argon2Text(salt, value, hashIterations, objectOf(data.additionalParameters, 'additionalParameters'));
  const digest = Object.hasOwn(digests, algorithm) ? digests[algorithm] : undefined;
  if (digest === undefined) throw unknownPassword();
  return { format: 'pbkdf2', digest, iterations: hashIterations, salt, hash: value };
}

const argon2Versions: Readonly<Record<string, number>> = { '1.0': 16, '1.3': 19 };

/** Every parameter is an array of one string: `{"type": ["id"], "version": ["1.3"], "memory": ["7168"], …}`. */
function argon2Text(salt: string, hash: string, iterations: unknown, parameters: Fields): unknown {
  const parameter = (name: string): string => String(listOf(parameters[name], name)[0]);
  const version = argon2Versions[parameter('version')];
  const [type, memory, parallelism] = [parameter('type'), parameter('memory'), parameter('parallelism')];
  const areNumbers = [memory, parallelism, String(iterations)].every((text) => /^\d{1,10}$/.test(text));
  if (version === undefined || !areNumbers || !/^(id|i|d)$/.test(type)) throw unknownPassword();
  const bytes = [salt, hash].map((base64) => base64.replace(/=+$/, '')).join('$');
  const text = `$argon2${type}$v=${version}$m=${memory},t=${iterations},p=${parallelism}$${bytes}`;
  return { format: 'argon2', hash: text };
}

/** @throws UnusableRecordError */
function parsedObject(json: unknown): Fields {
  let parsed: unknown = null;
  try {
    if (typeof json === 'string') parsed = JSON.parse(json);
  } catch {
    // It is not a form that Keycloak writes.
  }
  if (!isFields(parsed)) throw unknownPassword();
  return parsed;
}
