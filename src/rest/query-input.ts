import type { Request } from 'express';
import { queryOf } from '../http/request-line';

/** Reads the parameters of a URL. A parameter that occurs twice is an array, which every rule rejects. */
export function queryInput({ url }: Pick<Request, 'url'>) {
  const query = queryOf(url);
  const text = (name: string): string | string[] | undefined => {
    const values = query.getAll(name);
    return values.length > 1 ? values : values[0];
  };
  return {
    text,
    /** Converts digits to a number, and leaves any other value to the rule of the field. */
    number(name: string): unknown {
      const value = text(name);
      return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
    },
    /** Converts `true` and `false`, and leaves any other value to the rule of the field. */
    flag(name: string): unknown {
      const value = text(name);
      return value === 'true' ? true : value === 'false' ? false : value;
    },
  };
}
