import type { Session } from './session.js';
import type { TokenFetch } from './types.js';

/**
 * As `fetch`, with the access token for these origins. A request with the token follows no redirect: not all browsers remove
 * the header when a redirect leaves the origin (Fetch Standard, section 4.5), and no script can see where it goes.
 */
export function createTokenFetch(origins: ReadonlySet<string>, graphqlUrl: string, session: Session): TokenFetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const isOwn = origins.has(new URL(request.url).origin);
    const options = init?.organization === undefined ? {} : { organization: init.organization };
    const jwt = isOwn && !request.headers.has('Authorization') ? await session.tokenForRequest(options) : null;
    if (jwt === null) return fetch(request);
    // The body can be read only once.
    const response = await sendWith(jwt, request.clone());
    const isGraphql = response.ok && request.url.split('?')[0] === graphqlUrl;
    if (!(isGraphql ? await isRejectedByGraphql(response.clone()) : isRejected(response))) return response;
    const next = await session.renew(jwt, options);
    return next === null ? response : sendWith(next, request);
  };
}

/** Not for a step-up: a new token would be as old a proof (RFC 9470, section 3). */
const isRejected = ({ status, headers }: Response): boolean =>
  status === 401 && !headers.get('WWW-Authenticate')?.includes('insufficient_user_authentication');

/** The status is 200. If a part of the document was executed, it must not be sent again. */
async function isRejectedByGraphql(response: Response): Promise<boolean> {
  const { data, errors } = await response.json().catch(() => ({}));
  const isRepeatable = Object.values(data ?? {}).every((value) => value === null);
  return isRepeatable && (errors ?? []).some((error: GraphqlError) => error.extensions?.code === 'UNAUTHENTICATED');
}

interface GraphqlError {
  extensions?: { code?: string };
}

function sendWith(jwt: string, request: Request): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.set('Authorization', `Bearer ${jwt}`);
  return fetch(new Request(request, { headers, redirect: request.redirect === 'manual' ? 'manual' : 'error' }));
}
