import type { LimitName } from '../rate-limits/limit-table';

// The limits that operations share.

/** Of a login with a password, and of an operation that asks for the current password. */
export const ofPasswords = [
  'LOGIN_ACCOUNT',
  'LOGIN_FAILURES',
  'LOGIN_NETWORK',
  'GLOBAL',
] as const satisfies readonly LimitName[];
/** Of a code or a passkey as a second factor. */
export const ofSecondFactors = ['MFA_ACCOUNT', 'MFA_FAILURES'] as const satisfies readonly LimitName[];
/** Of an e-mail that anyone can have sent. */
export const ofMails = ['MAIL_ADDRESS', 'MAIL_NETWORK', 'MAIL_GLOBAL'] as const satisfies readonly LimitName[];
/** Of a sign-in with a code or a link of an e-mail. */
export const ofEmailLogins = [
  'PASSWORDLESS_NETWORK',
  'CODE_NETWORK',
  'CODE_GLOBAL',
] as const satisfies readonly LimitName[];
/** Of a token or a code of an e-mail. */
export const ofMailedCodes = ['RESET_NETWORK', 'CODE_NETWORK', 'CODE_GLOBAL'] as const satisfies readonly LimitName[];
