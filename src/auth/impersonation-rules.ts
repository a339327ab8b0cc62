import { AppError } from '../errors/app-error';
import type { OperationName } from '../request/operation-names';

/**
 * What a super admin can do as a user. Everything else is rejected, also an operation that is added later: what can lock
 * the user out, changes how the user proves who they are, or ends sessions of the user.
 */
const openOperations: ReadonlySet<OperationName> = new Set<OperationName>([
  'me',
  'sessions',
  'factors',
  'updateProfile',
  'sendEmailVerification',
  /** Only of the session itself: see AccountService. */
  'logout',
  'verify',
  '_entities',
]);

export const isOpenToImpersonation = (operation: OperationName): boolean => openOperations.has(operation);

export const impersonationForbidden = () =>
  new AppError('FORBIDDEN', {
    msg: 'A super admin acts as the user. Only the user can do this.',
    reason: 'impersonation',
  });
