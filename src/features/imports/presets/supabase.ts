import { isServiceUrl } from '../../../platform/config/setting';
import { emailOf, given, hashOf, isFields, isSet, namesOf, objectOf, textOf } from './fields';
import { objectsIn, providerIdOf } from './identities';
import {
  type ExportedIdentity,
  type ExportFormat,
  type Fields,
  type FirebaseParameters,
  type MappingContext,
  UnusableRecordError,
} from './preset';

/**
 * Rows of the table auth.users as JSON, with an array `identities` of rows of auth.identities. `encrypted_password` is bcrypt, argon2
 * or, for users that Supabase imported from Firebase, `$fbscrypt$`. It is empty for users of another login.
 * Source: https://supabase.com/docs/guides/auth/managing-user-data, and the folder migrations and the files
 * internal/api/provider/*.go, internal/models/user.go and internal/crypto/password.go in supabase/auth.
 */
export const supabase: ExportFormat = {
  array: null,
  content: 'one JSON object in each line',
  toLine: (user, { now }) => {
    if (user.is_anonymous === true) throw new UnusableRecordError('is an anonymous user');
    if (isSet(user.deleted_at)) throw new UnusableRecordError('is a deleted user');
    const data = objectOf(user.raw_user_meta_data, 'raw_user_meta_data');
    return {
      id: given(user.id),
      email: emailOf(user.email),
      email_verified: isSet(user.email_confirmed_at),
      ...namesOf(
        given(data.first_name) ?? data.given_name,
        given(data.last_name) ?? data.family_name,
        given(data.full_name) ?? data.name,
      ),
      tel: telOf(user.phone),
      tel_verified: isSet(user.phone) && isSet(user.phone_confirmed_at),
      disabled: isBanned(user.banned_until, now),
      created_ts: given(user.created_at),
      last_login_ts: given(user.last_sign_in_at),
    };
  },
  toPassword: (user, { firebase }) => {
    const stored = textOf(user.encrypted_password, 'encrypted_password');
    return stored?.startsWith('$fbscrypt$') ? parseFirebaseHash(stored, firebase) : hashOf(stored);
  },
  toIdentities: (user, context) =>
    objectsIn(user.identities, 'identities').flatMap((row) => {
      const name = String(row.provider);
      if (name === 'email' || name === 'phone') return [];
      const data = objectOf(row.identity_data, 'identity_data');
      const subject = given(data.sub) ?? row.provider_id;
      return [{ name, subject, email: data.email, ...providerOf(name, data, context) }];
    }),
};

/** For the providers that can be servers of one's own, the row says which server it was. */
function providerOf(
  name: string,
  data: Fields,
  { providers }: MappingContext,
): Pick<ExportedIdentity, 'provider' | 'issuer'> & { subject?: unknown } {
  const issuer = typeof data.iss === 'string' && data.iss !== '' ? data.iss : null;
  if (name === 'azure') {
    // `sub` differs for each application, so Gatehouse has `oid`.
    const { oid } = isFields(data.custom_claims) ? data.custom_claims : {};
    const isTenant = issuer !== null && providers.idOf(issuer) === 'microsoft';
    return isTenant && isSet(oid) ? { provider: 'microsoft', issuer, subject: oid } : { provider: null };
  }
  if (name === 'github' && issuer !== null) {
    return issuer === 'https://api.github.com' ? { provider: name, issuer: 'https://github.com' } : { provider: null };
  }
  if (name === 'gitlab' && issuer !== null) {
    return isServiceUrl(issuer) ? { provider: name, issuer } : { provider: null };
  }
  const id = providerIdOf(name.replace(/^custom:/, ''));
  return { provider: providers.issuerOf(id) === null && issuer !== null ? providers.idOf(issuer) : id };
}

/** Supabase keeps a number of the form E.164 without the plus sign. */
function telOf(phone: unknown): unknown {
  return typeof phone === 'string' && /^[1-9]\d{1,14}$/.test(phone) ? `+${phone}` : given(phone);
}

function isBanned(bannedUntil: unknown, now: Date): boolean {
  const until = textOf(bannedUntil, 'banned_until');
  if (until === null) return false;
  // PostgreSQL's "infinity" is not a time for JavaScript. An unknown text must not end a ban.
  return !(new Date(until) <= now);
}

const firebaseHash =
  /^\$fbscrypt\$v=1,n=(?<memCost>\d{1,3}),r=(?<rounds>\d{1,3}),p=1(?:,ss=(?<separator>[^,$]+))?(?:,sk=(?<signer>[^$]+))?\$(?<salt>[^$]+)\$(?<hash>[^$]+)$/;

const isSameKey = (one: string, other: string): boolean =>
  Buffer.from(one, 'base64').equals(Buffer.from(other, 'base64'));

/** @throws UnusableRecordError */
function parseFirebaseHash(stored: string, { signerKey }: FirebaseParameters): Fields {
  const found = firebaseHash.exec(stored)?.groups;
  if (!found) throw new UnusableRecordError('has a Firebase hash with other parameters than v=1 and p=1');
  if (signerKey !== null && !isSameKey(signerKey, found.signer ?? '')) {
    throw new UnusableRecordError('has a Firebase hash with another signer key than IMPORT_FIREBASE_SIGNER');
  }
  return {
    format: 'firebase-scrypt',
    salt: found.salt,
    hash: found.hash,
    salt_separator: found.separator ?? '',
    rounds: Number(found.rounds),
    mem_cost: Number(found.memCost),
  };
}
