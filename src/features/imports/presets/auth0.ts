import { emailOf, given, hashOf, isFields, isSet, listOf, namesOf, objectOf, textOf } from './fields';
import { objectsIn, providerIdOf } from './identities';
import type { ExportedIdentity, ExportFormat, Fields } from './preset';

/**
 * The file of a job of `POST /api/v2/jobs/users-exports` in the format `json`, which is NDJSON, or the file with password
 * hashes that Auth0's support makes, or both joined: a line of the first with the field `passwordHash` of the second.
 * The two files name a user differently: `"user_id": "auth0|…"`, and `"_id": {"$oid": "…"}` with an optional `alt_id`.
 * Source: https://auth0.com/docs/manage-users/user-migration/bulk-user-exports and
 * https://support.auth0.com/center/s/article/How-to-Use-the-Password-Hashes-Export-from-Auth0
 */
export const auth0: ExportFormat = {
  array: null,
  content: 'one JSON object in each line',
  toLine: (user) => {
    const identifier = emailIdentifier(user);
    return {
      id: idOf(user),
      email: emailOf(user.email ?? identifier.value),
      email_verified: user.email_verified ?? identifier.verified,
      // Without a name, Auth0 sets the e-mail address as the name.
      ...namesOf(user.given_name, user.family_name, user.name),
      tel: given(user.phone_number),
      tel_verified: user.phone_verified,
      disabled: user.blocked,
      created_ts: given(user.created_at),
      last_login_ts: given(user.last_login),
    };
  },
  // A string such as $2b$10$…; without it, a user of a social login or of a file without hashes.
  toPassword: (user) => hashOf(textOf(user.passwordHash, 'passwordHash')),
  toIdentities: (user) => {
    const listed = objectsIn(user.identities, 'identities').flatMap((identity, i) =>
      identityOf(String(identity.provider), identity.user_id, {
        connection: identity.connection,
        // The profile of a user is that of the first identity. Each of the others has its own.
        email: isFields(identity.profileData) ? identity.profileData.email : i === 0 ? user.email : null,
      }),
    );
    const [, provider, subject] = /^([^|]+)\|(.+)$/.exec(typeof user.user_id === 'string' ? user.user_id : '') ?? [];
    if (isSet(user.identities) || provider === undefined) return listed;
    // A custom connection is a part of the id: `oauth2|discord|80351110224678912`.
    return identityOf(provider, subject, { connection: subject?.split('|', 1)[0], email: user.email });
  },
};

/** The password, and the codes by e-mail and SMS. */
const ownLogins: readonly string[] = ['auth0', 'email', 'sms'];
const socialProviders: ReadonlyMap<string, string> = new Map([
  ['google-oauth2', 'google'],
  ['github', 'github'],
  ['apple', 'apple'],
  ['facebook', 'facebook'],
]);

/** Custom connections, whose name is a part of the subject: `discord|80351110224678912`. */
const customProviders: readonly string[] = ['oauth2', 'oidc'];

/** Empty for a login that is not one of a provider. */
function identityOf(
  name: string,
  subject: unknown,
  { connection, email }: { connection: unknown; email: unknown },
): ExportedIdentity[] {
  if (ownLogins.includes(name)) return [];
  if (!customProviders.includes(name) || typeof connection !== 'string' || typeof subject !== 'string') {
    return [{ name, provider: socialProviders.get(name) ?? null, subject, email }];
  }
  const prefix = `${connection}|`;
  const bare = subject.startsWith(prefix) ? subject.slice(prefix.length) : subject;
  return [{ name: connection, provider: providerIdOf(connection), subject: bare, email }];
}

function idOf(user: Fields): unknown {
  if (isSet(user.user_id)) return user.user_id;
  const id = textOf(user.alt_id, 'alt_id') ?? textOf(objectOf(user._id, '_id').$oid, '_id.$oid');
  return id === null ? null : `auth0|${id}`;
}

/** Some users have no `email`, but an identifier `{"type": "email", "value": "…", "verified": true}`. */
function emailIdentifier(user: Fields): Fields {
  const isEmail = (identifier: unknown): identifier is Fields => isFields(identifier) && identifier.type === 'email';
  return listOf(user.identifiers, 'identifiers').find(isEmail) ?? {};
}
