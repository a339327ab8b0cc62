import type { Session } from './session.js';

/**
 * As `fetch`, with the access token for these origins. A request with the token follows no redirect: not all browsers remove
 * the header when a redirect leaves the origin (Fetch Standard, section 4.5), and no script can see where it goes.
 */
export function createTokenFetch(origins: ReadonlySet<string>, session: Session): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const isOwn = origins.has(new URL(request.url).origin);
    const jwt = isOwn && !request.headers.has('Authorization') ? await session.tokenForRequest() : null;
    if (jwt === null) return fetch(request);
    // The body can be read only once.
    const response = await sendWith(jwt, request.clone());
    if (response.status !== 401 || asksForStepUp(response)) return response;
    const next = await session.renew(jwt);
    return next === null ? response : sendWith(next, request);
  };
}

/** A new token would be as old a proof (RFC 9470, section 3). */
const asksForStepUp = ({ headers }: Response): boolean =>
  headers.get('WWW-Authenticate')?.includes('insufficient_user_authentication') ?? false;

function sendWith(jwt: string, request: Request): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.set('Authorization', `Bearer ${jwt}`);
  return fetch(new Request(request, { headers, redirect: request.redirect === 'manual' ? 'manual' : 'error' }));
}
