export const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The names in these are those of WebAuthn, and of `USER_FIELDS`: they stay as they are. */
const hasOtherNames = (name: string) => /options$|^fields$/.test(name);

/** Renames the fields of an answer, at each depth. Times get the `Z` that the REST API leaves out. */
export function toCamelCase(record: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      camelCase(name),
      hasOtherNames(name) ? value : converted(name, value),
    ]),
  );
}

function converted(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => converted(name, one));
  if (typeof value === 'object' && value) return toCamelCase(value);
  return name.endsWith('_ts') && typeof value === 'string' ? `${value}Z` : value;
}

/** Renames the fields of an input. Fields in fields have names of their own. */
export const toSnakeCase = (input: object): object =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
