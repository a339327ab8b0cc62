import type { Operation, RestPath } from '../../platform/operations/define-operation';
import { nameCaller, type RunOperation, readInput } from '../../platform/operations/run-operation';
import type { RequestContext } from '../../platform/request/request-context';
import type { Principal } from '../tokens/access-token';
import type { Authenticator } from './authenticator';

/**
 * Runs an operation of a signed-in user. The input is checked before the access token, and `work` begins after both. The
 * input of an operation that has none is null.
 * @throws AppError `VALIDATION_FAILED`; what `Authenticator.authenticate` throws; `SERVICE_UNAVAILABLE` after the time
 * limit; what `work` throws
 */
export type RunAsUser = <Result, Input>(
  operation: Operation<string, RestPath, Input>,
  context: RequestContext,
  input: unknown,
  work: (principal: Principal, input: Input) => Promise<Result>,
) => Promise<Result>;

export function createRunAsUser(run: RunOperation, authenticator: Authenticator): RunAsUser {
  return (operation, context, sent, work) =>
    run(operation, context, async (subject) => {
      const input = readInput(operation, sent, context);
      const principal = await authenticator.authenticate(context, operation);
      nameCaller(principal, subject, context);
      return work(principal, input);
    });
}
