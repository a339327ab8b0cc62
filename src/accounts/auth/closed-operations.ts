import { AppError } from '../../platform/errors/app-error';
import { apiKeyReasons } from '../keys/api-keys.reasons';
import { userReasons } from '../users/users.reasons';
import { authReasons } from './auth.reasons';

/**
 * Operations are not open to a super admin who acts as a user, unless their declaration says so. So a super admin
 * cannot lock the user out, change how the user proves who they are, or end sessions of the user.
 */
export const impersonationForbidden = () =>
  new AppError('FORBIDDEN', {
    msg: 'A super admin acts as the user. Only the user can do this.',
    reason: authReasons.impersonation,
  });

/**
 * Operations are not open to applications, unless their declaration says so. So whoever breaks into an application cannot
 * change how its users prove who they are, nor act as them.
 */
export const applicationForbidden = () =>
  new AppError('FORBIDDEN', {
    msg: 'The access token is of an application. Only the user can do this.',
    reason: userReasons['token of an application'],
  });

/** Operations are not open to API keys, unless their declaration says so: a key that leaks does not become the account. */
export const apiKeyForbidden = () =>
  new AppError('FORBIDDEN', { msg: 'An API key cannot do this.', reason: apiKeyReasons['API key'] });

/** Who runs an API gets the keys that its users send to it, and must not use them elsewhere. */
export const keyOfResource = () =>
  new AppError('FORBIDDEN', { msg: 'The API key is for another API.', reason: apiKeyReasons['API key'] });
