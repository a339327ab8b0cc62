/** Seconds. A service can ask for more. */
const longestRetryAfterS = 60;

/**
 * What another service asks for with `Retry-After`, in seconds (RFC 9110, section 10.2.3). A date is compared with the `Date` of
 * the answer, so that the clocks can differ.
 */
export function retryAfterOf({ headers }: Pick<Response, 'headers'>): number | null {
  const text = headers.get('retry-after') ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : (timeOf(text) - timeOf(headers.get('date') ?? '')) / 1000;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(Math.ceil(seconds), 1), longestRetryAfterS);
}

/** Of an HTTP-date (RFC 9110, section 5.6.7), in ms. `Date.parse` alone also reads `-5` and `1.5`. */
const timeOf = (text: string): number => (/^[A-Z][a-z]+,? /.test(text) ? Date.parse(text) : Number.NaN);
