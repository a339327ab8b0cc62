/** Converts the name of a field of the GraphQL API to its name in the REST API. */
export const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Converts the name of a field of the REST API to its name in the GraphQL API. */
export const toCamelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
