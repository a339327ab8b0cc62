import { type OperationName, operations } from '../../src/compose/features';
import type { Operation } from '../../src/platform/operations/define-operation';
import type { FinishedRequest } from '../../src/platform/request/finished-request';
import { inputFieldsOf } from '../../src/platform/request/input-schema';

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
  const limit = operation.limits.some(({ name: one }) => one === error?.limit) ? null : error?.limit;
  return [...(hashes ? [`${name} hashes a password`] : []), ...(limit ? [`${name} reaches ${limit}`] : [])];
}

/** The operations that take the access token of a user. */
export const operationsOfUsers = operations.filter(({ caller }) => caller === 'user' || caller === 'application');

/** The inputs that the operation accepts, from the examples of its fields, with as few or as many fields as possible first. */
export function* exampleInputsOf(
  { input }: Operation,
  first: 'smallest' | 'largest' = 'smallest',
): Generator<Record<string, unknown>> {
  // Without what only one API has.
  const fields = input
    ? inputFieldsOf(input, 'rest').filter(({ api, isRequired }) => isRequired || api === undefined)
    : [];
  const optional = fields.filter(({ isRequired }) => !isRequired);
  const smallest = Array.from({ length: 2 ** optional.length }, (_, bits) => bits).sort(
    (one, other) => countOfOnes(one) - countOfOnes(other),
  );
  for (const bits of first === 'smallest' ? smallest : smallest.reverse()) {
    const chosen = fields.filter((field) => field.isRequired || (bits >> optional.indexOf(field)) % 2 === 1);
    const example = Object.fromEntries(chosen.map((field) => [field.name, field.example]));
    if (!input || input.safeParse(example).success) yield example;
  }
}

const countOfOnes = (bits: number): number => bits.toString(2).replaceAll('0', '').length;

/** The smallest input of examples: the required fields and, where a client has a choice, as few others as necessary. */
export const exampleInputOf = (operation: Operation): Record<string, unknown> => firstOf(operation, 'smallest');

/** The largest input of examples. */
export const fullInputOf = (operation: Operation): Record<string, unknown> => firstOf(operation, 'largest');

function firstOf(operation: Operation, first: 'smallest' | 'largest'): Record<string, unknown> {
  for (const example of exampleInputsOf(operation, first)) return example;
  throw new Error(`${operation.name} accepts none of its examples`);
}

export const operationsOfAdmins = operations.filter(({ caller }) => caller === 'superAdmin');
