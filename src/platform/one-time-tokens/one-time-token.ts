export type TokenDetails = Readonly<Record<string, string>>;

/** The row of a token. It has neither the text of the link nor the code: they are derived from it. */
export interface OneTimeToken {
  /** A random UUID (v4). */
  id: string;
  /** The name of its purpose. */
  purpose: string;
  /** Null if the address has no account. */
  userId: string | null;
  /** The canonical e-mail address that the token proves. */
  address: string | null;
  /** For example a new e-mail address. Never a secret. */
  details: TokenDetails;
  /** Issued for an address without an account, so that it makes the same work. Nothing accepts it. */
  isDecoy: boolean;
  /** How many more codes may be tried. The link does not depend on it. */
  attemptsLeft: number;
  createdTs: Date;
  expiresTs: Date;
}

/** What a client sends: the token of the link, or the canonical address and the code of the mail. */
export type TokenProof = { token: string } | { address: string; code: string };

/** What a client sends that has asked for the mail: the token of its request, and the link or the code of the mail. */
export interface RequestProof {
  request: string;
  mailed: { link: string } | { code: string };
}

/** How many codes may be tried for one token. */
export const codeAttempts = 5;
/**
 * How many wrong codes of one purpose an address has in a day, from all unknown networks together. Then these networks get mails
 * with the link alone. Each network from which the user has signed in has as many of its own, so that strangers do not use up
 * the codes of a user at home.
 *
 * A botnet that tries all of them hits one of a million codes with a probability of 10 / 10^6 = 0.001 % a day, and with the two
 * purposes that open an account, a reset and a login, 0.002 % a day and 0.7 % in a year of which the owner gets four mails each
 * day. NIST SP 800-63B, 5.2.2, allows 100 failures in a row, and `LOGIN_FAILURES` then one an hour, which is more than twice as
 * many. ASVS 5.0, 6.5.4 and 6.6.3, ask for 20 random bits, and a limit. `CODE_GLOBAL` bounds the whole installation.
 */
export const wrongCodesADay = 10;
export const dayS = 86_400;
