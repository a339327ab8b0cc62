import { AppError } from '../../platform/errors/app-error';
import type { RejectionReason } from '../../platform/errors/rejection-reason';

/** One answer for wrong, ended and expired keys. */
export const apiKeyRejected = (reason: RejectionReason): AppError =>
  new AppError('UNAUTHENTICATED', { msg: 'The API key is not valid.', reason, tokenError: 'invalid_token' });
