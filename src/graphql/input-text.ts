import type { FieldText } from '../request/field-text';

/**
 * Returns the description of an input field with its example as a GraphQL literal. `names` is the enum of the field.
 */
export function inputText({ description, example }: FieldText, names: Readonly<Record<string, string>> = {}): string {
  const name = Object.keys(names).find((key) => names[key] === example);
  return `${description} Example: ${name ?? toLiteral(example)}.`;
}

/** The names of the fields of an object have no quotes in GraphQL. */
const toLiteral = (example: FieldText['example']): string => JSON.stringify(example).replaceAll(/"(\w+)":/g, '$1: ');

/** Joins paragraphs of Markdown. */
export const paragraphs = (...texts: string[]): string => texts.join('\n\n');
