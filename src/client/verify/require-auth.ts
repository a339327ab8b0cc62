import type { Identity } from './access-token.js';
import { AuthError, headersOfBody } from './auth-error.js';
import type { RequestHeaders } from './bearer-token.js';
import type { OutgoingResponse } from './outgoing-response.js';
import type { Requirements, Verifier } from './verifier.js';

/** A request of Express or Connect after `requireAuth`. */
export interface AuthenticatedRequest {
  auth?: Identity;
}

/** A request of Node. `headersDistinct` still has a header that was sent twice. */
interface IncomingRequest extends AuthenticatedRequest {
  headers: RequestHeaders;
  headersDistinct?: RequestHeaders;
}

/**
 * Makes a middleware for Express and Connect, which lets only requests pass whose user fulfills the requirements, and sets
 * `request.auth`. It answers the others with the status, the headers and the envelope of Gatehouse.
 */
export const requireAuth =
  (verify: Verifier, requirements: Requirements = {}) =>
  async (request: IncomingRequest, response: OutgoingResponse, next: (error?: unknown) => void): Promise<void> => {
    try {
      request.auth = await verify(request.headersDistinct ?? request.headers, requirements);
    } catch (error) {
      if (error instanceof AuthError) answer(response, error);
      else next(error);
      return;
    }
    next();
  };

function answer(response: OutgoingResponse, { status, headers, body }: AuthError): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries({ ...headers, ...headersOfBody })) response.setHeader(name, value);
  response.end(body);
}
