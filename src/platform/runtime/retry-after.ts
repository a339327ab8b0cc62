/** Seconds. A service can ask for more. */
const longestRetryAfterS = 60;

/** What another service asks for with `Retry-After`, in seconds. A date counts as missing. */
export function retryAfterOf({ headers }: Pick<Response, 'headers'>): number | null {
  const seconds = /^\d{1,9}$/.exec(headers.get('retry-after') ?? '')?.[0];
  return seconds === undefined ? null : Math.min(Math.max(Number(seconds), 1), longestRetryAfterS);
}
