/** Converts a name in snake_case. */
export const toCamelCase = (name: string): string =>
  name.replace(/(?<=[a-z0-9])_+([a-z0-9])/g, (_, first) => first.toUpperCase());

/** Changes the first letter to upper case. */
export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
