import type { RequestFacts } from '../http/request-facts';
import type { RequestContext } from '../request/request-context';

/** The part of the request and of the response that resolvers can use. */
export interface GraphqlContext {
  facts: RequestFacts;
  request: RequestContext;
  setRefreshCookie(token: string, expires: Date): void;
  clearRefreshCookie(): void;
}
