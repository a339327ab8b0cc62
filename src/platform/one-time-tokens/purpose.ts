import { Vocabulary } from '../runtime/vocabulary';

/** How long links and codes are valid, in seconds. */
export interface TokenLifetimes {
  verifyEmailS: number;
  resetPasswordS: number;
  codeS: number;
  undoEmailChangeS: number;
  inviteS: number;
}

/** What a link of a mail leads to: a page of Gatehouse or of the application. */
export type MailedLink =
  | 'confirm'
  | 'changeEmail'
  | 'reset'
  | 'undoEmailChange'
  | 'cancelDeletion'
  | 'login'
  | 'invitation';

/** Something that a one-time token can allow. The row of a token has its name. */
export interface TokenPurpose {
  readonly name: string;
  /** The link of the mail that contains the token. Without one, no mail contains it, and it lives for minutes. */
  readonly link?: MailedLink;
  /** Whether the mail has a code, for the device that asked for the mail. */
  readonly hasCode: boolean;
  /** Whether a new token makes the older ones of the same user, or of the same address, invalid. */
  readonly replacesOlder: boolean;
  /** Whether the token is only valid while its address is the address of the account. */
  readonly isOfAccountAddress: boolean;
  /** Whether the token takes an account back. Then only its use and its time end it. */
  readonly takesBack?: true;
  /** The setting of its lifetime. Without one, whoever issues the token decides. */
  readonly lifetime?: keyof TokenLifetimes;
}

/** Everything that a one-time token can allow. */
export const tokenPurposes = new Vocabulary<TokenPurpose>('purpose of a one-time token');

/** The names of the purposes with a property, for statements. */
export const namesOfPurposes = (has: (purpose: TokenPurpose) => boolean): string[] =>
  tokenPurposes
    .all()
    .filter(has)
    .map(({ name }) => name);
