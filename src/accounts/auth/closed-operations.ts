import { AppError } from '../../platform/errors/app-error';
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
