import { type OperationName, operations } from '../../src/features';
import type { Operation } from '../../src/operations/define-operation';

const byName = new Map<string, Operation>(operations.map((operation) => [operation.name, operation]));

export function operationNamed(name: OperationName): Operation {
  const operation = byName.get(name);
  if (!operation) throw new Error(`no operation ${name}`);
  return operation;
}

export const operationsOfAdmins = operations.filter(({ caller }) => caller === 'superAdmin');
