import { emailOf, given, isSet, namesOf, textOf, timeOfMs } from './fields';
import { objectsIn, providerIdOf } from './identities';
import { type ExportFormat, UnusableRecordError } from './preset';

/**
 * The file of `firebase auth:export users.json`: `{"users": [{"localId": "…", "email": "…", …}]}`. Times are strings of
 * milliseconds. `passwordHash` and `salt` are base64, and only present for Firebase's own variant of scrypt.
 * Source: https://firebase.google.com/docs/cli/auth and src/accountExporter.ts in firebase/firebase-tools.
 */
export const firebase: ExportFormat = {
  array: 'users',
  content: 'a JSON object with the array "users", as "firebase auth:export users.json" writes it',
  toLine: (user) => ({
    id: given(user.localId),
    email: emailOf(user.email),
    email_verified: user.emailVerified,
    ...namesOf(null, null, user.displayName),
    tel: given(user.phoneNumber),
    disabled: user.disabled,
    created_ts: timeOfMs(user.createdAt, 'createdAt'),
    last_login_ts: timeOfMs(user.lastSignedInAt, 'lastSignedInAt'),
  }),
  toPassword: (user, { firebase: { rounds, memCost, saltSeparator } }) => {
    const [hash, salt] = [textOf(user.passwordHash, 'passwordHash'), textOf(user.salt, 'salt')];
    // A user of a social login, of a link by e-mail or of a phone number.
    if (hash === null) return null;
    if (hash.startsWith('fakeHash:'))
      throw new UnusableRecordError('has the password of an emulator, which is no hash');
    if (!isSet(salt)) throw new UnusableRecordError('has a password hash without a salt');
    return { format: 'firebase-scrypt', salt, hash, salt_separator: saltSeparator, rounds, mem_cost: memCost };
  },
  toIdentities: (user) =>
    objectsIn(user.providerUserInfo, 'providerUserInfo').flatMap(({ providerId, rawId, email }) => {
      const name = String(providerId);
      if (name === 'password' || name === 'phone') return [];
      return [{ name, provider: providerOf(name), subject: rawId, email }];
    }),
};

const providers: ReadonlyMap<string, string> = new Map([
  ['google.com', 'google'],
  ['github.com', 'github'],
  ['facebook.com', 'facebook'],
  ['apple.com', 'apple'],
  ['microsoft.com', 'microsoft'],
]);

/** An OpenID provider of one's own is `oidc.acme`. */
const providerOf = (name: string): string | null =>
  name.startsWith('oidc.') ? providerIdOf(name.slice('oidc.'.length)) : (providers.get(name) ?? null);
