import { type OperationName, operations } from '../../src/features';
import type { Operation } from '../../src/platform/operations/define-operation';
import type { FinishedRequest } from '../../src/platform/request/finished-request';

const byName = new Map<string, Operation>(operations.map((operation) => [operation.name, operation]));

export function operationNamed(name: OperationName): Operation {
  const operation = byName.get(name);
  if (!operation) throw new Error(`no operation ${name}`);
  return operation;
}

/** Returns what the request did that its operation does not declare: it hashed a password, or reached a limit. */
export function undeclaredOf({ operation: { name }, timings, error }: FinishedRequest): string[] {
  const operation = byName.get(name);
  if (!operation) return [];
  const hashes = timings.steps.some((step) => step.name === 'hash') && !operation.hashesPassword;
  const limit = error?.limit && !operation.limits.includes(error.limit) ? error.limit : null;
  return [...(hashes ? [`${name} hashes a password`] : []), ...(limit ? [`${name} reaches ${limit}`] : [])];
}

export const operationsOfAdmins = operations.filter(({ caller }) => caller === 'superAdmin');
