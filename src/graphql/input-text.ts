import type { FieldText } from '../request/field-text';
import { type DeclaredOperation, operationErrors } from '../request/operation-errors';

/**
 * Returns the description of an input field with its example as a GraphQL literal. `names` is the enum of the field.
 */
export function inputText({ description, example }: FieldText, names: Readonly<Record<string, string>> = {}): string {
  const name = Object.keys(names).find((key) => names[key] === example);
  return `${description} Example: ${name ?? JSON.stringify(example)}.`;
}

/** Returns the errors of an operation as a Markdown list. */
export function errorList(operation: DeclaredOperation): string {
  const errors = Object.entries(operationErrors[operation]);
  return errors.map(([code, when]) => `- \`${code}\`: ${when}`).join('\n');
}

/** Joins paragraphs of Markdown. */
export const paragraphs = (...texts: string[]): string => texts.join('\n\n');
