import { keysOf } from '../runtime/keys-of';

interface Purpose {
  /** Whether the mail has a code, for the device that asked for the mail. */
  hasCode: boolean;
  /** Whether a new token makes the older ones of the same user, or of the same address, invalid. */
  replacesOlder: boolean;
  /** Whether the token is only valid while its address is the address of the account. */
  isOfAccountAddress: boolean;
  /** Whether the token takes an account back. Then only its use and its time end it. */
  takesBack?: true;
}

/** Everything that a one-time token can allow. */
export const tokenPurposes = {
  /** Proves the address of an account. */
  verify_email: { hasCode: true, replacesOlder: true, isOfAccountAddress: true },
  /** Proves the address of a registration that waits. Several registrations of an address can wait. */
  confirm_registration: { hasCode: true, replacesOlder: false, isOfAccountAddress: false },
  reset_password: { hasCode: true, replacesOlder: true, isOfAccountAddress: true },
  /** Proves the new address of a change. */
  change_email: { hasCode: true, replacesOlder: true, isOfAccountAddress: false },
  /** Allows the change from the old address. */
  approve_email_change: { hasCode: true, replacesOlder: true, isOfAccountAddress: true },
  /** Restores the old address. After several changes, each old address can be restored. */
  undo_email_change: { hasCode: false, replacesOlder: false, isOfAccountAddress: false, takesBack: true },
  /** Removes a second factor and those that were added later, and sets a new password. */
  undo_factor: { hasCode: false, replacesOlder: false, isOfAccountAddress: true, takesBack: true },
  /** Ends all sessions, removes what was added to the account since a login, and sets a new password. */
  undo_login: { hasCode: false, replacesOlder: false, isOfAccountAddress: true, takesBack: true },
  invite: { hasCode: false, replacesOlder: true, isOfAccountAddress: true },
  /** A login whose first step was right, and that waits for a second factor. */
  complete_login: { hasCode: false, replacesOlder: false, isOfAccountAddress: false },
  /** Signs in, in the client that asked: the link and the code are only good together with the token of its request. */
  email_login: { hasCode: true, replacesOlder: false, isOfAccountAddress: true },
  /** A login that waits for the answer of a provider. */
  provider_login: { hasCode: false, replacesOlder: false, isOfAccountAddress: false },
  /** Who the person is at the provider, for the client that has started the login. */
  provider_result: { hasCode: false, replacesOlder: false, isOfAccountAddress: false },
  /** Connects an account at a provider with the account of its address. */
  link_identity: { hasCode: false, replacesOlder: false, isOfAccountAddress: true },
  cancel_deletion: { hasCode: false, replacesOlder: false, isOfAccountAddress: false },
  /** A checked request of an application, while its user signs in. */
  authorization_request: { hasCode: false, replacesOlder: false, isOfAccountAddress: false },
  /** What an application exchanges for tokens (RFC 6749, section 4.1.2). */
  authorization_code: { hasCode: false, replacesOlder: false, isOfAccountAddress: false },
  /** Creates the first super admin. */
  setup: { hasCode: false, replacesOlder: false, isOfAccountAddress: false },
} as const satisfies Record<string, Purpose>;

export type TokenPurpose = keyof typeof tokenPurposes;

export const takingBack = keysOf(tokenPurposes).filter((purpose) => 'takesBack' in tokenPurposes[purpose]);

/** The purposes of tokens that live for minutes, and that no e-mail contains. */
export const shortLivedPurposes = [
  'complete_login',
  'provider_login',
  'provider_result',
  'link_identity',
  'authorization_request',
  'authorization_code',
  'setup',
] as const;

/** The purposes of the tokens that e-mails contain. */
export type MailedPurpose = Exclude<TokenPurpose, (typeof shortLivedPurposes)[number]>;

export type TokenDetails = Readonly<Record<string, string>>;

/** The row of a token. It has neither the text of the link nor the code: they are derived from it. */
export interface OneTimeToken {
  /** A random UUID (v4). */
  id: string;
  purpose: TokenPurpose;
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
