import type { Operation } from '../operations/define-operation';
import { nameCaller, type RunOperation } from '../operations/run-operation';
import type { RequestContext } from '../request/request-context';
import type { Principal } from '../tokens/access-token';
import type { Authenticator } from './authenticator';

/**
 * Runs an operation of a signed-in user. The input is checked before the access token, and `work` begins after both. `parse` is
 * null if the operation has no input.
 * @throws AppError what `parse` and `Authenticator.authenticate` throw; `SERVICE_UNAVAILABLE` after the time limit; what
 * `work` throws
 */
export type RunAsUser = <Result, Input = null>(
  operation: Operation,
  context: RequestContext,
  parse: (() => Input) | null,
  work: (principal: Principal, input: Input) => Promise<Result>,
) => Promise<Result>;

export function createRunAsUser(run: RunOperation, authenticator: Authenticator): RunAsUser {
  return (operation, context, parse, work) =>
    run(operation, context, async (subject) => {
      const input = parse && context.timings.measureSync('validation', parse);
      const principal = await authenticator.authenticate(context, operation);
      nameCaller(principal, subject, context);
      return work(principal, input as Parameters<typeof work>[1]);
    });
}
