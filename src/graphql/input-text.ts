import type { FieldText } from '../request/field-text';
import { type DeclaredOperation, errorsOfOperation } from '../request/operation-errors';

/**
 * Returns the description of an input field with its example as a GraphQL literal. `names` is the enum of the field.
 */
export function inputText({ description, example }: FieldText, names: Readonly<Record<string, string>> = {}): string {
  const name = Object.keys(names).find((key) => names[key] === example);
  return `${description} Example: ${name ?? toLiteral(example)}.`;
}

/** The names of the fields of an object have no quotes in GraphQL. */
const toLiteral = (example: FieldText['example']): string => JSON.stringify(example).replaceAll(/"(\w+)":/g, '$1: ');

/** Returns the errors of an operation as a Markdown list. */
export function errorList(operation: DeclaredOperation): string {
  const errors = Object.entries(errorsOfOperation(operation));
  return errors.map(([code, when]) => `- \`${code}\`: ${when}`).join('\n');
}

/** Joins paragraphs of Markdown. */
export const paragraphs = (...texts: string[]): string => texts.join('\n\n');

export const onceInDocument =
  'A document can contain only one operation that takes a password, a code or a token, or that sends an e-mail, and only once. Otherwise Gatehouse rejects the document with `VALIDATION_FAILED` in `errors`.';
