import type { NewAuditEvent } from '../../platform/audit/audit-event';
import { auditing, toAuditParameter } from '../../platform/audit/audit-statement';
import type { Prisma, Queryable, Statement } from '../../platform/db/database';
import { withOptionalParts } from '../../platform/db/optional-part';
import { isLocale, type Locale } from '../../platform/request/locale';
import type { Person, User } from './user';
import type { UserClaims } from './user-claims';
import type { FieldValues } from './user-field';
import { toUser, type UserRow } from './user-row';
import { userPurposes } from './users.purposes';

/** A kind of second factor. */
export type FactorKind = 'totp' | 'passkey';

/** The columns that a registration writes. The other columns have defaults. */
export interface NewUser {
  /** A UUIDv7. */
  id: string;
  email: string;
  emailCanonical: string;
  /** Null for an account without a password. */
  passwordHash: string | null;
  firstName: string;
  lastName: string;
  tel: string | null;
  isSuperAdmin: boolean;
  roles: readonly string[];
  /** None by default. */
  claims?: UserClaims;
  /** Whether an operator vouches for the address. False by default. */
  emailVerified?: boolean;
  createdTs: Date;
  /** The language of mails to the user. Null if it is unknown. */
  locale: Locale | null;
  /** The fields of the installation, with their defaults. */
  fields: FieldValues;
}

/** What a mail to a user needs. It has no name, because no mail contains one. */
export interface MailRecipient {
  userId: string;
  emailCanonical: string;
  emailVerified: boolean;
  /**
   * Whether somebody has ever proved the address of the account, or an operator has vouched for it. Also if a super admin has said
   * since then that the address is not verified: the next proof is not the first.
   */
  emailProved: boolean;
  disabled: boolean;
  /** Null if it is unknown. */
  locale: Locale | null;
}

export interface Credentials {
  user: User;
  emailCanonical: string;
  /** As in `MailRecipient`. */
  emailProved: boolean;
  /** A PHC string, which is not part of the user. Null if the account has no password. */
  passwordHash: string | null;
  /** Increases when all sessions of the account end, or all but one. */
  revision: number;
  /** The kinds of second factors in effect. Most accounts have none. */
  factors: readonly FactorKind[];
  /** As stored: `TwoStepSignIn` has the exceptions. */
  twoStep: boolean;
  /** The last time that a link or a code of a mail set the password. */
  passwordResetTs: Date | null;
}

/** A user must match all given criteria. Null matches every user. */
export interface UserFilter {
  /** A part of the name or of the e-mail address, in upper or lower case. Two characters: the beginning of a word of the name. */
  text: string | null;
  disabled: boolean | null;
  isSuperAdmin: boolean | null;
  limit: number;
}

export class UserStore {
  constructor(private readonly db: Queryable) {}

  /**
   * Inserts the user and records the event. Returns null if the canonical address has an account, or can be restored to
   * one. The unique index decides, so only one of several concurrent inserts succeeds.
   */
  async insert(user: NewUser, audit: NewAuditEvent): Promise<User | null> {
    const { claims = {}, emailVerified = false, locale, fields, roles } = user;
    const event = toAuditParameter(audit);
    const who: unknown[] = [user.id, user.email, user.emailCanonical, user.passwordHash, user.firstName, user.lastName];
    const person = who.concat(user.tel, user.isSuperAdmin, user.createdTs);
    const data = [JSON.stringify(claims), JSON.stringify(fields)];
    const values = person.concat(event, locale, [roles], emailVerified, data);
    const [row] = await this.db.run<UserRow>(insertUser, values);
    return row ? toUser(row) : null;
  }

  async findById(id: string): Promise<User | null> {
    const [user] = await this.findByIds([id]);
    return user ?? null;
  }

  /** Returns the users in any order. Users that do not exist are missing. */
  async findByIds(ids: readonly string[]): Promise<User[]> {
    return (await this.db.run<UserRow>(findByIds, [ids])).map(toUser);
  }

  /** Like `findByIds`. */
  async findByIdsWithLocale(ids: readonly string[]): Promise<Person[]> {
    const rows = await this.db.run<UserRow & Pick<Prisma.UserModel, 'locale' | 'telE164'>>(findByIdsWithLocale, [ids]);
    return rows.map((row) => ({
      user: toUser(row),
      // The release before does not clear it with a new number.
      telE164: row.telVerified ? row.telE164 : null,
      locale: isLocale(row.locale) ? row.locale : null,
    }));
  }

  async findByEmail(emailCanonical: string): Promise<User | null> {
    const row = await this.db.prisma.user.findUnique({ where: { emailCanonical }, omit: { passwordHash: true } });
    return row && toUser(row);
  }

  findRecipient(emailCanonical: string): Promise<MailRecipient | null> {
    return this.findRecipientWhere({ emailCanonical });
  }

  findRecipientById(id: string): Promise<MailRecipient | null> {
    return this.findRecipientWhere({ id });
  }

  private async findRecipientWhere(where: Prisma.UserWhereUniqueInput): Promise<MailRecipient | null> {
    const select = {
      id: true,
      emailCanonical: true,
      emailVerified: true,
      emailProvedTs: true,
      disabled: true,
      locale: true,
    };
    const row = await this.db.prisma.user.findUnique({ where, select });
    return row && toMailRecipient(row);
  }

  /** Returns the newest users first. */
  async search({ text, disabled, isSuperAdmin, limit }: UserFilter): Promise<User[]> {
    return (await this.db.run<UserRow>(search, [text, disabled, isSuperAdmin, limit])).map(toUser);
  }

  /**
   * Also restores a deleted account. Returns false if there is no such disabled account. `SessionStore.revokeAll`
   * disables an account.
   */
  async enable(id: string, at: Date): Promise<boolean> {
    const where = { id, disabled: true };
    const data = { disabled: false, wasDisabled: false, deletionDueTs: null, updatedTs: at };
    return (await this.db.prisma.user.updateMany({ where, data })).count === 1;
  }

  async findCredentials(emailCanonical: string): Promise<Credentials | null> {
    const [row] = await this.db.run<UserRow & CredentialColumns>(findCredentials, [emailCanonical]);
    if (!row) return null;
    return toCredentials(row, emailCanonical);
  }

  async findCredentialsById(id: string): Promise<Credentials | null> {
    const row = await this.db.prisma.user.findUnique({ where: { id } });
    return row && toCredentials(row, row.emailCanonical);
  }

  /**
   * Replaces the password hash if it is still `from`. Returns false if it is not. `to` is a hash of the same password
   * with other parameters.
   */
  async upgradePasswordHash(id: string, from: string, to: string): Promise<boolean> {
    const where = { id, passwordHash: from };
    const { count } = await this.db.prisma.user.updateMany({ where, data: { passwordHash: to } });
    return count === 1;
  }
}

type ProofColumns = Pick<Prisma.UserModel, 'emailVerified' | 'emailProvedTs'>;

type RecipientRow = Pick<Prisma.UserModel, 'id' | 'emailCanonical' | 'disabled' | 'locale'> & ProofColumns;

const userColumns = `id, first_name AS "firstName", last_name AS "lastName", email, is_super_admin AS "isSuperAdmin", roles, disabled,
  email_verified AS "emailVerified", tel_verified AS "telVerified", tel, company, company_id_number AS "companyIdNumber",
  company_id_url AS "companyIdUrl", created_ts AS "createdTs", updated_ts AS "updatedTs", last_login_ts AS "lastLoginTs"`;

/**
 * ON CONFLICT DO NOTHING, so that the log of the database has no error when an address is taken. An address that its owner
 * can restore is taken, too: otherwise an account with this address could prevent that.
 */
const insertUser = withOptionalParts({
  name: 'user_insert',
  // By hand (hot): a flood of registrations . Race: an address has one account. A taken address is not an error in the
  // database's log.
  text: `
    WITH inserted AS (
      INSERT INTO users (id, email, email_canonical, password_hash, first_name, last_name, tel, is_super_admin, created_ts, locale, roles, email_verified, claims, fields)
      SELECT $1::uuid, $2, $3, $4, $5, $6, $7, $8::boolean, $9::timestamptz, $11, $12::text[], $13::boolean, $14::jsonb, $15::jsonb
      WHERE NOT EXISTS (SELECT 1 FROM one_time_tokens WHERE address = $3 AND purpose = '${userPurposes.undo_email_change.name}'
        AND used_ts IS NULL AND expires_ts > $9)
      ON CONFLICT (email_canonical) DO NOTHING
      RETURNING ${userColumns}
    ), audited AS (${auditing('$10', 'inserted')})
    SELECT * FROM inserted`,
});

const findByIds: Statement = {
  name: 'users_by_ids',
  // By hand (hot): `me`, and verify with the address.
  text: `SELECT ${userColumns} FROM users WHERE id = ANY($1::uuid[])`,
};

const findByIdsWithLocale: Statement = {
  name: 'users_by_ids_with_locale',
  // By hand (hot): userinfo, and each ID token.
  text: `SELECT ${userColumns}, locale, tel_e164 AS "telE164" FROM users WHERE id = ANY($1::uuid[])`,
};

/** The expression of the index users_trigrams_idx: our own function, because the extension pg_trgm must be installed and allowed. */
const trigramsOfUser = "text_trigrams(lower(email || ' ' || first_name || ' ' || last_name))";

/**
 * $1 the text, $2 whether disabled, $3 whether super admin, $4 the maximum number of users. The condition with trigrams is
 * for the index. Two characters make a trigram only with the space before a word. One character makes no trigram, so it
 * is searched in all accounts, newest first.
 */
const search: Statement = {
  name: 'user_search',
  // By hand (Prisma): a search in first and last name together, where `%` and `_` are ordinary characters.
  text: `SELECT ${userColumns} FROM users
    WHERE CASE
        WHEN $1::text IS NULL THEN true
        WHEN length(lower($1)) = 2 THEN ${trigramsOfUser} @> ARRAY[' ' || lower($1)]
          AND strpos(lower(' ' || first_name || ' ' || last_name), ' ' || lower($1)) > 0
        ELSE (length(lower($1)) < 2 OR ${trigramsOfUser} @> text_trigrams(lower($1)))
          AND (strpos(lower(email), lower($1)) > 0 OR strpos(lower(first_name || ' ' || last_name), lower($1)) > 0)
      END
      AND ($2::boolean IS NULL OR disabled = $2) AND ($3::boolean IS NULL OR is_super_admin = $3)
    ORDER BY created_ts DESC, id DESC LIMIT $4::int`,
  isPlannedEachTime: true,
};

const findCredentials: Statement = {
  name: 'user_credentials',
  // By hand (hot): each login.
  text: `SELECT ${userColumns}, password_hash AS "passwordHash", revision, factors,
    two_step AS "twoStep", password_reset_ts AS "passwordResetTs", email_proved_ts AS "emailProvedTs" FROM users WHERE email_canonical = $1`,
};

type CredentialColumns = Pick<
  Prisma.UserModel,
  'passwordHash' | 'revision' | 'factors' | 'twoStep' | 'passwordResetTs' | 'emailProvedTs'
>;

const isProved = ({ emailVerified, emailProvedTs }: ProofColumns) => emailVerified || emailProvedTs !== null;

function toCredentials(row: UserRow & CredentialColumns, emailCanonical: string): Credentials {
  return {
    user: toUser(row),
    emailCanonical,
    emailProved: isProved(row),
    passwordHash: row.passwordHash,
    revision: row.revision,
    // Only src/accounts/factors/factor.store.ts writes this column.
    factors: row.factors as FactorKind[],
    twoStep: row.twoStep,
    passwordResetTs: row.passwordResetTs,
  };
}

function toMailRecipient(row: RecipientRow): MailRecipient {
  return {
    userId: row.id,
    emailCanonical: row.emailCanonical,
    emailVerified: row.emailVerified,
    emailProved: isProved(row),
    disabled: row.disabled,
    locale: isLocale(row.locale) ? row.locale : null,
  };
}
