import { emailOf, given, hashOf, isFields, isSet, listOf, namesOf, objectOf, textOf } from './fields';
import type { ExportFormat, Fields } from './preset';

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
};

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
