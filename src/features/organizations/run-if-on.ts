import type { Authenticator } from '../../accounts/auth/authenticator';
import type { RunAsUser } from '../../accounts/auth/run-as-user';
import { rejectSwitchedOff } from '../../accounts/auth/switched-off';
import { AppError } from '../../platform/errors/app-error';
import type { RunOperation } from '../../platform/operations/run-operation';
import type { Organizations } from './organizations.settings';

interface RunNeeds {
  operation: RunOperation;
  asUser: RunAsUser;
  authenticator: Pick<Authenticator, 'check'>;
}

/** Returns what runs an operation of a signed-in user, unless ORGANIZATIONS is off. */
export const runIfOn = (needs: RunNeeds, setting: Organizations): RunAsUser =>
  setting === null
    ? (operation, context, input) => rejectSwitchedOff(needs, operation, input, context, organizationsOff)
    : needs.asUser;

export const organizationsOff = () => new AppError('FORBIDDEN', { msg: 'Organizations are switched off.' });
