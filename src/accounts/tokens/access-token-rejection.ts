import { AppError } from '../../platform/errors/app-error';
import type { RejectionReason } from '../../platform/errors/rejection-reason';
import { tokenReasons } from './tokens.reasons';

const revoked = 'The access token has been revoked.';

/** The texts for tokens with a valid signature. Other reasons share one text, so that forging tokens reveals nothing. */
const texts = new Map<RejectionReason, string>([
  [tokenReasons['expired token'], 'The access token has expired.'],
  [tokenReasons['ended session'], revoked],
  [tokenReasons['ended session of the actor'], revoked],
  [
    tokenReasons['changed access rights'],
    'The access rights of the user have changed since the access token was issued.',
  ],
  [tokenReasons['disabled account'], revoked],
  [tokenReasons['no account'], revoked],
]);

/** The account of a token is disabled, or null: it no longer exists. */
export const accountRejected = (account: object | null): AppError =>
  accessTokenRejected(tokenReasons[account ? 'disabled account' : 'no account']);

/** The message is also the `error_description` of the challenge (RFC 6750, section 3). */
export const accessTokenRejected = (reason: RejectionReason): AppError =>
  new AppError('UNAUTHENTICATED', {
    msg: texts.get(reason) ?? 'The access token is not valid.',
    reason,
    tokenError: 'invalid_token',
  });
