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

/** The inputs that the operation accepts, from the examples of its fields, with as few fields as possible first. */
export function* exampleInputsOf({ input }: Operation): Generator<Record<string, unknown>> {
  // Without what only one API has.
  const fields = input
    ? inputFieldsOf(input, 'rest').filter(({ api, isRequired }) => isRequired || api === undefined)
    : [];
  const optional = fields.filter(({ isRequired }) => !isRequired);
  const choices = Array.from({ length: 2 ** optional.length }, (_, bits) =>
    optional.filter((_field, n) => (bits >> n) % 2 === 1),
  ).sort((one, other) => one.length - other.length);
  for (const choice of choices) {
    const chosen = fields.filter((field) => field.isRequired || choice.includes(field));
    const example = Object.fromEntries(chosen.map((field) => [field.name, field.example]));
    if (!input || input.safeParse(example).success) yield example;
  }
}

/** The smallest input of examples: the required fields and, where a client has a choice, as few others as necessary. */
export function exampleInputOf(operation: Operation): Record<string, unknown> {
  for (const example of exampleInputsOf(operation)) return example;
  throw new Error(`${operation.name} accepts none of its examples`);
}

/** The largest input of examples. */
export const fullInputOf = (operation: Operation): Record<string, unknown> =>
  [...exampleInputsOf(operation)].at(-1) ?? exampleInputOf(operation);

export const operationsOfAdmins = operations.filter(({ caller }) => caller === 'superAdmin');
