/** Reads the search of a page, as the REST API reads its parameters. An empty field of a form is no search. */
export function searchOf(query: URLSearchParams) {
  /** A parameter that occurs twice is an array, which every rule rejects. */
  const text = (name: string): string | string[] | undefined => {
    const values = query.getAll(name);
    return values.length > 1 ? values : values[0] || undefined;
  };
  return {
    text,
    /** Converts `true` and `false`, and leaves any other value to the rule of the field. */
    flag(name: string): unknown {
      const value = text(name);
      return value === 'true' ? true : value === 'false' ? false : value;
    },
    /** Browsers send a time without seconds. */
    time(name: string): unknown {
      const value = text(name);
      return typeof value === 'string' && /T\d\d:\d\d$/.test(value) ? `${value}:00` : value;
    },
  };
}
