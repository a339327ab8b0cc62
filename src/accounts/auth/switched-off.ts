import type { AppError } from '../../platform/errors/app-error';
import { type RunOperation, readInput } from '../../platform/operations/run-operation';
import type { Authenticator } from './authenticator';
import type { RunAsUser } from './run-as-user';

interface Needs {
  operation: RunOperation;
  asUser: RunAsUser;
  authenticator: Pick<Authenticator, 'check'>;
}

/**
 * Returns what runs the operations of signed-in users of a feature that can be switched off. While it is off, an operation throws
 * what `RunAsUser` throws for its input and its access token, then `error`, makes no query, and counts nothing.
 */
export const asUserIf = (
  isOn: boolean,
  { operation: run, asUser, authenticator }: Needs,
  error: () => AppError,
): RunAsUser =>
  isOn
    ? asUser
    : (operation, context, input) =>
        run(operation, context, async () => {
          readInput(operation, input, context);
          await authenticator.check(context, operation);
          throw error();
        });
