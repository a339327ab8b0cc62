import type { AppError } from '../../platform/errors/app-error';
import type { Operation } from '../../platform/operations/define-operation';
import { type RunOperation, readInput } from '../../platform/operations/run-operation';
import type { RequestContext } from '../../platform/request/request-context';
import type { Authenticator } from './authenticator';

/**
 * Answers an operation of signed-in users whose feature is switched off. Makes no query, and counts nothing.
 * @throws AppError `VALIDATION_FAILED`; `UNAUTHENTICATED`; `FORBIDDEN`; then `error`
 */
export function rejectSwitchedOff(
  { operation: run, authenticator }: { operation: RunOperation; authenticator: Pick<Authenticator, 'check'> },
  operation: Operation,
  input: unknown,
  context: RequestContext,
  error: () => AppError,
): Promise<never> {
  return run(operation, context, async () => {
    readInput(operation, input, context);
    await authenticator.check(context, operation);
    throw error();
  });
}
