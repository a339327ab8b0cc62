import type { Request } from 'express';

/** Returns the value of a cookie as the browser has sent it. Null if there is none. */
export function cookieOf({ headers }: Pick<Request, 'headers'>, name: string): string | null {
  const pair = (headers.cookie ?? '').split(/; */).find((text) => text.startsWith(`${name}=`));
  return pair === undefined ? null : pair.slice(name.length + 1);
}
