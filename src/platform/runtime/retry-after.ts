/** Seconds. A service can ask for more. */
const longestRetryAfterS = 60;

/**
 * What another service asks for with `Retry-After`, in seconds (RFC 9110, section 10.2.3). A date is compared with the `Date` of
 * the answer, so that the clocks can differ.
 */
export function retryAfterOf({ headers }: Pick<Response, 'headers'>): number | null {
  const text = headers.get('retry-after') ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.parse(headers.get('date') ?? '')) / 1000;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(Math.ceil(seconds), 1), longestRetryAfterS);
}
