import { AppError } from '../../platform/errors/app-error';

/**
 * Operations are not open to a super admin who acts as a user, unless their declaration says so. So a super admin
 * cannot lock the user out, change how the user proves who they are, or end sessions of the user.
 */
export const impersonationForbidden = () =>
  new AppError('FORBIDDEN', {
    msg: 'A super admin acts as the user. Only the user can do this.',
    reason: 'impersonation',
  });
