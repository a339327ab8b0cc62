import type { Prisma, Queryable, Statement } from '../db/database';
import { codeAttempts, type OneTimeToken, type TokenDetails, wrongCodesADay } from './one-time-token';
import type { TokenPurpose } from './purpose';

interface NewOneTimeToken extends Omit<OneTimeToken, 'attemptsLeft'> {
  /** Whether a known network of the user has asked for the token: what strangers have used up does not count for it. */
  isOfKnownNetwork: boolean;
  /** Whether older tokens of the same purpose become invalid: those of the user, or without a user those of the address. */
  replacesOlder: boolean;
}

/** A stored token and whether it was used or replaced. */
export interface StoredOneTimeToken extends OneTimeToken {
  usedTs: Date | null;
}

interface CodeAttempt {
  address: string;
  /** Null: every token of the address. */
  id: string | null;
  purposes: readonly TokenPurpose[];
  at: Date;
  /** The codes of tokens that were created before this time have expired. */
  createdAfter: Date;
  /** Whether the code comes from a known network of the user, which the caller counts. */
  isOfKnownNetwork: boolean;
}

interface Consumption {
  id: string;
  at: Date;
  /** Whether the address of the token must be the address of the account. */
  isOfAccountAddress: boolean;
  /** Whether the client sent the code, and it was counted here: an attempt that succeeded is not a wrong one. */
  wasCounted: boolean;
  /** Whether the token does nothing in an account that an operator has disabled. */
  needsEnabled: boolean;
}

type Consumed = 'used' | 'not valid' | 'account disabled';

export class OneTimeTokenStore {
  constructor(private readonly db: Queryable) {}

  /** Inserts the token, with as many code attempts as its address still has. */
  async insert(token: NewOneTimeToken): Promise<OneTimeToken> {
    const { id, purpose, userId, address, details, isDecoy, createdTs, expiresTs } = token;
    const values = [id, purpose, userId, address, JSON.stringify(details), isDecoy, createdTs, expiresTs];
    const more = [token.replacesOlder, token.isOfKnownNetwork];
    const [row] = await this.db.run<{ attemptsLeft: number }>(insertToken, values.concat(more));
    const attemptsLeft = row?.attemptsLeft ?? 0;
    return { id, purpose, userId, address, details, isDecoy, attemptsLeft, createdTs, expiresTs };
  }

  async find(id: string): Promise<StoredOneTimeToken | null> {
    const row = await this.db.prisma.oneTimeToken.findUnique({ where: { id } });
    return row && toStoredToken(row);
  }

  /**
   * Takes one attempt from each live token of the address that has one, and returns these tokens. The caller then
   * compares the codes. Of concurrent attempts, no more than the remaining ones get a token. `attemptsLeft` of each is no
   * more than what the day leaves. A known network takes no attempt of a token that others can try, too.
   */
  async takeCodeAttempt(attempt: CodeAttempt): Promise<OneTimeToken[]> {
    const { address, id, purposes, at, createdAfter, isOfKnownNetwork } = attempt;
    const names = purposes.map(({ name }) => name);
    const values = [address, names, at, createdAfter, id, isOfKnownNetwork];
    const rows = await this.db.run<Prisma.OneTimeTokenModel & { wrongBefore: number }>(takeAttempt, values);
    if (isOfKnownNetwork) return rows.map(toStoredToken);
    return rows.map((row) => {
      const token = toStoredToken(row);
      // Each attempt counts once for each token of its purpose that is compared.
      const compared = rows.filter(({ purpose }) => purpose === row.purpose).length;
      const leftToday = Math.ceil((wrongCodesADay - row.wrongBefore) / compared) - 1;
      token.attemptsLeft = Math.min(token.attemptsLeft, leftToday);
      return token;
    });
  }

  /** Takes one attempt from a live token, and returns how many are left then. Null if it had none. */
  async takeAttempt(id: string, at: Date): Promise<number | null> {
    const where = { id, usedTs: null, expiresTs: { gt: at }, attemptsLeft: { gt: 0 } };
    const data = { attemptsLeft: { decrement: 1 } };
    const [row] = await this.db.prisma.oneTimeToken.updateManyAndReturn({
      where,
      data,
      select: { attemptsLeft: true },
    });
    return row?.attemptsLeft ?? null;
  }

  /**
   * Marks the token as used. It is not valid if it was used, replaced or has expired, or if its address is no longer the
   * address of the account. Locks the account first, as every operation on an account does.
   */
  async consume({ id, at, isOfAccountAddress, wasCounted, needsEnabled }: Consumption): Promise<Consumed> {
    const values = [id, at, isOfAccountAddress, Number(wasCounted), needsEnabled];
    const [row] = await this.db.run<{ isUsed: boolean; isStopped: boolean }>(consumeToken, values);
    if (row?.isStopped) return 'account disabled';
    return row?.isUsed ? 'used' : 'not valid';
  }

  /** Makes the live tokens of a user invalid, except those of the purposes with these names. */
  async voidAll(userId: string, at: Date, except: string[]): Promise<void> {
    const where = { userId, usedTs: null, purpose: { notIn: except } };
    await this.db.prisma.oneTimeToken.updateMany({ where, data: { usedTs: at } });
  }

  /** Makes the live tokens of a user and purpose invalid that were created after `than`. */
  async voidNewer(userId: string, { name: purpose }: TokenPurpose, than: Date, at: Date): Promise<void> {
    const where = { userId, purpose, usedTs: null, createdTs: { gt: than } };
    await this.db.prisma.oneTimeToken.updateMany({ where, data: { usedTs: at } });
  }

  /** Makes the live tokens of a user and purpose invalid, except the newest `kept`. */
  async voidOldest(userId: string, { name: purpose }: TokenPurpose, kept: number, at: Date): Promise<void> {
    const live = { userId, purpose, usedTs: null };
    const orderBy = [{ createdTs: 'desc' as const }, { id: 'desc' as const }];
    const old = await this.db.prisma.oneTimeToken.findMany({ where: live, select: { id: true }, orderBy, skip: kept });
    if (old.length === 0) return;
    const where = { id: { in: old.map(({ id }) => id) } };
    await this.db.prisma.oneTimeToken.updateMany({ where, data: { usedTs: at } });
  }

  /** Returns the newest token of a user and purpose that was neither used nor replaced. */
  async findOfUser(userId: string, { name: purpose }: TokenPurpose): Promise<StoredOneTimeToken | null> {
    const orderBy = { createdTs: 'desc' } as const;
    const row = await this.db.prisma.oneTimeToken.findFirst({ where: { userId, purpose, usedTs: null }, orderBy });
    return row && toStoredToken(row);
  }

  async findNewest({ name: purpose }: TokenPurpose): Promise<StoredOneTimeToken | null> {
    const row = await this.db.prisma.oneTimeToken.findFirst({ where: { purpose }, orderBy: { createdTs: 'desc' } });
    return row && toStoredToken(row);
  }

  /** Makes the live tokens of a purpose invalid, of whomever they are. */
  async voidPurpose({ name }: TokenPurpose, at: Date): Promise<void> {
    await this.db.run(voidPurpose, [name, at]);
  }

  /** Makes the live tokens of a user invalid that are for an OAuth client. */
  async voidOfClient(userId: string, clientId: string, at: Date): Promise<void> {
    const where = { userId, usedTs: null, details: { path: ['clientId'], equals: clientId } };
    await this.db.prisma.oneTimeToken.updateMany({ where, data: { usedTs: at } });
  }

  /** Makes at most `atMost` live tokens of all users invalid, and returns their number. */
  async voidSome(atMost: number, at: Date): Promise<number> {
    return (await this.db.run(voidSome, [atMost, at])).length;
  }

  /** Removes the rows of a user, and those of the address that name no user. */
  async removeOfUser(userId: string, emailCanonical: string): Promise<void> {
    await this.db.prisma.oneTimeToken.deleteMany({ where: { OR: [{ userId }, { address: emailCanonical }] } });
  }
}

/** The number of wrong codes from unknown networks for an address and a purpose in the last day. */
const wrongCodes = (address: string, purpose: string, now: string) =>
  `(SELECT coalesce(sum(tried.wrong_codes), 0) FROM one_time_tokens tried
    WHERE tried.address = ${address} AND tried.purpose = ${purpose} AND tried.created_ts > ${now}::timestamptz - interval '1 day')`;

/**
 * $1 id, $2 purpose, $3 user or null, $4 address or null, $5 details, $6 whether it is a decoy, $7 now, $8 end, $9 whether it
 * replaces older ones, $10 whether a known network has asked for it. A decoy does the same as a token of an account.
 */
const insertToken: Statement = {
  name: 'one_time_token_insert',
  // By hand (race): it replaces the older tokens and counts wrong codes in one statement, the same one for a decoy.
  text: `
    WITH replaced AS (
      UPDATE one_time_tokens SET used_ts = $7::timestamptz
      WHERE $9::boolean AND purpose = $2 AND used_ts IS NULL
        AND (user_id = $3::uuid OR ($3::uuid IS NULL AND user_id IS NULL AND address = $4))
    )
    INSERT INTO one_time_tokens (id, purpose, user_id, address, details, is_decoy, created_ts, expires_ts, attempts_left)
    SELECT $1::uuid, $2, $3::uuid, $4, $5::jsonb, $6::boolean, $7::timestamptz, $8::timestamptz,
      CASE WHEN $10::boolean THEN ${codeAttempts}
        ELSE least(${codeAttempts}, greatest(0, ${wrongCodesADay} - ${wrongCodes('$4', '$2', '$7')})) END
    RETURNING attempts_left AS "attemptsLeft"`,
};

const tokenColumns = `id, purpose, user_id AS "userId", address, details, is_decoy AS "isDecoy", attempts_left AS "attemptsLeft",
  created_ts AS "createdTs", expires_ts AS "expiresTs", used_ts AS "usedTs"`;

/** With its limits, an address gets no more mails than this while a code is valid. */
const mostWithCode = 5;

/**
 * $1 address, $2 purposes, $3 now, $4 the earliest creation of a token whose code is valid, $5 the only id or null, $6 whether the
 * network is known. Only who has asked for the mail has the id, so its attempts are their own.
 */
const takeAttempt: Statement = {
  name: 'one_time_token_attempt',
  // By hand (race): a code is counted before it is compared, and concurrent tries get no more attempts.
  text: `
    UPDATE one_time_tokens t SET
      attempts_left = attempts_left - (CASE WHEN $6::boolean AND $5::uuid IS NULL THEN 0 ELSE 1 END),
      wrong_codes = wrong_codes + (CASE WHEN $6::boolean THEN 0 ELSE 1 END)
    WHERE id IN (
      SELECT id FROM one_time_tokens live
      WHERE address = $1 AND created_ts > $4::timestamptz AND purpose = ANY($2::text[]) AND used_ts IS NULL
        AND ($5::uuid IS NULL OR id = $5::uuid) AND expires_ts > $3::timestamptz
        AND (attempts_left > 0 OR ($6::boolean AND $5::uuid IS NULL))
        AND ($6::boolean OR ${wrongCodes('$1', 'live.purpose', '$3')} < ${wrongCodesADay})
      ORDER BY created_ts DESC, id LIMIT ${mostWithCode} FOR NO KEY UPDATE)
    RETURNING ${tokenColumns}, ${wrongCodes('$1', 't.purpose', '$3')}::int AS "wrongBefore"`,
};

/**
 * $1 id, $2 now, $3 whether the address must be the address of the account, $4 the number of codes that were not wrong, $5
 * whether an operator must not have disabled the account: its deletion disables it, too, and does not count. The account is
 * locked before the token, because an operation that changes the account locks it first.
 */
const consumeToken: Statement = {
  name: 'one_time_token_consume',
  // By hand (race): a token is used once, and only with the address that the account has. Locks the account first. What a
  // provider has said about a person is not kept.
  text: `
    WITH account AS MATERIALIZED (
      SELECT id, email_canonical,
        $5::boolean AND disabled AND (deletion_due_ts IS NULL OR was_disabled) AS is_stopped
      FROM users
      WHERE id = (SELECT user_id FROM one_time_tokens WHERE id = $1::uuid) FOR NO KEY UPDATE
    ), used AS (
      UPDATE one_time_tokens t SET used_ts = $2::timestamptz, wrong_codes = t.wrong_codes - $4::smallint,
        details = CASE WHEN t.details ? 'subject' THEN '{}' ELSE t.details END
      WHERE t.id = $1::uuid AND t.used_ts IS NULL AND t.expires_ts > $2::timestamptz
        AND (t.user_id IS NULL OR EXISTS (
          SELECT 1 FROM account a WHERE a.id = t.user_id AND NOT a.is_stopped
            AND (NOT $3::boolean OR a.email_canonical = t.address)))
      RETURNING t.id
    )
    SELECT EXISTS (SELECT 1 FROM used) AS "isUsed", EXISTS (SELECT 1 FROM account WHERE is_stopped) AS "isStopped"`,
};

/** $1 purpose, $2 now. */
const voidPurpose: Statement = {
  name: 'one_time_tokens_void_purpose',
  // By hand (start).
  text: 'UPDATE one_time_tokens SET used_ts = $2::timestamptz WHERE purpose = $1::text AND used_ts IS NULL',
};

/** $1 the maximum number, $2 now. */
const voidSome: Statement = {
  name: 'one_time_tokens_void',
  // By hand (Prisma): an UPDATE with a limit.
  text: `UPDATE one_time_tokens SET used_ts = $2::timestamptz
    WHERE id = ANY (ARRAY(SELECT id FROM one_time_tokens WHERE used_ts IS NULL AND expires_ts > $2 LIMIT $1::int)) RETURNING id`,
};

function toStoredToken(row: Prisma.OneTimeTokenModel): StoredOneTimeToken {
  return {
    id: row.id,
    purpose: row.purpose,
    userId: row.userId,
    address: row.address,
    // All statements that write this column take the value from a OneTimeToken.
    details: row.details as TokenDetails,
    isDecoy: row.isDecoy,
    attemptsLeft: row.attemptsLeft,
    createdTs: row.createdTs,
    expiresTs: row.expiresTs,
    usedTs: row.usedTs,
  };
}
