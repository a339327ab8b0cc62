import type { Statement } from './transaction';

/** A statement whose parameters have names, so that nobody counts them. */
interface NamedStatement<Parameters> extends Statement {
  /** In the order of their numbers. */
  readonly parameters: readonly (keyof Parameters & string)[];
}

/** `:name` in a text stands for a parameter. A cast has two colons. */
const placeholder = /(?<!:):([a-z]\w*)/gi;

/** Numbers the parameters of a statement in their order, for PostgreSQL. An optional part has none of its own. */
export function withNames<Parameters>(statement: Statement): NamedStatement<Parameters> {
  const parameters = [...new Set([...statement.text.matchAll(placeholder)].map(([, name = '']) => name))];
  const text = statement.text.replaceAll(placeholder, (_, name: string) => `$${parameters.indexOf(name) + 1}`);
  return { ...statement, text, parameters: parameters as (keyof Parameters & string)[] };
}

/** Returns the values in the order of the numbers. @throws Error if one is missing */
export const valuesOf = <Parameters extends object>(
  { name, parameters }: NamedStatement<Parameters>,
  values: Parameters,
): unknown[] =>
  parameters.map((parameter) => {
    if (!(parameter in values)) throw new Error(`${name} needs ${parameter}`);
    return values[parameter];
  });
